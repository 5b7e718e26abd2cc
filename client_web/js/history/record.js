import { call, Refused } from "../api.js"

/** @typedef {import("../protocol.js").Hands} Hands */
/** @typedef {import("../protocol.js").WebHandShown} HandShown */
/** @typedef {import("../protocol.js").Book} Book */
/** @typedef {import("../lib/tokens.js").Tokens} Tokens */

/** What was played in a room, asked of the server. Who asks is told by a header, never by an address. */
export class Record {
  #base

  /** @param {string} code canonical code of the room @param {Tokens} tokens */
  constructor(code, tokens) {
    this.code = code
    this.tokens = tokens
    this.#base = `/s/${code.slice(0, 2)}/api/rooms/${code}`
  }

  /** Finished hands, the newest first. @param {number} [before] those of before this one @returns {Promise<Hands>} */
  async hands(before) {
    return (await this.#ask(before === undefined ? "hands" : `hands?before=${before}`)).json()
  }

  /** @param {number} hand @param {boolean} own as the viewer's own seat saw it; else as everybody did @returns {Promise<HandShown>} */
  async hand(hand, own) {
    return (await this.#ask(`hands/${hand}`, own)).json()
  }

  /** @returns {Promise<Book>} */
  async book() {
    return (await this.#ask("book")).json()
  }

  /** The book for a spreadsheet. @returns {Promise<string>} */
  async csv() {
    return (await this.#ask("book?format=csv")).text()
  }

  /** @param {string} path @param {boolean} [own] @returns {Promise<Response>} */
  async #ask(path, own = true) {
    const token = own ? this.tokens.get(this.code) : null
    try {
      return await call(`${this.#base}/${path}`, undefined, token ? { Authorization: `Bearer ${token}` } : {})
    } catch (error) {
      // The seat went to another device: this one may see what everybody may.
      if (token && error instanceof Refused && error.status === 401) return this.#ask(path, false)
      throw error
    }
  }
}
