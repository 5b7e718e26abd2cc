import { faces, isNamed, labelWords } from "../lib/cardwords.js"
import { h, keyed, setText } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { resultOf, seatAt } from "../lib/model.js"
import { Avatar } from "./avatar.js"
import { Dialog } from "./dialog.js"
import { Fan } from "./fan.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").StudSeat} StudSeat */

/** After a hand: who had what, and why the pot went where it went. */
export class ResultSheet {
  #hands = h("ol")
  #pays = h("ol", { class: "pay" })
  #sum = h("p", { class: "note note--good" })
  /** @type {WeakMap<Element, ShowRow>} */
  #rows = new WeakMap()
  /** @type {View | null} the last view that showed a result */
  #view = null

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

  /** @param {View} view */
  update(view) {
    if (view.table.phase === "result" && view.table.play) this.#view = view
    if (this.dialog.isOpen) this.#draw()
  }

  #draw() {
    const view = this.#view
    const play = view?.table.play
    if (!view || !play) return
    this.dialog.retitle({ hand: view.table.hand })
    const order = [...play.seats].sort((a, b) => (resultOf(view, b.seat) ?? 0) - (resultOf(view, a.seat) ?? 0))
    keyed(
      this.#hands,
      order,
      (seat) => String(seat.seat),
      () => this.#row(),
      (node, seat) => this.#rows.get(node)?.update(view, seat),
    )
    this.#pays.replaceChildren(
      ...play.payouts.map((one) =>
        h(
          "li",
          {},
          h("b", {}, t("result.pay", { name: nameOf(view, one.seat) })),
          h("b", { class: "num win" }, `+${one.amount}`),
          h("span", { class: "why" }, this.desk.clause(one.rule)),
        ),
      ),
    )
    const paid = play.seats.reduce((sum, one) => sum + one.total, 0)
    const out = play.payouts.reduce((sum, one) => sum + one.amount, 0)
    setText(this.#sum, t("result.sum", { paid, out }))
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
  #fan = new Fan()

  constructor() {
    this.element = h(
      "li",
      { class: "show" },
      h(
        "div",
        { class: "seat__who" },
        this.#avatar.element,
        h("div", {}, this.#name, " ", this.#result, h("br"), this.#label),
      ),
      this.#fan.element,
    )
  }

  /** @param {View} view @param {StudSeat} hand */
  update(view, hand) {
    const seat = seatAt(view, hand.seat)
    const result = resultOf(view, hand.seat) ?? 0
    if (seat) this.#avatar.update(seat)
    setText(this.#name, nameOf(view, hand.seat))
    setText(this.#result, signed(result))
    this.#result.className = `num ${result < 0 ? "lose" : "win"}`
    const own = hand.seat === view.you.seat && hand.hole.type === "closed" ? view.you.play?.hole : null
    const hole = own?.type === "open" ? own : hand.hole
    const label = own ? (view.you.play?.label ?? hand.label) : hand.label
    setText(this.#label, hand.status === "folded" ? t("result.folded") : label ? labelWords(label) : "")
    const named = (/** @type {string} */ card) => hand.hole.type === "open" && label !== null && isNamed(label, card)
    this.#fan.update([...faces(hole), ...hand.up], { hole: own?.type === "open" ? 0 : -1, named })
    this.element.classList.toggle("is-win", view.table.play?.payouts.some((one) => one.seat === hand.seat) ?? false)
    this.element.classList.toggle("is-folded", hand.status === "folded")
  }
}

/** @param {View} view @param {number} seat */
const nameOf = (view, seat) => (seat === view.you.seat ? t("you") : (seatAt(view, seat)?.name ?? ""))
