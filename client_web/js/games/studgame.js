import { Choose } from "./choose.js"
import { RaiseSheet } from "./raisesheet.js"

/** Everything that draws a hand of xì tố. */
export { stud as face } from "./stud.js"

/** @type {readonly import("./faces.js").PartClass[]} */
export const fronts = [Choose]
/** @type {readonly import("./faces.js").PartClass[]} */
export const trays = []
/** @type {readonly import("./faces.js").PartClass[]} */
export const sheets = [RaiseSheet]
