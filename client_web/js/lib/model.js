/** Looking things up in a view. Pure; no rules. */

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../protocol.js").StudSeat} StudSeat */
/** @typedef {import("../protocol.js").Clock} Clock */
/** @typedef {import("../protocol.js").AnyOffer} AnyOffer */
/** @typedef {import("./eventwords.js").Who} Who */

/** @param {View} view @param {number | null} seat @returns {SeatView | null} */
export const seatAt = (view, seat) => view.table.seats.find((one) => one.seat === seat) ?? null

/** @param {View} view @param {number} player @returns {SeatView | null} */
export const seatOf = (view, player) => view.table.seats.find((one) => one.player === player) ?? null

/** The viewer's own seat. @param {View} view @returns {SeatView | null} */
export const mySeat = (view) => seatAt(view, view.you.seat)

/** A seat's part of the hand. @param {View} view @param {number} seat @returns {StudSeat | null} */
export const handOf = (view, seat) => view.table.play?.seats.find((one) => one.seat === seat) ?? null

/** Whether the hand on the table is being played or just ended. @param {View} view */
export const onMat = (view) => view.table.phase === "playing" || view.table.phase === "result"

/** @param {View} view @param {number} seat @returns {Clock | null} */
export const clockOf = (view, seat) => view.table.clocks.find((one) => one.seat === seat) ?? null

/** Whether it is this seat's turn. @param {View} view @param {number} seat */
export const isActing = (view, seat) => view.table.phase === "playing" && view.table.play?.to_act === seat

/** Whether the viewer is asked to play. @param {View} view */
export const isMyTurn = (view) => view.you.turn !== null && view.you.seat !== null && isActing(view, view.you.seat)

/**
 * @template {AnyOffer["type"]} K
 * @param {View} view
 * @param {K} type
 * @returns {Extract<AnyOffer, {type: K}> | null}
 */
export const offerOf = (view, type) =>
  /** @type {Extract<AnyOffer, {type: K}> | undefined} */ (view.you.offers.find((one) => one.type === type)) ?? null

/** @param {View} view */
export const taken = (view) => view.table.seats.filter((one) => one.player !== null)

/** Points that a seat shows: its stack in the hand, else its balance. @param {View} view @param {SeatView} seat */
export const pointsOf = (view, seat) => handOf(view, seat.seat)?.stack ?? seat.balance

/** Points won or lost by a seat in the hand that ended. @param {View} view @param {number} seat @returns {number | null} */
export function resultOf(view, seat) {
  const hand = handOf(view, seat)
  if (!hand || view.table.phase !== "result") return null
  const won = view.table.play?.payouts.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.amount, 0) ?? 0
  return won - hand.total
}

/** The whole value of the turn clock in ms, where the table's options tell it. @param {View} view */
export function turnLength(view) {
  const value = view.table.options["turn_timeout_s"]
  return typeof value === "number" ? value * 1000 : null
}

/**
 * Somebody as the log names him.
 * @param {View} view
 * @param {{seat?: number | null, player?: number, name?: string}} about
 * @returns {Who}
 */
export function whoIs(view, about) {
  const found = about.player === undefined ? seatAt(view, about.seat ?? null) : seatOf(view, about.player)
  const player = about.player ?? found?.player ?? null
  return {
    seat: about.seat ?? found?.seat ?? null,
    player,
    name: about.name ?? found?.name ?? (player === view.you.player ? view.you.name : ""),
    mine: player === view.you.player,
    bot: found?.bot ?? false,
  }
}

/**
 * The view with the names of the hands that were opened in it: a seat's own label speaks of its up-cards only.
 * @param {View} view
 * @param {readonly {hand: number, event: import("../protocol.js").AnyEvent}[]} lines
 * @returns {View}
 */
export function withOpened(view, lines) {
  const { play, hand } = view.table
  if (!play) return view
  const seats = play.seats.map((seat) => {
    const line = lines.findLast(
      (one) => one.hand === hand && one.event.type === "shown" && one.event.seat === seat.seat,
    )
    return line?.event.type === "shown" && seat.hole.type === "open" ? { ...seat, label: line.event.label } : seat
  })
  return { ...view, table: { ...view.table, play: { ...play, seats } } }
}

/** How many seats are ready to be dealt in. @param {View} view */
export const readySeats = (view) => taken(view).filter((one) => one.status === "in").length
