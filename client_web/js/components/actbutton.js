import { h, icon, setAttr, setPicture, setText, show } from "../lib/dom.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../games/face.js").SeatAct} SeatAct */

/** A button on a seat: what may be done with it now. */
export class ActButton {
  #icon = icon("eye")
  #words = h("span")
  /** @type {SeatAct | null} */
  #act = null

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    const run = () => this.#act && desk.hands.act(this.#act.id, this.#act.action)
    this.element = h(
      "button",
      { type: "button", class: "btn inspect", hidden: true, onclick: run },
      this.#icon,
      this.#words,
    )
    desk.hands.subscribe(() => this.update(this.#act))
  }

  /** @param {SeatAct | null} act */
  update(act) {
    this.#act = act
    show(this.element, act !== null)
    if (!act) return
    this.element.classList.toggle("btn--bold", act.bold && this.desk.hands.live)
    setAttr(this.element, "aria-disabled", this.desk.hands.live ? null : "true")
    setAttr(this.element, "aria-label", act.label)
    setAttr(this.element, "data-testid", `seat-act-${act.id}`)
    setPicture(this.#icon, `i-${act.icon}`)
    setText(this.#words, act.words)
  }
}
