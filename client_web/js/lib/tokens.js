/** @typedef {import("./box.js").Box} Box */

/** The seat tokens of this device, one a room. Never shown, never in an address. */
export class Tokens {
  /** @param {Box} box */
  constructor(box) {
    this.box = box
  }

  /** @param {string} room canonical code @returns {string | null} */
  get(room) {
    return this.box.get(`token.${room}`)
  }

  /** @param {string} room @param {string} token */
  set(room, token) {
    this.box.set(`token.${room}`, token)
  }

  /** @param {string} room */
  forget(room) {
    this.box.remove(`token.${room}`)
  }
}
