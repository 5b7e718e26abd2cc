import { coin, h, setAttr, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { winWords } from "../lib/say.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").StudView} StudView */

/** The middle of the mat: pot, level and raises; after the hand, who took it and why. */
export class Pot {
  #word = h("span", { class: "pot__w", "data-t": "pot" })
  #sum = h("span", { "data-testid": "pot" })
  #level = h("span", { class: "pot__lv", "data-testid": "level" })
  #wins = h("div", { class: "pot__wins", "data-testid": "winners" })

  /** @param {() => void} onDetails */
  constructor(onDetails) {
    this.why = h("button", {
      type: "button",
      class: "btn pot__why",
      onclick: onDetails,
      "data-t": "pot.why",
      "data-testid": "result-details",
    })
    this.element = h(
      "div",
      { class: "pot", role: "group" },
      this.#word,
      h("span", { class: "pot__sum" }, coin(), this.#sum),
      this.#level,
      this.#wins,
      this.why,
    )
  }

  /** @param {View} view */
  update(view) {
    const play = view.table.play
    show(this.element, play !== null)
    if (!play) return
    const over = view.table.phase === "result"
    const sum = over ? play.payouts.reduce((all, one) => all + one.amount, 0) : play.pot
    setText(this.#sum, sum)
    setText(this.#level, levelWords(play))
    show(this.#level, !over)
    show(this.why, over)
    show(this.#wins, over)
    this.#wins.replaceChildren(...(over ? winWords(view, play).map((words) => h("span", {}, words)) : []))
    setAttr(this.element, "aria-label", t("pot.label", { pot: sum, level: play.level }))
  }
}

/** @param {StudView} play */
const levelWords = (play) =>
  play.most_raises === 0
    ? t("pot.level", { level: play.level })
    : t("pot.raises", { level: play.level, raises: play.raises, most: play.most_raises })
