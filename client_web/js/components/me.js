import { cardWords, faces, fanWords, labelWords } from "../lib/cardwords.js"
import { coin, h, icon, ring, setAttr, setText, show } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { handOf, isActing, onMat, pointsOf, resultOf } from "../lib/model.js"
import { Avatar } from "./avatar.js"
import { Fan } from "./fan.js"
import { bubble, drawRing } from "./seat.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */

/** The seat below: the viewer's own, or for a watcher the first one of the table. */
export class Me {
  #avatar = new Avatar()
  #fan = new Fan()
  #ring = ring()
  #name = h("span", { class: "seat__name" })
  #points = h("span")
  #host = h("span", { class: "seat__host", hidden: true })
  #paid = h("span", { class: "me__paid" })
  #label = h("span", { "data-testid": "my-label" })
  #hole = h("small")
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
      "div",
      { class: "me__who" },
      h(
        "button",
        { type: "button", class: "seat__who", onclick: pick, "data-testid": "me" },
        this.#avatar.element,
        h(
          "span",
          { class: "seat__text" },
          h("span", { class: "seat__line" }, this.#name, this.#host),
          h("span", { class: "seat__stack" }, coin(), this.#points, this.#paid),
        ),
      ),
      h("div", { class: "me__label" }, this.#label, this.#hole),
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
  }

  /** @param {View} view @param {SeatView} seat @param {{still: boolean, canSit: boolean}} at */
  update(view, seat, { still, canSit }) {
    this.#view = view
    this.#seat = seat.seat
    const mine = seat.seat === view.you.seat
    const empty = seat.player === null
    const hand = onMat(view) ? handOf(view, seat.seat) : null
    setAttr(this.element, "data-testid", `seat-${seat.seat}`)
    setAttr(this.element, "data-player", seat.player)
    show(this.who, !empty)
    show(this.take, empty)
    setText(this.#takeWords, t(canSit ? "seat.take" : "seat.empty"))
    this.#avatar.update(seat)
    setText(this.#name, mine ? t("me.name", { name: seat.name }) : seat.name)
    setText(this.#points, pointsOf(view, seat))
    show(this.#host, view.table.host === seat.player && !empty)
    const own = mine ? view.you.play : null
    const hole = hand ? (own && own.hole.type === "open" ? own.hole : hand.hole) : null
    const cards = hand && hole ? [...faces(hole), ...hand.up] : []
    const secret = mine && hand?.hole.type === "closed" && hole?.type === "open" ? 0 : -1
    const words =
      secret === 0 && typeof cards[0] === "string"
        ? t("me.fan", { hole: cardWords(cards[0]), rest: fanWords(cards.slice(1)) })
        : fanWords(cards)
    this.#fan.update(cards, { hole: secret, big: true, still, words })
    this.#drawLabel(view, seat, mine, hole)
    setText(
      this.#paid,
      view.table.phase === "playing" && hand && hand.paid > 0 ? t("me.paid", { paid: hand.paid }) : "",
    )
    this.element.classList.toggle("is-turn", isActing(view, seat.seat))
    this.element.classList.toggle("is-folded", hand?.status === "folded")
  }

  /** @param {View} view @param {SeatView} seat @param {boolean} mine @param {import("../protocol.js").Seen | null} hole */
  #drawLabel(view, seat, mine, hole) {
    const hand = onMat(view) ? handOf(view, seat.seat) : null
    const label = (mine ? view.you.play?.label : null) ?? hand?.label
    const result = resultOf(view, seat.seat)
    setText(
      this.#label,
      hand?.status === "folded" ? t("me.folded") : hand && label ? labelWords(label) : statusWords(view, seat, mine),
    )
    if (result !== null) {
      setText(this.#hole, t("me.result", { points: signed(result) }))
      this.#hole.className = result < 0 ? "lose" : "win"
    } else {
      const card = mine && hole?.type === "open" ? hole.cards[0] : undefined
      setText(this.#hole, card ? t("me.hole", { card: cardWords(card) }) : "")
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
  return mine && onMat(view) && handOf(view, seat.seat) === null ? t("seat.later") : ""
}
