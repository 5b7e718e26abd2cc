import { h, icon, setText } from "../lib/dom.js"
import { language, onLanguage, said, t } from "../lib/i18n.js"

/** @typedef {import("../protocol.js").OptionInfo} OptionInfo */
/** @typedef {boolean | number | string} Value */
/** @typedef {Record<string, Value>} Values */

let forms = 0
/** A list that is longer shows its first options, and the rest on demand. */
const ALL_SHOWN = 8
const SHOWN = 6

/** The options of a game as sentences with a control each. The sheet's order puts first what tables choose most. */
export class OptionsForm {
  #first = h("ol", { class: "say" })
  #rest = h("ol", { class: "say" })
  #more = h(
    "details",
    { class: "more" },
    h("summary", { "data-t": "options.more", "data-testid": "options-more" }),
    this.#rest,
  )
  element = h("div", { "data-testid": "options" }, this.#first, this.#more)
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
    const cut = this.#options.length <= ALL_SHOWN ? this.#options.length : SHOWN
    this.#first.replaceChildren(...this.#options.slice(0, cut).map((option) => this.#row(option)))
    this.#rest.replaceChildren(...this.#options.slice(cut).map((option) => this.#row(option)))
    this.#more.hidden = cut === this.#options.length
    const changed = this.#options.slice(cut).some((one) => this.#values[one.name] !== one.default)
    if (changed) this.#more.open = true
  }

  /**
   * Say beside an option that its value was refused; null takes such words away.
   * @param {string | null} name @param {string} [problem] as the server says it, in English
   * @returns {boolean} whether this option is here
   */
  flag(name, problem = "") {
    for (const old of this.element.querySelectorAll("[data-problem]")) old.remove()
    const option = this.#options.find((one) => one.name === name)
    const row = option && this.element.querySelector(`[data-option="${option.name}"]`)
    if (!option || !row) return false
    const why = language() === "en" && problem ? `${problem}. ` : ""
    row.append(
      h(
        "p",
        { class: "note note--bad", role: "alert", "data-problem": true },
        t("options.clash", { why: why + said(option.help) }),
      ),
    )
    if (this.#rest.contains(row)) this.#more.open = true
    row.scrollIntoView({ block: "center" })
    return true
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
    this.flag(null)
  }
}
