import { h, icon, keyed, setAttr, setText } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { offerOf } from "../lib/model.js"
import { clampStake, stakePresets, stakeStep } from "../lib/stake.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").BetOffer} BetOffer */

/** How much to stake: a stepper and quick choices between the bounds. The key in the bar lays it. */
export class StakeBox {
  #field = h("input", {
    class: "stepper__n",
    type: "number",
    inputmode: "numeric",
    "data-t-label": "stake.label",
    onchange: () => this.#set(this.#field.valueAsNumber),
    "data-testid": "stake-input",
  })
  #bounds = h("small", { class: "mute" })
  #presets = h("div", { class: "presets", role: "group", "data-t-label": "stake.presets" })
  /** @type {BetOffer | null} */
  #bet = null

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.element = h(
      "div",
      { class: "stake", "data-testid": "stake-box" },
      h(
        "div",
        { class: "row" },
        h(
          "div",
          { class: "stepper", role: "group", "data-t-label": "stake.label" },
          this.#step(-1),
          this.#field,
          this.#step(1),
        ),
        this.#bounds,
      ),
      this.#presets,
    )
  }

  /** @param {View} view @returns {boolean} */
  update(view) {
    const bet = offerOf(view, "bet")
    this.#bet = bet
    if (!bet) return false
    const amount = clampStake(bet, this.desk.hands.stake)
    if (document.activeElement !== this.#field) this.#field.value = String(amount)
    setAttr(this.#field, "min", bet.least)
    setAttr(this.#field, "max", bet.most)
    setText(
      this.#bounds,
      bet.reserve > 1
        ? t("stake.bounds.reserve", { least: bet.least, most: bet.most, times: bet.reserve })
        : t("option.bounds", { least: bet.least, most: bet.most }),
    )
    keyed(
      this.#presets,
      stakePresets(bet),
      String,
      (preset) =>
        h(
          "button",
          { type: "button", class: "btn", onclick: () => this.#set(preset), "data-testid": `stake-${preset}` },
          String(preset),
        ),
      (node, preset) => setAttr(node, "aria-pressed", String(preset === amount)),
    )
    return true
  }

  /** @param {number} by */
  #step(by) {
    const run = () => {
      const bet = this.#bet
      if (!bet) return
      const step = stakeStep(bet)
      const now = clampStake(bet, this.desk.hands.stake)
      this.#set(by < 0 ? Math.ceil(now / step - 1) * step : Math.floor(now / step + 1) * step)
    }
    return h(
      "button",
      {
        type: "button",
        onclick: run,
        "data-t-label": by < 0 ? "less" : "more",
        "data-testid": by < 0 ? "stake-less" : "stake-more",
      },
      icon(by < 0 ? "minus" : "plus"),
    )
  }

  /** @param {number} amount */
  #set(amount) {
    if (!this.#bet) return
    const stake = clampStake(this.#bet, Number.isFinite(amount) ? amount : null)
    this.#field.value = String(stake)
    this.desk.hands.pick({ stake })
  }
}
