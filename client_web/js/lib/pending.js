/** @typedef {import("../protocol.js").Answer} Answer */
/** @typedef {import("../protocol.js").AnyCommand} AnyCommand */
/** @typedef {import("../protocol.js").Outcome} Outcome */
/** @typedef {{ref: number, code: string | null, answer: Answer | null}} Settled `code` null: carried out; "lost": never known */
/** @typedef {{message: AnyCommand, resolve: (settled: Settled) => void}} Waiting */

/** The server refuses more unanswered commands than this on one connection. */
export const MOST = 8

/** These get an answer of their own kind; a view that tells of them is not it. */
const ANSWERED_APART = new Set(["log", "move_seat"])

/** Commands without an answer yet. They keep their refs, so that a resent one has no second effect. */
export class Pending {
  /** @type {Map<number, Waiting>} */
  #waiting = new Map()
  #next = 1
  /** Below this the server knew our refs when it welcomed us: each that is sent again gets an answer of its own. */
  #known = 1

  get size() {
    return this.#waiting.size
  }

  /** After Welcome. @param {number} next the server's next ref @returns {AnyCommand[]} what to send again, in order */
  resume(next) {
    this.#known = next
    this.#next = Math.max(next, this.#next)
    return [...this.#waiting.values()].map((one) => one.message)
  }

  /** Another player speaks from now on: old commands were not his. @param {number} next */
  restart(next) {
    for (const ref of [...this.#waiting.keys()]) this.#settle(ref, { ref, code: "lost", answer: null })
    this.#known = next
    this.#next = next
  }

  /**
   * @param {Record<string, unknown> & {type: string}} command without its ref
   * @returns {{message: AnyCommand, settled: Promise<Settled>}}
   */
  add(command) {
    const ref = this.#next++
    const { type, ...rest } = command
    const message = /** @type {AnyCommand} */ ({ type, ref, ...rest })
    /** @type {Promise<Settled>} */
    const settled = new Promise((resolve) => this.#waiting.set(ref, { message, resolve }))
    return { message, settled }
  }

  /** An answer of its own. @param {Answer} answer */
  answered(answer) {
    if (answer.ref === null) return
    this.#settle(answer.ref, { ref: answer.ref, code: answer.type === "rejected" ? answer.code : null, answer })
  }

  /**
   * What a view says of the last command. Those before it that went out over this connection were carried out: a refusal
   * would have come first. Of those from before the connection only their own answers tell.
   * @param {Outcome | null} outcome
   */
  seen(outcome) {
    if (!outcome) return
    for (const [ref, { message }] of [...this.#waiting]) {
      const told = ref === outcome.ref || (ref < outcome.ref && ref >= this.#known)
      if (told && !ANSWERED_APART.has(message.type))
        this.#settle(ref, { ref, code: ref === outcome.ref ? outcome.code : null, answer: null })
    }
  }

  /** @param {number} ref @param {Settled} settled */
  #settle(ref, settled) {
    const waiting = this.#waiting.get(ref)
    if (!waiting) return
    this.#waiting.delete(ref)
    waiting.resolve(settled)
  }
}
