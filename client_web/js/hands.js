import { Ahead } from "./components/ahead.js"
import { Spent } from "./components/spent.js"
import { faceOf, isMyTurn } from "./games/faces.js"
import { Guard } from "./lib/guard.js"

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./store.js").State} State */
/** @typedef {{type: string} & Record<string, unknown>} Message */

/** The viewer's own hands: which keys he may press, what he picked but has not sent, what he chose ahead. */
export class Hands {
  /** The card to open. @type {number | null} */
  card = null
  /** Steps of a raise. @type {number | null} */
  steps = null
  /** The stake; it stays from hand to hand. @type {number | null} */
  stake = null
  /** Whether the sheet over the keys is open. */
  open = false
  ahead = new Ahead()
  /** A watcher of a full table wants to be told when a seat is free. */
  waits = false
  /** @type {Set<() => void>} */
  #listeners = new Set()
  /** @type {State | null} */
  #state = null
  #turn = -1

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.spent = new Spent(() => this.changed())
    this.guard = new Guard(() => this.changed())
  }

  /** @param {() => void} listener called when something was picked, sent, or came alive */
  subscribe(listener) {
    this.#listeners.add(listener)
  }

  changed() {
    for (const listener of this.#listeners) listener()
  }

  /** Whether keys may be pressed. */
  get live() {
    const { link, view } = this.#state ?? {}
    return link?.kind === "open" && view?.table.pause === null && this.spent.isLive()
  }

  /** Id of the key whose answer is awaited. */
  get sent() {
    return this.spent.sent
  }

  /** A new view: what was picked for another question is void. @param {State} state */
  take(state) {
    const { view, link } = state
    this.#state = state
    if (!view) return
    if (view.you.turn !== this.#turn) this.#forget(view.you.turn ?? -1)
    this.spent.turn(view.you.turn)
    if (link.kind !== "open") {
      this.ahead.clear()
      this.guard.disarm()
    }
    const ahead = this.ahead.take(view)
    if (ahead) this.act(ahead, { type: ahead }, true)
  }

  /** @param {number} turn */
  #forget(turn) {
    this.#turn = turn
    this.card = null
    this.steps = null
    this.open = false
    this.guard.disarm()
  }

  /**
   * Play: the move answers the question that the key was drawn for.
   * @param {string} id @param {Message} action @param {boolean} [ahead] it was chosen before
   */
  async act(id, action, ahead = false) {
    const turn = this.#state?.view?.you.turn ?? null
    if (turn === null || (!ahead && !this.live) || !this.spent.spend(id, ahead)) return
    this.guard.disarm()
    const settled = await this.desk.connection.send({ type: "act", turn, action })
    if (settled.code === null) return this.spent.done(id)
    this.spent.free(turn)
    const { view } = this.desk
    const possible = view && isMyTurn(view) ? faceOf(view).question(view) : ""
    this.desk.notice([this.desk.refusal(settled), possible].filter(Boolean).join(" "))
  }

  /** Anything that is no move. @param {string} id @param {Message} command */
  async tell(id, command) {
    if (!this.spent.spend(id)) return
    await this.desk.send(command)
    this.spent.release(id)
  }

  /** Pick something that is not sent yet. @param {{card?: number, steps?: number, stake?: number, open?: boolean}} picked */
  pick(picked) {
    Object.assign(this, picked)
    if (picked.open === false) this.guard.disarm()
    this.changed()
  }
}
