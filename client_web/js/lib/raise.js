/** The arithmetic of a tố. The bounds are the offer's; nothing here says what is allowed. */

/** @typedef {import("../protocol.js").ToOffer} ToOffer */

const PRESETS = [1, 2, 5, 10, 20]

/** @param {ToOffer} offer @param {number | null} steps as chosen @returns {number} within the offer's bounds */
export const clampSteps = (offer, steps) =>
  Math.min(offer.most, Math.max(offer.least, Math.round(steps ?? offer.least)))

/**
 * What so many steps come to: `rise` over the level, `pay` in all, what is `left`, the new `level`.
 * @param {ToOffer} offer @param {number} steps
 */
export function raiseSums(offer, steps) {
  const rise = offer.step * steps
  return { rise, pay: offer.call + rise, left: offer.left - offer.call - rise, level: offer.level + rise }
}

/** Five quick choices; those outside the bounds are there, but dead. @param {ToOffer} offer */
export const raisePresets = (offer) =>
  PRESETS.map((steps) => ({ steps, dead: steps < offer.least || steps > offer.most }))

/** How much of the slider is filled, 0..100. @param {ToOffer} offer @param {number} steps */
export const fillOf = (offer, steps) =>
  offer.most === offer.least ? 100 : Math.round(((steps - offer.least) / (offer.most - offer.least)) * 100)
