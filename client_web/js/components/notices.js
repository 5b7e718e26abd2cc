import { h } from "../lib/dom.js"

const SHOWN_MS = 6_000
const MOST = 3

/** Short words that come and go at the top of the mat: refusals, copies, changes. */
export class Notices {
  element = h("div", { class: "notices", role: "alert", "data-testid": "notices" })

  /** @param {string} text */
  say(text) {
    for (const child of [...this.element.children]) if (child.textContent === text) child.remove()
    const node = h("button", { type: "button", class: "notice", onclick: () => node.remove() }, text)
    this.element.append(node)
    while (this.element.children.length > MOST) this.element.firstElementChild?.remove()
    // A notice must also be seen over an open dialog, which lies in the browser's top layer.
    const host = document.querySelector("dialog[open]") ?? document.body
    if (this.element.parentElement !== host) host.append(this.element)
    setTimeout(() => node.remove(), SHOWN_MS)
  }
}
