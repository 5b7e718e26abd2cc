import { faceOf } from "../games/faces.js"
import { fanWords } from "../lib/cardwords.js"
import { resultWords } from "../lib/eventwords.js"
import { said, t } from "../lib/i18n.js"
import { seatAt } from "../lib/model.js"
import { stepsOf, toldOf } from "./steps.js"
import { timeWords } from "./times.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").WebHandShown} HandShown */
/** @typedef {import("../protocol.js").GameInfo} GameInfo */

/**
 * A hand in words, to be kept or passed on: names in place of "you", and no card that the viewer did not see.
 * @param {HandShown} shown @param {{title: string, game: GameInfo | null}} of the room
 * @returns {string}
 */
export function handText(shown, { title, game }) {
  const { line } = shown
  const steps = stepsOf(shown, true)
  const first = steps[0]?.view
  const last = steps.at(-1)?.view
  const seat = first?.you.seat ?? null
  const name = t("log.hand", { hand: line.hand })
  const head = [
    [title, game ? said(game.name) : line.game].filter(Boolean).join(" · "),
    [name, timeWords(line.ended_s)].join(" · "),
    seat === null ? t("handtext.public") : t("handtext.from", { name: line.names[seat] ?? "" }),
  ]
  const stacks = (first?.table.seats ?? []).map((one) =>
    t("handtext.seat", { seat: one.seat + 1, name: one.name, points: one.balance }),
  )
  const told = steps.length > 0 ? steps.flatMap((step) => step.words) : toldOf(shown)
  const course = told.filter((words) => words !== name)
  const results = last?.table.play ? resultsOf(last, line.deltas) : []
  return [head, stacks, course, results]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join("\n")}\n`)
    .join("\n")
}

/** What each seat held at the end, and what became of it. @param {View} view @param {HandShown["line"]["deltas"]} deltas @returns {string[]} */
function resultsOf(view, deltas) {
  const face = faceOf(view)
  const lines = face.seats(view).map((seat) => {
    const place = face.place(view, seat)
    const pieces = [
      place && fanWords(place.cards),
      place?.folded ? t("result.folded") : place?.label,
      resultWords(deltas[seat] ?? 0),
    ]
    return `${seatAt(view, seat)?.name ?? ""}: ${pieces.filter(Boolean).join(". ")}`
  })
  return [t("handtext.results"), ...lines]
}
