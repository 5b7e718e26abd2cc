/** @typedef {import("../protocol.js").Clock} Clock */

/** Samples of the server's clock that are compared. */
const SAMPLES = 6

/** The server's clock as far as it is known here: the least delayed of the last messages that told the time. */
export class ServerClock {
  /** @type {number[]} */
  #offsets = []
  /** What it shows while it stands. @type {number | null} */
  #held = null

  /** @param {() => number} local ms, any zero */
  constructor(local) {
    this.local = local
  }

  /** A new connection: what was known before is void. @param {number} serverNow */
  reset(serverNow) {
    this.#offsets = [serverNow - this.local()]
  }

  /** @param {number} serverNow */
  sample(serverNow) {
    this.#offsets = [...this.#offsets, serverNow - this.local()].slice(-SAMPLES)
  }

  /** No time runs at the server, or runs again. @param {boolean} on */
  hold(on) {
    this.#held = on ? this.now() : null
  }

  /** @returns {number} ms of the server's clock */
  now() {
    return this.#held ?? this.local() + (this.#offsets.length ? Math.max(...this.#offsets) : 0)
  }
}

/**
 * What is left of a clock: of the turn first, then of the bank.
 * @param {Clock} clock
 * @param {number} now server time
 * @returns {{ms: number, banking: boolean}} ms, never negative
 */
export function clockLeft(clock, now) {
  if (clock.left !== null) return { ms: Math.max(0, clock.left), banking: false }
  const turn = clock.due - now
  if (turn > 0 || clock.bank <= 0) return { ms: Math.max(0, turn), banking: false }
  return { ms: Math.max(0, turn + clock.bank), banking: true }
}

/** @param {number} ms @returns {number} whole seconds as a clock shows them: the last one is 1 */
export const seconds = (ms) => Math.ceil(Math.max(0, ms) / 1000)

/** @param {number} ms @returns {string} `0:48` */
export function minutes(ms) {
  const all = seconds(ms)
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`
}
