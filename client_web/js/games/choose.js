import { cardWords } from "../lib/cardwords.js"
import { facesOf } from "../lib/deck.js"
import { h, icon, keyed, setAttr } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { offerOf } from "../lib/model.js"
import { pickedCard } from "./studkeys.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */

/** Two cards, one of which will lie open: a tap marks it, a key of the bar sends it. Stands in the place of my cards. */
export class Choose {
  #cards = h("div", { class: "choose__cards" })

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.element = h(
      "div",
      { class: "choose", role: "radiogroup", "data-t-label": "choose.label", "data-testid": "choose" },
      this.#cards,
    )
    this.element.addEventListener("keydown", (event) => this.#arrow(event))
  }

  /** @param {View} view @returns {boolean} */
  update(view) {
    const you = view.you.play
    const play = view.table.play
    const mine =
      play?.type === "stud" && play.phase === "choose" && view.table.phase === "playing" && you?.type === "stud"
    const cards = mine && you.hole.type === "open" ? you.hole.cards : []
    if (cards.length !== 2) return false
    const picked = pickedCard(view, this.desk)
    const fixed = !offerOf(view, "choose")
    keyed(
      this.#cards,
      cards.map((card, at) => ({ card, at })),
      ({ card }) => card,
      (one) => this.#make(one),
      (node, { card, at }) => this.#draw(node, card, at, { picked, fixed }),
    )
    return true
  }

  /** @param {{card: string, at: number}} one */
  #make({ card, at }) {
    return h(
      "button",
      { type: "button", class: "choice", role: "radio", onclick: () => this.#pick(at), "data-testid": `choice-${at}` },
      h("span", { class: "card", "data-s": card[1], "data-card": card }, ...facesOf(card, true)),
      h("span", { class: "tag" }),
    )
  }

  /** @param {Element} node @param {string} card @param {number} at @param {{picked: number | null, fixed: boolean}} how */
  #draw(node, card, at, { picked, fixed }) {
    const open = picked === at
    setAttr(node, "aria-checked", String(open))
    setAttr(node, "aria-disabled", fixed ? "true" : null)
    setAttr(node, "tabindex", open || (picked === null && at === 0) ? "0" : "-1")
    setAttr(node, "aria-label", t("choose.open", { card: cardWords(card) }))
    const tag = /** @type {HTMLElement} */ (node.lastElementChild)
    const state = picked === null ? "none" : open ? "up" : "down"
    const drawn = `${state}-${document.documentElement.lang}`
    if (tag.dataset.drawn === drawn) return
    tag.dataset.drawn = drawn
    tag.className = `tag ${{ none: "tag--line", up: "tag--ngoc", down: "tag--son" }[state]}`
    const sign = { none: null, up: "eye", down: "eyeoff" }[state]
    tag.replaceChildren(...(sign ? [icon(sign)] : []), t(`choose.${state}`))
  }

  /** @param {number} at */
  #pick(at) {
    const view = this.desk.view
    if (view && offerOf(view, "choose")) this.desk.hands.pick({ card: at })
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key)) return
    event.preventDefault()
    const buttons = [...this.#cards.children]
    const at = buttons.indexOf(/** @type {Element} */ (document.activeElement))
    const next = buttons[(at + 1) % buttons.length]
    this.#pick(buttons.indexOf(/** @type {Element} */ (next)))
    if (next instanceof HTMLElement) next.focus()
  }
}
