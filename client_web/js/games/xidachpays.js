import { signed, t } from "../lib/i18n.js"
import { seatAt } from "../lib/model.js"
import { countWords } from "./xidachwords.js"

/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Pay} Pay */
/** @typedef {import("../protocol.js").XiDachView} XiDachView */
/** @typedef {import("../protocol.js").XiDachSeat} XiDachSeat */
/** @typedef {import("../protocol.js").Payout} Payout */
/** @typedef {import("../store.js").Line} Line */

/** @param {View} view @returns {XiDachView} */
const playOf = (view) => /** @type {XiDachView} */ (view.table.play)

/** Who pays: the con whose stake or penalty it is, or the banker where the con himself is paid. @param {XiDachView} play @param {Payout} payout */
const payerOf = (play, payout) => (payout.seat === payout.pot ? play.banker : payout.pot)

/** What a seat has won or lost so far. @param {XiDachView} play @param {number} seat */
export const netOf = (play, seat) =>
  play.payouts.reduce(
    (all, one) => all + (one.seat === seat ? one.amount : 0) - (payerOf(play, one) === seat ? one.amount : 0),
    0,
  )

/** @param {View} view @param {number} seat */
const nameOf = (view, seat) => (seat === view.you.seat ? t("you") : (seatAt(view, seat)?.name ?? ""))

/**
 * Both hands of a settlement, as far as they are known here: "An 19, bạn 17".
 * @param {View} view @param {XiDachSeat} con @param {boolean} inside in the middle of a sentence
 */
export function handsWords(view, con, inside) {
  const play = playOf(view)
  const banker = play.seats.find((one) => one.seat === play.banker)
  const you = view.you.play?.type === "xi_dach" ? view.you.play : null
  const isBanker = view.you.seat === play.banker
  const bankerLabel = banker?.label ?? (isBanker ? you?.label : null)
  const conLabel = con.label ?? (con.seat === view.you.seat ? you?.label : null)
  return [
    conLabel &&
      t("xd.has", {
        name: inside && con.seat === view.you.seat ? t("you.inside") : nameOf(view, con.seat),
        hand: countWords(conLabel),
      }),
    bankerLabel &&
      t("xd.has", { name: isBanker ? t("you.inside") : t("xd.the_banker"), hand: countWords(bankerLabel) }),
  ]
    .filter(Boolean)
    .join(", ")
}

/**
 * One con against the banker: who pays whom, and by which clause.
 * @param {View} view @param {readonly Line[]} lines @returns {readonly Pay[]}
 */
export function pays(view, lines) {
  const play = playOf(view)
  const cons = play.order.length > 0 ? play.order : play.seats.map((one) => one.seat)
  const found = cons.flatMap((seat) => play.seats.filter((one) => one.seat === seat && one.settlement))
  const penalties = play.payouts.filter((one) => one.seat !== one.pot && one.seat !== play.banker)
  return [
    ...found.map((con) => payOf(view, con, inspectedWith(view, lines, con.seat))),
    ...penalties.map((one) => ({
      head: t("xd.pays", { from: nameOf(view, one.pot), to: nameOf(view, one.seat) }),
      amount: String(one.amount),
      gain: one.seat === view.you.seat ? true : one.pot === view.you.seat ? false : null,
      why: [{ text: "", rule: one.rule }],
    })),
  ]
}

/** With how many cards the banker turned a con over; null: settled at the end, or by the dealt cards. @param {View} view @param {readonly Line[]} lines @param {number} seat @returns {number | null} */
function inspectedWith(view, lines, seat) {
  const events = lines.filter((line) => line.hand === view.table.hand).map((line) => line.event)
  const at = events.findIndex((event) => event.type === "inspected" && event.seat === seat)
  if (at < 0) return null
  const { banker } = playOf(view)
  return 2 + events.slice(0, at).filter((event) => event.type === "drew" && event.seat === banker).length
}

/** @param {View} view @param {XiDachSeat} con @param {number | null} then cards of the banker when he inspected @returns {Pay} */
function payOf(view, con, then) {
  const { outcome, amount, rule } = /** @type {NonNullable<XiDachSeat["settlement"]>} */ (con.settlement)
  const banker = nameOf(view, playOf(view).banker)
  const name = nameOf(view, con.seat)
  const [from, to] = outcome === "win" ? [banker, name] : [name, banker]
  return {
    head: outcome === "push" ? t("xd.even", { a: name, b: banker }) : t("xd.pays", { from, to }),
    amount: String(Math.abs(amount)),
    gain: gainOf(view, con.seat, amount),
    // What the banker held at an inspection is not what he holds at the end.
    why: [{ text: then === null ? handsWords(view, con, false) : inspectedWords(view, con, then), rule }],
  }
}

/** @param {View} view @param {XiDachSeat} con @param {number} then */
function inspectedWords(view, con, then) {
  const name = nameOf(view, con.seat)
  const hand = con.label ? countWords(con.label) : ""
  const mine = con.seat === view.you.seat && view.you.play?.type === "xi_dach" ? view.you.play.against : null
  const against = con.against ?? mine
  if (!against) return t("xd.inspected", { name, hand, count: then })
  const banker = view.you.seat === playOf(view).banker ? t("you.inside") : t("xd.the_banker")
  return t("xd.inspected.against", { name, hand, banker, held: countWords(against) })
}

/** Whether it is good for the viewer; for others, for the con. @param {View} view @param {number} con @param {number} amount */
function gainOf(view, con, amount) {
  if (amount === 0) return null
  const sign = playOf(view).banker === view.you.seat ? -amount : amount
  return con === view.you.seat || playOf(view).banker === view.you.seat ? sign > 0 : null
}

/** The viewer's own result first, then the banker's. @param {View} view @returns {string[]} */
export function wins(view) {
  const play = playOf(view)
  if (play.seats.every((one) => one.settlement === null)) return [t("xd.nobody")]
  const me = play.seats.find((one) => one.seat === view.you.seat)
  const banker = netOf(play, play.banker)
  const of = t(banker === 0 ? "xd.win.banker.even" : "xd.win.banker", {
    name: seatAt(view, play.banker)?.name ?? "",
    points: signed(banker),
  })
  if (!me) return [of]
  if (me.seat === play.banker)
    return [t(banker < 0 ? "xd.win.lost" : banker > 0 ? "xd.win.won" : "xd.win.even", { points: Math.abs(banker) })]
  const mine = netOf(play, me.seat)
  const own = t(mine < 0 ? "xd.win.lost" : mine > 0 ? "xd.win.won" : "xd.win.even", { points: Math.abs(mine) })
  return me.stake > 0 ? [own, of] : [of]
}

/** @param {View} view */
export function sum(view) {
  const play = playOf(view)
  const gains = play.seats.map((one) => netOf(play, one.seat))
  const won = gains.filter((one) => one > 0).reduce((all, one) => all + one, 0)
  return t("xd.sum", { won, lost: won })
}
