import { h, icon, keyed, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Request} Request */

/** Who waits for the host's yes. */
export class Requests {
  element = h("ul", { class: "stack requests", "data-testid": "requests" })

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
  }

  /** @param {View} view */
  update(view) {
    const open = view.you.host ? view.table.requests : []
    show(this.element, open.length > 0)
    keyed(
      this.element,
      open,
      (one) => `${one.player}-${one.kind}`,
      (one) => this.#make(one),
      (node, one) => {
        setText(/** @type {Node} */ (node.firstChild), t(`request.${one.kind}`, { name: one.name, seat: one.seat + 1 }))
      },
    )
  }

  /** @param {Request} request */
  #make({ player }) {
    /** @param {boolean} yes */
    const answer = (yes) => () => this.desk.order({ type: "approve", player, yes })
    return h(
      "li",
      { class: "note" },
      h("p", {}, " "),
      h(
        "div",
        { class: "grid2" },
        h(
          "button",
          { type: "button", class: "btn btn--go", onclick: answer(true), "data-testid": "approve" },
          icon("check"),
          h("span", { "data-t": "request.yes" }),
        ),
        h(
          "button",
          { type: "button", class: "btn", onclick: answer(false), "data-testid": "deny" },
          icon("x"),
          h("span", { "data-t": "request.no" }),
        ),
      ),
    )
  }
}
