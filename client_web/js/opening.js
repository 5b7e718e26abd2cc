import { tab } from "./lib/box.js"

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {{name: string, bots: boolean}} Wish `bots`: fill the other seats and deal at once */

/** What the first page promised for a new table: the creator sits, bots fill up, the first hand begins. Each step once. */
export class Opening {
  #began = false

  /** @param {Desk} desk @param {Wish} wish */
  constructor(desk, wish) {
    this.desk = desk
    this.wish = wish
  }

  /** @param {string} room @param {Wish} wish */
  static leave(room, wish) {
    tab.set(`open.${room}`, JSON.stringify(wish))
  }

  /** @param {Desk} desk @returns {Opening | null} what was left for this room; it is taken only once */
  static take(desk) {
    const kept = tab.get(`open.${desk.room.code}`)
    tab.remove(`open.${desk.room.code}`)
    return kept ? new Opening(desk, JSON.parse(kept)) : null
  }

  /** @param {View} view */
  view(view) {
    if (this.#began) return
    this.#began = true
    if (view.you.seat === null) this.#run()
  }

  async #run() {
    const { desk, wish } = this
    const { code } = await desk.send({ type: "sit", seat: 0, name: wish.name })
    if (code !== null || !wish.bots) return
    if ((await desk.order({ type: "add_bot" })).code !== null) return
    // The table may have begun by itself: then the order is refused, and that is no news.
    await desk.connection.send({ type: "host", do: { type: "start" } })
  }
}
