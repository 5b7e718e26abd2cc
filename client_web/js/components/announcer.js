import { cardWords, labelInside } from "../lib/cardwords.js"
import { h } from "../lib/dom.js"
import { onLanguage, signed, t } from "../lib/i18n.js"
import { handOf, isMyTurn, resultOf, seatAt } from "../lib/model.js"
import { lastMove, plain, turnWords, waitingWords, winWords } from "../lib/say.js"

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
    const pieces = [before === null && news.length === 0 ? "" : happened, asked ? turnWords(view) : ""]
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
    return [...winWords(view, view.table.play), mine === null ? "" : t("hear.result", { points: signed(mine) })]
      .filter(Boolean)
      .join(" ")
  }
  if (news.some((event) => event.type === "opened")) return roundWords(view, news)
  const fresh = lines.slice(lines.length - news.length)
  const spoken = fresh
    .filter((line) => line.event.type !== "dealt" && line.event.type !== "anted")
    .map(plain)
    .filter(Boolean)
  if (spoken.length > 0) return spoken.slice(-2).join(". ")
  return view.table.phase === "waiting" && news.length > 0 ? waitingWords(view) : ""
}

/** A new round: my card, and who speaks first. @param {View} view @param {State["news"]} news */
function roundWords(view, news) {
  const opened = news.find((event) => event.type === "opened")
  const mine = news.find((event) => event.type === "dealt" && event.seat === view.you.seat)
  if (opened?.type !== "opened") return ""
  const first = seatAt(view, opened.seat)
  return [
    t("hear.round", { round: opened.round }),
    mine?.type === "dealt" && t("hear.card", { card: cardWords(mine.card) }),
    handOf(view, opened.seat) &&
      t(opened.seat === view.you.seat ? "hear.opens.you" : "hear.opens", {
        name: first?.name ?? "",
        label: labelInside(opened.label),
      }),
  ]
    .filter(Boolean)
    .join(" ")
}
