/** What our coins are worth, the largest first. */
export const COINS = [100, 20, 5, 1]

/**
 * The coins of an amount, the largest first. They are a picture of it: the number stands beside them.
 * @param {number} amount @param {number} most so many are shown
 * @returns {number[]}
 */
export function coinsOf(amount, most) {
  const found = []
  let left = amount
  for (const coin of COINS) for (; left >= coin && found.length < most; left -= coin) found.push(coin)
  return found
}
