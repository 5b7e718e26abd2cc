import * as stud from "../games/studwords.js"
import * as xiDach from "../games/xidachwords.js"
import { signed, t } from "./i18n.js"

/** @typedef {import("../protocol.js").AnyEvent} AnyEvent */
/** @typedef {{seat: number | null, player: number | null, name: string, mine: boolean, bot: boolean}} Who */
/** @typedef {{key: string, params: Record<string, string | number>, rule: string | null}} Sentence */

/**
 * One line of the log: `{name}` in the sentence is whose it is. Null for what needs no line.
 * @param {AnyEvent} event
 * @param {boolean} mine whether it is about the viewer: "You raise", not "Minh raises"
 * @returns {Sentence | null}
 */
export function eventSentence(event, mine) {
  const found = sentence(event)
  if (!found) return null
  const [key, params = {}, rule = null] = found
  return { key: mine ? `${key}.you` : key, params, rule }
}

/**
 * @param {AnyEvent} event
 * @returns {[key: string, params?: Record<string, string | number>, rule?: string | null] | null}
 */
function sentence(event) {
  switch (event.type) {
    case "sat_down":
      return [event.bot ? "log.sat_bot" : "log.sat", { seat: event.seat + 1 }]
    case "stood_up":
      return [`log.stood.${event.cause}`]
    case "leaving":
      return [`log.leaving.${event.cause}`]
    case "went_away":
      return ["log.away"]
    case "came_back":
      return ["log.back"]
    case "sits_out":
      return [`log.out.${event.cause}`]
    case "sits_in":
      return ["log.in"]
    case "timed_out":
      return ["log.timeout"]
    case "host_changed":
      return ["log.host"]
    case "asked":
      return [`log.asked.${event.kind}`]
    case "answered":
      return [event.granted ? "log.granted" : "log.denied"]
    case "seat_moved":
      return [event.by_host ? "log.given" : "log.moved"]
    case "pause_began":
      return ["log.pause"]
    case "topped_up":
      return ["log.topup", { amount: event.amount }]
    default:
      return stud.sentence(event) ?? xiDach.sentence(event)
  }
}

/**
 * A line that belongs to nobody: a new hand, a round, a change of the table. Null for other events.
 * @param {AnyEvent} event
 * @returns {string | null}
 */
export function tableLine(event) {
  switch (event.type) {
    case "hand_began":
      return t("log.hand", { hand: event.hand })
    case "hand_voided":
      return t(`log.void.${event.cause}`, { hand: event.hand })
    case "pause_ended":
      return t(`log.resume.${event.cause}`)
    case "locked":
      return t(event.on ? "log.locked" : "log.unlocked")
    case "options_set":
      return t(event.later ? "log.options_later" : "log.options")
    default:
      return stud.tableLine(event) ?? xiDach.tableLine(event)
  }
}

/** @param {number} result points won or lost in a hand */
export const resultWords = (result) =>
  t(result < 0 ? "result.lost" : result > 0 ? "result.won" : "result.even", { points: signed(result) })

/**
 * Whom an event is about.
 * @param {AnyEvent} event
 * @returns {{seat?: number | null, player?: number, name?: string}}
 */
export function about(event) {
  if (event.type === "won") return { seat: event.payout.seat }
  return {
    ...("seat" in event ? { seat: event.seat } : {}),
    ...("player" in event ? { player: event.player } : {}),
    ...("name" in event ? { name: event.name } : {}),
  }
}
