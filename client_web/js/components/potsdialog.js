import { faceOf } from "../games/faces.js"
import { h, keyed, setText } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { Dialog } from "./dialog.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */

/** Main pot and side pots: how much lies in each, and who can still win it. */
export class PotsDialog {
  #rows = h("ol", { class: "pay" })

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.dialog = new Dialog(
      "pots.title",
      "pots-dialog",
      this.#rows,
      h("p", { class: "small mute", "data-t": "pots.note" }),
    )
  }

  open() {
    this.#draw(this.desk.view)
    this.dialog.open()
  }

  /** @param {View} view */
  update(view) {
    if (!this.dialog.isOpen) return
    this.#draw(view)
    if (this.#rows.children.length === 0) this.dialog.close()
  }

  /** @param {View | null} view */
  #draw(view) {
    keyed(
      this.#rows,
      view?.table.play ? faceOf(view).middle(view).pots : [],
      (pot) => pot.name,
      () => h("li", {}, h("b"), h("b", { class: "num" }), h("span", { class: "why" })),
      (node, pot) => {
        const [name, amount, who] = node.children
        if (!name || !amount || !who) return
        setText(name, pot.name)
        setText(amount, pot.amount)
        setText(who, t(pot.mine ? "pots.who" : "pots.who.not", { names: pot.who }))
      },
    )
  }
}
