import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { Connection } from "../js/connection.js"
import { Box } from "../js/lib/box.js"
import { ServerClock } from "../js/lib/countdown.js"
import { Tokens } from "../js/lib/tokens.js"
import { ROOM, view, welcome, World } from "./world.js"

/** @typedef {import("./world.js").FakeSocket} FakeSocket */

const TOKEN = "t".repeat(32)

/** A browser's storage, which its tabs share. */
function browser() {
  const tokens = new Tokens(
    new Box(() => {
      throw new Error("none")
    }),
  )
  tokens.set(ROOM, TOKEN)
  return tokens
}

/** A page: its connection, what it showed, and what its user would see of the line. */
class Tab {
  world = new World()
  /** @type {number[]} */
  views = []
  /** @type {import("../js/connection.js").Link[]} */
  links = []

  /** @param {Tokens} tokens */
  constructor(tokens) {
    const listener = {
      link: (/** @type {any} */ link) => this.links.push(link),
      welcome: () => {},
      view: (/** @type {any} */ seen) => this.views.push(seen.v),
      refused: () => {},
      told: () => {},
    }
    this.connection = new Connection(
      { url: "ws://x", room: ROOM, lang: "vi", move: null },
      { world: this.world.parts, tokens, clock: new ServerClock(() => this.world.now), listener },
    )
  }

  get kind() {
    return this.links.at(-1)?.kind
  }

  /** What main.js does with the page's visibility. @param {boolean} hidden */
  hide(hidden) {
    this.world.hidden = hidden
    if (hidden) this.connection.sleep()
    else this.connection.wake()
  }
}

/** A server that knows one seat: the newest Hello with its token has it, the one before is closed with 4004. */
class House {
  up = true
  takeovers = 0
  /** @type {FakeSocket | null} */
  seat = null
  v = 0
  /** @type {number[]} refs in the order in which they were carried out */
  done = []
  /** @type {Map<number, string | null>} */
  answers = new Map()

  /** @param {FakeSocket} socket */
  take(socket) {
    queueMicrotask(() => {
      if (!this.up) return socket.end(1006)
      socket.heard = (message) => this.heard(socket, message)
      socket.onopen({})
    })
  }

  /** @param {FakeSocket} socket @param {any} message */
  heard(socket, message) {
    if (message.type === "hello") return this.hello(socket)
    if (socket !== this.seat || message.type === "beat") return
    const { ref } = message
    const last = Math.max(0, ...this.done)
    if (ref <= last) return socket.say({ type: "done", ref })
    this.done.push(ref)
    socket.say(view(++this.v, { ref, code: null }))
  }

  /** @param {FakeSocket} socket */
  hello(socket) {
    if (this.seat && !this.seat.closed) {
      this.takeovers += 1
      this.seat.end(4004)
    }
    this.seat = socket
    const last = Math.max(0, ...this.done)
    socket.say(welcome({ next_ref: last + 1 }))
    socket.say(view(++this.v, last ? { ref: last, code: null } : null))
  }

  beat() {
    if (this.seat && !this.seat.closed) this.seat.say({ type: "beat", now: 1 })
  }

  /** The network drops whoever is there. */
  cut() {
    this.seat?.end(1006)
  }
}

/** @type {House} */ let house
beforeEach(() => {
  house = new House()
})

/** @param {Tokens} tokens @returns {Tab} */
function tabOf(tokens) {
  const tab = new Tab(tokens)
  tab.world.opened = (socket) => house.take(socket)
  return tab
}

/** Time goes on for all tabs, with the server's beats. @param {Tab[]} tabs @param {number} ms */
async function pass(tabs, ms) {
  for (let left = ms; left > 0; left -= 1_000) {
    for (const tab of tabs) tab.world.pass(Math.min(1_000, left))
    // A socket opens in a later task.
    await null
    if (left % 10_000 < 1_000) house.beat()
    for (const tab of tabs) {
      if (!tab.world.hidden) tab.connection.check()
      assert.ok(tab.world.live.length <= 1, "two live sockets")
    }
  }
}

