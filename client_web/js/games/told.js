import { faces } from "../lib/cardwords.js"

/** @typedef {import("./face.js").View} View */
/** @typedef {import("../protocol.js").Seen} Seen */

/** @param {unknown} value @returns {value is Seen} */
const isSeen = (value) =>
  typeof value === "object" && value !== null && "type" in value && (value.type === "open" || value.type === "closed")

/** @param {object | null | undefined} part a piece of a view @returns {(string | null)[]} the cards in its fields */
const cardsIn = (part) =>
  Object.values(part ?? {})
    .filter(isSeen)
    .flatMap(faces)

/**
 * The cards of a seat in a game that this page does not know: those in `play.seats`, and for my own seat in `you.play`.
 * @param {View} view @param {number} seat @returns {{cards: readonly (string | null)[], secret: number}}
 */
export function toldCards(view, seat) {
  /** @type {{seats?: readonly {seat: number}[]} | null} */
  const play = view.table.play
  const all = cardsIn(play?.seats?.find((one) => one.seat === seat))
  const mine =
    seat === view.you.seat ? cardsIn(view.you.play).filter((card) => card !== null && !all.includes(card)) : []
  return mine.length > 0 ? { cards: [...mine, ...all.filter(Boolean)], secret: 0 } : { cards: all, secret: -1 }
}
