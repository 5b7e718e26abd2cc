import { h } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { Dialog } from "./dialog.js"

/** @typedef {import("../desk.js").Desk} Desk */

const MOST_CHARACTERS = 40

/** The host names the table. */
export class TitleDialog {
  #field = h("input", {
    class: "input",
    id: "title",
    maxlength: MOST_CHARACTERS,
    required: true,
    "data-testid": "title-input",
  })

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const form = h(
      "form",
      { class: "stack", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h("div", { class: "field" }, h("label", { for: "title", "data-t": "title.label" }), this.#field),
      h("button", { type: "submit", class: "btn btn--go btn--wide", "data-t": "title.save" }),
    )
    this.dialog = new Dialog("title.title", "title-dialog", form)
  }

  open() {
    this.#field.value = this.desk.view?.table.title ?? ""
    this.dialog.open()
    this.#field.select()
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault()
    const { code } = await this.desk.order({ type: "set_title", title: this.#field.value })
    if (code === null) this.dialog.close()
    else this.desk.notice(t("name.bad"))
  }
}
