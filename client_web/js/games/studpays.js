import { labelInside } from "../lib/cardwords.js"
import { t } from "../lib/i18n.js"
import { seatAt } from "../lib/model.js"

/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Pay} Pay */
/** @typedef {import("../store.js").Line} Line */
/** @typedef {import("../protocol.js").StudView} StudView */
/** @typedef {import("../protocol.js").Payout} Payout */

const SUITS = "XT32-16"
const RAKE = "XT32-18"
const REFUND = "XT32-Q18"

/** @param {View} view @returns {StudView} */
const playOf = (view) => /** @type {StudView} */ (view.table.play)

/** @param {View} view @param {number} seat */
const nameOf = (view, seat) => (seat === view.you.seat ? t("you") : (seatAt(view, seat)?.name ?? ""))

/**
 * Pot by pot: who took it and why, what the house took, and what came back before.
 * @param {View} view @param {readonly Line[]} lines @returns {readonly Pay[]}
 */
export function pays(view, lines) {
  const play = playOf(view)
  const events = lines.filter((line) => line.hand === view.table.hand).map((line) => line.event)
  const back = events.flatMap((event) => (event.type === "refunded" ? [event] : []))
  const rakes = new Map(events.flatMap((event) => (event.type === "raked" ? [[event.pot, event.amount]] : [])))
  const several = new Set(play.payouts.map((one) => one.pot)).size > 1
  return [
    ...back.map(({ seat, amount }) => ({
      head: t("result.back", { name: nameOf(view, seat) }),
      amount: String(amount),
      gain: null,
      why: [{ text: "", rule: REFUND }],
    })),
    ...play.payouts.map((one) => payOf(view, one, { several, rake: rakes.get(one.pot) ?? 0 })),
  ]
}

/** @param {View} view @param {Payout} payout @param {{several: boolean, rake: number}} of @returns {Pay} */
function payOf(view, payout, { several, rake }) {
  const name = nameOf(view, payout.seat)
  const pot = !several ? t("pot") : payout.pot === 0 ? t("result.main") : t("result.side", { number: payout.pot })
  const suits = bySuit(view, payout)
  return {
    head: t("result.pay", { pot, name }),
    amount: `+${payout.amount}`,
    gain: true,
    why: [
      { text: "", rule: payout.rule },
      ...(suits ? [{ text: t("result.suit", { label: suits }), rule: SUITS }] : []),
      ...(rake > 0 ? [{ text: t("result.rake", { rake }), rule: payout.rule === RAKE ? null : RAKE }] : []),
    ],
  }
}

/** Equal hands of which one won: what both are called; null where ranks decided. @param {View} view @param {Payout} payout @returns {string | null} */
function bySuit(view, { seat, pot }) {
  const play = playOf(view)
  const label = play.seats.find((one) => one.seat === seat)?.label
  const shared = play.payouts.some((one) => one.pot === pot && one.seat !== seat)
  if (play.phase !== "showdown" || !label || shared) return null
  const same = play.seats.some(
    (one) =>
      one.seat !== seat && one.status !== "folded" && one.label && JSON.stringify(one.label) === JSON.stringify(label),
  )
  return same ? labelInside(label) : null
}

/** @param {View} view */
export function sum(view) {
  const play = playOf(view)
  const paid = play.seats.reduce((all, one) => all + one.total, 0)
  const out = play.payouts.reduce((all, one) => all + one.amount, 0)
  return play.rake > 0 ? t("result.sum.rake", { paid, out, rake: play.rake }) : t("result.sum", { paid, out })
}
