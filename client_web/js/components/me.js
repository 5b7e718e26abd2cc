import { isActing, placeOf, pointsOf, resultOf } from "../games/faces.js"
import { coin, h, icon, ring, setAttr, setText, show } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { onMat } from "../lib/model.js"
import { ActButton } from "./actbutton.js"
import { Avatar } from "./avatar.js"
import { Fan } from "./fan.js"
import { FirstMark } from "./firstmark.js"
import { Flight } from "./flight.js"
import { Pile } from "./pile.js"
import { bubble, drawRing, toneOf } from "./seat.js"
import { drawTag } from "./tag.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../games/face.js").Place} Place */
/** @typedef {import("../desk.js").Desk} Desk */

/** The seat below: the viewer's own, or for a watcher the first one of the table. */
export class Me {
  #avatar = new Avatar()
  #fan = new Fan()
  #ring = ring()
  #name = h("span", { class: "seat__name" })
  #points = h("span")
  #host = h("span", { class: "seat__host", hidden: true })
  #paid = h("span")
  #pile = new Pile()
  #bet = h("span", { class: "me__paid", hidden: true }, this.#pile.element, this.#paid)
  #first = new FirstMark()
  #label = h("span", { "data-testid": "my-label" })
  #total = h("span")
  #age = h("small")
  #count = h("span", { class: "count", "data-testid": "my-count" }, this.#total, this.#age)
  #hole = h("small", { "data-testid": "my-small" })
  #tag = h("span")
  #bank = h("span", { class: "badge-cai", "data-t": "badge.bank" })
  #takeWords = h("span")
  /** Whether there is such a seat at all. */
  filled = false
  /** @type {View | null} */
  #view = null
  #seat = 0

  /** @param {Desk} desk */
  constructor(desk) {
    const pick = () => desk.pick?.(this.#seat)
    this.act = new ActButton(desk)
    this.#ring.classList.add("is-off")
    this.#avatar.element.append(this.#ring, this.#first.mark)
    this.#host.append(icon("key"))
    this.who = h(
      "div",
      { class: "me__who" },
      h(
        desk.pick ? "button" : "div",
        { type: desk.pick && "button", class: "seat__who", onclick: pick, "data-testid": "me" },
        this.#avatar.element,
        h(
          "span",
          { class: "seat__text" },
          h("span", { class: "seat__line" }, this.#name, this.#host, this.#first.words),
          h(
            "span",
            { class: "seat__stack" },
            coin(),
            this.#points,
            h("span", { class: "sr", "data-t": "seat.points" }),
            this.#bet,
          ),
        ),
      ),
      this.#bank,
      this.#tag,
      this.act.element,
      h("div", { class: "me__label" }, this.#label, this.#count, this.#hole),
    )
    this.take = h(
      "button",
      { type: "button", class: "seat__take", onclick: pick, "data-testid": "take-seat" },
      icon("plus"),
      this.#takeWords,
    )
    this.element = h(
      "div",
      { class: "me", role: "group", "data-t-label": "me.cards" },
      this.who,
      this.#fan.element,
      this.take,
    )
    this.flight = new Flight(this.element)
  }

  /** @param {View} view @param {SeatView} seat @param {{still: boolean, canSit: boolean}} at */
  update(view, seat, { still, canSit }) {
    this.filled = true
    this.#view = view
    this.#seat = seat.seat
    const mine = seat.seat === view.you.seat
    const empty = seat.player === null
    const hand = onMat(view) ? placeOf(view, seat.seat) : null
    setAttr(this.element, "data-testid", `seat-${seat.seat}`)
    setAttr(this.element, "data-player", seat.player)
    show(this.who, !empty)
    show(this.take, empty)
    setText(this.#takeWords, t(canSit ? "seat.take" : "seat.empty"))
    this.#avatar.update(seat)
    setText(this.#name, mine ? t("me.name", { name: seat.name }) : seat.name)
    setText(this.#points, pointsOf(view, seat))
    show(this.#host, view.table.host === seat.player && !empty)
    const won = (resultOf(view, seat.seat) ?? 0) > 0
    this.#fan.update(hand?.cards ?? [], {
      hole: hand?.secret ?? -1,
      big: true,
      still,
      words: hand?.alt,
      named: won ? hand?.named : undefined,
    })
    show(this.#bank, hand?.bank ?? false)
    this.act.update(hand?.act ?? null)
    this.#drawLabel(view, seat, mine, hand)
    const paid = view.table.phase === "playing" ? (hand?.paid ?? 0) : 0
    show(this.#bet, paid > 0)
    setText(this.#paid, t("me.paid", { paid }))
    this.#pile.update(paid, { still })
    this.flight.update(view, seat.seat, hand, still)
    this.#first.update(hand?.first ?? false)
    this.element.classList.toggle("is-turn", isActing(view, seat.seat))
    this.element.classList.toggle("is-folded", hand?.folded ?? false)
    this.element.classList.toggle("is-win", won)
  }

  /** @param {View} view @param {SeatView} seat @param {boolean} mine @param {Place | null} hand */
  #drawLabel(view, seat, mine, hand) {
    const result = resultOf(view, seat.seat)
    const label = hand?.folded ? t("me.folded") : hand?.label || statusWords(view, seat, mine)
    show(this.#count, hand?.count != null)
    show(this.#label, hand?.count == null)
    setText(this.#label, label)
    setText(this.#total, hand?.count?.number ?? "")
    setText(this.#age, hand?.count?.words ?? "")
    drawTag(this.#tag, result === null && !hand?.folded ? (hand?.tag ?? null) : null)
    if (result !== null) {
      setText(this.#hole, t("me.result", { points: signed(result) }))
      this.#hole.className = toneOf(result)
    } else {
      setText(this.#hole, hand?.small ?? "")
      this.#hole.className = ""
    }
  }

  /** @param {string} text */
  say(text) {
    bubble(this.element, text)
  }

  /** @param {number} now server time */
  tick(now) {
    if (this.#view) drawRing(this.#view, this.#seat, this.#ring, this.element, now)
  }
}

/** Why there are no cards here. @param {View} view @param {SeatView} seat @param {boolean} mine */
function statusWords(view, seat, mine) {
  if (seat.status !== "in") return t(`seat.${seat.status}`)
  return mine && onMat(view) && placeOf(view, seat.seat) === null ? t("seat.later") : ""
}
