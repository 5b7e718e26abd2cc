import { bringStyle } from "../lib/style.js"
import { Choose } from "./choose.js"
import { RaiseSheet } from "./raisesheet.js"

await Promise.all(["range", "raise"].map(bringStyle))

/** Everything that draws a hand of xì tố with a card to choose and raises of any size. */
export { stud as face } from "./stud.js"

/** @type {readonly import("./faces.js").PartClass[]} */
export const fronts = [Choose]
/** @type {readonly import("./faces.js").PartClass[]} */
export const trays = []
/** @type {readonly import("./faces.js").PartClass[]} */
export const sheets = [RaiseSheet]
