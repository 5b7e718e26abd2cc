import { h, icon, setAttr, setPicture, setText, show } from "../lib/dom.js"

/**
 * @typedef {object} KeySpec one key of the action bar
 * @property {string} id its place and meaning; a key with the same id keeps its node
 * @property {string} icon "": none
 * @property {string} text
 * @property {string} [small]
 * @property {"go" | "bold" | "pre" | ""} [kind]
 * @property {boolean} [dead]
 * @property {boolean} [sending]
 * @property {boolean} [pressed] for keys that are switched on and off
 * @property {boolean} [expanded] for keys that open something
 * @property {string} [hotkey]
 * @property {() => void} [run]
 * @property {() => void} [why] what a tap on a dead key says
 */

/** A key of the action bar. A click runs what the key was drawn for. */
export class Key {
  #picture = icon("check")
  #text = h("span")
  #small = h("small")
  /** @type {KeySpec | null} */
  #spec = null

  constructor() {
    this.element = h(
      "button",
      { type: "button", class: "key", onclick: () => this.press() },
      this.#picture,
      this.#text,
      this.#small,
    )
  }

  press() {
    const spec = this.#spec
    if (spec?.dead) spec.why?.()
    else spec?.run?.()
  }

  /** @param {KeySpec} spec */
  update(spec) {
    this.#spec = spec
    if (spec.icon) setPicture(this.#picture, `i-${spec.icon}`)
    this.#picture.classList.toggle("is-none", spec.icon === "")
    setText(this.#text, spec.text)
    setText(this.#small, spec.small ?? "")
    show(this.#small, Boolean(spec.small))
    const kind = spec.kind ? ` key--${spec.kind}` : ""
    this.element.className = `key${spec.dead && spec.kind !== "pre" ? "" : kind}${spec.sending ? " is-sending" : ""}`
    setAttr(this.element, "data-testid", `key-${spec.id}`)
    setAttr(this.element, "aria-disabled", spec.dead ? "true" : null)
    setAttr(this.element, "aria-pressed", spec.pressed === undefined ? null : String(spec.pressed))
    setAttr(this.element, "aria-expanded", spec.expanded === undefined ? null : String(spec.expanded))
    setAttr(this.element, "aria-keyshortcuts", spec.hotkey ?? null)
  }
}
