import { faceOf } from "../games/faces.js"
import { Parts } from "../games/parts.js"
import { h, keyed, setAttr, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { MOST, places, sidesOf, spotOf } from "../lib/places.js"
import { onMat, seatOf } from "../lib/model.js"
import { Me } from "./me.js"
import { Pot } from "./pot.js"
import { Seat } from "./seat.js"
import { Veil } from "./veil.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {import("../protocol.js").View} View */

/** Where the places of a large table lie round the mat too. */
const ROUND = matchMedia("(min-width: 700px) and (min-height: 980px), (min-width: 1400px) and (min-height: 800px)")

/** The mat: the others round it, the pot in its middle, my own seat below. */
export class Mat {
  #seats = h("ol", { class: "seats" })
  /** @type {WeakMap<Element, Seat>} */
  #made = new WeakMap()
  /** @type {State | null} */
  #state = null
  #shown = -1
  /** Heard when the row of seats has its size, so that nobody has to ask for it. */
  #sized = new ResizeObserver(() => this.#scroll())
  #count = 0

  /** @param {Desk} desk @param {{details: () => void, pots: () => void}} open @param {"main" | "div"} [tag] */
  constructor(desk, open, tag = "main") {
    this.desk = desk
    this.me = new Me(desk)
    this.fronts = new Parts(desk, "fronts", (front) => this.me.element.after(front))
    this.trays = new Parts(desk, "trays", (tray) => this.me.take.before(tray))
    this.pot = new Pot(open)
    this.veil = new Veil(desk)
    this.element = h(
      tag,
      { class: "mat", role: tag === "div" && "group", "data-t-label": "mat", "data-testid": "mat" },
      this.#seats,
      this.pot.element,
      this.me.element,
      this.veil.element,
    )
    ROUND.addEventListener("change", () => this.#state && this.update({ ...this.#state, before: null, news: [] }))
    desk.hands.subscribe(() => this.#state?.view && this.#drawParts(this.#state.view))
  }

  /** @param {State} state */
  update(state) {
    const { view, before, news } = state
    this.#state = state
    if (!view || !onMat(view)) return
    const { count, places: where } = places(view.table.seats, view.you.seat)
    const still = before === null || document.hidden
    const canSit = view.you.seat === null && (!view.table.locked || view.you.host)
    const placeOf = (/** @type {SeatView} */ seat) => where.get(seat.seat) ?? 0
    const shown = view.table.seats.filter((seat) => where.has(seat.seat)).sort((a, b) => placeOf(a) - placeOf(b))
    const [below, ...others] = shown
    const row = count > MOST && !ROUND.matches
    setAttr(this.element, "data-seats", count <= MOST ? count : row ? "many" : "ring")
    setAttr(this.element, "data-sides", sidesOf(count))
    this.#size(count)
    keyed(
      this.#seats,
      others,
      (seat) => String(seat.seat),
      () => this.#make(),
      (node, seat) => this.#made.get(node)?.update(view, seat, {
          place: placeOf(seat),
          spot: spotOf(count, placeOf(seat)),
          still,
          canSit,
        }),
    )
    if (below) this.me.update(view, below, { still, canSit })
    this.#drawParts(view)
    if (row) this.#follow(view)
    this.pot.update(view, still)
    this.veil.update(view)
    if (!still) this.#speak(view, news)
  }

  /** @param {number} count how many a card goes to before the next one */
  #size(count) {
    if (count === this.#count) return
    this.#count = count
    this.element.style.setProperty("--count", String(count))
  }

  /** What the viewer works with: in the place of his cards, or under his name. @param {View} view */
  #drawParts(view) {
    const whole = this.fronts.update(view)
    this.trays.update(view)
    show(this.me.element, !whole && this.me.filled)
  }

  /** Where seats lie in a row that scrolls, the one that is waited for comes into sight. @param {View} view */
  #follow(view) {
    const [first] = faceOf(view).asked(view)
    if (first === undefined || first === this.#shown) return
    this.#shown = first
    this.#sized.disconnect()
    this.#sized.observe(this.#seats)
  }

  #scroll() {
    this.#sized.disconnect()
    const node = this.#seats.querySelector(`[data-key="${this.#shown}"]`)
    if (!(node instanceof HTMLElement)) return
    this.#seats.scrollTo({
      left: node.offsetLeft - (this.#seats.clientWidth - node.clientWidth) / 2,
      behavior: "instant",
    })
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
    const seat = new Seat(this.desk)
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
