import { isActing, placeOf, pointsOf, resultOf, turnLength } from "../games/faces.js"
import { clockLeft, minutes, seconds } from "../lib/countdown.js"
import { coin, h, icon, ring, setAttr, setPicture, setText, show, turnRing } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { clockOf, onMat } from "../lib/model.js"
import { Avatar } from "./avatar.js"
import { Fan } from "./fan.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../games/face.js").Tag} Tag */
/** @typedef {import("../games/face.js").Place} Place */
/** @typedef {import("../desk.js").Desk} Desk */

/** The last seconds are drawn in cinnabar. */
const LOW_MS = 5_000
const BANK_MS = 60_000
const BUBBLE_MS = 4_000
const SETTLED = new Set(["win", "lose", "even"])

/** One seat of somebody else, or an empty one. */
export class Seat {
  #avatar = new Avatar()
  #fan = new Fan()
  #ring = ring()
  #name = h("span", { class: "seat__name" })
  #points = h("span")
  #host = h("span", { class: "seat__host", hidden: true })
  #label = h("span", { class: "hl" })
  #tag = h("span")
  #away = h("span", { class: "num" })
  #bank = h("span", { class: "badge-cai", "data-t": "badge.bank" })
  #result = h("span", { class: "num" })
  #paid = h("span")
  #bet = h("span", { class: "bet" }, h("span", { class: "sr", "data-t": "seat.paid" }), coin(), this.#paid)
  #takeWords = h("span")
  /** @type {View | null} */
  #view = null
  #seat = 0

