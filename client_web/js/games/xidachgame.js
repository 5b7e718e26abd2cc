import { bringStyle } from "../lib/style.js"
import { StakeBox } from "./stakebox.js"

await bringStyle("xidach")

/** Everything that draws a hand of xì dách. */
export { xiDach as face } from "./xidach.js"

/** @type {readonly import("./faces.js").PartClass[]} */
export const fronts = []
/** @type {readonly import("./faces.js").PartClass[]} */
export const trays = [StakeBox]
/** @type {readonly import("./faces.js").PartClass[]} */
export const sheets = []
