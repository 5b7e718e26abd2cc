import { cardWords, labelInside } from "../lib/cardwords.js"
import { t } from "../lib/i18n.js"

/** @typedef {import("../protocol.js").AnyEvent} AnyEvent */
/** @typedef {[key: string, params?: Record<string, string | number>, rule?: string | null]} Found */

/** A line of the log about somebody. @param {AnyEvent} event @returns {Found | null} */
export function sentence(event) {
  switch (event.type) {
    case "chose":
      return ["log.chose"]
    case "called":
      if (event.all_in) return ["log.all_in_call", { paid: event.paid }]
      return event.paid === 0 ? ["log.check"] : ["log.call", { paid: event.paid }]
    case "raised":
      return [event.all_in ? "log.all_in" : "log.raise", { paid: event.paid, level: event.level }]
    case "folded":
      return [event.left ? "log.fold_left" : "log.fold"]
    case "opened":
      return ["log.opens", { label: labelInside(event.label) }]
    case "shown":
      return [
        event.own_act ? "log.shows" : "log.shown",
        { card: cardWords(event.card), label: labelInside(event.label) },
      ]
    case "refunded":
      return ["log.refund", { amount: event.amount }, "XT32-Q18"]
    case "won":
      return event.label
        ? ["log.won", { amount: event.payout.amount, label: labelInside(event.label) }, event.payout.rule]
        : ["log.won_folds", { amount: event.payout.amount }, event.payout.rule]
    default:
      return null
  }
}

/** A line that belongs to nobody. @param {AnyEvent} event @returns {string | null} */
export function tableLine(event) {
  if (event.type === "anted") return t("log.ante", { amount: event.amount })
  if (event.type === "raked") return t("log.rake", { amount: event.amount })
  return null
}
