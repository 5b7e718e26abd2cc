/** @typedef {import("../protocol.js").Book} Book */
/** @typedef {import("../protocol.js").Account} Account */
/** @typedef {{account: Account, sums: readonly number[], from: number}} Series `sums`: after each hand since `from`, which is an index into the hands */
/** @typedef {{hand: number, player: number, points: number}} Win */

/** The house gives the points and keeps the rake. */
export const HOUSE = 0

/** Everybody but the house, who won most first. @param {Book} book */
export const players = (book) =>
  book.accounts.filter((one) => one.player !== HOUSE).sort((a, b) => b.result - a.result || a.player - b.player)

/** @param {Book} book */
const results = (book) => book.entries.filter((entry) => entry.kind === "result")

/** The hands in which points changed hands. @param {Book} book @returns {number[]} */
export const handsOf = (book) => results(book).map((entry) => entry.hand)

/** What each player had won or lost after each hand, from the first one that changed it. @param {Book} book @returns {Series[]} */
export function seriesOf(book) {
  const posted = results(book).map((entry) => entry.postings)
  return players(book).flatMap((account) => {
    const from = posted.findIndex((postings) => postings[account.player] !== undefined)
    if (from < 0) return []
    let sum = 0
    const sums = posted.slice(from).map((postings) => (sum += postings[account.player] ?? 0))
    return [{ account, from, sums }]
  })
}

/** The hands in which one player took most. @param {Book} book @param {number} most @returns {Win[]} */
export function winsOf(book, most) {
  return results(book)
    .flatMap(({ hand, postings }) =>
      Object.entries(postings).map(([player, points]) => ({ hand, player: Number(player), points })),
    )
    .filter((win) => win.player !== HOUSE && win.points > 0)
    .sort((a, b) => b.points - a.points || b.hand - a.hand)
    .slice(0, most)
}

/**
 * Round numbers that hold `low` and `high`, zero among them.
 * @param {number} low @param {number} high @param {number} most how many at most @returns {number[]} ascending
 */
export function ticks(low, high, most) {
  const span = Math.max(1, high - low)
  const power = 10 ** Math.floor(Math.log10(span / most))
  const fits = (/** @type {number} */ one) => Math.ceil(high / one) - Math.floor(low / one) < most
  const step = Math.max(1, [1, 2, 5, 10, 20].map((one) => one * power).find(fits) ?? 50 * power)
  const first = Math.floor(Math.min(0, low) / step)
  const last = Math.max(first + 1, Math.ceil(Math.max(0, high) / step))
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/**
 * Places of labels that want to stand at `wanted`, each at least `gap` from the next.
 * @param {readonly number[]} wanted @param {number} gap @param {number} bottom none lies lower @returns {number[]} in the order of `wanted`
 */
export function spread(wanted, gap, bottom) {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at)
  const places = new Array(wanted.length).fill(0)
  let free = bottom - gap * (order.length - 1)
  let last = -Infinity
  for (const { at, index } of order) {
    last = Math.max(last + gap, Math.min(at, free))
    places[index] = last
    free += gap
  }
  return places
}
