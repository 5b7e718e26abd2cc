import { h, keyed, setAttr, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { places } from "../lib/places.js"
import { onMat, seatOf } from "../lib/model.js"
import { Me } from "./me.js"
import { Pot } from "./pot.js"
import { Seat } from "./seat.js"
import { Veil } from "./veil.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../protocol.js").View} View */

/** The mat: the others round it, the pot in its middle, my own seat below. */
export class Mat {
  #seats = h("ol", { class: "seats" })
  /** @type {WeakMap<Element, Seat>} */
  #made = new WeakMap()

  /** @param {Desk} desk @param {{details: () => void}} open */
  constructor(desk, { details }) {
    this.desk = desk
    this.me = new Me((seat) => desk.pick(seat))
    this.pot = new Pot(details)
    this.veil = new Veil(desk)
    this.element = h(
      "main",
      { class: "mat", "data-t-label": "mat", "data-testid": "mat" },
      this.#seats,
      this.pot.element,
      this.me.element,
      this.veil.element,
    )
  }

  /** @param {State} state */
  update({ view, before, news }) {
    if (!view || !onMat(view)) return
    const { count, places: where } = places(view.table.seats, view.you.seat)
    const still = before === null || document.hidden
    const canSit = view.you.seat === null && (!view.table.locked || view.you.host)
    const placeOf = (/** @type {SeatView} */ seat) => where.get(seat.seat) ?? 0
    const shown = view.table.seats.filter((seat) => where.has(seat.seat)).sort((a, b) => placeOf(a) - placeOf(b))
    const [below, ...others] = shown
    setAttr(this.element, "data-seats", count)
    keyed(
      this.#seats,
      others,
      (seat) => String(seat.seat),
      () => this.#make(),
      (node, seat) => this.#made.get(node)?.update(view, seat, { place: placeOf(seat), still, canSit }),
    )
    show(this.me.element, below !== undefined)
    if (below) this.me.update(view, below, { still, canSit })
    this.pot.update(view)
    this.veil.update(view)
    if (!still) this.#speak(view, news)
  }

  /** What people say is seen where they sit, also while the log is shut. @param {View} view @param {State["news"]} news */
  #speak(view, news) {
    for (const event of news) {
      if (event.type !== "said" && event.type !== "reacted") continue
      const seat = seatOf(view, event.player)?.seat
      const part =
        seat === undefined ? null : this.me.element.dataset.testid === `seat-${seat}` ? this.me : this.#of(seat)
      part?.say(event.type === "said" ? event.text : t(`react.${event.kind}`))
    }
  }

  /** @param {number} seat */
  #of(seat) {
    const node = this.#seats.querySelector(`[data-key="${seat}"]`)
    return node ? this.#made.get(node) : null
  }

  #make() {
    const seat = new Seat((picked) => this.desk.pick(picked))
    this.#made.set(seat.element, seat)
    return seat.element
  }

  /** @param {number} now server time */
  tick(now) {
    if (this.element.hidden) return
    for (const node of this.#seats.children) this.#made.get(node)?.tick(now)
    this.me.tick(now)
    this.veil.tick(now)
  }
}
