import { faces, labelWords } from "../lib/cardwords.js"
import { clockLeft, minutes, seconds } from "../lib/countdown.js"
import { coin, h, icon, ring, setAttr, setText, show, turnRing } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { clockOf, handOf, isActing, onMat, pointsOf, resultOf, turnLength } from "../lib/model.js"
import { Avatar } from "./avatar.js"
import { Fan } from "./fan.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */

/** The last seconds are drawn in cinnabar. */
const LOW_MS = 5_000
const BANK_MS = 60_000
const BUBBLE_MS = 4_000

/** One seat of somebody else, or an empty one. */
export class Seat {
  #avatar = new Avatar()
  #fan = new Fan()
  #ring = ring()
  #name = h("span", { class: "seat__name" })
  #points = h("span")
  #host = h("span", { class: "seat__host", hidden: true })
  #label = h("span", { class: "hl" })
  #tag = h("span", { class: "tag tag--line" })
  #away = h("span", { class: "num" })
  #result = h("span", { class: "num" })
  #paid = h("span")
  #bet = h("span", { class: "bet" }, h("span", { class: "sr", "data-t": "seat.paid" }), coin(), this.#paid)
  #takeWords = h("span")
  /** @type {View | null} */
  #view = null
  #seat = 0

  /** @param {(seat: number) => void} onPick */
  constructor(onPick) {
    const pick = () => onPick(this.#seat)
    this.#avatar.element.append(this.#ring)
    this.#host.append(icon("key"))
    this.who = h(
      "button",
      { type: "button", class: "seat__who", onclick: pick },
      this.#avatar.element,
      h(
        "span",
        { class: "seat__text" },
        h("span", { class: "seat__line" }, this.#name, this.#host),
        h("span", { class: "seat__stack" }, coin(), this.#points),
      ),
    )
    this.foot = h("div", { class: "seat__foot" }, this.#label, this.#tag, this.#result, this.#bet)
    this.take = h(
      "button",
      { type: "button", class: "seat__take", onclick: pick, "data-testid": "take-seat" },
      icon("plus"),
      this.#takeWords,
    )
    this.element = h("li", { class: "seat" }, this.who, this.#fan.element, this.foot, this.take)
  }

  /** @param {View} view @param {SeatView} seat @param {{place: number, still: boolean, canSit: boolean}} at */
  update(view, seat, { place, still, canSit }) {
    this.#view = view
    this.#seat = seat.seat
    const empty = seat.player === null
    const hand = onMat(view) ? handOf(view, seat.seat) : null
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
    setAttr(this.who, "aria-label", t("seat.about", { name: seat.name, points: pointsOf(view, seat) }))
    this.#fan.update(hand ? [...faces(hand.hole), ...hand.up] : [], { still })
    this.#drawFoot(view, seat)
    const won = (resultOf(view, seat.seat) ?? 0) > 0
    this.element.classList.toggle("is-turn", isActing(view, seat.seat))
    this.element.classList.toggle("is-folded", hand?.status === "folded")
    this.element.classList.toggle("is-away", seat.away_since !== null)
    this.element.classList.toggle("is-win", won)
  }

  /** Words of this seat, over the mat for a moment. @param {string} text */
  say(text) {
    bubble(this.element, text)
  }

  /** @param {View} view @param {SeatView} seat */
  #drawFoot(view, seat) {
    const hand = onMat(view) ? handOf(view, seat.seat) : null
    const result = resultOf(view, seat.seat)
    const tag = tagWords(view, seat)
    show(this.#tag, tag !== null)
    if (tag !== null) this.#tag.replaceChildren(...(tag !== t("seat.away") ? [tag] : [icon("wifi"), tag, this.#away]))
    show(this.#label, hand?.label != null && hand.status === "live" && (tag === null || result !== null))
    if (hand?.label) setText(this.#label, labelWords(hand.label))
    show(this.#result, result !== null)
    setText(this.#result, signed(result ?? 0))
    this.#result.className = `num ${(result ?? 0) < 0 ? "lose" : "win"}`
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

/** What else there is to say of a seat. @param {View} view @param {SeatView} seat @returns {string | null} */
function tagWords(view, seat) {
  const hand = handOf(view, seat.seat)
  if (seat.status === "kicked" || seat.status === "leaving") return t(`seat.${seat.status}`)
  if (seat.away_since !== null) return t("seat.away")
  if (seat.heir !== null) return t("seat.heir", { name: seat.heir })
  if (seat.status === "out") return t("seat.out")
  if (onMat(view) && hand === null) return t("seat.later")
  if (hand?.status === "folded" && onMat(view)) return t("seat.folded")
  if (!onMat(view) && seat.next) return t("seat.ready")
  return null
}
