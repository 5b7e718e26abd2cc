import { toneOf } from "../components/seat.js"
import { h, icon, keyed, setAttr, setText, show } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { Asking } from "./asking.js"
import { shortTime } from "./times.js"

/** @typedef {import("../protocol.js").HandLine} HandLine */
/** @typedef {import("../protocol.js").Hands} Hands */
/** @typedef {import("./record.js").Record} Record */

/** The finished hands of a room: who won what, when, and a way to see each again. */
export class HandList {
  #asking = new Asking()
  #note = h("p", { class: "small mute", "data-t": "history.note" })
  #none = h("p", { hidden: true, "data-t": "history.none" })
  #rows = h("ol", { "data-testid": "hand-list" })
  #older = h("button", { type: "button", class: "btn btn--wide", hidden: true, "data-t": "history.older" })
  element = h("div", { class: "stack" }, this.#note, this.#none, this.#rows, this.#asking.element, this.#older)
  /** @type {HandLine[]} */
  #lines = []
  #you = 0

  /** @param {Record} record @param {(hand: number) => void} replay */
  constructor(record, replay) {
    this.record = record
    this.replay = replay
    setAttr(this.#older, "data-testid", "older-hands")
    this.#older.addEventListener("click", () => this.#load(this.#lines.at(-1)?.hand))
  }

  /** The newest ones; older ones that are there stay. */
  load() {
    return this.#load()
  }

  /** @param {number} [before] */
  #load(before) {
    return this.#asking.run(
      () => this.record.hands(before),
      (hands) => this.#take(hands),
    )
  }

  /** @param {Hands} hands */
  #take({ hands, more, you }) {
    const newest = hands[0]?.hand ?? Infinity
    const oldest = hands.at(-1)?.hand ?? Infinity
    const older = this.#lines.filter((line) => line.hand < oldest)
    this.#lines = [...this.#lines.filter((line) => line.hand > newest), ...hands, ...older]
    this.#you = you
    show(this.#none, this.#lines.length === 0)
    show(this.#note, this.#lines.length > 0)
    keyed(
      this.#rows,
      this.#lines,
      (line) => `${line.hand}`,
      (line) => this.#row(line),
      (node, line) => this.#draw(node, line),
    )
    if (older.length === 0) show(this.#older, more)
  }

  /** @param {HandLine} line */
  #row({ hand }) {
    const row = h(
      "button",
      { type: "button", class: "hand", onclick: () => this.replay(hand), "data-testid": `hand-${hand}` },
      h("span", { class: "hand__n" }),
      h("span", { class: "hand__what" }, h("b"), h("small")),
      h("b", { class: "num" }),
      icon("play"),
    )
    return h("li", {}, row)
  }

  /** @param {Element} node @param {HandLine} line */
  #draw(node, line) {
    const [number, what, mine] = /** @type {Element} */ (node.firstChild).children
    if (!number || !what?.firstChild || !what.lastChild || !mine) return
    const own = ownResult(line, this.#you)
    setText(number, line.hand)
    setText(what.firstChild, winnersWords(line, this.#you))
    setText(what.lastChild, [shortTime(line.ended_s), t(line.showdown ? "history.shown" : "history.folds")].join(" · "))
    setText(mine, own === null ? "" : signed(own))
    mine.className = `num ${toneOf(own ?? 0)}`
    const words = [t("log.hand", { hand: line.hand }), what.firstChild.textContent, what.lastChild.textContent]
    // Among the winners one is named already.
    if (own !== null && own <= 0) words.push(t("history.mine", { points: signed(own) }))
    setAttr(/** @type {Element} */ (node.firstChild), "aria-label", t("history.replay", { hand: words.join(". ") }))
  }
}

/** What the asker won or lost; null where he was not dealt in. @param {HandLine} line @param {number} you */
function ownResult({ players, deltas }, you) {
  const seat = Object.keys(players).find((one) => players[Number(one)] === you)
  return seat === undefined ? null : (deltas[Number(seat)] ?? 0)
}

/** Who won what, the most first. @param {HandLine} line @param {number} you */
function winnersWords({ players, names, deltas }, you) {
  const won = Object.entries(deltas)
    .filter(([, points]) => points > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([seat, points]) =>
      t("history.won", {
        name: players[Number(seat)] === you ? t("you") : (names[Number(seat)] ?? ""),
        points: signed(points),
      }),
    )
  return won.join(", ") || t("result.even")
}
