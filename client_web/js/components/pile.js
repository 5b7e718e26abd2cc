import { coinsOf } from "../lib/coins.js"
import { h, picture } from "../lib/dom.js"

/** Coins on a string, one over the other: a picture of the amount that stands beside it. */
export class Pile {
  element = h("span", { class: "pile", "aria-hidden": "true" })
  /** @type {readonly number[]} */
  #coins = []

  /** @param {number} [most] so many coins at most */
  constructor(most = 4) {
    this.most = most
  }

  /** @param {number} amount @param {{still?: boolean}} [how] `still`: nothing may move */
  update(amount, { still = true } = {}) {
    const coins = coinsOf(amount, this.most)
    if (coins.join() === this.#coins.join()) return
    const same = coins.findIndex((coin, at) => coin !== this.#coins[at])
    while (this.element.children.length > same && same >= 0) this.element.lastElementChild?.remove()
    while (this.element.children.length > coins.length) this.element.lastElementChild?.remove()
    for (const coin of coins.slice(this.element.children.length))
      this.element.append(picture("coin", `coin coin-${coin}${still ? "" : " is-moving"}`))
    this.#coins = coins
  }
}
