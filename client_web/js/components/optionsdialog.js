import { h, setText, show } from "../lib/dom.js"
import { Dialog } from "./dialog.js"
import { OptionsForm } from "./optionsform.js"

/** @typedef {import("../desk.js").Desk} Desk */

/** The host changes the table's rules; in a hand they hold from the next one. */
export class OptionsDialog {
  #form = new OptionsForm()
  #problem = h("p", { class: "note note--bad", role: "alert", hidden: true })

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const save = h("button", {
      type: "button",
      class: "btn btn--bold btn--wide",
      onclick: () => this.#save(),
      "data-t": "options.save",
      "data-testid": "options-save",
    })
    this.dialog = new Dialog(
      "options.title",
      "options-dialog",
      h("p", { class: "small mute", "data-t": "options.note" }),
      this.#form.element,
      this.#problem,
      save,
    )
  }

  open() {
    const { view, game } = this.desk
    if (!view || !game) return
    show(this.#problem, false)
    this.#form.show(game.options, { ...view.table.options, ...view.table.later })
    this.dialog.open()
  }

  async #save() {
    const settled = await this.desk.connection.send({
      type: "host",
      do: { type: "set_options", options: this.#form.values },
    })
    if (settled.code === null) return this.dialog.close()
    const problem = settled.answer?.type === "rejected" ? (settled.answer.problem ?? "") : ""
    const [name = "", ...words] = problem.split(": ")
    show(this.#problem, false)
    if (this.#form.flag(name, words.join(": "))) return
    setText(this.#problem, this.desk.refusal(settled))
    show(this.#problem, true)
  }
}
