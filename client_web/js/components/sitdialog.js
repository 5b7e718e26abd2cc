import { h, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { seatAt } from "../lib/model.js"
import { prefs } from "../prefs.js"
import { Dialog } from "./dialog.js"
import { keepWords } from "./keephint.js"

/** @typedef {import("../desk.js").Desk} Desk */

const MOST_CHARACTERS = 20

/** Under which name to sit: two taps from a link to a seat. */
export class SitDialog {
  #field = h("input", {
    class: "input",
    id: "name",
    maxlength: MOST_CHARACTERS,
    autocomplete: "nickname",
    required: true,
    enterkeyhint: "go",
    "data-testid": "name-input",
  })
  #note = h("p", { class: "small mute" })
  #problem = h("p", { class: "note note--bad", role: "alert", hidden: true, "data-testid": "name-problem" })
  #go = h("button", { type: "submit", class: "btn btn--go btn--wide", "data-testid": "name-submit" })
  #seat = 0
  #claim = false

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const form = h(
      "form",
      { class: "stack", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h("div", { class: "field" }, h("label", { for: "name", "data-t": "name" }), this.#field),
      this.#note,
      this.#problem,
      this.#go,
    )
    this.dialog = new Dialog("sit.title", "sit-dialog", form)
  }

  /** @param {number} seat @param {boolean} claim "that away seat is mine" */
  open(seat, claim = false) {
    const view = this.desk.view
    const taken = view && seatAt(view, seat)
    this.#seat = seat
    this.#claim = claim
    this.dialog.titleKey = claim ? "claim.title" : "sit.title"
    this.dialog.params = { seat: seat + 1, name: taken?.name ?? "" }
    this.#field.value = this.#field.value || prefs.name || (claim ? (taken?.name ?? "") : "")
    const notes = [
      !claim && taken?.bot && t("sit.after", { name: taken.name }),
      claim && t("claim.note"),
      !claim && view?.table.ask && !view.you.host && t("sit.ask"),
      keepWords(),
    ]
    setText(this.#note, notes.filter(Boolean).join(" "))
    setText(this.#go, t(claim ? "claim.go" : "sit.go"))
    show(this.#problem, false)
    this.dialog.open()
    this.#field.select()
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault()
    const name = this.#field.value.trim()
    if (!name) return
    this.#go.disabled = true
    const settled = await this.desk.connection.send({ type: this.#claim ? "claim" : "sit", seat: this.#seat, name })
    this.#go.disabled = false
    if (settled.code === null) {
      prefs.name = name
      this.dialog.close()
      return
    }
    setText(this.#problem, settled.code === "bad_message" ? t("name.bad") : this.desk.refusal(settled))
    show(this.#problem, true)
  }
}
