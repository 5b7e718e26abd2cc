import { h, icon, setAttr, setText } from "../lib/dom.js"
import { onLanguage, t } from "../lib/i18n.js"

let dialogs = 0

/** A sheet over the page: titled, closed by its cross, by Esc or by a tap beside it. */
export class Dialog {
  #title = h("h2", { id: `dialog-${++dialogs}` })

  /**
   * @param {string} titleKey words of the title
   * @param {string} testId
   * @param {...Node} children
   */
  constructor(titleKey, testId, ...children) {
    this.titleKey = titleKey
    const cross = h(
      "button",
      { type: "button", class: "icon", "data-t-label": "close", onclick: () => this.close(), "data-testid": "close" },
      icon("x"),
    )
    this.body = h("div", { class: "dlg__body" }, ...children)
    this.element = h(
      "dialog",
      {
        class: "dlg",
        "aria-labelledby": this.#title.id,
        "data-testid": testId,
        onclick: (/** @type {Event} */ event) => this.#beside(event),
      },
      h("div", { class: "dlg__in" }, h("header", { class: "dlg__head" }, this.#title, cross), this.body),
    )
    this.element.addEventListener("close", land)
    // First in the page: where what opened it is gone, Tab goes on from the top.
    document.body.prepend(this.element)
    onLanguage(() => this.retitle())
  }

  get isOpen() {
    return this.element.open
  }

  /** Words of the title; `titleKey` with `params`. @param {Record<string, string | number>} [params] */
  retitle(params = this.params) {
    this.params = params
    setText(this.#title, t(this.titleKey, params))
  }

  /** @type {Record<string, string | number>} */
  params = {}

  open() {
    this.retitle()
    // Words alone are scrolled by keys too.
    setAttr(this.body, "tabindex", this.body.querySelector("button, input, a, select, summary") ? null : 0)
    if (!this.element.open) this.element.showModal()
  }

  close() {
    if (this.element.open) this.element.close()
  }

  /** @param {Event} event */
  #beside(event) {
    if (event.target === this.element) this.close()
  }
}

/** What opened the sheet may be gone with it (a seat was taken): then the focus goes to the keys. */
function land() {
  const held = document.activeElement
  if (held && held !== document.body && held.checkVisibility()) return
  /** @type {HTMLElement | null} */ (document.querySelector(".keys > .key"))?.focus({ preventScroll: true })
}
