import { h } from "../lib/dom.js"
import { Hearing } from "../lib/hearing.js"
import { onLanguage } from "../lib/i18n.js"

/** @typedef {import("../store.js").State} State */

/** Ends a sentence that is heard twice in a row: the same text would not be read again. */
const AGAIN = "\u00a0"

/** The live region: it holds the newest passage, and is heard when that changes. */
export class Announcer {
  element = h("p", { class: "sr", role: "status", "data-testid": "status" })
  #hearing = new Hearing()
  /** @type {State["view"]} */
  #view = null

  constructor() {
    // A sentence in the language of before would be read with the wrong voice.
    onLanguage(() => this.element.replaceChildren())
  }

  /** @param {State} state */
  update(state) {
    this.#view = state.link.kind === "open" ? state.view : null
    this.#say(this.#hearing.words(state))
  }

  /** @param {number} now server time */
  tick(now) {
    if (this.#view) this.#say(this.#hearing.left(this.#view, now))
  }

  /** @param {string} words */
  #say(words) {
    if (words) this.element.textContent = words === this.element.textContent ? words + AGAIN : words
  }
}