test("B176: two tabs for ten minutes and twenty switches: the newer plays, the older waits for a click", async () => {
  const tokens = browser()
  const [first, second] = [tabOf(tokens), tabOf(tokens)]
  const tabs = [first, second]
  first.connection.connect()
  await pass(tabs, 5_000)
  first.hide(true)
  second.connection.connect()
  for (let at = 0; at < 20; at += 1) {
    await pass(tabs, 30_000)
    const front = at % 2 ? second : first
    for (const tab of tabs) tab.hide(tab !== front)
    if (at === 12) for (const tab of tabs) tab.connection.restore()
  }
  await pass(tabs, 30_000)
  assert.equal(house.takeovers, 1)
  assert.deepEqual([first.kind, second.kind], ["ended", "open"])
  assert.equal(first.links.at(-1)?.code, 4004)
  assert.equal(first.world.sockets.length, 1)
  first.connection.connect() // "Play here"
  await pass(tabs, 60_000)
  assert.equal(house.takeovers, 2)
  assert.deepEqual([first.kind, second.kind], ["open", "ended"])
})

test("B176: a server that restarts and a network that drops do not wake the tab that was taken over", async () => {
  const tokens = browser()
  const [first, second] = [tabOf(tokens), tabOf(tokens)]
  const tabs = [first, second]
  first.connection.connect()
  await pass(tabs, 2_000)
  second.connection.connect()
  await pass(tabs, 2_000)
  for (const code of [1006, 1012, 1006]) {
    house.up = false
    house.seat?.end(code)
    await pass(tabs, 40_000)
    for (const tab of tabs) tab.connection.wake()
    house.up = true
    await pass(tabs, 40_000)
  }
  assert.equal(house.takeovers, 1)
  assert.deepEqual([first.kind, second.kind], ["ended", "open"])
})

test("commands sent while nobody listens are carried out once, in order, whatever breaks", async () => {
  const tab = tabOf(browser())
  tab.connection.connect()
  await pass([tab], 1_000)
  const settled = []
  for (let at = 0; at < 30; at += 1) {
    settled.push(tab.connection.send({ type: "next" }))
    if (at % 3 === 0) house.cut()
    if (at % 5 === 0) tab.connection.wake()
    if (at % 7 === 0) house.up = !house.up
    await pass([tab], 3_000)
  }
  house.up = true
  tab.connection.wake()
  await pass([tab], 30_000)
  const codes = (await Promise.all(settled)).map((one) => one.code)
  const done = codes.filter((code) => code === null).length
  assert.deepEqual(
    house.done,
    house.done.map((_, at) => at + 1),
  )
  assert.equal(house.done.length, done)
  assert.ok(codes.every((code) => code === null || code === "busy"))
})

test("visible and online in one instant are one try", () => {
  const tab = new Tab(browser())
  tab.connection.connect()
  tab.world.socket.end(1006)
  tab.world.pass(100)
  for (let at = 0; at < 5; at += 1) tab.connection.wake()
  assert.equal(tab.world.sockets.length, 2)
  tab.world.pass(1_500)
  tab.connection.wake()
  assert.equal(tab.world.sockets.length, 3, "one that hangs for longer is not trusted")
  assert.equal(tab.world.live.length, 1)
})

test("the page is open when the newest view is shown, not when it is welcome", () => {
  const tab = new Tab(browser())
  tab.connection.connect()
  tab.world.socket.onopen({})
  tab.world.socket.say(welcome())
  assert.equal(tab.kind, "connecting")
  tab.world.socket.say(view(4))
  assert.deepEqual([tab.kind, tab.views], ["open", [4]])
  tab.world.socket.end(1012)
  assert.deepEqual([tab.kind, tab.links.at(-1)?.code], ["lost", 1012])
  tab.world.pass(4_000)
  tab.world.socket.end(1006)
  assert.deepEqual([tab.links.at(-1)?.code, tab.links.at(-1)?.tries], [1012, 2], "the reason that was said stands")
  tab.connection.wake()
  tab.world.socket.onopen({})
  tab.world.socket.say(welcome())
  assert.equal(tab.kind, "lost")
  tab.world.socket.say(view(1))
  assert.deepEqual(tab.links.at(-1), { kind: "open", tries: 0, code: 0 })
})

