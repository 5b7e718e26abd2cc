import { h, icon, setText, show } from "../lib/dom.js"
import { said, t } from "../lib/i18n.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */

/** The option that every game has. */
const NAME = "turn_timeout_s"
const STEP = 5

/** How long somebody may think: the house rule that a table changes most often, one tap away. */
export class TurnTime {
  #words = h("span", { class: "grow" })
  #value = h("output", { class: "stepper__n", "data-testid": "turn-time" })
  #now = 0

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const stepper = h("div", { class: "stepper" }, this.#button(-STEP), this.#value, this.#button(STEP))
    this.element = h("div", { class: "row", role: "group", "data-t-label": "host.time" }, this.#words, stepper)
  }

  /** @param {View} view */
  update({ table }) {
    const option = this.#option
    show(this.element, option !== undefined)
    if (!option) return
    this.#now = Number(table.later[NAME] ?? table.options[NAME] ?? option.default)
    setText(this.#words, said(option.words))
    setText(this.#value, t("host.time.value", { seconds: this.#now }))
  }

  get #option() {
    return this.desk.game?.options.find((one) => one.name === NAME)
  }

  /** @param {number} by */
  #button(by) {
    const run = () => {
      const { least, most } = this.#option ?? {}
      const value = Math.min(most ?? Infinity, Math.max(least ?? 0, this.#now + by))
      if (value !== this.#now) this.desk.order({ type: "set_options", options: { [NAME]: value } })
    }
    return h(
      "button",
      { type: "button", "data-t-label": by < 0 ? "less" : "more", onclick: run, "data-testid": `turn-time${by}` },
      icon(by < 0 ? "minus" : "plus"),
    )
  }
}
