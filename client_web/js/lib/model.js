/** Looking things up in a view. Pure; no rules. */

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../protocol.js").Clock} Clock */
/** @typedef {import("../protocol.js").AnyOffer} AnyOffer */
/** @typedef {import("./eventwords.js").Who} Who */

/** @param {View} view @param {number | null} seat @returns {SeatView | null} */
export const seatAt = (view, seat) => view.table.seats.find((one) => one.seat === seat) ?? null

/** @param {View} view @param {number} player @returns {SeatView | null} */
export const seatOf = (view, player) => view.table.seats.find((one) => one.player === player) ?? null

/** The viewer's own seat. @param {View} view @returns {SeatView | null} */
export const mySeat = (view) => seatAt(view, view.you.seat)

/** Whether the hand on the table is being played or just ended. @param {View} view */
export const onMat = (view) => view.table.phase === "playing" || view.table.phase === "result"

/** @param {View} view @param {number} seat @returns {Clock | null} */
export const clockOf = (view, seat) => view.table.clocks.find((one) => one.seat === seat) ?? null

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
  if (play?.type !== "stud") return view
  const seats = play.seats.map((seat) => {
    const line = lines.findLast(
      (one) => one.hand === hand && one.event.type === "shown" && one.event.seat === seat.seat,
    )
    return line?.event.type === "shown" && seat.hole.type === "open" ? { ...seat, label: line.event.label } : seat
  })
  return { ...view, table: { ...view.table, play: { ...play, seats } } }
}

/** Names of some seats in one breath. @param {View} view @param {readonly number[]} seats */
export const namesOf = (view, seats) => seats.map((seat) => seatAt(view, seat)?.name ?? "").join(", ")

/** Whether the viewer is asked to be the banker. @param {View} view */
export const isAskedToBank = (view) => view.you.seat !== null && view.table.bank?.asked === view.you.seat

/** How many seats are ready to be dealt in. @param {View} view */
export const readySeats = (view) => taken(view).filter((one) => one.status === "in").length
