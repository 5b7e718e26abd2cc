import { h } from "../lib/dom.js"
import { Dialog } from "./dialog.js"

/** What each key of the keyboard does, part by part; the words lie in the catalogue. */
const PARTS = [
  { head: "keys.stud", keys: ["U", "T", "R", "← →", "Enter"] },
  { head: "keys.xi_dach", keys: ["B", "D", "X"] },
  { head: "keys.table", keys: ["N", "C", "M", "?", "Esc", "Tab"] },
]
/** Keys whose names cannot stand in the name of a text. */
const NAMES = new Map([
  ["← →", "arrows"],
  ["?", "help"],
])

/** The shortcuts sheet. */
export class KeysDialog {
  constructor() {
    this.dialog = new Dialog(
      "keys.title",
      "keys-dialog",
      ...PARTS.map(({ head, keys }) =>
        h("section", { class: "panel" }, h("h3", { "data-t": head }), h("dl", { class: "hotkeys" }, ...keys.flatMap(row))),
      ),
      h("p", { class: "small mute", "data-t": "keys.note" }),
    )
  }

  open() {
    this.dialog.open()
  }
}

/** @param {string} key */
function row(key) {
  const name = NAMES.get(key) ?? key.toLowerCase()
  return [h("dt", {}, h("kbd", {}, key)), h("dd", { "data-t": `keys.${name}` })]
}
