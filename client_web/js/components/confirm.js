import { h, setText } from "../lib/dom.js"
import { Dialog } from "./dialog.js"

/** Asks before something that cannot be taken back. */
export class Confirm {
  #text = h("p")
  #yes = h("button", {
    type: "button",
    class: "btn btn--bold",
    onclick: () => this.#done(true),
    "data-testid": "confirm-yes",
  })
  #no = h("button", { type: "button", class: "btn", onclick: () => this.#done(false), "data-t": "confirm.no" })
  #dialog = new Dialog("confirm", "confirm", this.#text, h("div", { class: "grid2" }, this.#no, this.#yes))
  /** @type {(yes: boolean) => void} */
  #resolve = () => {}

  constructor() {
    this.#dialog.element.addEventListener("close", () => this.#resolve(false))
  }

  /** @param {string} question @param {string} yes @returns {Promise<boolean>} */
  ask(question, yes) {
    setText(this.#text, question)
    setText(this.#yes, yes)
    this.#dialog.open()
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** @param {boolean} yes */
  #done(yes) {
    this.#resolve(yes)
    this.#dialog.close()
  }
}
