import { h, icon, setText } from "../lib/dom.js"
import { onLanguage, said, t } from "../lib/i18n.js"

/** @typedef {import("../protocol.js").OptionInfo} OptionInfo */
/** @typedef {boolean | number | string} Value */
/** @typedef {Record<string, Value>} Values */

let forms = 0

/** The options of a game as sentences with a control each. */
export class OptionsForm {
  element = h("ol", { class: "say", "data-testid": "options" })
  /** @type {Values} */
  #values = {}
  /** @type {readonly OptionInfo[]} */
  #options = []
  #id = ++forms

  constructor() {
    onLanguage(() => this.#draw())
  }

  /** @param {readonly OptionInfo[]} options @param {Readonly<Values>} values values in force; missing ones stand at their default */
  show(options, values) {
    this.#options = options
    this.#values = Object.fromEntries(options.map((one) => [one.name, values[one.name] ?? one.default]))
    this.#draw()
  }

  /** What is chosen now. @returns {Values} */
  get values() {
    return { ...this.#values }
  }

  #draw() {
    this.element.replaceChildren(...this.#options.map((option) => this.#row(option)))
  }

  /** @param {OptionInfo} option */
  #row(option) {
    const id = `o${this.#id}-${option.name}`
    const words = h(
      "p",
      { id },
      h("b", {}, said(option.words)),
      " ",
      h("span", { class: "id" }, option.rule),
      h("span", { class: "help" }, said(option.help)),
    )
    if (typeof option.default === "boolean") return this.#switch(option, words)
    return h(
      "li",
      { "data-option": option.name },
      words,
      typeof option.default === "number" ? this.#stepper(option, id) : this.#choices(option, id),
    )
  }

  /** @param {OptionInfo} option @param {HTMLElement} words */
  #switch(option, words) {
    const box = h("input", { type: "checkbox", onchange: () => this.#set(option, box.checked) })
    box.checked = this.#values[option.name] === true
    return h("li", { "data-option": option.name }, h("label", { class: "switch" }, box, words))
  }

  /** @param {OptionInfo} option @param {string} id */
  #choices(option, id) {
    const labels = option.choices.map((choice) => {
      const radio = h("input", {
        type: "radio",
        name: id,
        value: choice.value,
        onchange: () => this.#set(option, choice.value),
      })
      radio.checked = this.#values[option.name] === choice.value
      return h("label", {}, radio, h("span", {}, said(choice.words)))
    })
    return h("div", { class: "seg", role: "radiogroup", "aria-labelledby": id }, ...labels)
  }

  /** @param {OptionInfo} option @param {string} id */
  #stepper(option, id) {
    const least = option.least ?? 0
    const most = option.most ?? Number.MAX_SAFE_INTEGER
    const field = h("input", {
      class: "stepper__n",
      type: "number",
      inputmode: "numeric",
      min: least,
      max: most,
      value: this.#values[option.name],
      "aria-labelledby": id,
      onchange: () => set(field.valueAsNumber),
    })
    /** @param {number} value */
    const set = (value) => {
      const inside = Math.min(
        most,
        Math.max(least, Number.isInteger(value) ? value : Number(this.#values[option.name])),
      )
      field.value = String(inside)
      this.#set(option, inside)
    }
    /** @param {number} by */
    const step = (by) => set(Number(this.#values[option.name]) + by)
    const stride = Number(option.default) >= 50 ? 10 : 1
    const bounds = h("span", { class: "small mute" })
    setText(bounds, option.most === null ? t("option.least", { least }) : t("option.bounds", { least, most }))
    return h(
      "div",
      { class: "row" },
      h(
        "div",
        { class: "stepper", role: "group", "aria-labelledby": id },
        h("button", { type: "button", "aria-label": t("less"), onclick: () => step(-stride) }, icon("minus")),
        field,
        h("button", { type: "button", "aria-label": t("more"), onclick: () => step(stride) }, icon("plus")),
      ),
      bounds,
    )
  }

  /** @param {OptionInfo} option @param {Value} value */
  #set(option, value) {
    this.#values[option.name] = value
  }
}
