import { faceOf } from "../games/faces.js"
import { h, keyed, picture, setAttr, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { Pile } from "./pile.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../games/face.js").PotRow} PotRow */

/** The middle of the mat: what lies there, in parts where there are some; after the hand, who took it and why. */
export class Pot {
  #word = h("span", { class: "pot__w" })
  #pile = new Pile(5)
  #deck = h("span", { class: "deck", "aria-hidden": "true" }, picture("back"))
  #sum = h("span", { "data-testid": "pot" })
  #lines = h("div", { class: "pot__lines", "data-testid": "level" })
  #pots = h("ul", { class: "pots" })
  #wins = h("div", { class: "pot__wins", "data-testid": "winners" })

  /** @param {{details: () => void, pots: () => void}} open */
  constructor({ details, pots }) {
    this.why = h("button", {
      type: "button",
      class: "btn pot__why",
      onclick: details,
      "data-t": "pot.why",
      "data-testid": "result-details",
    })
    this.parts = h(
      "button",
      { type: "button", class: "pot__parts", "data-t-label": "pots.open", onclick: pots, "data-testid": "pots" },
      this.#pots,
    )
    this.element = h(
      "div",
      { class: "pot", role: "group" },
      this.#deck,
      this.#word,
      h("span", { class: "pot__sum" }, this.#pile.element, this.#sum),
      this.parts,
      this.#lines,
      this.#wins,
      this.why,
    )
  }

  /** @param {View} view @param {boolean} [still] nothing may move */
  update(view, still = true) {
    show(this.element, view.table.play !== null)
    if (!view.table.play) return
    const over = view.table.phase === "result"
    const face = faceOf(view)
    const { word, sum, coin, lines, pots, alt } = face.middle(view)
    setText(this.#word, word)
    this.#pile.update(coin ? Number(sum) : 0, { still })
    show(this.#deck, !over)
    setText(this.#sum, sum)
    keyed(
      this.#lines,
      lines,
      (line) => `${lines.indexOf(line)}`,
      () => h("span", { class: "pot__lv" }),
      (node, line) => {
        setText(node, line.words)
        node.classList.toggle("lose", line.bad ?? false)
      },
    )
    show(this.#lines, lines.length > 0)
    show(this.parts, pots.length > 0)
    keyed(
      this.#pots,
      pots,
      (pot) => pot.name,
      () => h("li", {}, h("span"), h("b")),
      (node, pot) => drawPot(node, pot),
    )
    show(this.why, over && face.wins(view).length > 0)
    show(this.#wins, over)
    this.#wins.replaceChildren(...(over ? face.wins(view).map((words) => h("span", {}, words)) : []))
    setAttr(this.element, "aria-label", alt)
  }
}

/** @param {Element} node @param {PotRow} pot */
function drawPot(node, { name, amount, mine }) {
  setText(/** @type {Node} */ (node.firstChild), mine ? name : t("pots.not", { name }))
  setText(/** @type {Node} */ (node.lastChild), amount)
  node.classList.toggle("not-mine", !mine)
}
