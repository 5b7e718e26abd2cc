/** Our own cards, drawn from a few symbols of the sprite: ranks, suits, three courts. A card is 100 x 140 units. */

const SVG = "http://www.w3.org/2000/svg"
const LEFT = 41.5
const MIDDLE = 57.5
const RIGHT = 73.5
const PIP = 19

/** Tops of a rank's pips: of those that stand in pairs at the sides, and of those between them. @type {Record<string, [sides: number[], middle: number[]]>} */
const PIPS = {
  2: [[], [20.5, 100.5]],
  3: [[], [16.5, 60.5, 104.5]],
  4: [[20.5, 100.5], []],
  5: [[20.5, 100.5], [60.5]],
  6: [[18.5, 60.5, 102.5], []],
  7: [[18.5, 60.5, 102.5], [39.5]],
  8: [
    [18.5, 60.5, 102.5],
    [39.5, 81.5],
  ],
  9: [[12.5, 44.5, 76.5, 108.5], [60.5]],
  T: [
    [12.5, 44.5, 76.5, 108.5],
    [28.5, 92.5],
  ],
}

/** The faces of a card for a place up to 63 px wide, or for one that may be wider: then it has both, and the style picks. @param {string} card such as "As" @param {boolean} big @returns {SVGElement[]} */
export function facesOf(card, big) {
  const [rank = "", suit = ""] = card
  return big ? [full(rank, suit), compact(rank, suit)] : [compact(rank, suit)]
}

/** Rank and suit as large as they can be in the left half, which is all that a fan shows. @param {string} rank @param {string} suit */
function compact(rank, suit) {
  return face("face-compact", part(`r-${rank}`, 6, 9, 39, 52), part(`s-${suit}`, 8, 67, 35), part(`s-${suit}`, 47, 82, 48))
}

/** A small index, and beside it pips, a court, or the ace in its ring. @param {string} rank @param {string} suit */
function full(rank, suit) {
  return face("face-full", part(`r-${rank}`, 7, 9, 27, 36), part(`s-${suit}`, 8, 51, 25), ...middle(rank, suit))
}

/** @param {string} rank @param {string} suit */
function middle(rank, suit) {
  if (rank === "A") return [part("ring", 28, 53, 69, 74), part(`s-${suit}`, 40, 67, 44)]
  const pips = PIPS[rank]
  if (!pips) return [part(`p-${rank}`, 25, 44, 72, 96)]
  const at = (/** @type {number} */ x, /** @type {number} */ y) => part(`s-${suit}`, x, y, PIP)
  const [sides, between] = pips
  return [...sides.flatMap((y) => [at(LEFT, y), at(RIGHT, y)]), ...between.map((y) => at(MIDDLE, y))]
}

/** @param {string} name @param {...SVGElement} parts */
function face(name, ...parts) {
  const node = document.createElementNS(SVG, "svg")
  node.setAttribute("class", name)
  node.setAttribute("viewBox", "0 0 100 140")
  node.setAttribute("aria-hidden", "true")
  node.append(...parts)
  return node
}

/** @param {string} symbol @param {number} x @param {number} y @param {number} width @param {number} [height] */
function part(symbol, x, y, width, height = width) {
  const node = document.createElementNS(SVG, "use")
  for (const [name, value] of Object.entries({ href: `#${symbol}`, x, y, width, height })) node.setAttribute(name, `${value}`)
  return node
}
