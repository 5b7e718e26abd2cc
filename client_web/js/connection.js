import { Backoff } from "./lib/backoff.js"
import { MOST, Pending } from "./lib/pending.js"

/** @typedef {import("./protocol.js").Outbound} Outbound */
/** @typedef {import("./protocol.js").Welcome} Welcome */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Rejected} Rejected */
/** @typedef {import("./lib/pending.js").Settled} Settled */
/** @typedef {import("./lib/tokens.js").Tokens} Tokens */
/** @typedef {import("./lib/countdown.js").ServerClock} ServerClock */
/**
 * @typedef {{kind: "connecting" | "open" | "lost" | "ended", tries: number, code: number, saving?: boolean}} Link
 * `open`: what is shown is what the server said last; `tries`: reconnects since the link was lost; `code`: why it was lost
 * or ended, where the server said so; `saving`: the server cannot write just now, and no time runs
 */
/**
 * @typedef {object} World what a connection needs of the browser
 * @property {(url: string) => WebSocket} socket
 * @property {() => boolean} hidden
 * @property {() => number} now ms
 * @property {() => number} random
 * @property {(call: () => void, ms: number) => number} after
 * @property {(timer: number) => void} cancel
 */
/**
 * @typedef {object} Listener
 * @property {(link: Link) => void} link
 * @property {(welcome: Welcome) => void} welcome
 * @property {(view: View) => void} view
 * @property {(rejected: Rejected) => void} refused a refusal that belongs to no command
 * @property {(frame: string) => void} told every frame as it came, before it is read
 */

const PROTOCOL = 1
const CONNECT_MS = 5_000
/** The server beats every 10 s; a socket that is silent for longer than this is dead. */
const SILENCE_MS = 25_000
/** After a hidden page returns, a socket that missed a beat is not trusted. */
const WAKE_SILENCE_MS = 12_000
/** A try that began this short ago is left alone by whatever else says "now": pages wake for several reasons at once. */
const FRESH_MS = 1_000
/** Own codes of the server after which coming back by itself makes no sense. */
const FINAL = new Set([1009, 4001, 4002, 4003, 4004, 4005, 4006, 4011])
/** Nobody said why: the network, or our own patience. */
const SILENT = new Set([0, 1005, 1006])
/** Own codes of the server after which coming back soon makes things worse: it is full, or we were too much for it. */
const UNWELCOME = new Set([1013, 4007, 4008, 4010])
/** Refused tokens: the seat is not ours any more, but watching is possible. */
const TOKEN_LOST = new Set(["token_unknown", "token_moved"])

/** One person's line to one room: comes back by itself, repeats what was not answered, shows only the newest view. */
export class Connection {
  pending = new Pending()
  /** @type {WebSocket | null} */
  #socket = null
  /** @type {Link} */
  #link = { kind: "connecting", tries: 0, code: 0 }
  /** @type {number | null} */
  #timer = null
  #welcomed = false
  #shunned = false
  #held = -1
  #began = 0
  #heard = 0
  #player = 0

  /**
   * @param {{url: string, room: string, lang: string, move: string | null}} target `move`: a one-time code for a seat
   * @param {{world: World, tokens: Tokens, clock: ServerClock, listener: Listener}} parts
   */
  constructor(target, parts) {
    this.target = target
    this.world = parts.world
    this.tokens = parts.tokens
    this.clock = parts.clock
    this.listener = parts.listener
    this.backoff = new Backoff(parts.world.random)
  }

