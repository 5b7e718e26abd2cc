import { h, icon, setAttr, show } from "../lib/dom.js"
import { Chat } from "./chat.js"
import { Log } from "./log.js"
import { worded } from "../lib/i18n.js"
import { bringStyle } from "../lib/style.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */

const TABS = ["log", "rules", "told"]

await bringStyle("drawer")

const bringTold = worded(() => import("./told.js"))
const bringRules = worded(() => import("./rules.js"))

/** Log and chat, the rules, or what the server told: beside the mat where there is room, else over it. */
export class Drawer {
  /** @type {import("./rules.js").Rules | null} */
  #rules = null
  /** @type {import("./told.js").Told | null} */
  #told = null
  #tab = "log"

  /** @param {Desk} desk @param {() => void} onChange */
  constructor(desk, onChange) {
    this.desk = desk
    this.onChange = onChange
    this.log = new Log(desk)
    this.chat = new Chat(desk)
    this.tabs = TABS.map((name) =>
      h("button", {
        type: "button",
        class: "tab",
        role: "tab",
        "data-t": `tab.${name}`,
        onclick: () => this.#turn(name),
        "data-testid": `tab-${name}`,
        "data-tab": name,
      }),
    )
    this.element = h(
      "aside",
      { class: "drawer", "data-t-label": "drawer", "data-testid": "drawer" },
      h(
        "div",
        { class: "drawer__tabs" },
        h(
          "div",
          {
            role: "tablist",
            "data-t-label": "drawer",
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.#arrow(event),
          },
          ...this.tabs,
        ),
        h(
          "button",
          {
            type: "button",
            class: "icon only-close",
            "data-t-label": "close",
            onclick: () => this.toggle(false),
            "data-testid": "close-drawer",
          },
          icon("x"),
        ),
      ),
      this.log.element,
      this.chat.quick,
      this.chat.form,
    )
    this.#turn("log")
  }

  /** Whether it covers the mat of a narrow page. */
  get isOpen() {
    return document.body.dataset.drawer === "open"
  }

  /** @param {boolean} [open] */
  toggle(open = !this.isOpen) {
    document.body.dataset.drawer = open ? "open" : "shut"
    if (open) this.log.toEnd()
    this.onChange()
  }

  /** Open it where it is shut, and write. */
  talk() {
    this.toggle(true)
    this.#turn("log")
    this.chat.field.focus()
  }

  /** @param {State} state */
  update(state) {
    this.log.update(state)
    if (state.view) this.#rules?.update(this.desk.game, state.view.table)
    if (this.#tab === "told") this.#told?.update()
  }

  /** @param {string} name */
  #turn(name) {
    this.#tab = name
    for (const tab of this.tabs) {
      const on = tab.dataset.tab === name
      setAttr(tab, "aria-selected", String(on))
      setAttr(tab, "tabindex", on ? "0" : "-1")
    }
    show(this.log.element, name === "log")
    show(this.chat.quick, name === "log")
    show(this.chat.form, name === "log")
    if (name === "told") this.#tell()
    if (name === "rules") this.#read()
    if (this.#rules) show(this.#rules.element, name === "rules")
    if (this.#told) show(this.#told.element, name === "told")
  }

  /** The parts that few people open come when they are opened. */
  async #tell() {
    const { Told } = await bringTold()
    this.#told ??= new Told(this.desk)
    this.log.element.after(this.#told.element)
    this.#told.update()
    show(this.#told.element, this.#tab === "told")
  }

  async #read() {
    this.desk.study()
    const { Rules } = await bringRules()
    this.#rules ??= new Rules()
    this.log.element.after(this.#rules.element)
    const { view } = this.desk.store.state
    if (view) this.#rules.update(this.desk.game, view.table)
    show(this.#rules.element, this.#tab === "rules")
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    const step = event.key === "ArrowRight" ? 1 : TABS.length - 1
    this.#turn(TABS[(TABS.indexOf(this.#tab) + step) % TABS.length] ?? "log")
    this.tabs.find((tab) => tab.dataset.tab === this.#tab)?.focus()
  }
}
