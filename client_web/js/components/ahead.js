import { mySeat, offerOf } from "../lib/model.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {"pre-up" | "pre-theo"} Choice */

/**
 * A move chosen before the turn comes: to stay at this price, or to pay nothing (check where it is free, else fold). It
 * holds for one price of one round: a raise, a new round, a new hand or a lost link clear it, so that nobody pays or folds
 * for something he did not see.
 */
export class Ahead {
  /** @type {{id: Choice, cost: number, state: string} | null} */
  #chosen = null

  /** What a move would cost now. @param {View} view @returns {number | null} null: nothing can be chosen */
  static cost(view) {
    const { play } = view.table
    const me = mySeat(view)
    if (play?.type !== "stud" || play.phase !== "bet" || view.table.phase !== "playing") return null
    const hand = me && play.seats.find((one) => one.seat === me.seat)
    if (hand?.status !== "live") return null
    return play.level - hand.paid
  }

  /** @param {View} view @returns {Choice | null} */
  chosen(view) {
    if (this.#chosen && this.#chosen.state !== stateOf(view)) this.#chosen = null
    return this.#chosen?.id ?? null
  }

  /** Choose, or take back. @param {Choice} id @param {View} view */
  toggle(id, view) {
    const cost = Ahead.cost(view)
    this.#chosen = this.chosen(view) === id || cost === null ? null : { id, cost, state: stateOf(view) }
  }

  clear() {
    this.#chosen = null
  }

  /** The turn has come: what to play by itself, once. @param {View} view @returns {"up" | "theo" | null} */
  take(view) {
    const { play } = view.table
    if (play?.type !== "stud" || view.you.turn === null || play.to_act !== view.you.seat) return null
    const id = this.chosen(view)
    const cost = this.#chosen?.cost
    this.#chosen = null
    if (id === null || cost === undefined || offerOf(view, "theo")?.cost !== cost) return null
    return id === "pre-up" && cost > 0 ? "up" : "theo"
  }
}

/** Everything that a choice depends on. @param {View} view */
function stateOf(view) {
  const { hand, play } = view.table
  return play?.type === "stud" ? [hand, play.round, play.level, play.raises].join() : ""
}
