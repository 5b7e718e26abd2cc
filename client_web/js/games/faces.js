import { plain } from "./plain.js"
import { stud } from "./stud.js"
import { xiDach } from "./xidach.js"
import { Choose } from "./choose.js"
import { RaiseSheet } from "./raisesheet.js"
import { StakeBox } from "./stakebox.js"

/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Place} Place */
/** @typedef {import("../desk.js").Desk} Desk */
/**
 * @typedef {object} Part something of a game that the viewer works with
 * @property {HTMLElement} element
 * @property {(view: View) => boolean} update draws it; whether it is there
 */

/** The games that have a face, by the type of their view; another one is played with plain keys. @type {ReadonlyMap<string, Face>} */
const FACES = new Map([
  ["stud", stud],
  ["xi_dach", xiDach],
])

/** Parts in the place of my own cards. @type {readonly (new (desk: Desk) => Part)[]} */
export const FRONTS = [Choose]
/** Parts under my own name. @type {readonly (new (desk: Desk) => Part)[]} */
export const TRAYS = [StakeBox]
/** Parts that rise over the keys. @type {readonly (new (desk: Desk) => Part)[]} */
export const SHEETS = [RaiseSheet]

/** @param {View} view @returns {Face} */
export const faceOf = (view) => (view.table.play && FACES.get(view.table.play.type)) ?? plain

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
