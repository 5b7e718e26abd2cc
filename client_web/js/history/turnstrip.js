import { isMyTurn } from "../games/faces.js"
import { h, icon, show } from "../lib/dom.js"

/** @typedef {import("../protocol.js").View} View */

/** Over what is read: the table waits for the reader. */
export class TurnStrip {
  /** @param {() => void} back to the table */
  constructor(back) {
    this.button = h(
      "button",
      { type: "button", class: "btn btn--go", hidden: true, onclick: back, "data-testid": "back-to-turn" },
      icon("hand"),
      h("span", { "data-t": "history.turn" }),
    )
    this.element = h("div", { class: "turnstrip", role: "alert" }, this.button)
  }

  /** @param {View | null} view */
  update(view) {
    show(this.button, view !== null && isMyTurn(view))
  }
}
