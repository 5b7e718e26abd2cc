import { h, icon, keyed, setAttr, setText, show } from "../lib/dom.js"
import { said, t } from "../lib/i18n.js"
import { seatOf, taken } from "../lib/model.js"
import { Later } from "../lib/later.js"
import { waitingWords } from "../lib/say.js"
import { Avatar } from "./avatar.js"
import { Invite } from "./invite.js"
import { KeepHint } from "./keephint.js"
import { optionLine } from "./rules.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").SeatView} SeatView */

/** Before a hand runs: whom to invite, who sits, what the host may do, which rules hold. */
export class Waiting {
  #title = h("h2", { class: "big" })
  #sub = h("p", { class: "mute" })
  #count = h("span", { class: "tag" })
  #seats = h("ol", { "data-testid": "seat-list" })
  #rules = h("ul", { class: "rules" })
  #summary = h("p", { class: "small mute" })
  #keep = new KeepHint()
  /** @type {WeakMap<Element, SeatRow>} */
  #rows = new WeakMap()
  #drawnRules = ""

  /** @param {Desk} desk @param {import("./hosttools.js").HostDialogs} dialogs */
  constructor(desk, dialogs) {
    this.desk = desk
    this.invite = new Invite(desk)
    const place = h("div", { hidden: true })
    this.tools = new Later(
      () => import("./hosttools.js"),
      ({ HostTools }) => {
        const tools = new HostTools(desk, dialogs)
        place.replaceWith(tools.element)
        return tools
      },
      { came: () => desk.store.again(), failed: () => desk.notice(t("later.failed")) },
    )
    this.element = h(
      "main",
      { class: "waiting", tabindex: "0", "data-testid": "waiting" },
      h(
        "div",
        { class: "wrap" },
        h("div", {}, this.#title, this.#sub),
        this.#keep.element,
        h(
          "div",
          { class: "cols" },
          h(
            "div",
            { class: "stack" },
            h("section", { class: "panel" }, h("h2", {}, h("span", { "data-t": "seats" }), this.#count), this.#seats),
            this.invite.element,
          ),
          h(
            "div",
            { class: "stack" },
            place,
            h("section", { class: "panel" }, h("h2", { "data-t": "rules.table" }), this.#summary, this.#rules),
          ),
        ),
      ),
    )
  }

  /** @param {View} view */
  update(view) {
    const { table } = view
    setText(this.#title, table.title)
    setText(this.#sub, waitingWords(view))
    this.#keep.update(view)
    setText(this.#count, `${taken(view).length} / ${table.seats.length}`)
    keyed(
      this.#seats,
      table.seats,
      (seat) => String(seat.seat),
      () => this.#row(),
      (node, seat) => this.#rows.get(node)?.update(view, seat),
    )
    if (view.you.host) this.tools.get()
    this.tools.now?.update(view)
    const game = this.desk.game
    const drawn = JSON.stringify([document.documentElement.lang, table.options, table.later])
    if (!game || drawn === this.#drawnRules) return
    this.#drawnRules = drawn
    setText(this.#summary, said(game.summary))
    this.#rules.replaceChildren(...game.options.map((option) => optionLine(option, table)))
  }

  #row() {
    const row = new SeatRow(this.desk)
    this.#rows.set(row.element, row)
    return row.element
  }
}

/** One seat in the list. */
class SeatRow {
  #avatar = new Avatar()
  #empty = h("span", { class: "empty", "aria-hidden": "true" }, icon("plus"))
  #name = h("b")
  #text = h("small")
  #tag = h("span", { class: "tag tag--line" })
  #sit = h("button", { type: "button", class: "btn btn--go", "data-testid": "sit" })
  #bot = h("button", { type: "button", class: "btn", "data-testid": "add-bot" })
  #more = h("button", { type: "button", class: "icon", "data-testid": "seat-menu" })
  #seat = 0

  /** @param {Desk} desk */
  constructor(desk) {
    const pick = () => desk.pick?.(this.#seat)
    this.#sit.addEventListener("click", () => desk.sit(this.#seat))
    this.#more.addEventListener("click", pick)
    this.#more.append(icon("more"))
    this.#bot.addEventListener("click", () => desk.order({ type: "add_bot", seat: this.#seat }))
    this.words = h("span")
    this.#bot.append(icon("bot"), this.words)
    this.element = h(
      "li",
      { class: "who" },
      this.#avatar.element,
      this.#empty,
      h("div", {}, this.#name, this.#text),
      this.#tag,
      this.#bot,
      this.#sit,
      this.#more,
    )
  }

  /** @param {View} view @param {SeatView} seat */
  update(view, seat) {
    this.#seat = seat.seat
    const empty = seat.player === null
    const seated = view.you.seat !== null
    setAttr(this.element, "data-testid", `seat-row-${seat.seat}`)
    show(this.#avatar.element, !empty)
    show(this.#empty, empty)
    this.#avatar.update(seat)
    setText(this.#name, empty ? t("seat.empty") : seat.name)
    setText(this.#text, empty ? t("seat.number", { seat: seat.seat + 1 }) : about(view, seat))
    const tag = empty
      ? ""
      : seat.away_since !== null
        ? t("seat.away")
        : seat.status !== "in"
          ? t(`seat.${seat.status}`)
          : seat.next
            ? t("seat.ready")
            : ""
    show(this.#tag, tag !== "")
    setText(this.#tag, tag)
    this.#tag.className = `tag ${seat.next && seat.status === "in" ? "tag--ngoc" : "tag--line"}`
    show(this.#bot, empty && view.you.host)
    setText(this.words, t("host.bot"))
    show(this.#sit, empty && !seated && (!view.table.locked || view.you.host))
    setText(this.#sit, t("seat.sit"))
    show(this.#more, !empty)
    setAttr(this.#more, "aria-label", t("seat.more", { name: seat.name }))
  }
}

/** @param {View} view @param {SeatView} seat */
function about(view, seat) {
  if (seat.bot) return seat.heir === null ? t("seat.bot") : t("seat.heir", { name: seat.heir })
  const pieces = [
    seat.seat === view.you.seat && t("seat.you"),
    seatOf(view, view.table.host ?? 0)?.seat === seat.seat && t("seat.host"),
    view.table.bank?.banker === seat.seat && t("seat.bank"),
    t("points", { points: seat.balance }),
  ]
  return pieces.filter(Boolean).join(" · ")
}
