/**
 * A part of the page whose module is brought when it is first asked for.
 * @template M, T
 */
export class Later {
  /** The part, once it is here. @type {T | null} */
  now = null
  /** @type {Promise<T | null> | null} */
  #asked = null

  /**
   * @param {() => Promise<M>} bring
   * @param {(module: M) => T} make
   * @param {{came: () => void, failed: () => void}} told `failed`: the network did not give it; the next call tries again
   */
  constructor(bring, make, told) {
    this.bring = bring
    this.make = make
    this.told = told
  }

  /** @returns {Promise<T | null>} null: it did not come */
  async get() {
    this.#asked ??= this.#bring()
    return this.#asked
  }

  async #bring() {
    const module = await this.bring().catch(() => null)
    if (module) {
      this.now = this.make(module)
      this.told.came()
    } else {
      this.#asked = null
      this.told.failed()
    }
    return this.now
  }
}
