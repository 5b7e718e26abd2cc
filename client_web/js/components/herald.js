import { t } from "../lib/i18n.js"

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").AnyEvent} AnyEvent */

/** Says aloud what concerns this viewer and is easily missed: a request to the host, an answer, a voided hand. */
export class Herald {
  #player = 0

  /** @param {(text: string) => void} notice */
  constructor(notice) {
    this.notice = notice
  }

  /** @param {State} state */
  update({ view, news }) {
    if (!view) return
    // The host gave this device somebody's seat: from now on it speaks as him.
    const given = this.#player !== 0 && this.#player !== view.you.player && view.you.seat !== null
    this.#player = view.you.player
    if (given) this.notice(t("heard.given"))
    for (const event of news) {
      const words = heard(view, event)
      if (words) this.notice(words)
    }
  }
}

/** @param {View} view @param {AnyEvent} event @returns {string | null} */
function heard(view, event) {
  const mine = "player" in event && event.player === view.you.player
  switch (event.type) {
    case "asked": {
      const request = view.table.requests.find((one) => one.player === event.player && one.kind === event.kind)
      return view.you.host && request ? t(`request.${event.kind}`, { name: event.name, seat: request.seat + 1 }) : null
    }
    case "answered":
      if (!mine) return null
      if (!event.granted) return t("heard.no")
      return t(`heard.yes.${event.kind}`)
    case "host_changed":
      return mine && event.cause !== "created" && event.cause !== "first" ? t("log.host.you", { name: t("you") }) : null
    case "sits_out":
      return mine && event.cause !== "asked" ? t(`log.out.${event.cause}.you`, { name: t("you") }) : null
    case "topped_up":
      return mine ? t("log.topup.you", { name: t("you"), amount: event.amount }) : null
    case "hand_voided":
      return t(`log.void.${event.cause}`, { hand: event.hand })
    default:
      return null
  }
}
