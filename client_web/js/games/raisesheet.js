import { h, icon, ring, setAttr, setText, show, turnRing } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { offerOf } from "../lib/model.js"
import { clampSteps, fillOf, raisePresets, raiseSums } from "../lib/raise.js"
import { Key } from "../components/key.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").ToOffer} ToOffer */
/** @typedef {import("../protocol.js").ToTatOffer} ToTatOffer */

const ALL = "to_tat"
const TICK_MS = 200
const ARMED_MS = 4_000

/** How much to raise: steps of the table's stake, with the total in the key. Tố tất needs a second tap elsewhere. */
export class RaiseSheet {
  #sum = h("b")
  #unit = h("span", { class: "num small mute" })
  #range = h("input", {
    class: "range",
    type: "range",
    step: 1,
    "data-t-label": "raise.steps",
    oninput: () => this.#set(this.#range.valueAsNumber),
    "data-testid": "raise-range",
  })
  #presets = h("div", { class: "presets", role: "group", "data-t-label": "raise.presets" })
  #go = new Key()
  #all = new Key()
  #sure = new Key()
  #no = new Key()
  #ring = ring()
  #left = h("span")
  #ask = h("span", { id: "armed-title" })
  #text = h("p")
  #open = false
  /** @type {ToOffer | null} */
  #to = null

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.pick = h(
      "div",
      { class: "sheet__in", role: "dialog", "aria-labelledby": "raise-title" },
      h("h2", {}, h("span", { id: "raise-title", "data-t": "raise.title" }), this.#sum, this.#unit),
      h("div", { class: "raise__row" }, this.#step(-1), this.#range, this.#step(1)),
      this.#presets,
      h("div", { class: "raise__go" }, this.#go.element, this.#all.element),
    )
    this.armed = h(
      "div",
      { class: "sheet__in", role: "alertdialog", "aria-labelledby": "armed-title", hidden: true },
      h(
        "h2",
        {},
        this.#ask,
        h("span", { class: "num" }, h("span", { class: "clock is-low", role: "timer" }, this.#ring, this.#left)),
      ),
      this.#text,
      h("p", { class: "small mute", "data-t": "armed.again" }),
      h("div", { class: "raise__go" }, this.#sure.element, this.#no.element),
    )
    this.element = h("div", { class: "sheet", "data-testid": "raise-sheet" }, this.pick, this.armed)
    this.element.addEventListener("keydown", (event) => this.#key(event))
    setInterval(() => this.#tick(), TICK_MS)
  }

  /** @param {View} view @returns {boolean} */
  update(view) {
    const { hands } = this.desk
    const to = offerOf(view, "to")
    const all = offerOf(view, ALL)
    const armed = hands.guard.armed === ALL
    const open = hands.open && view.you.turn !== null && (to !== null || (all !== null && armed))
    this.#to = to
    if (open) {
      if (to) this.#drawPick(to, all)
      if (all) this.#drawArmed(all)
      this.#turn(armed)
    }
    if (hands.open && !open) queueMicrotask(() => hands.pick({ open: false }))
    this.#focus(open)
    this.#open = open
    return open
  }

  /** Steps, or the second tap. The focus follows to what lies in the same place. @param {boolean} armed */
  #turn(armed) {
    const turned = this.armed.hidden === armed
    const held = turned && this.#open && this.element.contains(document.activeElement)
    show(this.pick, !armed)
    show(this.armed, armed)
    if (held) (armed ? this.#no : this.#all).element.focus({ preventScroll: true })
  }

  /** Into the sheet, and back: nothing else moves the focus. @param {boolean} open */
  #focus(open) {
    if (open === this.#open) return
    if (open) queueMicrotask(() => (this.pick.hidden ? this.#no.element : this.#range).focus({ preventScroll: true }))
    else if (this.element.contains(document.activeElement))
      /** @type {HTMLElement | null} */ (document.querySelector('[data-testid="key-to"]'))?.focus({
        preventScroll: true,
      })
  }

  /** @param {ToOffer} to @param {ToTatOffer | null} all */
  #drawPick(to, all) {
    const { hands } = this.desk
    const steps = clampSteps(to, hands.steps)
    const { rise, pay, left } = raiseSums(to, steps)
    setText(this.#sum, t("raise.sum", { steps, rise }))
    setText(this.#unit, t("raise.unit", { step: to.step }))
    setAttr(this.#range, "min", to.least)
    setAttr(this.#range, "max", to.most)
    if (this.#range.valueAsNumber !== steps) this.#range.value = String(steps)
    setAttr(this.#range, "aria-valuetext", t("raise.sum", { steps, rise }))
    this.#range.style.setProperty("--fill", `${fillOf(to, steps)}%`)
    this.#drawPresets(to, steps)
    const run = () => (left === 0 && all ? hands.guard.arm(ALL) : hands.act("to", { type: "to", k: steps }))
    const words = { pay, left }
    this.#go.update({
      id: "raise-go",
      icon: "up",
      kind: "bold",
      text: t("raise.go", { rise }),
      small: t("raise.go.small", words),
      dead: !hands.live,
      run,
    })
    show(this.#all.element, all !== null)
    if (all)
      this.#all.update({
        id: "all-arm",
        icon: "",
        text: t("key.all.open"),
        small: String(all.cost),
        dead: !hands.live,
        run: () => hands.guard.arm(ALL),
      })
  }

  /** @param {ToOffer} to @param {number} steps */
  #drawPresets(to, steps) {
    const presets = raisePresets(to)
    if (this.#presets.children.length === 0)
      this.#presets.append(
        ...presets.map(({ steps: at }) =>
          h("button", { type: "button", class: "btn", onclick: () => this.#set(at) }, `×${at}`),
        ),
      )
    presets.forEach(({ steps: at, dead }, place) => {
      const button = /** @type {Element} */ (this.#presets.children[place])
      setAttr(button, "aria-disabled", dead ? "true" : null)
      setAttr(button, "aria-pressed", String(at === steps))
      setAttr(button, "aria-label", t("raise.preset", { steps: at }))
    })
  }

  /** @param {ToTatOffer} all */
  #drawArmed(all) {
    const { hands } = this.desk
    const { cost, level } = all
    setText(this.#ask, t("armed.title", { cost }))
    setText(this.#text, `${t(all.raises ? "armed.raise" : "armed.call", { cost, level })} (XT32-12)`)
    const run = () => {
      if (hands.guard.confirm(ALL)) hands.act(ALL, { type: ALL })
    }
    this.#sure.update({
      id: "all-yes",
      icon: "up",
      kind: "bold",
      text: t("armed.yes", { cost }),
      small: t("armed.yes.small"),
      dead: !hands.live,
      run,
    })
    this.#no.update({ id: "all-no", icon: "", text: t("key.cancel"), run: () => this.#cancel() })
    this.#tick()
  }

  /** Back to the steps; where there are none, the sheet shuts. */
  #cancel() {
    this.desk.hands.guard.disarm()
    if (!this.#to) this.desk.hands.pick({ open: false })
  }

  /** @param {number} by */
  #step(by) {
    const run = () => this.#to && this.#set(clampSteps(this.#to, this.desk.hands.steps) + by)
    return h(
      "button",
      {
        type: "button",
        class: "icon",
        onclick: run,
        "data-t-label": by < 0 ? "raise.less" : "raise.more",
        "data-testid": by < 0 ? "raise-less" : "raise-more",
      },
      icon(by < 0 ? "minus" : "plus"),
    )
  }

  /** @param {number} steps */
  #set(steps) {
    if (this.#to) this.desk.hands.pick({ steps: clampSteps(this.#to, steps) })
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { hands } = this.desk
    if (event.key === "Escape") {
      if (hands.guard.armed) this.#cancel()
      else hands.pick({ open: false })
    } else if (event.key === "Enter" && event.target === this.#range) this.#go.press()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #tick() {
    const { guard } = this.desk.hands
    if (guard.armed !== ALL) return
    setText(this.#left, Math.ceil(guard.left / 1000))
    turnRing(this.#ring, guard.left / ARMED_MS)
  }
}
