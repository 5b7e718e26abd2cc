/** A move that cannot be taken back needs two taps in two places; the first one holds for so long. */
const ARMED_MS = 4_000

/** What was tapped once and waits for the second tap. */
export class Guard {
  /** @type {string | null} */
  armed = null
  #until = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {() => void} changed */
  constructor(changed, now = () => performance.now()) {
    this.changed = changed
    this.now = now
  }

  /** The first tap. @param {string} id */
  arm(id) {
    clearTimeout(this.#timer)
    this.armed = id
    this.#until = this.now() + ARMED_MS
    this.#timer = setTimeout(() => this.disarm(), ARMED_MS)
    this.changed()
  }

  /** Time, Esc, a new turn, or "no". @returns {boolean} whether it was armed */
  disarm() {
    if (this.armed === null) return false
    clearTimeout(this.#timer)
    this.armed = null
    this.changed()
    return true
  }

  /** The second tap. What it sends draws anew, so nothing is told here. @param {string} id @returns {boolean} whether it counts */
  confirm(id) {
    const counts = this.armed === id && this.now() < this.#until
    clearTimeout(this.#timer)
    this.armed = null
    return counts
  }

  /** @returns {number} ms in which the second tap still counts */
  get left() {
    return this.armed === null ? 0 : Math.max(0, this.#until - this.now())
  }
}
