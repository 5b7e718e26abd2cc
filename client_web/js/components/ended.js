import { h, icon, setText, show } from "../lib/dom.js"
import { onLanguage, t } from "../lib/i18n.js"
import { bringStyle } from "../lib/style.js"

/** @typedef {{words: string, run: () => void, main: boolean}} Way */

await bringStyle("lone")

/** What each close code of the server means to a person; 4004 (opened elsewhere) has a banner instead. */
const CAUSES = new Map([
  [4001, "old"],
  [4002, "unknown"],
  [4003, "kicked"],
  [4005, "moved"],
  [4006, "closed"],
])

/** Where the record of the table is still there for whoever was at it. */
const RECALLED = new Set(["kicked", "moved", "closed"])

/** One honest page when the table cannot be shown any more: what happened, one comfort, one way on. */
export class Ended {
  #head = h("h1", { tabindex: -1 })
  #text = h("p")
  #comfort = h("p", { class: "small mute" })
  #acts = h("div", { class: "acts" })
  #cause = ""

  /** @param {{reload: () => void, watch: () => void, recall: () => void}} ways */
  constructor({ reload, watch, recall }) {
    this.ways = { reload, watch, recall }
    const slots = ["", ""].map(() => h("span", { class: "slot" }))
    this.element = h(
      "main",
      { class: "lone ended", hidden: true, "data-testid": "ended" },
      h(
        "div",
        {},
        h("div", { class: "art", "aria-hidden": "true" }, h("div", { class: "row" }, ...slots)),
        this.#head,
        this.#text,
        this.#comfort,
        this.#acts,
      ),
    )
    onLanguage(() => this.#draw())
  }

  get isOpen() {
    return !this.element.hidden
  }

  /** @param {import("../connection.js").Link} link */
  update(link) {
    const was = this.isOpen
    const elsewhere = link.kind !== "ended" || link.code === 4004
    show(this.element, !elsewhere)
    if (elsewhere) return
    this.#cause = CAUSES.get(link.code) ?? "broken"
    this.element.dataset.cause = this.#cause
    this.#draw()
    // A page of its own begins at its head, for eyes and for ears.
    if (!was) this.#head.focus()
  }

  #draw() {
    const cause = this.#cause
    if (!cause) return
    setText(this.#head, t(`end.${cause}`))
    setText(this.#text, t(`end.${cause}.text`))
    setText(this.#comfort, t(`end.${cause}.comfort`))
    const home = h("a", { class: "btn", href: "/" }, icon("plus"), h("span", {}, t("end.home")))
    const reload = h("button", { type: "button", class: "btn btn--bold", onclick: this.ways.reload }, t("end.reload"))
    const watch = h(
      "button",
      { type: "button", class: "btn btn--go", onclick: this.ways.watch, "data-testid": "watch-again" },
      icon("eye"),
      h("span", {}, t("end.watch")),
    )
    const first = cause === "moved" ? watch : cause === "old" || cause === "broken" ? reload : null
    const recall = h(
      "button",
      { type: "button", class: "btn", onclick: this.ways.recall, "data-testid": "recall" },
      icon("book"),
      h("span", {}, t("history")),
    )
    this.#acts.replaceChildren(...(first ? [first] : []), ...(RECALLED.has(cause) ? [recall] : []), home)
  }
}
