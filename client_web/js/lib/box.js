/**
 * Kept values of this device. In-app browsers and private windows may refuse storage: then memory holds them.
 */
export class Box {
  /** @type {Map<string, string>} */
  #memory = new Map()

  /** @param {() => Storage} area read lazily: the property itself may throw */
  constructor(area) {
    this.area = area
  }

  /** @param {string} name @returns {string | null} */
  get(name) {
    const key = `xiban.${name}`
    try {
      return this.area().getItem(key) ?? this.#memory.get(key) ?? null
    } catch {
      return this.#memory.get(key) ?? null
    }
  }

  /** @param {string} name @param {string} value */
  set(name, value) {
    const key = `xiban.${name}`
    this.#memory.set(key, value)
    try {
      this.area().setItem(key, value)
    } catch {
      return // memory has it
    }
  }

  /** Whether this browser keeps anything beyond the page. @returns {boolean} */
  keeps() {
    try {
      this.area().setItem("xiban.keeps", "1")
      this.area().removeItem("xiban.keeps")
      return true
    } catch {
      return false
    }
  }

  /** @param {string} name */
  remove(name) {
    const key = `xiban.${name}`
    this.#memory.delete(key)
    try {
      this.area().removeItem(key)
    } catch {
      return // nothing was kept there
    }
  }
}

export const device = new Box(() => localStorage)
export const tab = new Box(() => sessionStorage)
