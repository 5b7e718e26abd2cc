import { icon, show } from "../lib/dom.js"

/** @typedef {import("../games/face.js").Tag} Tag */

/** What a tag looks like, by its kind. @type {Record<Tag["kind"], string>} */
const NAMES = {
  line: "tag tag--line",
  ngoc: "tag tag--ngoc",
  son: "tag tag--son",
  win: "done",
  lose: "done done--lose",
  even: "done done--even",
}

/** @param {HTMLElement} node @param {Tag | null} tag @param {readonly Node[]} more behind the words */
export function drawTag(node, tag, more = []) {
  show(node, tag !== null)
  if (tag === null) return
  const name = NAMES[tag.kind]
  if (node.className !== name) node.className = name
  const drawn = JSON.stringify([tag, more.length])
  if (node.dataset.drawn === drawn) return
  node.dataset.drawn = drawn
  node.replaceChildren(...(tag.icon ? [icon(tag.icon)] : []), tag.words, ...more)
}
