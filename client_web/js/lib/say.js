import { labelInside } from "./cardwords.js"
import { eventSentence } from "./eventwords.js"
import { seconds } from "./countdown.js"
import { t } from "./i18n.js"
import { handOf, isMyTurn, mySeat, offerOf, readySeats, seatAt, seatOf } from "./model.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").StudView} StudView */
/** @typedef {import("../store.js").Line} Line */
/** @typedef {import("../connection.js").Link} Link */

/** What happened that is worth a sentence beside the keys. */
const MOVES = new Set(["called", "raised", "folded", "timed_out"])

/** A line of the log as plain text. @param {Line} line @returns {string} */
export function plain(line) {
  const found = eventSentence(line.event, line.who.mine)
  return found ? t(found.key, { ...found.params, name: line.who.mine ? t("you") : line.who.name }) : ""
}

/** What was done last in this hand. @param {readonly Line[]} lines @param {number} hand @returns {string} */
export function lastMove(lines, hand) {
  const line = lines.findLast((one) => one.hand === hand && MOVES.has(one.event.type))
  return line ? plain(line) : ""
}

/** The sentence over the keys: `bold` first. @param {View} view @param {Link} link @param {readonly Line[]} lines @param {number} now @returns {{bold: string, text: string}} */
export function barWords(view, link, lines, now) {
  if (link.kind !== "open") return { bold: "", text: t(link.kind === "ended" ? "say.elsewhere" : "say.offline") }
  if (view.table.pause) return { bold: "", text: t("say.paused") }
  if (view.table.phase === "playing") return playingWords(view, lines)
  const starts =
    view.table.starts === null
      ? ""
      : t("say.starts", { hand: view.table.hand + 1, seconds: seconds(view.table.starts - now) })
  if (view.table.phase === "result" && view.table.play)
    return { bold: winWords(view, view.table.play).join(" "), text: starts }
  return { bold: "", text: starts || waitingWords(view) }
}

/** @param {View} view @param {readonly Line[]} lines */
function playingWords(view, lines) {
  if (isMyTurn(view)) return { bold: t("say.turn"), text: lastMove(lines, view.table.hand) }
  const acting = seatAt(view, view.table.play?.to_act ?? null)
  const me = mySeat(view)
  const mine =
    me && handOf(view, me.seat)?.status === "folded" ? `${t("say.folded")} ` : me ? "" : `${t("say.watching")} `
  if (!acting) return { bold: "", text: mine }
  return { bold: "", text: mine + t(acting.away_since === null ? "say.thinks" : "say.away", { name: acting.name }) }
}

/** Why no hand starts. @param {View} view @returns {string} */
export function waitingWords(view) {
  switch (view.table.waiting) {
    case "host":
      return view.you.host ? t("say.host.you") : t("say.host", { name: seatOf(view, view.table.host ?? 0)?.name ?? "" })
    case "people":
      return t("say.people")
    case "players":
      return t("say.players", { count: view.table.seats.length - readySeats(view) })
    default:
      return t("say.soon")
  }
}

/** The question of my turn in one sentence, for those who hear it. @param {View} view @returns {string} */
export function turnWords(view) {
  const theo = offerOf(view, "theo")
  const to = offerOf(view, "to")
  const choices = [
    theo && theo.cost > 0 && t("hear.fold"),
    theo && (theo.cost === 0 ? t("hear.check") : t("hear.call", { cost: theo.cost })),
    to && t("hear.raise", { cost: to.call + to.step * to.least }),
    theo && theo.cost === 0 && t("hear.fold"),
  ].filter(Boolean)
  return t("hear.turn", { choices: choices.join(", ") })
}

/** One sentence for each seat that takes something. @param {View} view @param {StudView} play @returns {string[]} */
export function winWords(view, play) {
  return [...new Set(play.payouts.map((one) => one.seat))].map((seat) => {
    const amount = play.payouts.filter((one) => one.seat === seat).reduce((sum, one) => sum + one.amount, 0)
    const mine = seat === view.you.seat
    const name = seatAt(view, seat)?.name ?? ""
    const label = handOf(view, seat)?.label
    const key = play.phase === "showdown" && label ? "win.show" : "win.folds"
    return t(mine ? `${key}.you` : key, { name, amount, label: label ? labelInside(label) : "" })
  })
}
