import { faceOf } from "../games/faces.js"
import { seconds } from "./countdown.js"
import { t } from "./i18n.js"
import { isAskedToBank, readySeats, seatAt, seatOf } from "./model.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../store.js").Line} Line */
/** @typedef {import("../connection.js").Link} Link */

/**
 * The sentence over the keys: `bold` first.
 * @param {View} view @param {{link: Link, lines: readonly Line[]}} state @param {string | null} armed what was tapped once @param {number} now
 * @returns {{bold: string, text: string}}
 */
export function barWords(view, { link, lines }, armed, now) {
  if (link.kind !== "open") return { bold: "", text: t(link.kind === "ended" ? "say.elsewhere" : "say.offline") }
  if (view.table.pause) return { bold: "", text: t("say.paused") }
  if (view.table.phase === "playing") return faceOf(view).saying(view, lines, armed)
  if (isAskedToBank(view)) return { bold: t("bank.ask"), text: t("bank.ask.text") }
  const starts =
    view.table.starts === null
      ? ""
      : t("say.starts", { hand: view.table.hand + 1, seconds: seconds(view.table.starts - now) })
  if (view.table.phase === "result" && view.table.play)
    return { bold: faceOf(view).wins(view).join(" "), text: starts || waitingWords(view) }
  return { bold: "", text: starts || waitingWords(view) }
}

/** Why no hand starts. @param {View} view @returns {string} */
export function waitingWords(view) {
  switch (view.table.waiting) {
    case "host":
      return view.you.host ? t("say.host.you") : t("say.host", { name: seatOf(view, view.table.host ?? 0)?.name ?? "" })
    case "people":
      return t("say.people")
    case "players":
      return missingWords(view)
    case "bank":
      return bankWords(view)
    default:
      return t("say.soon")
  }
}

/** How many are missing is only clear where more than two are needed: then all seats are. @param {View} view */
function missingWords(view) {
  const ready = readySeats(view)
  const { seats, bank } = view.table
  return seats.length > 4 || bank !== null ? t("say.few") : t("say.players", { count: seats.length - ready })
}

/** @param {View} view */
function bankWords(view) {
  const asked = view.table.bank?.asked ?? null
  if (asked === null) return t("bank.nobody")
  if (asked === view.you.seat) return t("bank.ask")
  return t("bank.asking", { name: seatAt(view, asked)?.name ?? "" })
}
