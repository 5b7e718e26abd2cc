/** The arithmetic of a stake in xì dách. The bounds are the offer's. */

/** @typedef {import("../protocol.js").BetOffer} BetOffer */

const NICE = [1, 2, 5, 10, 20, 50]
const MOST = 5

/** @param {BetOffer} offer @param {number | null} amount as chosen @returns {number} within the offer's bounds */
export const clampStake = (offer, amount) =>
  Math.min(offer.most, Math.max(offer.least, Math.round(amount ?? (offer.now || offer.least))))

/** Up to five quick choices, least and most among them. @param {BetOffer} offer @returns {number[]} */
export function stakePresets({ least, most }) {
  const between = NICE.flatMap((nice) => [nice, nice * least])
    .filter((amount) => amount > least && amount < most)
    .sort((a, b) => a - b)
  const round = [...new Set(between)]
  const wanted = Math.min(round.length, MOST - 2)
  const picked = Array.from(
    { length: wanted },
    (_, at) => round[Math.round(((at + 1) * (round.length + 1)) / (wanted + 1)) - 1] ?? least,
  )
  return [...new Set([least, ...picked, most])]
}

/** A step of the stepper: a tenth of the span, made round. @param {BetOffer} offer */
export function stakeStep({ least, most }) {
  const tenth = Math.max(1, (most - least) / 10)
  const unit = 10 ** Math.floor(Math.log10(tenth))
  return [1, 2, 5, 10].map((one) => one * unit).findLast((one) => one <= tenth) ?? 1
}
