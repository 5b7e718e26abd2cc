/** After a change of the keys, a tap that was meant for the old ones must not hit the new ones. */
const REST_MS = 400

/** Whether the keys of the bar may be pressed: once for each question, and not in the moment in which they change. */
export class Spent {
  /** Id of the key whose answer is awaited. @type {string | null} */
  sent = null
  /** @type {number | null} */
  #turn = null
  #used = false
  #until = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {() => void} redraw called when keys come alive */
  constructor(redraw, now = () => performance.now()) {
    this.redraw = redraw
    this.now = now
  }

  /** The question on the table. @param {number | null} turn */
  turn(turn) {
    if (turn === this.#turn) return
    this.#turn = turn
    this.#used = false
    this.sent = null
    this.rest()
  }

  /** The keys changed: keep them dead for a moment. @returns {boolean} whether they were alive */
  rest() {
    const was = this.isLive()
    this.#until = this.now() + REST_MS
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.redraw(), REST_MS + 5)
    return was
  }

  isLive() {
    return !this.#used && this.now() >= this.#until
  }

  /** A key is pressed. @param {string} id @param {boolean} [ahead] it was chosen before @returns {boolean} whether it may be */
  spend(id, ahead = false) {
    if (this.#used || (!ahead && !this.isLive())) return false
    this.#used = true
    this.sent = id
    this.redraw()
    return true
  }

  /** A move was carried out: the keys stay dead until the next question. @param {string} id */
  done(id) {
    if (this.sent !== id) return
    this.sent = null
    this.redraw()
  }

  /** A command that answers no question was answered. @param {string} id */
  release(id) {
    if (this.sent !== id) return
    this.sent = null
    this.#used = false
    this.redraw()
  }

  /** A move was refused: the same question may be answered again. @param {number} turn */
  free(turn) {
    if (turn !== this.#turn) return
    this.#used = false
    this.sent = null
    this.redraw()
  }
}
