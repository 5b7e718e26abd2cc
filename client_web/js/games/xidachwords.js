import { t } from "../lib/i18n.js"

/** @typedef {import("../protocol.js").AnyEvent} AnyEvent */
/** @typedef {import("../protocol.js").XiDachLabel} XiDachLabel */
/** @typedef {[key: string, params?: Record<string, string | number>, rule?: string | null]} Found */

/** What a hand counts, in the middle of a sentence: "ngũ linh 18". @param {XiDachLabel} label */
export const countWords = ({ kind, total }) => t(`xd.hand.${kind}`, { total })

/** The same at the head of a line. @param {XiDachLabel} label */
export function countHead(label) {
  const words = countWords(label)
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** A line of the log about somebody. @param {AnyEvent} event @returns {Found | null} */
export function sentence(event) {
  switch (event.type) {
    case "bank_offered":
      return ["log.bank.offered"]
    case "bank_taken":
      return ["log.bank.taken"]
    case "bank_passed":
      return [event.asked ? "log.bank.refused" : "log.bank.passed"]
    case "staked":
      return ["log.staked", { amount: event.amount }, "XD-04"]
    case "sat_this_out":
      return ["log.sat_out_hand"]
    case "natural_shown":
      return ["log.natural", { hand: countWords(event.label) }, "XD-21"]
    case "drew":
      return ["log.drew"]
    case "stood":
      return ["log.done"]
    case "five_cards":
      return ["log.five", { hand: countWords(event.label) }, "XD-33"]
    case "hand_shown":
      return ["log.hand_shown", {}, "XD-08"]
    case "inspected":
      return ["log.inspected", { hand: countWords(event.label) }, "XD-30"]
    case "banker_bust":
      return [event.den ? "log.den" : "log.bust", {}, event.den ? "XD-38" : null]
    case "revealed":
      return ["log.revealed", { hand: countWords(event.label) }]
    case "settled":
      return [`log.settled.${event.outcome}`, { amount: Math.abs(event.amount) }, event.rule]
    case "penalised":
      return ["log.penalised", { amount: event.payouts.reduce((all, one) => all + one.amount, 0) }, "XD-34"]
    default:
      return null
  }
}

/** A line that belongs to nobody. @param {AnyEvent} event @returns {string | null} */
export function tableLine(event) {
  if (event.type === "stakes_opened") return t("log.stakes", { least: event.least, most: event.most })
  if (event.type === "hands_dealt") return t("log.dealt")
  return null
}

/** Events of whose turn it is say nothing that the table does not show. */
export const SILENT = ["turn_to"]
