/** @typedef {import("../store.js").State} State */

/** Chat lines that came while nobody could see them. */
export class Unread {
  /** The newest line that was seen; null before anything was. @type {number | null} */
  #read = null

  /** @param {Pick<State, "lines" | "view">} state @param {boolean} seen whether the lines are in sight now @returns {number} */
  count({ lines, view }, seen) {
    if (!view) return 0
    const newest = lines.at(-1)?.id ?? 0
    const read = seen || this.#read === null ? newest : this.#read
    this.#read = read
    return lines.filter(
      (line) => line.id > read && (line.event.type === "said" || line.event.type === "reacted") && !line.who.mine,
    ).length
  }
}
