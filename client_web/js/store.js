import { about } from "./lib/eventwords.js"
import { whoIs, withOpened } from "./lib/model.js"

/** @typedef {import("./protocol.js").AnyEvent} AnyEvent */
/** @typedef {import("./protocol.js").Said} Said */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Welcome} Welcome */
/** @typedef {import("./protocol.js").HandLog} HandLog */
/** @typedef {import("./connection.js").Link} Link */
/** @typedef {import("./lib/eventwords.js").Who} Who */
/** @typedef {{id: number, hand: number, event: AnyEvent, who: Who}} Line a line of the log, with the names of its time */
/**
 * @typedef {object} State
 * @property {Link} link
 * @property {View | null} view the newest one
 * @property {View | null} before the one that it replaced; null where nothing may move: the first of a connection
 * @property {readonly AnyEvent[]} news what happened in the newest view
 * @property {readonly Line[]} lines
 */

/** Lines that the log keeps. */
const MOST_LINES = 300

/** What the page knows: only what the server said last. Components draw from it. */
export class Store {
  /** @type {State} */
  state = { link: { kind: "connecting", tries: 0, code: 0 }, view: null, before: null, news: [], lines: [] }
  /** @type {Set<(state: State) => void>} */
  #listeners = new Set()
  /** @type {Welcome | null} */
  #welcome = null
  #lastLine = 0
  /** Names by player, as events told them: not everybody who asks for something has a seat. @type {Map<number, string>} */
  #names = new Map()

  /** @param {(state: State) => void} listener called after each change */
  subscribe(listener) {
    this.#listeners.add(listener)
  }

  /** @param {Link} link */
  link(link) {
    this.#set({ link, before: null, news: [] })
  }

  /** All that was held is void; the log is drawn when the first view brings the names. @param {Welcome} welcome */
  welcome(welcome) {
    this.#welcome = welcome
  }

  /** @param {View} view */
  view(view) {
    const welcome = this.#welcome
    this.#welcome = null
    if (welcome) {
      const first = this.#first(welcome, view)
      this.#set({ view: withOpened(view, first), before: null, news: [], lines: first })
      return
    }
    const lines = [...this.state.lines, ...this.#lines(view, view.events)].slice(-MOST_LINES)
    this.#set({ view: withOpened(view, lines), before: this.state.view, news: view.events, lines })
  }

  /** The events that a slow connection missed. @param {HandLog} log */
  handLog(log) {
    const view = this.state.view
    if (!view) return
    const kept = this.state.lines.filter((line) => line.hand !== log.hand)
    const events = [...log.chat.filter((said) => !isSaid(kept, said)), ...log.events]
    const lines = [...kept, ...this.#lines(view, events, log.hand)].slice(-MOST_LINES)
    this.#set({ view: withOpened(view, lines), before: null, news: [], lines })
  }

  /** Draw again, for instance after a change of language. */
  again() {
    this.#set({ before: null, news: [] })
  }

  /** @param {Welcome} welcome @param {View} view @returns {Line[]} */
  #first(welcome, view) {
    const logged = new Set(welcome.log.map((event) => JSON.stringify(event)))
    const chat = welcome.chat.filter((said) => !logged.has(JSON.stringify(said)))
    const rest = view.events.filter(
      (event) => !logged.has(JSON.stringify(event)) && !chat.some((said) => same(said, event)),
    )
    return this.#lines(view, [...chat, ...welcome.log, ...rest])
  }

  /** @param {View} view @param {readonly AnyEvent[]} events @param {number} [hand] @returns {Line[]} */
  #lines(view, events, hand = view.table.hand) {
    return events.map((event) => {
      const { seat, player, name } = about(event)
      if (player !== undefined && name) this.#names.set(player, name)
      const known = name ?? (player === undefined ? undefined : this.#names.get(player))
      return { id: ++this.#lastLine, hand, event, who: whoIs(view, { seat, player, name: known }) }
    })
  }

  /** @param {Partial<State>} change */
  #set(change) {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener(this.state)
  }
}

/** @param {Said} said @param {AnyEvent} event */
const same = (said, event) => JSON.stringify(said) === JSON.stringify(event)

/** @param {readonly Line[]} lines @param {Said} said */
const isSaid = (lines, said) => lines.some((line) => same(said, line.event))
