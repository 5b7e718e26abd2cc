import { Hands } from "./hands.js"
import { Inbox } from "./lib/inbox.js"
import { knows, said, t } from "./lib/i18n.js"

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./lib/countdown.js").ServerClock} ServerClock */
/** @typedef {import("./lib/pending.js").Settled} Settled */
/** @typedef {import("./protocol.js").GameInfo} GameInfo */
/** @typedef {import("./protocol.js").AnyDo} AnyDo */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {{code: string, link: string, title: string}} Room `title`: as it was when the page came */

/** What the parts of the table page work with: the store, the line to the server, the rule sheet, and a place for notices. */
export class Desk {
  /** @type {(text: string) => void} */
  notice = () => {}
  /** @type {((seat: number) => void) | null} a seat was picked; null: seats are only looked at */
  pick = () => {}
  /** @type {(seat: number) => void} somebody wants to sit there */
  sit = () => {}
  /** @type {(tab: "hands" | "book") => void} somebody wants to see what was played */
  recall = () => {}
  inbox = new Inbox()

  /** The rule sheet in words; null until it is here. Its clauses come when they are asked for. @type {GameInfo | null} */
  game = null
  /** @type {(clauses: boolean) => Promise<GameInfo | null>} brings the sheet */
  teach = async () => null
  /** @type {Promise<void> | null} */
  #brief = null
  /** @type {Promise<void> | null} */
  #studies = null

  /** @param {{store: Store, connection: Connection, clock: ServerClock, room: Room}} parts */
  constructor({ store, connection, clock, room }) {
    this.store = store
    this.connection = connection
    this.clock = clock
    this.room = room
    this.hands = new Hands(this)
  }

  /** The rule sheet has come: the table was drawn without it. @param {GameInfo} game */
  learn(game) {
    if (this.game && this.game.clauses.length > game.clauses.length) return
    this.game = game
    this.store.again()
  }

  /** What the game and its options are called, once: for whoever waits, invites or looks back. @returns {Promise<void>} when it is here */
  brief() {
    this.#brief ??= this.#ask(false)
    return this.#brief
  }

  /** The clauses too, once: whoever plays or reads the rules wants them. @returns {Promise<void>} when they are here */
  study() {
    this.#studies ??= this.#ask(true)
    return this.#studies
  }

  /** @param {boolean} clauses */
  async #ask(clauses) {
    const game = await this.teach(clauses)
    if (game) this.learn(game)
  }

  /** @returns {View | null} */
  get view() {
    return this.store.state.view
  }

  /** What the table is called. */
  get title() {
    return this.view?.table.title ?? this.room.title
  }

  /**
   * Send a command and say so where it is refused.
   * @param {Record<string, unknown> & {type: string}} command
   * @returns {Promise<Settled>}
   */
  async send(command) {
    const settled = await this.connection.send(command)
    if (settled.code !== null) this.notice(this.refusal(settled))
    return settled
  }

  /** Something only the host may do. @param {AnyDo} order */
  order(order) {
    return this.send({ type: "host", do: order })
  }

  /** Why not, in words. @param {Settled} settled @returns {string} */
  refusal({ code, answer }) {
    const rule = answer?.type === "rejected" ? answer.rule : null
    if (rule) return this.clause(rule)
    const key = `refused.${code}`
    return knows(key) ? t(key) : t("refused.other", { code: code ?? "" })
  }

  /** A rule in words, with its number. @param {string} rule @returns {string} */
  clause(rule) {
    const text = this.clauseWords(rule)
    return text ? `${text} (${rule})` : rule
  }

  /** The same without its number; a decision between the clauses has its words here. @param {string} rule @returns {string} */
  clauseWords(rule) {
    if (knows(`rule.${rule}`)) return t(`rule.${rule}`)
    const clause = this.game?.clauses.find((one) => one.id === rule)
    const option = this.game?.options.find((one) => one.rule === rule)
    return clause ? said(clause.words) : option ? said(option.help) : ""
  }
}
