import { h } from "../lib/dom.js"
import { said, t } from "../lib/i18n.js"

/** @typedef {import("../protocol.js").OptionInfo} OptionInfo */
/** @typedef {import("../protocol.js").GameInfo} GameInfo */
/** @typedef {import("../protocol.js").TableView} TableView */
/** @typedef {boolean | number | string} Value */

/** The rules of this table in words: what it chose first, then every clause of the game. */
export class Rules {
  #chosen = h("ul", { class: "rules" })
  #clauses = h("ul", { class: "rules" })
  #name = h("p", { class: "mute small" })
  #drawn = ""

  constructor() {
    this.element = h(
      "div",
      { class: "drawer__rules", tabindex: "0", "data-testid": "rules" },
      h("h2", { class: "sr", "data-t": "tab.rules" }),
      h("h3", { "data-t": "rules.chosen" }),
      this.#chosen,
      h("h3", { "data-t": "rules.all" }),
      this.#name,
      this.#clauses,
    )
  }

  /** @param {GameInfo | null} game @param {TableView} table */
  update(game, table) {
    if (!game) return
    const drawn = JSON.stringify([document.documentElement.lang, table.options, table.later, game.clauses.length])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.#chosen.replaceChildren(...game.options.map((option) => optionLine(option, table)))
    this.#name.textContent = said(game.summary)
    this.#clauses.replaceChildren(
      ...game.clauses.map((clause) => h("li", {}, said(clause.words), " ", h("span", { class: "id" }, clause.id))),
    )
  }
}

/** One rule that the table chose. @param {OptionInfo} option @param {Pick<TableView, "options" | "later">} table */
export function optionLine(option, table) {
  const value = table.options[option.name] ?? option.default
  const later = table.later[option.name]
  return h(
    "li",
    { class: value === option.default ? "" : "changed" },
    `${said(option.words)}: `,
    h("b", {}, valueWords(option, value)),
    value !== option.default && h("span", { class: "tag tag--line" }, t("rules.here")),
    later !== undefined &&
      later !== value &&
      h("span", { class: "tag tag--son" }, t("rules.later", { value: valueWords(option, later) })),
    " ",
    h("span", { class: "id" }, option.rule),
  )
}

/** @param {OptionInfo} option @param {Value} value */
export function valueWords(option, value) {
  if (typeof value === "boolean") return t(value ? "yes" : "no")
  const choice = option.choices.find((one) => one.value === value)
  return choice ? said(choice.words) : String(value)
}
