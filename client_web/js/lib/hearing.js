import { faceOf, isMyTurn, resultOf } from "../games/faces.js"
import { clockLeft } from "./countdown.js"
import { tableLine } from "./eventwords.js"
import { signed, t } from "./i18n.js"
import { clockOf, isAskedToBank, seatOf } from "./model.js"
import { lastMove, plainLine } from "./moves.js"
import { waitingWords } from "./say.js"

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../store.js").Line} Line */
/** @typedef {import("../protocol.js").View} View */

/** Told by the cards and by the sentence of one's own turn. */
const QUIET = new Set(["dealt", "anted", "turn_to", "hands_dealt", "raked", "revealed", "hand_began"])
/** Told by the game in its own words. */
const TOLD = new Set(["opened", "inspected", "drew", "stood"])
/** Told by the question, to whom it is put. */
const ASKED = new Set(["stakes_opened"])
/** Told by an alert: to everybody whom it concerns, or to the one whom it is about. */
const ALERTED = new Set(["asked", "answered", "hand_voided"])
const ALERTED_MINE = new Set(["host_changed", "sits_out", "topped_up"])
/** More than so many sentences of one view are too many to listen to: the last ones count. */
const MOST = 3
/** Seconds at which the clock of my turn is told. */
const WARNINGS = [10, 5]

/** What a screen reader hears: one passage a view, in the viewer's language; the newest wins. */
export class Hearing {
  #turn = -1
  #link = ""
  /** What was shown when the line was lost: it is not news when the line is back. @type {View | null} */
  #lost = null
  /** The clock of which something was told, and the least number told. */
  #clock = ""
  #told = Infinity

  /** @param {State} state @returns {string} "": nothing new */
  words(state) {
    const { view, link, before, news } = state
    const changed = link.kind !== this.#link
    this.#link = link.kind
    if (link.kind === "lost") return changed ? this.#lose(view) : ""
    if (link.kind === "ended") return changed && link.code === 4004 ? t("say.elsewhere") : ""
    if (!view || link.kind !== "open" || view === this.#lost) return ""
    const back = this.#lost === null ? "" : t("hear.back")
    this.#lost = null
    const asked = isMyTurn(view) && view.you.turn !== this.#turn
    this.#turn = view.you.turn ?? -1
    const fresh = before === null && news.length === 0
    const happened = fresh ? "" : newsWords(state, view, asked)
    return passage([
      back,
      happened || (asked ? lastMove(state.lines, view.table.hand) : ""),
      asked ? faceOf(view).question(view) : "",
    ])
  }

  /** The last seconds of my own clock, and that the bank runs: once each. @param {View} view @param {number} now server time */
  left(view, now) {
    const clock = isMyTurn(view) && view.you.seat !== null ? clockOf(view, view.you.seat) : null
    if (!clock || clock.left !== null) return ""
    const { ms, banking } = clockLeft(clock, now)
    const id = `${view.you.turn} ${banking}`
    if (id !== this.#clock) {
      this.#clock = id
      this.#told = Infinity
      if (banking) return passage([t("bank.running"), t("hear.left", { seconds: Math.ceil(ms / 1000) })])
    }
    const due = WARNINGS.findLast((seconds) => ms <= seconds * 1000)
    if (due === undefined || ms <= 0 || due >= this.#told) return ""
    this.#told = due
    return passage([t("hear.left", { seconds: due })])
  }

  /** @param {View | null} view */
  #lose(view) {
    this.#lost = view
    this.#turn = -1
    return t("hear.lost")
  }
}

/** Sentences one after the other, each with its stop. @param {readonly string[]} pieces */
const passage = (pieces) =>
  pieces
    .filter(Boolean)
    .map((piece) => (/[.!?…]$/.test(piece) ? piece : `${piece}.`))
    .join(" ")

/** @param {State} state @param {View} view @param {boolean} asked */
function newsWords({ news, lines }, view, asked) {
  if (news.some((event) => event.type === "hand_ended") && view.table.play) {
    const mine = view.you.seat === null ? null : resultOf(view, view.you.seat)
    const shown = lines.slice(-news.length).filter(({ event }) => event.type === "shown" || event.type === "revealed")
    const result = mine === null ? "" : t("hear.result", { points: signed(mine) })
    return passage([...shown.map(plainLine), ...faceOf(view).wins(view), result])
  }
  const began = news.some((event) => event.type === "hand_began") ? t("log.hand", { hand: view.table.hand }) : ""
  const fresh = news.length === 0 ? [] : lines.slice(-news.length)
  const heard = view.table.play ? faceOf(view).heard(view, news) : null
  const inspected = news.some((event) => event.type === "inspected")
  const spoken = fresh
    .filter((line) => !isTold(line, heard !== null))
    .filter(({ event }) => !(asked && ASKED.has(event.type)) && !(inspected && event.type === "settled"))
    .map((line) => lineWords(line, view))
    .filter(Boolean)
    .slice(-MOST)
  const offered = isAskedToBank(view) && news.some((event) => event.type === "bank_offered")
  if (offered) return t("bank.ask")
  const told = passage([began, ...spoken, heard ?? ""])
  return told || (view.table.phase === "waiting" && news.length > 0 ? waitingWords(view) : "")
}

/** Whether a line is heard in other words, or not at all. @param {Line} line @param {boolean} byGame the game tells of this view */
const isTold = ({ event: { type }, who }, byGame) =>
  QUIET.has(type) || ALERTED.has(type) || (who.mine && ALERTED_MINE.has(type)) || (byGame && TOLD.has(type))

/** One line of the log as it is heard. @param {Line} line @param {View} view @returns {string} */
function lineWords(line, view) {
  const { event, who } = line
  if (event.type === "said") return who.mine ? "" : t("hear.said", { name: who.name, text: event.text })
  if (event.type === "reacted") return who.mine ? "" : t("hear.said", { name: who.name, text: t(`react.${event.kind}`) })
  if (event.type === "went_away") {
    const left = seatOf(view, event.player)?.away_left ?? 0
    return left > 0 ? t("hear.away", { name: who.name, seconds: Math.ceil(left / 1000) }) : plainLine(line)
  }
  return plainLine(line) || (tableLine(event) ?? "")
}
