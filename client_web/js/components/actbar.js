import { clockLeft, seconds } from "../lib/countdown.js"
import { h, icon, keyed, ring, setAttr, setText, show, turnRing } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { clockOf, isMyTurn, turnLength } from "../lib/model.js"
import { barWords } from "../lib/say.js"
import { Ahead } from "./ahead.js"
import { Key } from "./key.js"
import { keySpecs } from "./keyspecs.js"
import { Spent } from "./spent.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {import("./key.js").KeySpec} KeySpec */

const LOW_MS = 5_000
const BANK_MS = 60_000

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
  #ahead = new Ahead()

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.spent = new Spent(() => this.#drawKeys())
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
  }

  /** @param {State} state */
  update(state) {
    this.#state = state
    const view = state.view
    if (!view) return
    this.spent.turn(view.you.turn)
    if (state.link.kind !== "open") this.#ahead.clear()
    const ahead = this.#ahead.take(view)
    this.#drawKeys()
    if (ahead) this.#act(ahead, { type: ahead }, true)
    this.tick(this.desk.clock.now())
  }

  /** @returns {void} */
  #drawKeys() {
    const { view, link } = this.#state ?? {}
    if (!view || !link) return
    const live = link.kind === "open" && view.table.pause === null && this.spent.isLive()
    const specs = keySpecs(view, this.desk, {
      live,
      sent: this.spent.sent,
      act: (id, action) => this.#act(id, action),
      ahead: this.#ahead.chosen(view),
      choose: (id) => {
        this.#ahead.toggle(id, view)
        this.#drawKeys()
      },
      tell: (id, command) => this.#tell(id, command),
    })
    const mode = specs.map((spec) => spec.id).join()
    if (mode !== this.#mode) {
      this.#mode = mode
      if (this.spent.rest()) return this.#drawKeys()
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
  }

  #make() {
    const key = new Key()
    this.#made.set(key.element, key)
    return key.element
  }

  /**
   * Play: the move answers the question that the key was drawn for.
   * @param {string} id @param {{type: string} & Record<string, unknown>} action @param {boolean} [ahead] it was chosen before
   */
  async #act(id, action, ahead = false) {
    const turn = this.#state?.view?.you.turn ?? null
    if (turn === null || !this.spent.spend(id, ahead)) return
    const { code } = await this.desk.send({ type: "act", turn, action })
    if (code !== null) this.spent.free(turn)
    else this.spent.done(id)
  }

  /** Anything else. @param {string} id @param {{type: string} & Record<string, unknown>} command */
  async #tell(id, command) {
    if (!this.spent.spend(id)) return
    await this.desk.send(command)
    this.spent.release(id)
  }

  /** @param {number} now server time */
  tick(now) {
    const { view, link, lines } = this.#state ?? {}
    if (!view || !link || !lines) return
    const { bold, text } = barWords(view, link, lines, now)
    setText(this.#bold, bold)
    setText(this.#text, text)
    const seat = view.table.phase === "playing" ? (view.table.play?.to_act ?? null) : null
    const clock = seat === null ? null : clockOf(view, seat)
    const left = clock
      ? clockLeft(clock, now)
      : view.table.starts !== null && view.table.phase !== "playing"
        ? { ms: view.table.starts - now, banking: false }
        : null
    show(this.#clock, left !== null)
    show(this.#icon, left === null)
    show(this.#bank, isMyTurn(view))
    if (left === null) return
    setText(this.#seconds, seconds(left.ms))
    setAttr(this.#clock, "aria-label", t("clock.left", { seconds: seconds(left.ms) }))
    const whole = !clock ? 8_000 : left.banking ? BANK_MS : (turnLength(view) ?? BANK_MS)
    turnRing(this.#ring, (seconds(left.ms) * 1000) / whole)
    this.#clock.classList.toggle("is-low", clock !== null && (left.banking || left.ms <= LOW_MS))
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
}
