import { signed, t } from "../lib/i18n.js"
import { nameOf } from "./names.js"
import { handsOf, seriesOf, spread, ticks } from "./series.js"

/** @typedef {import("../protocol.js").Book} Book */
/** @typedef {import("./series.js").Series} Series */

const SVG = "http://www.w3.org/2000/svg"
const HEIGHT = 240
const TOP = 14
const FOOT = 26
const LEFT = 40
const LABEL_PX = 15
const TICKS = 6
/** Strokes and colours that differ; with more players each stroke comes again in another colour. */
const DASHES = ["", "9 5", "2 5", "14 4 2 4", "5 3"]
const COLOURS = 6
/** Of a long name the end is cut off. */
const NAME = 9

/**
 * A curve for each player, over the hands of a room.
 * @param {Book} book @param {number} width px of the place
 * @returns {SVGElement | null} null: no hand changed anything
 */
export function curve(book, width) {
  const series = seriesOf(book)
  const hands = handsOf(book)
  if (series.length === 0) return null
  const all = series.flatMap((one) => one.sums)
  const marks = ticks(Math.min(0, ...all), Math.max(0, ...all), TICKS)
  const labels = series.map((one) => `${cut(nameOf(one.account, book.you))} ${signed(one.account.result)}`)
  const right = width - Math.max(...labels.map((text) => text.length)) * 7 - 10
  const x = (/** @type {number} */ at) => LEFT + ((right - LEFT) * at) / hands.length
  const [low = 0, high = 0] = [marks[0], marks.at(-1)]
  const y = (/** @type {number} */ points) => TOP + ((HEIGHT - TOP - FOOT) * (high - points)) / (high - low)
  const ends = spread(
    series.map((one) => y(one.account.result)),
    LABEL_PX,
    HEIGHT - 4,
  )
  const svg = node("svg", { class: "curve", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", width, height: HEIGHT })
  svg.setAttribute("aria-label", curveWords(book))
  svg.append(
    ...marks.flatMap((mark) => [
      node("path", { class: mark === 0 ? "zero" : "g", d: `M${LEFT} ${y(mark)}H${right}` }),
      text(signed(mark), LEFT - 6, y(mark) + 4, "end"),
    ]),
    text(t("log.hand", { hand: hands[0] ?? 0 }), LEFT, HEIGHT - 6, "start"),
    ...(hands.length > 1 ? [text(t("log.hand", { hand: hands.at(-1) ?? 0 }), right, HEIGHT - 6, "end")] : []),
    ...series.flatMap((one, at) => [line(one, at, x, y), label(labels[at] ?? "", at, right, ends[at] ?? 0)]),
  )
  return svg
}

/** The same for those who hear it. @param {Book} book */
export function curveWords(book) {
  const people = seriesOf(book).map(({ account, sums }) =>
    t("book.curve.player", {
      name: nameOf(account, book.you),
      now: signed(account.result),
      high: signed(Math.max(0, ...sums)),
      low: signed(Math.min(0, ...sums)),
    }),
  )
  return t("book.curve.label", { hands: handsOf(book).length, players: people.join("; ") })
}

/** @param {Series} series @param {number} at @param {(hand: number) => number} x @param {(points: number) => number} y */
function line({ from, sums }, at, x, y) {
  const places = [0, ...sums].map((points, index) => `${x(from + index).toFixed(1)} ${y(points).toFixed(1)}`)
  const dash = DASHES[at % DASHES.length] ?? ""
  return node("path", { class: `l c${at % COLOURS}`, "stroke-dasharray": dash, d: `M${places.join("L")}` })
}

/** @param {string} words @param {number} at @param {number} x @param {number} y */
function label(words, at, x, y) {
  const made = text(words, x + 8, y + 4, "start")
  made.setAttribute("class", `n c${at % COLOURS}`)
  return made
}

/** @param {string} words @param {number} x @param {number} y @param {"start" | "end"} anchor */
function text(words, x, y, anchor) {
  const made = node("text", { x, y, "text-anchor": anchor })
  made.textContent = words
  return made
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function node(tag, attributes) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== "") made.setAttribute(name, String(value))
  return made
}

/** @param {string} name */
const cut = (name) => (name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name)
