import { h, show } from "../lib/dom.js"
import { onLanguage, said } from "../lib/i18n.js"

/** @typedef {import("../protocol.js").GameInfo} GameInfo */

let picks = 0

/** Which game: shown only where the server offers more than one. */
export class GamePick {
  element = h("div", { class: "pick", role: "radiogroup", "data-t-label": "create.game", "data-testid": "games" })
  /** @type {readonly GameInfo[]} */
  #games = []
  /** @type {GameInfo | null} */
  chosen = null
  #name = `game-${++picks}`

  /** @param {(game: GameInfo) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange
    onLanguage(() => this.#draw())
  }

  /** @param {readonly GameInfo[]} games */
  offer(games) {
    this.#games = games
    this.chosen = games[0] ?? null
    show(this.element, games.length > 1)
    this.#draw()
    if (this.chosen) this.onChange(this.chosen)
  }

  #draw() {
    this.element.replaceChildren(
      ...this.#games.map((game) => {
        const radio = h("input", {
          type: "radio",
          name: this.#name,
          value: game.game,
          onchange: () => this.#choose(game),
        })
        radio.checked = game === this.chosen
        return h("label", {}, radio, h("b", {}, said(game.name)), h("small", {}, said(game.summary)))
      }),
    )
  }

  /** @param {GameInfo} game */
  #choose(game) {
    this.chosen = game
    this.onChange(game)
  }
}
