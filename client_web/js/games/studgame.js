/** Everything that draws a hand of xì tố with steps of one. */
export { stud as face } from "./stud.js"

/** @type {readonly import("./faces.js").PartClass[]} */
export const fronts = []
/** @type {readonly import("./faces.js").PartClass[]} */
export const trays = []
/** @type {readonly import("./faces.js").PartClass[]} */
export const sheets = []
