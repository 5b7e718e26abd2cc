import { Dialog } from "../components/dialog.js"
import { copyFrom } from "../lib/copy.js"
import { h, icon } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { download } from "./export.js"

/** A hand as text: to be read, copied, or kept as a file. */
export class HandTextDialog {
  #field = h("textarea", {
    class: "input handtext",
    rows: "14",
    readonly: true,
    "data-t-label": "handtext.label",
    "data-testid": "hand-text",
  })
  #name = ""

  /** @param {(text: string) => void} notice */
  constructor(notice) {
    const copy = async () => notice(t((await copyFrom(this.#field)) ? "handtext.copied" : "handtext.select"))
    const save = () => download(this.#field.value, this.#name, "text/plain")
    this.dialog = new Dialog(
      "handtext.title",
      "hand-text-dialog",
      this.#field,
      h(
        "div",
        { class: "grid2" },
        h(
          "button",
          { type: "button", class: "btn", onclick: copy, "data-testid": "copy-hand" },
          icon("copy"),
          h("span", { "data-t": "handtext.copy" }),
        ),
        h(
          "button",
          { type: "button", class: "btn", onclick: save, "data-testid": "save-hand" },
          icon("save"),
          h("span", { "data-t": "handtext.save" }),
        ),
      ),
    )
  }

  /** @param {string} text @param {{hand: number, file: string}} of `file`: its name without an ending */
  open(text, { hand, file }) {
    this.#field.value = text
    this.#name = `${file}.txt`
    this.dialog.retitle({ hand })
    this.dialog.open()
  }

  /** Nothing of a hand stays behind. */
  clear() {
    this.dialog.close()
    this.#field.value = ""
  }
}
