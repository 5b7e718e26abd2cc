import { faceOf, isMyTurn, turnLength } from "../games/faces.js"
import { Parts } from "../games/parts.js"
import { clockLeft, seconds } from "../lib/countdown.js"
import { h, icon, keyed, ring, setAttr, setText, show, turnRing } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { clockOf } from "../lib/model.js"
import { barWords } from "../lib/say.js"
import { Key } from "./key.js"
import { keySpecs } from "./keyspecs.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").View} View */

const LOW_MS = 5_000
const BANK_MS = 60_000
/** Whole of a countdown to the next hand, and of the time to answer the bank's question. */
const COUNTDOWN_MS = 8_000
const OFFER_MS = 10_000

/** The bar under the mat: one sentence and one row of keys, in every state of the same height. */
export class ActBar {
  #ring = ring()
  #seconds = h("span", { "data-testid": "clock" })
  #clock = h("span", { class: "clock", role: "timer" }, this.#ring, this.#seconds)
  #icon = h("span", { class: "clock", hidden: true }, icon("clock"))
  #bold = h("b")
  #text = h("span")
  #bank = h("span", { class: "bank", "data-testid": "bank" })
  #keys = h("div", { class: "keys" })
  /** @type {Map<Element, Key>} */
  #made = new Map()
  /** @type {State | null} */
  #state = null
  #mode = ""

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.sheets = new Parts(desk, "sheets", (sheet) => this.element.prepend(sheet))
    this.element = h(
      "section",
      { class: "act", "data-t-label": "act", "data-testid": "action-bar" },
      h(
        "div",
        { class: "act__in" },
        h(
          "div",
          { class: "act__say" },
          this.#clock,
          this.#icon,
          h("p", { "data-testid": "sentence" }, this.#bold, " ", this.#text),
          this.#bank,
        ),
        this.#keys,
      ),
    )
    desk.hands.subscribe(() => this.#drawKeys())
  }

  /** @param {State} state */
  update(state) {
    this.#state = state
    if (!state.view) return
    this.#drawKeys()
  }

  /** @returns {void} */
  #drawKeys() {
    const { view, link } = this.#state ?? {}
    if (!view || !link) return
    const specs = keySpecs(view, this.desk)
    const mode = specs.map((spec) => spec.id).join()
    if (mode !== this.#mode) {
      this.#mode = mode
      if (this.desk.hands.spent.rest()) return this.desk.hands.changed()
    }
    this.#keys.style.setProperty("--n", String(specs.length))
    this.#keys.className = `keys${specs.length === 3 ? " keys--3" : specs.length === 2 ? " keys--2" : ""}`
    keyed(
      this.#keys,
      specs,
      (spec) => spec.id,
      () => this.#make(),
      (node, spec) => this.#made.get(node)?.update(spec),
    )
    for (const node of this.#made.keys()) if (!node.isConnected) this.#made.delete(node)
    this.sheets.update(view)
    this.tick(this.desk.clock.now())
  }

  #make() {
    const key = new Key()
    this.#made.set(key.element, key)
    return key.element
  }

  /** @param {number} now server time */
  tick(now) {
    const { view, link, lines } = this.#state ?? {}
    if (!view || !link || !lines) return
    const { bold, text } = barWords(view, { link, lines }, this.desk.hands.guard.armed, now)
    setText(this.#bold, bold)
    setText(this.#text, text)
    const left = leftOf(view, now)
    show(this.#clock, left !== null)
    show(this.#icon, left === null)
    show(this.#bank, isMyTurn(view) && (left?.personal ?? false))
    if (left === null) return
    setText(this.#seconds, seconds(left.ms))
    setAttr(this.#clock, "aria-label", t("clock.left", { seconds: seconds(left.ms) }))
    turnRing(this.#ring, (seconds(left.ms) * 1000) / left.whole)
    this.#clock.classList.toggle("is-low", left.urgent && (left.banking || left.ms <= LOW_MS))
    setText(this.#bank, left.banking ? t("bank.running") : t("bank", { seconds: seconds(view.you.bank) }))
  }

  /** A key of the keyboard. @param {string} letter @returns {boolean} whether it meant one of the bar */
  hotkey(letter) {
    for (const key of this.#made.values()) {
      if (key.element.getAttribute("aria-keyshortcuts") !== letter.toUpperCase()) continue
      key.press()
      return true
    }
    return false
  }

  /** Esc: what was tapped once, or opened, is no more. */
  escape() {
    const { hands } = this.desk
    if (!hands.guard.disarm() && hands.open) hands.pick({ open: false })
  }
}

/**
 * The clock that the bar shows: mine if it runs, else whoever is waited for, else the countdown to what comes.
 * @param {View} view @param {number} now
 * @returns {{ms: number, whole: number, banking: boolean, urgent: boolean, personal: boolean} | null}
 */
function leftOf(view, now) {
  const { table, you } = view
  if (table.phase === "playing") {
    const asked = faceOf(view).asked(view)
    const seat = you.seat !== null && asked.includes(you.seat) ? you.seat : (asked[0] ?? null)
    const clock = seat === null ? null : clockOf(view, seat)
    if (!clock) return null
    const { ms, banking } = clockLeft(clock, now)
    return {
      ms,
      whole: banking ? BANK_MS : (turnLength(view) ?? BANK_MS),
      banking,
      urgent: true,
      personal: clock.bank > 0,
    }
  }
  const plain = { banking: false, personal: false }
  if (table.bank?.due != null && table.bank.asked !== null)
    return { ...plain, ms: table.bank.due - now, whole: OFFER_MS, urgent: table.bank.asked === you.seat }
  if (table.starts !== null) return { ...plain, ms: table.starts - now, whole: COUNTDOWN_MS, urgent: false }
  return null
}
