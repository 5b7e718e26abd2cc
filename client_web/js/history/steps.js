import { cardWords } from "../lib/cardwords.js"
import { about, resultWords, tableLine } from "../lib/eventwords.js"
import { t } from "../lib/i18n.js"
import { seatAt, whoIs, withOpened } from "../lib/model.js"
import { plainLine } from "../lib/moves.js"

/** @typedef {import("../protocol.js").AnyEvent} AnyEvent */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").WebHandShown} HandShown */
/** @typedef {import("../store.js").Line} Line */
/**
 * @typedef {object} Step one moment of a hand
 * @property {View} view as the viewer saw it
 * @property {readonly Line[]} lines of the hand so far
 * @property {readonly string[]} words what happened in this step
 */

/**
 * A hand, moment by moment, for the parts of the table that draw one. Seats that were not dealt in are left out.
 * @param {HandShown} shown @param {boolean} [named] the viewer has his name too, instead of "you" @returns {Step[]}
 */
export function stepsOf({ moments }, named = false) {
  /** @type {Line[]} */
  const lines = []
  return moments.map(({ view }) => {
    const seats = view.table.seats.filter((seat) => seat.player !== null)
    const seen = { ...view, table: { ...view.table, seats } }
    const fresh = view.events.map((event, at) => lineOf(seen, event, lines.length + at, named))
    lines.push(...fresh)
    return { view: withOpened(seen, lines), lines: [...lines], words: wordsOf(fresh, seen, named) }
  })
}

/** What is left of a hand that was played by other rules: what was told of it. @param {HandShown} shown @returns {string[]} */
export function toldOf({ line, events }) {
  const seats = Object.entries(line.names).map(([seat, name]) => {
    return { seat: Number(seat), player: line.players[Number(seat)], name }
  })
  const table = { hand: line.hand, seats }
  const view = /** @type {View} */ (/** @type {unknown} */ ({ table, you: { player: 0, seat: null } }))
  return wordsOf(
    events.map((event, at) => lineOf(view, event, at, true)),
    view,
    true,
  )
}

/** @param {View} view @param {AnyEvent} event @param {number} id @param {boolean} named @returns {Line} */
function lineOf(view, event, id, named) {
  const who = whoIs(view, about(event))
  return { id, hand: view.table.hand, event, who: named ? { ...who, mine: false } : who }
}

/** One text a line; the open cards of a round share one. @param {readonly Line[]} lines @param {View} view @param {boolean} named @returns {string[]} */
function wordsOf(lines, view, named) {
  /** @type {string[]} */
  const words = []
  let round = 0
  for (const line of lines) {
    const { event } = line
    if (event.type === "dealt") {
      const card = t("log.cards", { name: nameOf(line), card: cardWords(event.card) })
      if (event.round === round) words.push(`${words.pop()} · ${card}`)
      else words.push(`${t("log.round", { round: event.round })}: ${card}`)
      round = event.round
      continue
    }
    round = 0
    if (event.type === "hand_ended") {
      for (const [seat, result] of Object.entries(event.results)) {
        const mine = !named && Number(seat) === view.you.seat
        words.push(`${mine ? t("you") : (seatAt(view, Number(seat))?.name ?? "")}: ${resultWords(result)}`)
      }
    } else words.push(tableLine(event) ?? plainLine(line))
  }
  return words.filter(Boolean)
}

/** @param {Line} line */
const nameOf = ({ who }) => (who.mine ? t("you") : who.name)

const LEAST_MS = 1_500
const MOST_MS = 6_000
const READ_MS = 45

/** How long a step stays while the hand plays by itself: as long as its words are read. @param {Step} step @returns {number} ms */
export function readingTime({ words }) {
  const length = words.reduce((all, text) => all + text.length, 0)
  return Math.min(MOST_MS, Math.max(LEAST_MS, length * READ_MS))
}
