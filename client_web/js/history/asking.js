import { h, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"

/** Says that something is on its way, or that it did not come and can be asked for again. */
export class Asking {
  #text = h("p", { role: "status" })
  #again = h("button", {
    type: "button",
    class: "btn",
    hidden: true,
    "data-t": "history.again",
    onclick: () => this.#call(),
  })
  element = h("div", { class: "asking", hidden: true }, this.#text, this.#again)
  /** @type {() => Promise<void>} */
  #call = async () => {}
  #number = 0

  /**
   * Ask, and ask again where that is wanted. Of several calls the last one counts.
   * @template T @param {() => Promise<T>} ask @param {(answer: T) => void} take
   */
  run(ask, take) {
    const number = ++this.#number
    this.#call = async () => {
      this.#say("history.loading", false)
      try {
        const answer = await ask()
        if (number !== this.#number) return
        show(this.element, false)
        take(answer)
      } catch {
        if (number === this.#number) this.#say("history.failed", true)
      }
    }
    return this.#call()
  }

  /** @param {string} key @param {boolean} failed */
  #say(key, failed) {
    setText(this.#text, t(key))
    show(this.#again, failed)
    show(this.element, true)
  }
}