  /** Connect now, whatever was planned. An older socket is dropped. */
  connect() {
    this.#drop()
    if (this.#link.kind !== "lost") this.#tell({ kind: "connecting", code: 0 })
    this.#began = this.world.now()
    const socket = this.world.socket(this.target.url)
    this.#socket = socket
    /** @param {(event: any) => void} call @returns {(event: any) => void} late events of an older socket are not ours */
    const mine = (call) => (event) => socket === this.#socket && call(event)
    socket.onopen = mine(() => this.#opened())
    socket.onmessage = mine((event) => this.#read(event.data))
    socket.onclose = mine((event) => this.#closed(event.code))
    this.#plan(() => this.#lost(0), CONNECT_MS)
  }

  /** No more tries. @param {number} code why, as the server says it */
  end(code) {
    this.#drop()
    this.#tell({ kind: "ended", code })
  }

  /** The page came back out of the browser's cache: its socket is of the past. */
  restore() {
    if (this.#link.kind !== "ended") this.connect()
  }

  /** The page became visible, or the network came back. */
  wake() {
    const { kind } = this.#link
    const now = this.world.now()
    if (kind === "open" ? now - this.#heard > WAKE_SILENCE_MS : kind !== "ended" && !this.#isFresh(now)) this.connect()
  }

  /** The page was hidden: no tries until it returns. */
  sleep() {
    if (this.#link.kind === "lost" && this.#socket === null) this.#plan(null, 0)
  }

  /** Called now and then while the page is visible: finds a socket that died without a word. */
  check() {
    if (this.#link.kind === "open" && this.world.now() - this.#heard > SILENCE_MS) this.connect()
  }

  /**
   * Send a command; the promise tells what became of it, also over a reconnect.
   * @param {Record<string, unknown> & {type: string}} command
   * @returns {Promise<Settled>}
   */
  send(command) {
    if (this.pending.size >= MOST) return Promise.resolve({ ref: 0, code: "busy", answer: null })
    const { message, settled } = this.pending.add(command)
    if (this.#welcomed) this.#write(message)
    return settled
  }

  /** @param {number} now */
  #isFresh(now) {
    return this.#socket !== null && now - this.#began < FRESH_MS
  }

  #opened() {
    this.#wait()
    this.#hello()
  }

  /** The server lives; until it shows the table, its silence is a lost link. */
  #wait() {
    this.#heard = this.world.now()
    if (this.#link.kind !== "open") this.#plan(() => this.#lost(0), SILENCE_MS)
  }

  #hello() {
    const { room, lang, move } = this.target
    const token = move ? null : this.tokens.get(room)
    this.#write({ type: "hello", protocol: PROTOCOL, room, ...(token && { token }), ...(move && { move }), lang })
  }

  /** @param {string} data */
  #read(data) {
    this.#wait()
    this.listener.told(data)
    this.#take(data)
  }

  /** @param {string} data */
  #take(data) {
    const message = /** @type {Outbound} */ (JSON.parse(data))
    switch (message.type) {
      case "welcome":
        return this.#welcome(message)
      case "view":
        return this.#view(message)
      case "beat":
        this.clock.sample(message.now)
        return this.#write({ type: "beat", now: message.now })
      case "saving":
        this.clock.hold(message.on)
        return this.#tell({ saving: message.on })
      case "rejected":
        if (message.ref === null) return this.#refused(message)
        return this.pending.answered(message)
      case "done":
      case "move_code":
      case "hand_log":
        return this.pending.answered(message)
    }
  }

  /** @param {Welcome} welcome */
  #welcome(welcome) {
    this.target.move = null
    if (welcome.token) this.tokens.set(this.target.room, welcome.token)
    this.clock.reset(welcome.now)
    this.#held = -1
    this.#welcomed = true
    const stranger = this.#player !== 0 && this.#player !== welcome.player
    this.#player = welcome.player
    if (stranger) this.pending.restart(welcome.next_ref)
    this.listener.welcome(welcome)
    for (const message of this.pending.resume(welcome.next_ref)) this.#write(message)
  }

  /** @param {View} view */
  #view(view) {
    if (!this.#welcomed || view.v < this.#held) return
    this.#held = view.v
    if (this.#link.kind !== "open") {
      this.#plan(null, 0)
      if (!this.#shunned) this.backoff.reset()
      this.#tell({ kind: "open", tries: 0, code: 0 })
    }
    this.listener.view(view)
    this.pending.seen(view.you.answered)
  }

  /** @param {Rejected} rejected */
  #refused(rejected) {
    this.listener.refused(rejected)
    if (this.#welcomed) return
    if (rejected.code === "move_code_invalid") this.target.move = null
    else if (TOKEN_LOST.has(rejected.code)) this.tokens.forget(this.target.room)
    else return
    this.#hello()
  }

  /** @param {number} code */
  #closed(code) {
    if (FINAL.has(code)) this.end(code)
    else this.#lost(code)
  }

  /** @param {number} code why, 0 where nobody said so; while tries fail, the last reason that was said stands */
  #lost(code) {
    this.#shunned = UNWELCOME.has(code)
    this.#drop()
    this.#tell({ kind: "lost", tries: this.backoff.tries + 1, code: SILENT.has(code) ? this.#link.code : code })
    if (!this.world.hidden()) this.#plan(() => this.connect(), this.backoff.next())
  }

  /** Forget the socket: whatever it still says is not heard. */
  #drop() {
    this.#plan(null, 0)
    const socket = this.#socket
    this.#socket = null
    this.#welcomed = false
    this.clock.hold(false)
    if (this.#link.saving) this.#link = { ...this.#link, saving: false }
    socket?.close()
  }

  /** The one timer of a connection. @param {(() => void) | null} call @param {number} ms */
  #plan(call, ms) {
    if (this.#timer !== null) this.world.cancel(this.#timer)
    this.#timer = call && this.world.after(call, ms)
  }

  /** @param {object} message */
  #write(message) {
    this.#socket?.send(JSON.stringify(message))
  }

  /** @param {Partial<Link>} change */
  #tell(change) {
    this.#link = { ...this.#link, ...change }
    this.listener.link(this.#link)
  }
}
