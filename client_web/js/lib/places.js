/** The most seats that lie round the mat; more of them stand in a row that scrolls. */
export const MOST = 6
/** Tables with so few chairs show the empty ones too. */
const FEW = 4

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
