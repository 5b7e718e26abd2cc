import { qr } from "../api.js"
import { copyFrom } from "../lib/copy.js"
import { showCode } from "../lib/code.js"
import { h, icon, show } from "../lib/dom.js"
import { said, t } from "../lib/i18n.js"

/** @typedef {import("../desk.js").Desk} Desk */

/** The link to this table: as a code, as a QR picture, to copy, to send. */
export class Invite {
  /** @param {Desk} desk */
  constructor(desk) {
    const { code, link } = desk.room
    this.picture = h("div", { class: "qr", role: "img", "data-t-label": "invite.qr", "data-testid": "qr" })
    this.field = h("input", {
      class: "input url",
      readonly: true,
      value: link,
      "data-t-label": "invite.link",
      "data-testid": "invite-link",
      onfocus: () => this.field.select(),
    })
    const copy = h(
      "button",
      { type: "button", class: "btn", onclick: () => this.#copy(desk), "data-testid": "copy-link" },
      icon("copy"),
      h("span", { "data-t": "invite.copy" }),
    )
    const share = h(
      "button",
      { type: "button", class: "btn btn--go", onclick: () => this.#share(desk), "data-testid": "share-link" },
      icon("share"),
      h("span", { "data-t": "invite.share" }),
    )
    show(share, "share" in navigator)
    this.element = h(
      "section",
      { class: "panel", "data-testid": "invite" },
      h("h2", { "data-t": "invite" }),
      h(
        "div",
        { class: "invite" },
        this.picture,
        h(
          "div",
          {},
          h("div", { class: "code", "data-testid": "room-code" }, showCode(code)),
          h("p", { class: "small mute", "data-t": "invite.note" }),
        ),
      ),
      this.field,
      h("div", { class: "grid2" }, share, copy),
    )
    this.#draw(link)
    // What is shared says which game it is.
    desk.brief()
  }

  /** @param {string} link */
  async #draw(link) {
    try {
      this.picture.replaceChildren(await qr(link))
    } catch {
      show(this.picture, false) // the link and the code are still there
    }
  }

  /** @param {Desk} desk */
  async #copy(desk) {
    desk.notice(t((await copyFrom(this.field)) ? "invite.copied" : "invite.select"))
  }

  /** @param {Desk} desk */
  async #share(desk) {
    const text = t("invite.text", { game: desk.game ? said(desk.game.name) : t("brand") })
    try {
      await navigator.share({ title: desk.view?.table.title ?? t("brand"), text, url: desk.room.link })
    } catch {
      return // the sheet was closed
    }
  }
}
