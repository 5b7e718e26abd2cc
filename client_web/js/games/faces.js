import { plain } from "./plain.js"

/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Place} Place */
/** @typedef {import("../desk.js").Desk} Desk */
/**
 * @typedef {object} Part something of a game that the viewer works with
 * @property {HTMLElement} element
 * @property {(view: View) => boolean} update draws it; whether it is there
 */
/** @typedef {new (desk: Desk) => Part} PartClass */
/**
 * @typedef {object} Game a module of a game
 * @property {Face} face
 * @property {readonly PartClass[]} fronts in the place of my own cards
 * @property {readonly PartClass[]} trays under my own name
 * @property {readonly PartClass[]} sheets that rise over the keys
 */

/** The games that have a face, by the type of their view, and who plays them; another one is played with plain keys. */
const BRING = new Map([
  ["stud", { bring: () => import("./studgame.js"), plays: ["xi-to-28", "xi-to-32"] }],
  ["xi_dach", { bring: () => import("./xidachgame.js"), plays: ["xi-dach"] }],
])

/** @type {Map<string, Game>} */
const here = new Map()

/** @type {Game} */
const PLAIN = { face: plain, fronts: [], trays: [], sheets: [] }

/** The modules of the hand on the table. @param {View} view @returns {Game} */
export const gameOf = (view) => (view.table.play && here.get(view.table.play.type)) ?? PLAIN

/** Whether the hand on the table can be drawn now. @param {View} view */
export const hasFace = ({ table }) => !table.play || here.has(table.play.type) || !BRING.has(table.play.type)

/** Bring what draws the hand on the table. @param {View} view @returns {Promise<boolean>} whether it came */
export const bringFace = ({ table }) => bring(table.play?.type ?? "")

/** Bring what will draw a game's hands, before there is one. @param {string} game such as the room's */
export function expectGame(game) {
  for (const [type, { plays }] of BRING) if (plays.includes(game)) bring(type)
}

/** @param {string} type */
async function bring(type) {
  const game = await BRING.get(type)
    ?.bring()
    .catch(() => null)
  if (game) here.set(type, game)
  return here.has(type)
}

/** @param {View} view @returns {Face} */
export const faceOf = (view) => gameOf(view).face

/** What a seat shows of the hand on the table. @param {View} view @param {number} seat @returns {Place | null} */
export const placeOf = (view, seat) => (view.table.play ? faceOf(view).place(view, seat) : null)

/** Whether it is this seat's turn. @param {View} view @param {number} seat */
export const isActing = (view, seat) => view.table.phase === "playing" && faceOf(view).asked(view).includes(seat)

/** Whether the viewer is asked to play. @param {View} view */
export const isMyTurn = (view) => view.you.turn !== null && view.you.seat !== null && isActing(view, view.you.seat)

/** Points that a seat shows: its stack in the hand, else its balance. @param {View} view @param {import("../protocol.js").SeatView} seat */
export const pointsOf = (view, seat) => placeOf(view, seat.seat)?.stack ?? seat.balance

/** Points won or lost by a seat in the hand that ended. @param {View} view @param {number} seat @returns {number | null} */
export const resultOf = (view, seat) =>
  view.table.phase === "result" && view.table.play ? faceOf(view).result(view, seat) : null

/** The whole value of the running clock in ms, where the table's options tell it. @param {View} view */
export function turnLength(view) {
  const value = view.table.options[faceOf(view).clock(view)]
  return typeof value === "number" ? value * 1000 : null
}
