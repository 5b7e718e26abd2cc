import { h, icon, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { Barred } from "./barred.js"
import { Requests } from "./requests.js"
import { TurnTime } from "./turntime.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {{ask: (question: string, yes: string) => Promise<boolean>}} Confirm */
/** @typedef {{options: {open: () => void}, title: {open: () => void}, confirm: Confirm}} HostDialogs */

/** What only the host may do with the table as a whole; with one seat: see the seat's own sheet. */
export class HostTools {
  /** @param {Desk} desk @param {HostDialogs} dialogs */
  constructor(desk, dialogs) {
    this.desk = desk
    this.requests = new Requests(desk)
    this.barred = new Barred(desk)
    this.time = new TurnTime(desk)
    this.lock = this.#box("lock", (on) => ({ type: "lock", on }))
    this.ask = this.#box("ask", (on) => ({ type: "ask", on }))
    this.listed = this.#box("list_room", (on) => ({ type: "list_room", on }))
    this.fill = this.#button("bot", "host.fill", () => desk.order({ type: "add_bot" }), "fill-bots")
    this.pause = this.#button("pause", "host.pause", () => this.#pause(), "pause")
    this.pauseWords = this.pause.querySelector("span")
    this.element = h(
      "section",
      { class: "panel", "data-testid": "host-tools" },
      h("h2", {}, icon("key"), h("span", { "data-t": "host.tools" })),
      this.requests.element,
      this.lock.element,
      this.ask.element,
      this.listed.element,
      this.time.element,
      h(
        "div",
        { class: "grid2" },
        this.fill,
        this.pause,
        this.#button("book", "host.options", () => dialogs.options.open(), "edit-options"),
        this.#button("", "host.title", () => dialogs.title.open(), "edit-title"),
      ),
      h("p", { class: "small mute", "data-t": "host.seats" }),
      this.barred.element,
      this.#button("x", "host.close", () => this.#close(dialogs.confirm), "close-room"),
    )
  }

  /** @param {View} view */
  update(view) {
    show(this.element, view.you.host)
    this.requests.update(view)
    this.barred.update(view)
    this.time.update(view)
    this.lock.input.checked = view.table.locked
    this.ask.input.checked = view.table.ask
    this.listed.input.checked = view.table.listed
    show(
      this.fill,
      view.table.seats.some((one) => one.player === null),
    )
    if (this.pauseWords) setText(this.pauseWords, t(view.table.pause ? "host.resume" : "host.pause"))
  }

  #pause() {
    this.desk.order(this.desk.view?.table.pause ? { type: "resume" } : { type: "pause" })
  }

  /** @param {Confirm} confirm */
  async #close(confirm) {
    if (await confirm.ask(t("host.close.ask"), t("host.close"))) this.desk.order({ type: "close_room" })
  }

  /** @param {string} picture @param {string} key @param {() => void} run @param {string} testId */
  #button(picture, key, run, testId) {
    return h(
      "button",
      { type: "button", class: "btn", onclick: run, "data-testid": testId },
      picture !== "" && icon(picture),
      h("span", { "data-t": key }),
    )
  }

  /** @param {"lock" | "ask" | "list_room"} name @param {(on: boolean) => import("../protocol.js").AnyDo} order */
  #box(name, order) {
    const input = h("input", {
      type: "checkbox",
      onchange: () => this.desk.order(order(input.checked)),
      "data-testid": `host-${name}`,
    })
    return { input, element: h("label", { class: "switch" }, input, h("span", { "data-t": `host.${name}` })) }
  }
}
