/** @typedef {import("../protocol.js").Outbound} Outbound */
/** @typedef {{id: number, at: number, text: string, count: number}} Kept `at`: ms of this device's clock; `count`: beats in a row are one entry */

/** Messages and characters that are kept; older ones go. */
const MOST = 150
const MOST_CHARACTERS = 400_000
const BEAT = '{"type":"beat"'
/** What proves who one is: a picture of the screen must not give the seat away. */
const SECRET = { welcome: "token", move_code: "code" }

/** What the server told this page, word for word. */
export class Inbox {
  /** @type {Kept[]} */
  kept = []
  #characters = 0
  #last = 0

  /** @param {string} text a frame as it came @param {number} at */
  keep(text, at) {
    const last = this.kept.at(-1)
    if (last?.text.startsWith(BEAT) && text.startsWith(BEAT)) {
      Object.assign(last, { at, text, count: last.count + 1 })
      return
    }
    this.kept.push({ id: ++this.#last, at, text, count: 1 })
    this.#characters += text.length
    while (this.kept.length > MOST || (this.#characters > MOST_CHARACTERS && this.kept.length > 1))
      this.#characters -= this.kept.shift()?.text.length ?? 0
  }
}

/** A frame as it may be shown: whole, but for what proves who one is. @param {string} text @param {string} hidden what stands in its place @returns {Outbound} */
export function shown(text, hidden) {
  const message = JSON.parse(text)
  const secret = SECRET[/** @type {keyof typeof SECRET} */ (message.type)]
  return secret && message[secret] ? { ...message, [secret]: hidden } : message
}
