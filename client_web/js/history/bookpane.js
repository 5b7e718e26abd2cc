import { Avatar } from "../components/avatar.js"
import { toneOf } from "../components/seat.js"
import { h, icon, show } from "../lib/dom.js"
import { signed, t } from "../lib/i18n.js"
import { seatOf } from "../lib/model.js"
import { Asking } from "./asking.js"
import { curve } from "./curve.js"
import { BOM, download } from "./export.js"
import { nameOf } from "./names.js"
import { HOUSE, players, winsOf } from "./series.js"
import { shortTime } from "./times.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").Account} Account */
/** @typedef {import("../protocol.js").Book} Book */
/** @typedef {import("./record.js").Record} Record */

const BEST = 5
/** The columns, all of which sum to zero with the house. @type {readonly ("grants" | "result" | "balance")[]} */
const COLUMNS = ["grants", "result", "balance"]

/** The book of a room: who got, won and has how many points; the course of it; the largest wins; files. */
export class BookPane {
  #asking = new Asking()
  #accounts = h("div", { class: "tablewrap", tabindex: "0", role: "region", "data-t-label": "book.accounts" })
  #sum = h("p", { class: "note note--good", "data-t": "book.sums" })
  #curve = h("div", { class: "curvewrap", "data-testid": "curve" })
  #best = h("ol", { "data-testid": "best-hands" })
  #grants = h("ol", {})
  /** @type {Book | null} */
  #book = null
  #width = 0

  /** @param {Record} record @param {Desk} desk @param {(hand: number) => void} replay */
  constructor(record, desk, replay) {
    this.record = record
    this.desk = desk
    this.replay = replay
    this.chart = panel("book.curve", this.#curve, h("p", { class: "small mute", "data-t": "book.curve.note" }))
    this.best = panel("book.best", this.#best)
    this.sheet = h(
      "div",
      { class: "stack", hidden: true, "data-testid": "book" },
      h(
        "section",
        { class: "panel" },
        this.#accounts,
        this.#sum,
        h(
          "div",
          { class: "grid2" },
          this.#file("book.csv", () => this.#csv(), "book-csv"),
          this.#file("book.json", () => this.#json(), "book-json"),
        ),
      ),
      this.chart,
      this.best,
      h("details", { class: "more panel" }, h("summary", { "data-t": "book.grants.all" }), this.#grants),
    )
    this.element = h("div", { class: "stack" }, this.#asking.element, this.sheet)
    new ResizeObserver(() => this.#drawCurve()).observe(this.#curve)
  }

  /** The book as it is now; the old one is shown until it comes. */
  load() {
    return this.#asking.run(
      () => this.record.book(),
      (book) => this.#draw(book),
    )
  }

  /** @param {Book} book */
  #draw(book) {
    this.#book = book
    this.#width = 0
    show(this.sheet, true)
    this.#accounts.replaceChildren(this.#table(book))
    show(this.#sum, COLUMNS.every((column) => sumOf(book, column) === 0))
    const wins = winsOf(book, BEST)
    show(this.chart, wins.length > 0)
    show(this.best, wins.length > 0)
    this.#best.replaceChildren(...wins.map((win) => this.#win(win, book)))
    this.#grants.replaceChildren(...this.#given(book))
    this.#drawCurve()
  }

  /** In the pixels that there are, so that its letters are never too small. */
  #drawCurve() {
    const width = Math.floor(this.#curve.clientWidth)
    if (!this.#book || width === 0 || width === this.#width) return
    this.#width = width
    this.#curve.replaceChildren(curve(this.#book, width) ?? "")
  }

  /** @param {import("./series.js").Win} win @param {Book} book */
  #win({ hand, player, points }, book) {
    const account = book.accounts.find((one) => one.player === player)
    const name = account ? nameOf(account, book.you) : ""
    const go = () => this.replay(hand)
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "hand", onclick: go },
        h("span", { class: "hand__n" }, String(hand)),
        h("span", { class: "hand__what" }, h("b", {}, name), h("small", {}, t("log.hand", { hand }))),
        h("b", { class: "num win" }, signed(points)),
        icon("play"),
      ),
    )
  }

  /** @param {string} key @param {() => void} save @param {string} testId */
  #file(key, save, testId) {
    return h(
      "button",
      { type: "button", class: "btn", onclick: save, "data-testid": testId },
      icon("save"),
      h("span", { "data-t": key }),
    )
  }

  async #csv() {
    const text = await this.record.csv().catch(() => null)
    if (text === null) this.desk.notice(t("history.failed"))
    else download(BOM + text, `xiban-${this.record.code}.csv`, "text/csv")
  }

  #json() {
    download(JSON.stringify(this.#book, null, 2), `xiban-${this.record.code}.json`, "application/json")
  }

  /** @param {Book} book */
  #table(book) {
    const house = book.accounts.filter((one) => one.player === HOUSE)
    const rows = [...players(book), ...house].map((one) =>
      h(
        "tr",
        { "data-player": one.player },
        h(
          "th",
          { scope: "row" },
          this.#avatar(one),
          nameOf(one, book.you),
          one.bot && h("small", { class: "mute" }, ` ${t("book.bot")}`),
        ),
        ...COLUMNS.map((column) => cell(one[column], column)),
      ),
    )
    const heads = ["player", ...COLUMNS].map((name) => h("th", { scope: "col", "data-t": `book.${name}` }))
    const sums = COLUMNS.map((column) => h("td", { class: "num" }, signed(sumOf(book, column))))
    return h(
      "table",
      { class: "accounts" },
      h("thead", {}, h("tr", {}, ...heads)),
      h("tbody", {}, ...rows),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row", "data-t": "book.sum" }), ...sums)),
    )
  }

  /** Points that were given, the newest first. @param {Book} book */
  #given(book) {
    return book.entries
      .filter((entry) => entry.kind !== "result")
      .reverse()
      .flatMap((entry) =>
        players(book)
          .filter((one) => entry.postings[one.player] !== undefined)
          .map((one) => this.#grant(one, entry, book.you)),
      )
  }

  /** @param {Account} account @param {Book["entries"][number]} entry @param {number} you */
  #grant(account, { kind, hand, at_s, postings }, you) {
    const what = [t(`book.${kind}`, { hand }), shortTime(at_s)].join(" · ")
    return h(
      "li",
      { class: "who" },
      this.#avatar(account),
      h("div", {}, h("b", {}, nameOf(account, you)), h("small", {}, what)),
      h("b", { class: "num" }, signed(postings[account.player] ?? 0)),
    )
  }

  /** As it is at the table, where the player sits there. @param {Account} account */
  #avatar({ player, name, bot }) {
    if (player === HOUSE) return null
    const avatar = new Avatar()
    const seat = this.desk.view && seatOf(this.desk.view, player)?.seat
    avatar.update({ seat: seat ?? player, name, bot })
    return avatar.element
  }
}

/** @param {string} key @param {...Node} children */
const panel = (key, ...children) => h("section", { class: "panel" }, h("h3", { "data-t": key }), ...children)

/** @param {Book} book @param {"grants" | "result" | "balance"} column */
const sumOf = (book, column) => book.accounts.reduce((all, one) => all + one[column], 0)

/** @param {number} points @param {string} column */
function cell(points, column) {
  const tone = column === "result" ? toneOf(points) : ""
  return h("td", { class: `num ${tone}` }, column === "balance" && points >= 0 ? String(points) : signed(points))
}
