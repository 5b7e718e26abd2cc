import { Dialog } from "../components/dialog.js"
import { h, setAttr, show } from "../lib/dom.js"
import { bringStyle } from "../lib/style.js"
import { BookPane } from "./bookpane.js"
import { HandList } from "./handlist.js"
import { Record } from "./record.js"
import { ReplayDialog } from "./replaydialog.js"
import { TurnStrip } from "./turnstrip.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {"hands" | "book"} Tab */

await Promise.all(["dialog", "result", "range", "history"].map(bringStyle))

/** @type {readonly Tab[]} */
const TABS = ["hands", "book"]

/** What was played at this table: its hands, and its book. It comes when it is first opened. */
export class HistoryDialog {
  /** @type {Tab} */
  #tab = "hands"
  /** The last hand of which the result was seen. */
  #ended = ""

  /** @param {Desk} desk */
  constructor(desk) {
    const record = new Record(desk.room.code, desk.connection.tokens)
    const back = () => {
      this.replay.dialog.close()
      this.dialog.close()
    }
    const replay = (/** @type {number} */ hand) => this.replay.open(hand)
    this.strip = new TurnStrip(back)
    this.panes = { hands: new HandList(record, replay), book: new BookPane(record, desk, replay) }
    this.tabs = TABS.map((name) =>
      h("button", {
        type: "button",
        class: "tab",
        role: "tab",
        id: `history-tab-${name}`,
        "aria-controls": `history-${name}`,
        "data-t": `history.${name}`,
        "data-tab": name,
        onclick: () => this.#turn(name),
        "data-testid": `history-tab-${name}`,
      }),
    )
    for (const name of TABS) {
      const panel = { id: `history-${name}`, role: "tabpanel", "aria-labelledby": `history-tab-${name}` }
      for (const [key, value] of Object.entries(panel)) setAttr(this.panes[name].element, key, value)
    }
    const arrow = (/** @type {KeyboardEvent} */ event) => this.#arrow(event)
    this.dialog = new Dialog(
      "history",
      "history",
      h("div", { class: "tabs", role: "tablist", "data-t-label": "history", onkeydown: arrow }, ...this.tabs),
      this.panes.hands.element,
      this.panes.book.element,
    )
    this.dialog.element.classList.add("dlg--wide")
    this.dialog.element.querySelector("header > .icon")?.before(this.strip.element)
    this.replay = new ReplayDialog(desk, record, back)
  }

  /** @param {Tab} [tab] */
  open(tab = "hands") {
    this.dialog.open()
    this.#turn(tab)
  }

  /** @param {State} state */
  update(state) {
    const { view } = state
    this.strip.update(view)
    this.replay.update(state)
    if (view?.table.phase !== "result") return
    // A hand that ends while its list is open comes into it.
    const ended = `${view.table.hand}`
    if (ended !== this.#ended && this.dialog.isOpen) this.panes[this.#tab].load()
    this.#ended = ended
  }

  /** @param {Tab} name */
  #turn(name) {
    this.#tab = name
    for (const tab of this.tabs) {
      const on = tab.dataset["tab"] === name
      setAttr(tab, "aria-selected", String(on))
      setAttr(tab, "tabindex", on ? "0" : "-1")
    }
    for (const one of TABS) show(this.panes[one].element, one === name)
    return this.panes[name].load()
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    this.#turn(this.#tab === "hands" ? "book" : "hands")
    this.tabs[TABS.indexOf(this.#tab)]?.focus()
  }
}
