import { isActing, placeOf, pointsOf, resultOf, turnLength } from "../games/faces.js"
import { clockLeft, minutes, seconds } from "../lib/countdown.js"
import { coin, h, icon, ring, setAttr, setText, show, turnRing } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { clockOf, onMat } from "../lib/model.js"
import { ActButton } from "./actbutton.js"
import { Avatar } from "./avatar.js"
import { Fan } from "./fan.js"
import { FirstMark } from "./firstmark.js"
import { Flight } from "./flight.js"
import { Pile } from "./pile.js"
import { drawTag } from "./tag.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../games/face.js").Tag} Tag */
/** @typedef {import("../games/face.js").Place} Place */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../lib/places.js").Spot} Spot */

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
  #pile = new Pile()
  #bet = h("span", { class: "bet" }, h("span", { class: "sr", "data-t": "seat.paid" }), this.#pile.element, this.#paid)
  #first = new FirstMark()
  #takeWords = h("span")
  /** @type {View | null} */
  #view = null
  #seat = 0
  #spot = ""

  /** @param {Desk} desk */
  constructor(desk) {
    const pick = () => desk.pick?.(this.#seat)
    this.act = new ActButton(desk)
    this.#ring.classList.add("is-off")
    this.#avatar.element.append(this.#ring, this.#first.mark)
    this.#host.append(icon("key"))
    this.who = h(
      desk.pick ? "button" : "div",
      { ...(desk.pick ? { type: "button" } : { role: "group" }), class: "seat__who", onclick: pick },
      this.#avatar.element,
      h(
        "span",
        { class: "seat__text" },
        h("span", { class: "seat__line" }, this.#name, this.#host, this.#first.words),
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
    this.flight = new Flight(this.element)
  }

  /** @param {View} view @param {SeatView} seat @param {{place: number, spot: Spot, still: boolean, canSit: boolean}} at */
  update(view, seat, { place, spot, still, canSit }) {
    this.#view = view
    this.#seat = seat.seat
    const empty = seat.player === null
    const hand = onMat(view) ? placeOf(view, seat.seat) : null
    this.#lie(place, spot)
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
    const won = (resultOf(view, seat.seat) ?? 0) > 0
    this.#fan.update(hand?.cards ?? [], { still, words: hand?.alt, named: won ? hand?.named : undefined })
    this.#drawFoot(view, seat, hand, still)
    this.flight.update(view, seat.seat, hand, still)
    this.act.update(hand?.act ?? null)
    this.#first.update(hand?.first ?? false)
    this.element.classList.toggle("is-turn", isActing(view, seat.seat))
    this.element.classList.toggle("is-folded", hand?.folded ?? false)
    this.element.classList.toggle("is-away", seat.away_since !== null)
    this.element.classList.toggle("is-win", won)
  }

  /** Its place on the mat, and from there the way to the pot. @param {number} place @param {Spot} spot */
  #lie(place, spot) {
    const { side, ...numbers } = { ...spot, place }
    const key = JSON.stringify(numbers)
    if (key === this.#spot) return
    this.#spot = key
    setAttr(this.element, "data-side", side)
    for (const [name, value] of Object.entries(numbers))
      this.element.style.setProperty(`--${name}`, String(value))
  }

  /** Words of this seat, over the mat for a moment. @param {string} text */
  say(text) {
    bubble(this.element, text)
  }

  /** @param {View} view @param {SeatView} seat @param {Place | null} hand @param {boolean} still */
  #drawFoot(view, seat, hand, still) {
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
    this.#pile.update(hand?.paid ?? 0, { still })
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
