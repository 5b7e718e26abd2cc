import { Dialog } from "../components/dialog.js"
import { Mat } from "../components/mat.js"
import { PotsDialog } from "../components/potsdialog.js"
import { ResultSheet } from "../components/resultsheet.js"
import { Desk } from "../desk.js"
import { bringFace, faceOf } from "../games/faces.js"
import { h, icon, setAttr, setPicture, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { Store } from "../store.js"
import { Asking } from "./asking.js"
import { handText } from "./handtext.js"
import { HandTextDialog } from "./handtextdialog.js"
import { readingTime, stepsOf, toldOf } from "./steps.js"
import { TurnStrip } from "./turnstrip.js"

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").WebHandShown} HandShown */
/** @typedef {import("./record.js").Record} Record */
/** @typedef {import("./steps.js").Step} Step */

/** A hand shown again on the table's own mat: step by step, or playing by itself. */
export class ReplayDialog {
  #asking = new Asking()
  #where = h("p", { class: "replay__where num", "data-testid": "replay-where" })
  #say = h("p", { class: "replay__say", role: "status", tabindex: "0", "data-testid": "replay-say" })
  #steps = h("ol", {
    class: "replay__steps",
    tabindex: "0",
    "data-t-label": "replay.steps",
    "data-testid": "replay-steps",
  })
  #old = h("p", { class: "note", hidden: true, "data-t": "replay.old" })
  #playIcon = icon("play")
  #playWords = h("span")
  #hand = 0
  /** @type {HandShown | null} */
  #shown = null
  /** @type {Step[]} */
  #all = []
  #at = 0
  #playing = false
  #timer = 0

  /** @param {Desk} live the table's own @param {Record} record @param {() => void} back to the table */
  constructor(live, record, back) {
    this.live = live
    this.record = record
    this.desk = new Desk({ store: new Store(), connection: live.connection, clock: live.clock, room: live.room })
    this.desk.pick = null
    this.desk.notice = (text) => live.notice(text)
    const result = new ResultSheet(this.desk)
    const pots = new PotsDialog(this.desk)
    const details = () => {
      result.update(this.desk.store.state)
      result.open()
    }
    this.mat = new Mat(this.desk, { details, pots: () => pots.open() }, "div")
    this.text = new HandTextDialog(live.notice)
    this.strip = new TurnStrip(back)
    this.range = h("input", {
      type: "range",
      class: "range",
      min: "1",
      "data-t-label": "replay.at",
      "data-testid": "replay-range",
      oninput: () => this.#go(Number(this.range.value) - 1),
    })
    this.seat = h(
      "button",
      { type: "button", class: "btn replay__seat", onclick: () => this.#turn(), "data-testid": "replay-seat" },
      icon("eye"),
      h("span", { "data-t": "replay.seat" }),
    )
    this.words = this.#key("text", "copy", () => this.#tell())
    this.play = h(
      "button",
      { type: "button", class: "btn btn--go", onclick: () => this.#toggle(), "data-testid": "replay-play" },
      this.#playIcon,
      this.#playWords,
    )
    this.bar = h(
      "div",
      { class: "replay__bar" },
      this.range,
      h(
        "div",
        { class: "replay__keys", role: "group", "data-t-label": "replay" },
        this.#key("first", "prev", () => this.#go(0)),
        this.#key("back", "right", () => this.#go(this.#at - 1)),
        this.play,
        this.#key("next", "right", () => this.#go(this.#at + 1)),
        this.#key("last", "next", () => this.#go(this.#all.length - 1)),
      ),
    )
    this.dialog = new Dialog(
      "log.hand",
      "replay",
      this.#asking.element,
      this.#old,
      this.mat.element,
      this.#say,
      this.#steps,
      this.bar,
    )
    const { element } = this.dialog
    element.classList.add("dlg--full")
    element.querySelector("header > .icon")?.before(this.#where, this.seat, this.words, this.strip.element)
    element.addEventListener("keydown", (event) => this.#press(event))
    element.addEventListener("close", () => this.#clear())
  }

  /** @param {number} hand */
  open(hand) {
    this.#clear()
    this.#hand = hand
    this.desk.game = this.live.game
    this.live.brief()
    this.dialog.retitle({ hand })
    this.dialog.open()
    return this.#ask(true)
  }

  /** @param {State} state the table's own */
  update({ view }) {
    this.strip.update(view)
  }

  /** @param {boolean} own */
  #ask(own) {
    return this.#asking.run(
      async () => {
        const shown = await this.record.hand(this.#hand, own)
        const first = shown.moments[0]
        if (first && !(await bringFace(first.view.table.game))) throw new Error("face")
        return shown
      },
      (shown) => this.#take(shown, own),
    )
  }

  /** @param {HandShown} shown @param {boolean} own */
  #take(shown, own) {
    if (!this.dialog.isOpen) return
    const first = this.#shown === null
    this.#shown = shown
    this.#all = stepsOf(shown)
    const mine = (shown.moments[0]?.view.you.seat ?? null) !== null
    // The public view of a hand in which I had a seat can be turned back.
    show(this.seat, mine || (!own && !this.seat.hidden))
    setAttr(this.seat, "aria-pressed", String(mine))
    const told = this.#all.length === 0
    show(this.#old, told)
    for (const part of [this.mat.element, this.#say, this.bar]) show(part, !told)
    this.dialog.body.classList.toggle("is-told", told)
    setAttr(this.range, "max", this.#all.length)
    const words = told ? toldOf(shown).map((text) => [text]) : this.#all.map((step) => step.words)
    this.#steps.replaceChildren(...words.map((texts, at) => this.#line(texts, told ? null : at)))
    if (told) return
    this.#draw(Math.min(this.#at, this.#all.length - 1))
    if (first) this.play.focus()
  }

  /** @param {readonly string[]} texts @param {number | null} at the step to which it leads */
  #line(texts, at) {
    const lines = texts.map((text) => h("span", {}, text))
    if (at === null) return h("li", {}, ...lines)
    const go = () => this.#go(at)
    return h("li", {}, h("button", { type: "button", tabindex: "-1", onclick: go }, ...lines))
  }

  /** From my seat, or as everybody saw it. */
  #turn() {
    const own = this.seat.getAttribute("aria-pressed") !== "true"
    this.#stop()
    return this.#ask(own)
  }

  #tell() {
    if (!this.#shown) return
    this.#stop()
    const text = handText(this.#shown, { title: this.live.title, game: this.live.game })
    this.text.open(text, { hand: this.#hand, file: `xiban-${this.record.code}-${this.#hand}` })
  }

  /** Somebody goes there himself. @param {number} at */
  #go(at) {
    this.#stop()
    this.#draw(Math.max(0, Math.min(at, this.#all.length - 1)))
  }

  /** @param {number} at */
  #draw(at) {
    const step = this.#all[at]
    if (!step) return
    const { view, lines, words } = step
    const count = this.#all.length
    this.#at = at
    this.desk.store.state = { link: { kind: "open", tries: 0, code: 0 }, view, before: null, news: [], lines }
    this.mat.update(this.desk.store.state)
    const place = t("replay.step", { step: at + 1, steps: count })
    setText(this.#where, [faceOf(view).stage(view), `${at + 1}/${count}`].join(" · "))
    setText(this.#say, words.join(" · "))
    this.#say.scrollTop = 0
    this.range.value = String(at + 1)
    this.range.style.setProperty("--fill", `${count > 1 ? (at / (count - 1)) * 100 : 100}%`)
    setAttr(this.range, "aria-valuetext", place)
    for (const [index, line] of [...this.#steps.children].entries())
      setAttr(/** @type {Element} */ (line.firstChild), "aria-current", index === at ? "step" : null)
    this.#keepInSight(/** @type {HTMLElement | undefined} */ (this.#steps.children[at]))
    this.#drawPlay()
  }

  /** @param {HTMLElement | undefined} line */
  #keepInSight(line) {
    if (!line) return
    const { offsetTop: top, offsetHeight: height } = line
    const { scrollTop, clientHeight } = this.#steps
    if (top < scrollTop || top + height > scrollTop + clientHeight) this.#steps.scrollTop = top - clientHeight / 3
  }

  #drawPlay() {
    setPicture(this.#playIcon, this.#playing ? "i-pause" : "i-play")
    setText(this.#playWords, t(this.#playing ? "replay.pause" : "replay.play"))
  }

  #toggle() {
    if (this.#playing) return this.#stop()
    if (this.#at >= this.#all.length - 1) this.#draw(0)
    this.#playing = true
    this.#plan()
    this.#drawPlay()
  }

  #plan() {
    const step = this.#all[this.#at]
    if (step) this.#timer = window.setTimeout(() => this.#playOn(), readingTime(step))
  }

  #playOn() {
    this.#draw(this.#at + 1)
    if (this.#at < this.#all.length - 1) this.#plan()
    else this.#stop()
  }

  #stop() {
    window.clearTimeout(this.#timer)
    this.#playing = false
    this.#drawPlay()
  }

  /** Nothing of a hand stays in the page when nobody looks at it. */
  #clear() {
    this.#stop()
    this.text.clear()
    this.#undraw()
    this.#shown = null
    this.#all = []
    this.#at = 0
    show(this.seat, false)
    setText(this.#where, "")
    setText(this.#say, "")
    this.#steps.replaceChildren()
    for (const part of [this.mat.element, this.#say, this.bar]) show(part, false)
  }

  /** Take the cards off the mat. */
  #undraw() {
    const view = this.#all[this.#at]?.view
    if (!view) return
    const bare = { ...view, table: { ...view.table, play: null }, you: { ...view.you, play: null } }
    this.mat.update({ ...this.desk.store.state, view: bare })
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = /** @type {HTMLElement} */ (event.target)
    const calls = new Map([
      ["ArrowLeft", () => this.#go(this.#at - 1)],
      ["ArrowRight", () => this.#go(this.#at + 1)],
      ["Home", () => this.#go(0)],
      ["End", () => this.#go(this.#all.length - 1)],
    ])
    // A button takes the space itself.
    if (!target.closest("button")) calls.set(" ", () => this.#toggle())
    const call = calls.get(event.key)
    if (!call) return
    event.preventDefault()
    call()
  }

  /** @param {string} name @param {string} symbol @param {() => void} run */
  #key(name, symbol, run) {
    return h(
      "button",
      {
        type: "button",
        class: "icon",
        "data-t-label": `replay.${name}`,
        onclick: run,
        "data-testid": `replay-${name}`,
      },
      icon(symbol),
    )
  }
}
