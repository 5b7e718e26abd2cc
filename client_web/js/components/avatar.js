import { h, icon, setAttr } from "../lib/dom.js"

/** Shapes of avatars; the last one is for bots. */
const SHAPES = 6

/** Who it is at a glance: a shape, a colour and a letter; a bot shows its face. */
export class Avatar {
  element = h("span", { class: "avatar", "aria-hidden": "true" })
  #drawn = ""
  /** @type {ChildNode | null} */
  #face = null

  /** @param {{seat: number | null, name: string, bot: boolean}} who */
  update({ seat, name, bot }) {
    const letter = [...name][0]?.toLocaleUpperCase() ?? "?"
    setAttr(this.element, "data-n", bot ? SHAPES - 1 : (seat ?? 0) % (SHAPES - 1))
    const drawn = bot ? "bot" : letter
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.#face?.remove()
    this.#face = bot ? icon("bot") : document.createTextNode(letter)
    this.element.prepend(this.#face)
  }
}
