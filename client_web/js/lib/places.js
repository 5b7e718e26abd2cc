/** The most seats that lie round the mat of a small screen; more of them stand there in a row that scrolls. */
export const MOST = 6
/** Tables with so few chairs show the empty ones too. */
const FEW = 4
/** Columns of the mat: they part evenly among one to five seats. */
const COLUMNS = 60

/**
 * @typedef {object} Spot a place on the mat's grid
 * @property {"far" | "left" | "right"} side
 * @property {number} row from the far edge, 1..3
 * @property {number} column the first of `span`
 * @property {number} span
 * @property {number} x from the pot: in widths of the mat, to the right
 * @property {number} y from the pot: in rows, downwards
 */

/**
 * Where seats lie on the mat (look 4): clockwise from mine, which lies below.
 * @param {readonly {seat: number, player: number | null}[]} seats
 * @param {number | null} mine null: a watcher, who looks from the first seat shown
 * @returns {{count: number, places: Map<number, number>}} `places`: seat -> 0 (below) .. count-1
 */
export function places(seats, mine) {
  // Who sits has no use for empty chairs; who looks for one does.
  const all = seats.length <= FEW || (mine === null && seats.length <= MOST)
  const shown = all ? seats : seats.filter((one) => one.player !== null)
  const start = Math.max(
    0,
    shown.findIndex((one) => one.seat === mine),
  )
  const count = shown.length
  return { count, places: new Map(shown.map((one, at) => [one.seat, (at - start + count) % count])) }
}

/** How many seats stand on each side of the pot, one under the other. @param {number} count with mine */
export const sidesOf = (count) => (count < 4 ? 0 : count <= MOST ? 1 : 2)

/**
 * The others round an oval: up the left side, along the far edge, down the right side.
 * @param {number} count with mine @param {number} place 1..count-1 @returns {Spot}
 */
export function spotOf(count, place) {
  const sides = sidesOf(count)
  const far = count - 1 - 2 * sides
  const pot = 1 + Math.max(2, sides + 1) / 2
  const left = place <= sides
  const right = place >= count - sides
  const width = sides === 2 ? COLUMNS / 4 : COLUMNS / 3
  const span = left || right ? width : COLUMNS / far
  const column = left ? 1 : right ? COLUMNS - width + 1 : span * (place - sides - 1) + 1
  const row = left ? sides - place + 2 : right ? place - (count - sides) + 2 : 1
  const side = left ? "left" : right ? "right" : "far"
  return { side, row, column, span, x: (column - 1 + span / 2) / COLUMNS - 0.5, y: row - pot }
}
