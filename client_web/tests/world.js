/** A browser without a browser: sockets that a test answers, timers that it moves. */

export const ROOM = "K7Q2M9XDT4"

export class FakeSocket {
  /** @type {any[]} */
  sent = []
  closed = false
  /** @type {any} */ onopen
  /** @type {any} */ onmessage
  /** @type {any} */ onclose
  /** @type {(message: any) => void} what the server does with a message */
  heard = () => {}
  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text)
    this.sent.push(message)
    this.heard(message)
  }
  close() {
    this.closed = true
  }
  /** @param {object} message */
  say(message) {
    if (!this.closed) this.onmessage({ data: JSON.stringify(message) })
  }
  /** The other side, or the network, ends it. @param {number} code */
  end(code) {
    if (this.closed) return
    this.closed = true
    this.onclose({ code })
  }
}

export class World {
  now = 0
  hidden = false
  random = () => 1
  /** @type {FakeSocket[]} */
  sockets = []
  /** @type {Map<number, {at: number, call: () => void}>} */
  timers = new Map()
  /** @type {(socket: FakeSocket) => void} the network: called when a page opens a socket */
  opened = () => {}
  #last = 0

  get parts() {
    return {
      socket: () => {
        const socket = new FakeSocket()
        this.sockets.push(socket)
        this.opened(socket)
        return /** @type {any} */ (socket)
      },
      hidden: () => this.hidden,
      now: () => this.now,
      random: () => this.random(),
      after: (/** @type {() => void} */ call, /** @type {number} */ ms) => {
        this.timers.set(++this.#last, { at: this.now + ms, call })
        return this.#last
      },
      cancel: (/** @type {number} */ timer) => void this.timers.delete(timer),
    }
  }

  get socket() {
    return /** @type {FakeSocket} */ (this.sockets.at(-1))
  }

  /** Sockets that are open or being opened. */
  get live() {
    return this.sockets.filter((socket) => !socket.closed)
  }

  /** Time goes on; timers fire in their order. @param {number} ms */
  pass(ms) {
    const end = this.now + ms
    for (;;) {
      const due = [...this.timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0]
      if (!due) break
      this.timers.delete(due[0])
      this.now = Math.max(this.now, due[1].at)
      due[1].call()
    }
    this.now = end
  }
}

export const welcome = (more = {}) => ({
  type: "welcome",
  protocol: 1,
  room: ROOM,
  player: 1,
  token: null,
  next_ref: 1,
  now: 0,
  epoch: 5,
  log: [],
  chat: [],
  ...more,
})

/** @param {number} v @param {object | null} answered */
export const view = (v, answered = null) => ({ type: "view", v, epoch: 5, table: {}, events: [], you: { answered } })
