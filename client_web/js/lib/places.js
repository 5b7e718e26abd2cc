/** The most seats that the mat shows. */
const MOST = 6

/**
 * Where seats lie on the mat (look 4): clockwise from mine, which lies below.
 * @param {readonly {seat: number, player: number | null}[]} seats
 * @param {number | null} mine null: a watcher, who looks from the first seat shown
 * @returns {{count: number, places: Map<number, number>}} `places`: seat -> 0 (below) .. count-1
 */
export function places(seats, mine) {
  const shown = seats.length <= MOST ? seats : seats.filter((one) => one.player !== null).slice(0, MOST)
  const start = Math.max(
    0,
    shown.findIndex((one) => one.seat === mine),
  )
  const count = shown.length
  return { count, places: new Map(shown.map((one, at) => [one.seat, (at - start + count) % count])) }
}
