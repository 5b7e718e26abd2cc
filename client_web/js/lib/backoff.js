const START_MS = 4_000
const FACTOR = 1.5
const CAP_MS = 10_000
/** The shortest wait, as a part of the longest. */
const LEAST = 1 / 8

/**
 * How long to wait before the next try: growing, capped, and spread so that a thousand pages that were cut off in one
 * instant do not come back in one. Nobody has to sit it out: a page that becomes visible, a network that returns and a
 * tap on the banner try at once.
 */
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
    return Math.round(longest * (LEAST + this.random() * (1 - LEAST)))
  }

  reset() {
    this.tries = 0
  }
}
