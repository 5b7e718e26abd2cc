import { show } from "../lib/dom.js"
import { gameOf } from "./faces.js"

/** @typedef {import("./face.js").View} View */
/** @typedef {import("./faces.js").Game} Game */
/** @typedef {import("./faces.js").Part} Part */
/** @typedef {import("../desk.js").Desk} Desk */

/** The parts that a game puts into one place of the page; made with its first hand. */
export class Parts {
  /** @type {Game | null} */
  #game = null
  /** @type {readonly Part[]} */
  #parts = []

  /**
   * @param {Desk} desk @param {"fronts" | "trays" | "sheets"} kind
   * @param {(element: HTMLElement) => void} put into the page
   */
  constructor(desk, kind, put) {
    this.desk = desk
    this.kind = kind
    this.put = put
  }

  /** @param {View} view @returns {boolean} whether one of them is there */
  update(view) {
    const game = gameOf(view)
    if (game !== this.#game) {
      for (const part of this.#parts) part.element.remove()
      this.#game = game
      this.#parts = game[this.kind].map((Made) => new Made(this.desk))
      for (const part of this.#parts) this.put(part.element)
    }
    let any = false
    for (const part of this.#parts) {
      const there = part.update(view)
      show(part.element, there)
      any ||= there
    }
    return any
  }
}
