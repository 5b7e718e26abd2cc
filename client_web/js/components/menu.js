import { h, icon, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { mySeat } from "../lib/model.js"
import { bankMove } from "./keyspecs.js"
import { Dialog } from "./dialog.js"
import { HostTools } from "./hosttools.js"
import { Invite } from "./invite.js"
import { KeepHint } from "./keephint.js"
import { Settings } from "./settings.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {import("./hosttools.js").HostDialogs & {move: import("./movedialog.js").MoveDialog, onSound: () => void, keys: () => void}} MenuParts */

/** Everything that is not play: inviting, one's own seat, the host's powers, the look of the page. */
export class Menu {
  /** @param {Desk} desk @param {MenuParts} parts */
  constructor(desk, parts) {
    this.desk = desk
    this.parts = parts
    this.tools = new HostTools(desk, parts)
    this.settings = new Settings(parts)
    this.out = this.#button("clock", "menu.out", () => desk.send({ type: "sit_out" }), "sit-out")
    this.in = this.#button("seat", "menu.in", () => desk.send({ type: "sit_in" }), "sit-in")
    this.rebuy = this.#button("plus", "menu.rebuy", () => desk.send({ type: "rebuy" }), "rebuy")
    this.bank = this.#button("hand", "menu.bank.pass", () => this.#bank(), "bank")
    this.move = this.#button("copy", "menu.move", () => this.#move(), "move-seat")
    this.leave = this.#button("x", "menu.leave", () => this.#leave(), "leave")
    this.keep = new KeepHint()
    this.seat = h(
      "section",
      { class: "panel" },
      h("h2", { "data-t": "menu.seat" }),
      h("div", { class: "grid2" }, this.out, this.in, this.bank, this.rebuy, this.move, this.leave),
      this.keep.element,
    )
    this.dialog = new Dialog(
      "menu",
      "menu",
      this.seat,
      h(
        "section",
        { class: "panel" },
        h("h2", { "data-t": "history" }),
        h(
          "div",
          { class: "grid2" },
          this.#button("play", "history.hands", () => this.#recall("hands"), "history"),
          this.#button("chart", "history.book", () => this.#recall("book"), "book"),
        ),
      ),
      this.tools.element,
      new Invite(desk).element,
      this.settings.element,
      h(
        "p",
        { class: "small links" },
        h("a", { href: rulesLink(desk), target: "_blank", "data-t": "menu.rules", "data-testid": "menu-rules" }),
        h("a", { href: "/hands", target: "_blank", "data-t": "menu.hands", "data-testid": "menu-hands" }),
        h("a", { href: "/", "data-t": "menu.home" }),
      ),
    )
    this.dialog.element.classList.add("dlg--side")
  }

  open() {
    this.update(this.desk.store.state)
    this.dialog.open()
  }

  /** @param {State} state */
  update({ view }) {
    if (!view) return
    const me = mySeat(view)
    show(this.seat, me !== null)
    show(this.out, me?.status === "in")
    show(this.in, me?.status === "out")
    show(this.rebuy, view.table.options["rebuy"] === "host_approves")
    const take = bankMove(view)
    show(this.bank, take !== null)
    const words = this.bank.querySelector("span")
    if (words)
      setText(words, t(take ? (view.table.bank?.passing ? "menu.bank.keep" : "menu.bank.take") : "menu.bank.pass"))
    this.keep.update(view)
    this.tools.update(view)
    this.settings.update()
  }

  #bank() {
    const take = this.desk.view && bankMove(this.desk.view)
    if (take === null) return
    this.dialog.close()
    this.desk.send({ type: "bank", take })
  }

  /** @param {"hands" | "book"} tab */
  #recall(tab) {
    this.dialog.close()
    this.desk.recall(tab)
  }

  #move() {
    this.dialog.close()
    this.parts.move.open()
  }

  async #leave() {
    if (!(await this.parts.confirm.ask(t("menu.leave.ask"), t("menu.leave")))) return
    this.dialog.close()
    this.desk.send({ type: "leave" })
  }

  /** @param {string} picture @param {string} key @param {() => void} run @param {string} testId */
  #button(picture, key, run, testId) {
    return h(
      "button",
      { type: "button", class: "btn", onclick: run, "data-testid": `menu-${testId}` },
      icon(picture),
      h("span", { "data-t": key }),
    )
  }
}

/** The rules with what this table chose. @param {Desk} desk */
const rulesLink = (desk) => `/rules/${desk.view?.table.game ?? ""}?room=${desk.room.code}`
