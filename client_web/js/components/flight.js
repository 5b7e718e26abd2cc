import { resultOf } from "../games/faces.js"
import { h } from "../lib/dom.js"
import { Pile } from "./pile.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../games/face.js").Place} Place */

const CALM = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)")

/** Coins on their way between a seat and the pot. They move once; nothing waits for them. */
export class Flight {
  #hand = 0
  #paid = 0
  #over = false
  /** @type {Element | null} */
  #node = null

  /** @param {Element} owner the seat, whose style knows the way to the pot */
  constructor(owner) {
    this.owner = owner
  }

  /** @param {View} view @param {number} seat @param {Place | null} hand @param {boolean} still */
  update(view, seat, hand, still) {
    const { table } = view
    const [number, before, ended] = [this.#hand, this.#paid, this.#over]
    this.#hand = table.hand
    this.#over = table.phase === "result"
    this.#paid = this.#over ? 0 : (hand?.paid ?? 0)
    if (still || !hand) return
    const won = resultOf(view, seat) ?? 0
    if (this.#over && !ended && won > 0) this.#fly(won, "from-pot")
    else if (number !== table.hand && !this.#over) this.#fly(hand.total - hand.paid, "to-pot")
    else if (number === table.hand && before > this.#paid) this.#fly(before, "to-pot")
  }

  /** @param {number} amount @param {"to-pot" | "from-pot"} way */
  #fly(amount, way) {
    this.#node?.remove()
    if (CALM?.matches || amount <= 0) return
    const pile = new Pile()
    pile.update(amount)
    const node = h("span", { class: `flight ${way}`, "aria-hidden": "true", onanimationend: () => node.remove() }, pile.element)
    this.#node = node
    this.owner.append(node)
  }
}
