import { h, icon, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { prefs } from "../prefs.js"
import { Dialog } from "./dialog.js"
import { GamePick } from "./gamepick.js"
import { OptionsForm } from "./optionsform.js"

/** @typedef {import("../protocol.js").GameInfo} GameInfo */
/** @typedef {{words: string, option: string | null, problem: string}} Refusal what went wrong, and with which option */
/** @typedef {(wish: {game: string, options: Record<string, boolean | number | string>, title: string | null, name: string}) => Promise<Refusal | null>} Create */

/** Opening a table: game, names, and the house rules in words. */
export class CreateDialog {
  #options = new OptionsForm()
  #pick = new GamePick((game) => {
    this.#options.show(game.options, {})
    this.#rules.href = `/rules/${game.game}`
  })
  #rules = h("a", { href: "/", target: "_blank", "data-t": "create.rules.all", "data-testid": "create-rules" })
  #title = h("input", {
    class: "input",
    id: "table-name",
    maxlength: 40,
    autocomplete: "off",
    "data-t-hint": "create.title.hint",
    "data-testid": "table-name",
  })
  #name = h("input", {
    class: "input",
    id: "nickname",
    maxlength: 20,
    autocomplete: "nickname",
    required: true,
    "data-testid": "create-name",
  })
  #problem = h("p", { class: "note note--bad", role: "alert", hidden: true })
  #go = h(
    "button",
    { type: "submit", class: "btn btn--bold btn--wide", "data-testid": "create-submit" },
    icon("seat"),
    h("span", { "data-t": "create.go" }),
  )

  /** @param {Create} create says what went wrong, null if nothing */
  constructor(create) {
    this.create = create
    const form = h(
      "form",
      { class: "stack", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      this.#pick.element,
      h("div", { class: "field" }, h("label", { for: "nickname", "data-t": "name" }), this.#name),
      h("div", { class: "field" }, h("label", { for: "table-name", "data-t": "create.title" }), this.#title),
      h(
        "section",
        { class: "panel" },
        h("h2", { "data-t": "create.rules" }),
        h("p", { class: "small mute", "data-t": "create.rules.note" }),
        h("p", { class: "small" }, this.#rules),
        this.#options.element,
      ),
      this.#problem,
      h("div", { class: "dlg__foot" }, this.#go),
    )
    this.dialog = new Dialog("create", "create-dialog", form)
  }

  /** @param {readonly GameInfo[]} games */
  offer(games) {
    this.#pick.offer(games)
  }

  open() {
    this.#name.value = this.#name.value || prefs.name
    this.dialog.open()
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault()
    const game = this.#pick.chosen
    const name = this.#name.value.trim()
    if (!game || !name) return
    this.#go.disabled = true
    const title = this.#title.value.trim() || t("create.title.of", { name })
    const problem = await this.create({ game: game.game, options: this.#options.values, title, name })
    this.#go.disabled = false
    const beside = this.#options.flag(problem?.option ?? null, problem?.problem)
    show(this.#problem, problem !== null && !beside)
    setText(this.#problem, problem?.words ?? "")
  }
}