  /** @param {Desk} desk */
  constructor(desk) {
    const pick = () => desk.pick?.(this.#seat)
    this.act = new ActButton(desk)
    this.#avatar.element.append(this.#ring)
    this.#host.append(icon("key"))
    this.who = h(
      desk.pick ? "button" : "div",
      { ...(desk.pick ? { type: "button" } : { role: "group" }), class: "seat__who", onclick: pick },
      this.#avatar.element,
      h(
        "span",
        { class: "seat__text" },
        h("span", { class: "seat__line" }, this.#name, this.#host),
        h("span", { class: "seat__stack" }, coin(), this.#points, h("span", { class: "sr", "data-t": "seat.points" })),
      ),
    )
    this.foot = h("div", { class: "seat__foot" }, this.#bank, this.#label, this.#bet, this.#tag, this.#result)
    this.take = h(
      "button",
      { type: "button", class: "seat__take", onclick: pick, "data-testid": "take-seat" },
      icon("plus"),
      this.#takeWords,
    )
    this.element = h("li", { class: "seat" }, this.who, this.#fan.element, this.foot, this.act.element, this.take)
  }

  /** @param {View} view @param {SeatView} seat @param {{place: number, still: boolean, canSit: boolean}} at */
  update(view, seat, { place, still, canSit }) {
    this.#view = view
    this.#seat = seat.seat
    const empty = seat.player === null
    const hand = onMat(view) ? placeOf(view, seat.seat) : null
    setAttr(this.element, "data-pos", place)
    setAttr(this.element, "data-testid", `seat-${seat.seat}`)
    setAttr(this.element, "data-player", seat.player)
    show(this.who, !empty)
    show(this.foot, !empty)
    show(this.take, empty)
    setText(this.#takeWords, t(canSit ? "seat.take" : "seat.empty"))
    setAttr(this.take, "aria-disabled", canSit ? null : "true")
    this.#avatar.update(seat)
    setText(this.#name, seat.name)
    setText(this.#points, pointsOf(view, seat))
    show(this.#host, view.table.host === seat.player && !empty)
    this.#fan.update(hand?.cards ?? [], { still, words: hand?.alt })
    this.#drawFoot(view, seat, hand)
    this.act.update(hand?.act ?? null)
    const won = (resultOf(view, seat.seat) ?? 0) > 0
    this.element.classList.toggle("is-turn", isActing(view, seat.seat))
    this.element.classList.toggle("is-folded", hand?.folded ?? false)
    this.element.classList.toggle("is-away", seat.away_since !== null)
    this.element.classList.toggle("is-win", won)
  }

  /** Words of this seat, over the mat for a moment. @param {string} text */
  say(text) {
    bubble(this.element, text)
  }

  /** @param {View} view @param {SeatView} seat @param {Place | null} hand */
  #drawFoot(view, seat, hand) {
    const result = resultOf(view, seat.seat)
    const away = seat.away_since !== null
    const tag = seatTag(view, seat, hand)
    drawTag(this.#tag, tag, away && tag?.words === t("seat.away") ? [this.#away] : [])
    show(this.#bank, hand?.bank ?? false)
    const room = tag === null || tag === hand?.tag || result !== null
    show(this.#label, hand !== null && hand.label !== "" && !hand.folded && room)
    setText(this.#label, hand?.label ?? "")
    // A settlement says the result in words already.
    show(this.#result, result !== null && !(tag !== null && tag === hand?.tag && SETTLED.has(tag.kind)))
    setText(this.#result, signed(result ?? 0))
    this.#result.className = `num ${toneOf(result ?? 0)}`
    show(this.#bet, view.table.phase === "playing" && (hand?.paid ?? 0) > 0)
    setText(this.#paid, hand?.paid ?? 0)
  }

  /** @param {number} now server time */
  tick(now) {
    if (this.#view) drawRing(this.#view, this.#seat, this.#ring, this.element, now)
    const seat = this.#view?.table.seats.find((one) => one.seat === this.#seat)
    if (this.#view && seat?.away_since != null) setText(this.#away, minutes(awayLeft(this.#view, seat, now)))
  }
}

/**
 * The clock round an avatar: of the turn, then of the bank.
 * @param {View} view @param {number} seat @param {SVGElement} node @param {Element} owner @param {number} now
 */
export function drawRing(view, seat, node, owner, now) {
  const clock = clockOf(view, seat)
  node.classList.toggle("is-off", clock === null)
  if (clock === null) return
  const { ms, banking } = clockLeft(clock, now)
  turnRing(node, (seconds(ms) * 1000) / (banking ? BANK_MS : (turnLength(view) ?? BANK_MS)))
  owner.classList.toggle("is-low", banking || ms <= LOW_MS)
}

/** The colour of a result; none for nothing. @param {number} result */
export const toneOf = (result) => (result < 0 ? "lose" : result > 0 ? "win" : "")

/** @param {Element} owner @param {string} text */
export function bubble(owner, text) {
  owner.querySelector(".bubble")?.remove()
  const node = h("span", { class: "bubble", "aria-hidden": "true" }, text)
  owner.append(node)
  setTimeout(() => node.remove(), BUBBLE_MS)
}

/** How long the table still waits for somebody who is away. @param {View} view @param {SeatView} seat @param {number} now */
export function awayLeft(view, seat, now) {
  const clock = clockOf(view, seat.seat)
  return clock ? clockLeft(clock, now).ms : seat.away_left
}

/** What else there is to say of a seat: what its owner does first, then what the game says. @param {View} view @param {SeatView} seat @param {Place | null} hand @returns {Tag | null} */
function seatTag(view, seat, hand) {
  /** @param {string} words @param {string} [sign] @returns {Tag} */
  const line = (words, sign) => ({ words, kind: "line", icon: sign })
  if (seat.status === "kicked" || seat.status === "leaving") return line(t(`seat.${seat.status}`))
  if (seat.away_since !== null) return line(t("seat.away"), "wifi")
  if (seat.heir !== null) return line(t("seat.heir", { name: seat.heir }))
  if (seat.status === "out") return line(t("seat.out"))
  if (onMat(view) && hand === null) return line(t("seat.later"))
  if (!onMat(view) && seat.next) return line(t("seat.ready"))
  return onMat(view) ? (hand?.tag ?? null) : null
}

/** @param {HTMLElement} node @param {Tag | null} tag @param {readonly Node[]} more behind the words */
export function drawTag(node, tag, more = []) {
  show(node, tag !== null)
  if (tag === null) return
  const name = {
    line: "tag tag--line",
    ngoc: "tag tag--ngoc",
    son: "tag tag--son",
    win: "done",
    lose: "done done--lose",
    even: "done done--even",
  }[tag.kind]
  if (node.className !== name) node.className = name
  const drawn = JSON.stringify([tag, more.length])
  if (node.dataset.drawn === drawn) return
  node.dataset.drawn = drawn
  node.replaceChildren(...(tag.icon ? [icon(tag.icon)] : []), tag.words, ...more)
}

/** A button on a seat: what may be done with it now. */
export class ActButton {
  #icon = icon("eye")
  #words = h("span")
  /** @type {import("../games/face.js").SeatAct | null} */
  #act = null

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const run = () => this.#act && desk.hands.act(this.#act.id, this.#act.action)
    this.element = h(
      "button",
      { type: "button", class: "btn inspect", hidden: true, onclick: run },
      this.#icon,
      this.#words,
    )
    desk.hands.subscribe(() => this.update(this.#act))
  }

  /** @param {import("../games/face.js").SeatAct | null} act */
  update(act) {
    this.#act = act
    show(this.element, act !== null)
    if (!act) return
    this.element.classList.toggle("btn--bold", act.bold && this.desk.hands.live)
    setAttr(this.element, "aria-disabled", this.desk.hands.live ? null : "true")
    setAttr(this.element, "aria-label", act.label)
    setAttr(this.element, "data-testid", `seat-act-${act.id}`)
    setPicture(this.#icon, `i-${act.icon}`)
    setText(this.#words, act.words)
  }
}