test("a server that beats but does not welcome is waited for; one that says nothing is not", () => {
  const tab = new Tab(browser())
  tab.connection.connect()
  tab.world.socket.onopen({})
  for (let at = 0; at < 6; at += 1) {
    tab.world.pass(10_000)
    tab.world.socket.say({ type: "beat", now: at })
  }
  assert.equal(tab.world.sockets.length, 1)
  tab.world.pass(24_999)
  assert.equal(tab.kind, "connecting")
  tab.world.pass(1)
  assert.equal(tab.kind, "lost")
})

test("B109: what was refused while the line was down is told as refused", async () => {
  const tab = new Tab(browser())
  tab.connection.connect()
  tab.world.socket.onopen({})
  tab.world.socket.say(welcome())
  tab.world.socket.say(view(1))
  const act = tab.connection.send({ type: "act", turn: 1, action: { type: "theo" } })
  const talk = tab.connection.send({ type: "say", text: "ơ" })
  const later = tab.connection.send({ type: "next" })
  tab.world.socket.end(1006)
  tab.world.pass(4_000)
  tab.world.socket.onopen({})
  // Both had arrived: the first refused, the second carried out; the answers were lost. The third had not.
  tab.world.socket.say(welcome({ next_ref: 3 }))
  tab.world.socket.say(view(5, { ref: 2, code: null }))
  assert.deepEqual(
    tab.world.socket.sent.slice(1).map((message) => message.ref),
    [1, 2, 3],
  )
  assert.equal((await talk).code, null)
  assert.equal(tab.connection.pending.size, 2)
  tab.world.socket.say({ type: "rejected", ref: 1, code: "stale_turn" })
  tab.world.socket.say({ type: "done", ref: 2 })
  tab.world.socket.say(view(6, { ref: 3, code: null }))
  assert.equal((await act).code, "stale_turn")
  assert.equal((await later).code, null)
})

test("a server that is full, or for which we are too much, is left in peace for longer and longer", () => {
  const tab = new Tab(browser())
  tab.connection.connect()
  for (const pause of [4_000, 6_000, 9_000, 10_000]) {
    tab.world.socket.onopen({})
    tab.world.socket.say(welcome())
    tab.world.socket.say(view(1))
    tab.world.socket.end(4007)
    const tried = tab.world.sockets.length
    tab.world.pass(pause - 1)
    assert.equal(tab.world.sockets.length, tried)
    tab.world.pass(1)
    assert.equal(tab.world.sockets.length, tried + 1)
  }
})

test("while the server cannot write, its clock stands here too", () => {
  const tab = new Tab(browser())
  const { clock } = tab.connection
  tab.connection.connect()
  tab.world.socket.onopen({})
  tab.world.socket.say(welcome({ now: 5_000 }))
  tab.world.socket.say(view(1))
  tab.world.socket.say({ type: "saving", on: true })
  assert.deepEqual([tab.kind, tab.links.at(-1)?.saving], ["open", true])
  tab.world.pass(10_000)
  tab.world.socket.say({ type: "beat", now: 15_000 })
  assert.equal(clock.now(), 5_000)
  tab.world.socket.say({ type: "saving", on: false })
  assert.equal(tab.links.at(-1)?.saving, false)
  assert.equal(clock.now(), 15_000)
  tab.world.socket.say({ type: "saving", on: true })
  tab.world.socket.end(1006)
  assert.deepEqual([tab.kind, tab.links.at(-1)?.saving], ["lost", false])
  tab.world.pass(1_000)
  assert.equal(clock.now(), 16_000)
})
