import { qr } from "../api.js"
import { copyFrom } from "../lib/copy.js"
import { minutes } from "../lib/countdown.js"
import { h, icon, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { Dialog } from "./dialog.js"

/** @typedef {import("../desk.js").Desk} Desk */

/** "My other device": a link that moves this seat there, once. Its code lies in the fragment, which no server is told. */
export class MoveDialog {
  #picture = h("div", { class: "qr qr--big" })
  #left = h("p", { class: "small mute" })
  #field = h("input", { class: "input url", readonly: true, "data-t-label": "move.link", "data-testid": "move-link" })
  #until = 0

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const copy = h(
      "button",
      { type: "button", class: "btn btn--wide", onclick: () => this.#copy() },
      icon("copy"),
      h("span", { "data-t": "invite.copy" }),
    )
    this.dialog = new Dialog(
      "move.title",
      "move-dialog",
      h("p", { "data-t": "move.note" }),
      this.#picture,
      this.#field,
      copy,
      this.#left,
    )
    this.dialog.element.addEventListener("close", () => this.#forget())
  }

  async open() {
    const { answer } = await this.desk.send({ type: "move_seat" })
    if (answer?.type !== "move_code") return
    this.#until = answer.until
    const link = `${this.desk.room.link}#m=${answer.code}`
    this.#field.value = link
    this.dialog.open()
    this.tick(this.desk.clock.now())
    try {
      this.#picture.replaceChildren(await qr(link))
      show(this.#picture, true)
    } catch {
      show(this.#picture, false) // the link is still there
    }
  }

  /** The code is a secret: it leaves the page with the sheet. */
  #forget() {
    this.#field.value = ""
    this.#picture.replaceChildren()
  }

  async #copy() {
    this.desk.notice(t((await copyFrom(this.#field)) ? "invite.copied" : "invite.select"))
  }

  /** @param {number} now server time */
  tick(now) {
    if (!this.dialog.isOpen) return
    setText(this.#left, t("move.left", { time: minutes(this.#until - now) }))
    if (now >= this.#until) this.dialog.close()
  }
}
