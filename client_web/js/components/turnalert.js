import { clockLeft, seconds } from "../lib/countdown.js"
import { t } from "../lib/i18n.js"
import { isMyTurn } from "../games/faces.js"
import { clockOf, isAskedToBank, mySeat } from "../lib/model.js"
import { Notifier } from "../lib/notifier.js"
import { Sound } from "../lib/sound.js"
import { prefs } from "../prefs.js"
import { freeSeat } from "./keyspecs.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */
/** @typedef {import("../protocol.js").View} View */

const LOW_MS = 5_000
const BUZZ_MS = [40, 60, 40]
/** Asked to be the banker: a question without a turn of its own. */
const BANK = -2
/** A seat is free, and this watcher wanted to know. */
const SEAT = -3

/** Tells a player whose eyes are elsewhere that it is his turn: title, two knocks, a buzz, a notification. */
export class TurnAlert {
  /** @type {State | null} */
  #state = null
  #told = -1
  #warned = -1
  #notifier = new Notifier()

  sound = new Sound(() => prefs.sound)

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
  }

  /** @param {State} state */
  update(state) {
    this.#state = state
    const view = state.view
    if (!view) return
    this.#play(state)
    const turn = isMyTurn(view) ? (view.you.turn ?? -1) : isAskedToBank(view) ? BANK : this.#free(view) ? SEAT : -1
    if (turn === -1 && this.#told !== -1 && this.#told !== SEAT) this.#notifier.close()
    if (turn !== -1 && turn !== this.#told) this.#call(t(turn === SEAT ? "alert.seat" : "alert.turn"), view.table.title)
    this.#told = turn
    this.tick(this.desk.clock.now())
  }

  /** Whether the seat that a watcher waits for is there. @param {View} view */
  #free(view) {
    const { hands } = this.desk
    if (!hands.waits || mySeat(view) || freeSeat(view) === null) return false
    hands.waits = false
    this.desk.notice(t("alert.seat"))
    return true
  }

  /** @param {State} state */
  #play({ view, before, news }) {
    if (!view || !before || document.hidden) return
    const has = (/** @type {string} */ type) => news.some((event) => event.type === type)
    if (news.some((event) => event.type === "won" && event.payout.seat === view.you.seat)) this.sound.win()
    else if (has("raised")) this.sound.raise()
    else if (has("called") || has("staked") || has("settled")) this.sound.coin()
    if (has("dealt") || has("hands_dealt") || has("drew")) this.sound.card()
  }

  /** @param {string} words @param {string} title of the table */
  #call(words, title) {
    this.sound.knock()
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS)
    if (document.hidden && prefs.notices) this.#notifier.show(words, title, this.desk.room.code)
  }

  /** @param {number} now server time */
  tick(now) {
    const view = this.#state?.view
    if (!view) return
    const clock = isMyTurn(view) && view.you.seat !== null ? clockOf(view, view.you.seat) : null
    const left = clock && clockLeft(clock, now)
    if (left && view.you.turn !== null && !left.banking && left.ms < LOW_MS && this.#warned !== view.you.turn) {
      this.#warned = view.you.turn
      this.sound.knock()
    }
    const title = t("page.title", { title: view.table.title })
    const words =
      left && document.hidden
        ? t("alert.title", { seconds: seconds(left.ms), title: view.table.title })
        : isMyTurn(view)
          ? `● ${title}`
          : title
    if (document.title !== words) document.title = words
  }
}
