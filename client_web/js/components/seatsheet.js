import { h, icon, setText } from "../lib/dom.js"
import { t } from "../lib/i18n.js"
import { placeOf, pointsOf } from "../games/faces.js"
import { mySeat, onMat, seatAt } from "../lib/model.js"
import { Dialog } from "./dialog.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */
/** @typedef {{words: string, picture: string, testId: string, bold?: boolean, run: () => void}} Choice */

/** Who sits there, and what one may do about it. */
export class SeatSheet {
  #facts = h("p", { "data-testid": "seat-facts" })
  #choices = h("div", { class: "stack" })

  /** @param {Desk} desk @param {{sit: import("./sitdialog.js").SitDialog, confirm: import("./confirm.js").Confirm}} dialogs */
  constructor(desk, dialogs) {
    this.desk = desk
    this.dialogs = dialogs
    this.dialog = new Dialog("seat.title", "seat-sheet", this.#facts, this.#choices)
  }

  /** @param {number} number */
  open(number) {
    const view = this.desk.view
    const seat = view && seatAt(view, number)
    if (!seat) return
    const choices = this.#found(view, seat)
    if (seat.player === null) {
      const [only] = choices
      if (choices.length === 1 && only?.testId === "do-sit") only.run()
      else if (choices.length > 0) this.#show(view, seat, choices)
      else this.desk.notice(t("seat.not"))
      return
    }
    this.#show(view, seat, choices)
  }

  /** @param {View} view @param {SeatView} seat @param {Choice[]} choices */
  #show(view, seat, choices) {
    this.dialog.params = { name: seat.player === null ? t("seat.number", { seat: seat.seat + 1 }) : seat.name }
    setText(this.#facts, seat.player === null ? t("seat.empty") : facts(view, seat))
    this.#choices.replaceChildren(
      ...choices.map(({ words, picture, testId, bold, run }) => {
        const call = () => {
          this.dialog.close()
          run()
        }
        return h(
          "button",
          { type: "button", class: `btn btn--wide${bold ? " btn--bold" : ""}`, onclick: call, "data-testid": testId },
          icon(picture),
          h("span", {}, words),
        )
      }),
    )
    this.dialog.open()
  }

  /** @param {View} view @param {SeatView} seat @returns {Choice[]} */
  #found(view, seat) {
    const { desk } = this
    const seated = mySeat(view) !== null
    const { player, name } = seat
    /** @type {(Choice | false)[]} */
    const choices = [
      !seated &&
        (player === null || seat.bot) &&
        (!view.table.locked || view.you.host) && {
          words: t(seat.bot ? "seat.do.heir" : "seat.sit"),
          picture: "seat",
          testId: "do-sit",
          run: () => this.dialogs.sit.open(seat.seat),
        },
      !seated &&
        player !== null &&
        !seat.bot &&
        seat.away_since !== null && {
          words: t("seat.do.claim"),
          picture: "key",
          testId: "do-claim",
          run: () => this.dialogs.sit.open(seat.seat, true),
        },
      player === null &&
        view.you.host && {
          words: t("host.bot"),
          picture: "bot",
          testId: "do-bot",
          run: () => desk.order({ type: "add_bot", seat: seat.seat }),
        },
      seat.bot &&
        view.you.host && {
          words: t("seat.do.unbot"),
          picture: "x",
          testId: "do-unbot",
          run: () => desk.order({ type: "remove_bot", seat: seat.seat }),
        },
    ]
    if (player !== null && !seat.bot && seat.seat !== view.you.seat && view.you.host) {
      choices.push(
        {
          words: t("seat.do.transfer"),
          picture: "key",
          testId: "do-transfer",
          run: () => this.#sure("seat.ask.transfer", "seat.do.transfer", name, { type: "transfer", player }),
        },
        seat.away_since !== null && {
          words: t("seat.do.replace"),
          picture: "bot",
          testId: "do-bot",
          run: () => desk.order({ type: "add_bot", seat: seat.seat }),
        },
        {
          words: t("seat.do.kick"),
          picture: "x",
          testId: "do-kick",
          bold: true,
          run: () => this.#sure("seat.ask.kick", "seat.do.kick", name, { type: "kick", player }),
        },
      )
    }
    return choices.filter((one) => one !== false)
  }

  /** @param {string} question @param {string} yes @param {string} name @param {import("../protocol.js").AnyDo} order */
  async #sure(question, yes, name, order) {
    if (await this.dialogs.confirm.ask(t(question, { name }), t(yes))) this.desk.order(order)
  }
}

/** @param {View} view @param {SeatView} seat */
function facts(view, seat) {
  const hand = onMat(view) ? placeOf(view, seat.seat) : null
  return [
    seat.bot ? t("seat.bot") : view.table.host === seat.player ? t("seat.host") : t("seat.person"),
    t("points", { points: pointsOf(view, seat) }),
    hand !== null && hand.total > 0 && t("seat.total", { total: hand.total }),
    view.table.bank?.banker === seat.seat && t("badge.bank"),
    seat.away_since !== null && t("seat.away"),
    seat.status !== "in" && t(`seat.${seat.status}`),
  ]
    .filter(Boolean)
    .join(" · ")
}
