import { eventSentence } from "./eventwords.js"
import { t } from "./i18n.js"

/** @typedef {import("../store.js").Line} Line */

/** What happened that is worth a sentence beside the keys. */
const MOVES = new Set(["called", "raised", "folded", "timed_out"])

/** A line of the log as plain text. @param {Line} line @returns {string} */
export function plainLine(line) {
  const found = eventSentence(line.event, line.who.mine)
  return found ? t(found.key, { ...found.params, name: line.who.mine ? t("you") : line.who.name }) : ""
}

/** What was done last in this hand. @param {readonly Line[]} lines @param {number} hand @returns {string} */
export function lastMove(lines, hand) {
  const line = lines.findLast((one) => one.hand === hand && MOVES.has(one.event.type))
  return line ? plainLine(line) : ""
}
