import { minutes } from "../lib/countdown.js"
import { h, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { seatOf } from "../lib/model.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */

/** Over the mat while the table is paused: who stopped it, and when it goes on by itself. */
export class Veil {
  #text = h("p")
  #left = h("p", { class: "num mute" })
  #resume = h("button", { type: "button", class: "btn btn--go", "data-t": "host.resume", "data-testid": "resume" })
  #until = 0

  /** @param {Desk} desk */
  constructor(desk) {
    this.#resume.addEventListener("click", () => desk.order({ type: "resume" }))
    this.element = h(
      "div",
      { class: "veil", hidden: true, "data-testid": "paused" },
      h("div", {}, h("h2", { "data-t": "pause" }), this.#text, this.#left, this.#resume),
    )
  }

  /** @param {View} view */
  update(view) {
    const pause = view.table.pause
    show(this.element, pause !== null)
    if (!pause) return
    this.#until = pause.until
    setText(this.#text, t("pause.by", { name: seatOf(view, pause.by)?.name ?? t("host") }))
    show(this.#resume, view.you.host)
  }

  /** @param {number} now server time */
  tick(now) {
    if (!this.element.hidden) setText(this.#left, t("pause.left", { time: minutes(this.#until - now) }))
  }
}
