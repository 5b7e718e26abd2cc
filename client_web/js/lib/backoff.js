const START_MS = 500
const FACTOR = 1.7
const CAP_MS = 10_000

/** How long to wait before the next try: growing, capped, and jittered so that a room does not come back in one instant. */
export class Backoff {
  /** @param {() => number} random 0..1 */
  constructor(random) {
    this.random = random
    this.tries = 0
  }

  /** @returns {number} ms before try number `tries` */
  next() {
    const longest = Math.min(CAP_MS, START_MS * FACTOR ** this.tries)
    this.tries += 1
    return Math.round(longest * (0.5 + this.random() / 2))
  }

  reset() {
    this.tries = 0
  }
}
