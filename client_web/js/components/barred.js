import { h, icon, keyed, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */

/** Whom the host sent away, and the way back for them. */
export class Barred {
  element = h("ul", { class: "stack requests", "data-testid": "barred" })

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
  }

  /** @param {View} view */
  update(view) {
    const barred = view.you.host ? view.table.barred : []
    show(this.element, barred.length > 0)
    keyed(
      this.element,
      barred,
      (one) => String(one.player),
      ({ player }) => this.#make(player),
      (node, { name }) => {
        setText(/** @type {Node} */ (node.firstChild), t("host.barred", { name }))
      },
    )
  }

  /** @param {number} player */
  #make(player) {
    const lift = () => this.desk.order({ type: "unkick", player })
    return h(
      "li",
      { class: "note" },
      h("p", {}, " "),
      h(
        "button",
        { type: "button", class: "btn btn--wide", onclick: lift, "data-testid": "unkick" },
        h("span", { "data-t": "host.unkick" }),
      ),
    )
  }
}
