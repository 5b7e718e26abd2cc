import { h, setText, show } from "../lib/dom.js"
import { device } from "../lib/box.js"
import { t } from "../lib/i18n.js"
import { chatApp } from "../lib/inapp.js"

/** @typedef {import("../protocol.js").View} View */

const APP = chatApp(navigator.userAgent)

/** What endangers a seat taken in this browser. @returns {string} "": nothing */
export function keepWords(seated = false) {
  const way = t(seated ? "keep.move" : "keep.browser")
  if (APP !== null) return `${t("keep.app", { app: APP || t("keep.some") })} ${way}`
  return device.keeps() ? "" : `${t("keep.private")} ${seated ? way : ""}`.trim()
}

/** Says in a chat app's own browser, or a private window, how the seat is kept. */
export class KeepHint {
  element = h("p", { class: "note", hidden: true, "data-testid": "keep-hint" })

  /** @param {View} view */
  update(view) {
    const words = keepWords(view.you.seat !== null)
    show(this.element, words !== "")
    setText(this.element, words)
  }
}
