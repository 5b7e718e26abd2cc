import { fanWords } from "../lib/cardwords.js"
import { facesOf } from "../lib/deck.js"
import { h, picture, setAttr } from "../lib/dom.js"

/** @typedef {{hole?: number, big?: boolean, still?: boolean, named?: (card: string) => boolean, words?: string}} FanLook */

/** Cards side by side. Only what changed is redrawn, and only that moves. */
export class Fan {
  element = h("div", { class: "fan", role: "img" })
  /** @type {(string | null)[]} */
  #shown = []
  #hole = -1

  /**
   * @param {readonly (string | null)[]} cards null: a closed one, of which nothing is known here
   * @param {FanLook} [look] `hole`: index of the viewer's own closed card; `still`: nothing may move
   */
  update(cards, { hole = -1, big = false, still = true, named, words } = {}) {
    this.element.style.setProperty("--n", String(Math.max(2, cards.length)))
    const fresh = this.#shown.length === 0
    cards.forEach((card, at) => {
      const old = this.#shown[at]
      if (old === card && (at === hole) === (at === this.#hole)) return
      const node = drawn(card, big)
      if (at === hole) node.classList.add("is-mine")
      if (!still && (old === undefined || card !== null)) node.classList.add(old === null ? "is-opened" : "is-dealt")
      if (fresh) node.style.setProperty("--i", String(at))
      const place = this.element.children[at]
      if (place) place.replaceWith(node)
      else this.element.append(node)
    })
    while (this.element.children.length > cards.length) this.element.lastElementChild?.remove()
    this.#shown = [...cards]
    this.#hole = hole
    for (const [at, card] of cards.entries()) {
      this.element.children[at]?.classList.toggle("is-key", card !== null && (named?.(card) ?? false))
    }
    setAttr(this.element, "aria-label", words ?? fanWords(cards))
    this.element.hidden = cards.length === 0
  }
}

/** @param {string | null} card @param {boolean} big */
function drawn(card, big) {
  if (card === null) return h("span", { class: "card is-back" }, picture("back"))
  return h("span", { class: "card", "data-s": card[1], "data-card": card }, ...facesOf(card, big))
}
