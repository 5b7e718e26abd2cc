import { worded } from "../lib/i18n.js"
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

/** The games that have a face, and what brings it; another one is played with plain keys. @type {Map<string, () => Promise<Game>>} */
const BRING = new Map([
  ["xi-to-28", () => import("./studgame.js")],
  ["xi-to-32", () => import("./stud32game.js")],
  ["xi-dach", worded(() => import("./xidachgame.js"))],
])

/** @type {Map<string, Game>} */
const here = new Map()

/** @type {Game} */
const PLAIN = { face: plain, fronts: [], trays: [], sheets: [] }

/** The modules of the hand on the table. @param {View} view @returns {Game} */
export const gameOf = ({ table }) => (table.play && here.get(table.game)) ?? PLAIN

/** Whether the hand on the table can be drawn now. @param {View} view */
export const hasFace = ({ table }) => !table.play || here.has(table.game) || !BRING.has(table.game)

/** Bring what draws a game's hands, perhaps before there is one. @param {string} game such as the room's @returns {Promise<boolean>} whether it came */
export async function bringFace(game) {
  if (here.has(game)) return true
  const face = await BRING.get(game)?.().catch(() => null)
  if (face) here.set(game, face)
  return here.has(game)
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
