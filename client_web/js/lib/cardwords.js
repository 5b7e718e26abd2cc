import { language, t } from "./i18n.js"

/** @typedef {import("../protocol.js").HandLabel} HandLabel */
/** @typedef {import("../protocol.js").Seen} Seen */

/** @param {string} card such as "As" */
export const cardWords = (card) => t("card", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) })

/** @param {string} rank @param {"one" | "many"} number English says "pair of kings" */
const rankWords = (rank, number) => (number === "many" ? t(`ranks.${rank}`) : t(`rank.${rank}`))

/**
 * What a hand is called: "Đôi già".
 * @param {HandLabel} label
 */
export function labelWords(label) {
  const [first = "", second = ""] = label.ranks
  const number =
    label.category === "high_card" || label.category.startsWith("straight") || label.category === "flush"
      ? "one"
      : "many"
  const words = t(`hand.${label.category}`, { first: rankWords(first, number), second: rankWords(second, number) })
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1)
}

/** The same in the middle of a sentence. @param {HandLabel} label */
export function labelInside(label) {
  const words = labelWords(label)
  return words.charAt(0).toLocaleLowerCase(language()) + words.slice(1)
}

/** @param {Seen} seen @returns {readonly (string | null)[]} cards; null is a closed one */
export const faces = (seen) => (seen.type === "open" ? seen.cards : Array.from({ length: seen.count }, () => null))

/**
 * What a fan shows, for those who hear it: "già bích, 10 cơ; một lá úp".
 * @param {readonly (string | null)[]} cards
 */
export function fanWords(cards) {
  const open = cards
    .filter((card) => card !== null)
    .map(cardWords)
    .join(", ")
  const closed = cards.filter((card) => card === null).length
  const shut = closed === 0 ? "" : t(closed === 1 ? "fan.closed.one" : "fan.closed.many", { count: closed })
  return [open, shut].filter(Boolean).join("; ")
}

/** How many leading groups of a label its name speaks of; 0: all five cards make it. */
const GROUPS = {
  high_card: 1,
  pair: 1,
  trips: 1,
  quads: 1,
  two_pair: 2,
  straight: 0,
  flush: 0,
  full_house: 0,
  straight_flush: 0,
}

/**
 * Whether a card is one of those that give the hand its name.
 * @param {HandLabel} label
 * @param {string} card
 */
export function isNamed(label, card) {
  const groups = GROUPS[label.category]
  return groups === 0 || label.ranks.slice(0, groups).includes(card[0] ?? "")
}
