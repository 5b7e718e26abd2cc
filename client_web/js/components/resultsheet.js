import { faceOf, placeOf, resultOf } from "../games/faces.js"
import { h, keyed, setText } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { seatAt } from "../lib/model.js"
import { Avatar } from "./avatar.js"
import { Dialog } from "./dialog.js"
import { Fan } from "./fan.js"
import { toneOf } from "./seat.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../games/face.js").Pay} Pay */
/** @typedef {import("../store.js").State} State */

/** After a hand: who had what, who was paid what, and the clause that says so. */
export class ResultSheet {
  #hands = h("ol")
  #pays = h("ol", { class: "pay", "data-testid": "pays" })
  #sum = h("p", { class: "note note--good" })
  /** @type {WeakMap<Element, ShowRow>} */
  #rows = new WeakMap()
  /** @type {State | null} the last one that showed a result */
  #state = null

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.dialog = new Dialog(
      "result.title",
      "result-sheet",
      h("section", { class: "panel" }, this.#hands),
      h("section", { class: "panel" }, h("h2", { "data-t": "result.why" }), this.#pays, this.#sum),
    )
  }

  open() {
    this.#draw()
    this.dialog.open()
  }

  /** @param {State} state */
  update(state) {
    if (state.view?.table.phase === "result" && state.view.table.play) this.#state = state
    if (this.dialog.isOpen) this.#draw()
  }

  #draw() {
    const { view, lines } = this.#state ?? {}
    if (!view?.table.play || !lines) return
    const face = faceOf(view)
    this.dialog.retitle({ hand: view.table.hand })
    const order = [...face.seats(view)].sort((a, b) => (resultOf(view, b) ?? 0) - (resultOf(view, a) ?? 0))
    keyed(
      this.#hands,
      order,
      String,
      () => this.#row(),
      (node, seat) => this.#rows.get(node)?.update(view, seat),
    )
    this.#pays.replaceChildren(...face.pays(view, lines).map((pay) => this.#pay(pay)))
    setText(this.#sum, face.sum(view))
  }

  /** @param {Pay} pay */
  #pay({ head, amount, gain, why }) {
    const kind = gain === null ? "" : gain ? "win" : "lose"
    return h(
      "li",
      {},
      h("b", {}, head),
      h("b", { class: `num ${kind}` }, amount),
      ...why.map(({ text, rule }) => {
        const clause = rule ? this.desk.clauseWords(rule) : ""
        const words = [text && (/[.!?]$/.test(text) ? text : `${text}.`), clause].filter(Boolean).join(" ")
        return h("span", { class: "why" }, words, " ", rule && h("span", { class: "id" }, rule))
      }),
    )
  }

  #row() {
    const row = new ShowRow()
    this.#rows.set(row.element, row)
    return row.element
  }
}

/** One seat's hand at the end. */
class ShowRow {
  #avatar = new Avatar()
  #name = h("b")
  #result = h("span")
  #label = h("span", { class: "hl" })
  #bank = h("span", { class: "badge-cai", "data-t": "badge.bank" })
  #fan = new Fan()

  constructor() {
    this.element = h(
      "li",
      { class: "show" },
      h(
        "div",
        { class: "seat__who" },
        this.#avatar.element,
        h("div", {}, this.#name, " ", this.#result, h("br"), this.#bank, " ", this.#label),
      ),
      this.#fan.element,
    )
  }

  /** @param {View} view @param {number} number */
  update(view, number) {
    const seat = seatAt(view, number)
    const hand = placeOf(view, number)
    const result = resultOf(view, number) ?? 0
    if (seat) this.#avatar.update(seat)
    setText(this.#name, number === view.you.seat ? t("you") : (seat?.name ?? ""))
    setText(this.#result, signed(result))
    this.#result.className = `num ${toneOf(result)}`
    setText(this.#label, hand?.folded ? t("result.folded") : (hand?.label ?? ""))
    this.#bank.hidden = !hand?.bank
    this.#fan.update(hand?.cards ?? [], { hole: hand?.secret ?? -1, named: hand?.named })
    this.element.classList.toggle("is-win", result > 0)
    this.element.classList.toggle("is-folded", hand?.folded ?? false)
  }
}
