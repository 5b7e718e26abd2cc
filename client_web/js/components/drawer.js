import { h, icon, setAttr, show } from "../lib/dom.js"
import { Chat } from "./chat.js"
import { Log } from "./log.js"
import { Rules } from "./rules.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */

/** Log and chat, or the rules: beside the mat where there is room, else over it. */
export class Drawer {
  #rules = new Rules()
  #tab = "log"
  /** The newest line that was seen; null before anything was. @type {number | null} */
  #read = null

  /** @param {Desk} desk @param {() => void} onChange */
  constructor(desk, onChange) {
    this.desk = desk
    this.onChange = onChange
    this.log = new Log(desk)
    this.chat = new Chat(desk)
    this.tabs = ["log", "rules"].map((name) =>
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
      this.#rules.element,
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

  /** Chat lines that came while nobody could see them. @param {State} state @returns {number} */
  unread({ lines, view }) {
    if (!view) return 0
    const newest = lines.at(-1)?.id ?? 0
    const seen = this.element.offsetParent !== null || getComputedStyle(this.element).display !== "none"
    const read = seen || this.#read === null ? newest : this.#read
    this.#read = read
    return lines.filter(
      (line) => line.id > read && (line.event.type === "said" || line.event.type === "reacted") && !line.who.mine,
    ).length
  }

  /** @param {State} state */
  update(state) {
    this.log.update(state)
    if (state.view) this.#rules.update(this.desk.game, state.view.table)
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
    show(this.#rules.element, name === "rules")
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    this.#turn(this.#tab === "log" ? "rules" : "log")
    this.tabs.find((tab) => tab.dataset.tab === this.#tab)?.focus()
  }
}
