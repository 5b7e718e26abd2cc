import { faceOf, isMyTurn, resultOf } from "../games/faces.js"
import { h } from "../lib/dom.js"
import { onLanguage, signed, t } from "../lib/i18n.js"
import { isAskedToBank } from "../lib/model.js"
import { lastMove, plainLine } from "../lib/moves.js"
import { waitingWords } from "../lib/say.js"

/** Told by the cards and by the sentence of one's own turn. */
const QUIET = new Set(["dealt", "anted", "turn_to", "hands_dealt", "raked", "revealed"])

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").View} View */

/** What a screen reader hears: one sentence a view, the newest wins. */
export class Announcer {
  element = h("p", { class: "sr", role: "status", "data-testid": "status" })
  #turn = -1
  /** @type {View | null} what was shown when the line was lost; it is not news when the line is back */
  #lost = null

  constructor() {
    // A sentence in the language of before would be read with the wrong voice.
    onLanguage(() => this.element.replaceChildren())
  }

  /** @param {State} state */
  update(state) {
    const words = this.#words(state)
    if (words) this.element.textContent = words
  }

  /** @param {State} state @returns {string} */
  #words({ view, news, lines, link, before }) {
    if (link.kind === "lost") {
      this.#lost = view
      this.#turn = -1
      return t("hear.lost")
    }
    if (!view || link.kind !== "open" || view === this.#lost) return ""
    const back = this.#lost === null ? "" : t("hear.back")
    this.#lost = null
    const asked = isMyTurn(view) && view.you.turn !== this.#turn
    this.#turn = view.you.turn ?? -1
    const happened = newsWords(view, news, lines)
    const pieces = [before === null && news.length === 0 ? "" : happened, asked ? faceOf(view).question(view) : ""]
    if (asked && !pieces[0]) pieces[0] = lastMove(lines, view.table.hand)
    return [back, ...pieces]
      .filter(Boolean)
      .map((piece) => (/[.!?]$/.test(piece) ? piece : `${piece}.`))
      .join(" ")
  }
}

/** @param {View} view @param {State["news"]} news @param {State["lines"]} lines */
function newsWords(view, news, lines) {
  if (news.some((event) => event.type === "hand_ended") && view.table.play) {
    const mine = view.you.seat === null ? null : resultOf(view, view.you.seat)
    return [...faceOf(view).wins(view), mine === null ? "" : t("hear.result", { points: signed(mine) })]
      .filter(Boolean)
      .join(" ")
  }
  const heard = view.table.play ? faceOf(view).heard(view, news) : null
  if (heard) return heard
  if (isAskedToBank(view) && news.some((event) => event.type === "bank_offered")) return t("bank.ask")
  const fresh = lines.slice(lines.length - news.length)
  const spoken = fresh
    .filter((line) => !QUIET.has(line.event.type))
    .map(plainLine)
    .filter(Boolean)
  if (spoken.length > 0) return spoken.slice(-2).join(". ")
  return view.table.phase === "waiting" && news.length > 0 ? waitingWords(view) : ""
}
