import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { Connection } from "../js/connection.js"
import { Box } from "../js/lib/box.js"
import { ServerClock } from "../js/lib/countdown.js"
import { Tokens } from "../js/lib/tokens.js"
import { ROOM, view, welcome, World } from "./world.js"

/** @type {World} */ let world
/** @type {Connection} */ let connection
/** @type {any[]} */ let views
/** @type {any[]} */ let links
/** @type {any[]} */ let refusals
const box = new Box(() => {
  throw new Error("none")
})
const tokens = new Tokens(box)

beforeEach(() => {
  world = new World()
  views = []
  links = []
  refusals = []
  tokens.forget(ROOM)
  const listener = {
    link: (/** @type {any} */ link) => links.push(link),
    welcome: () => {},
    view: (/** @type {any} */ seen) => views.push(seen.v),
    told: () => {},
    refused: (/** @type {any} */ rejected) => refusals.push(rejected.code),
  }
  connection = new Connection(
    { url: "ws://x", room: ROOM, lang: "vi", move: null },
    { world: world.parts, tokens, clock: new ServerClock(() => world.now), listener },
  )
  connection.connect()
})

function arrive(more = {}) {
  world.socket.onopen({})
  world.socket.say(welcome(more))
  world.socket.say(view(0))
}

/** The network drops the socket, and the page tries again. */
function drop(code = 1006) {
  world.socket.end(code)
  world.pass(4_000)
}

test("says hello first, and keeps the token it gets", () => {
  arrive({ token: "t".repeat(32) })
  assert.deepEqual(world.socket.sent[0], { type: "hello", protocol: 1, room: ROOM, lang: "vi" })
  assert.equal(tokens.get(ROOM), "t".repeat(32))
})

test("B113: a view older than the one held is dropped; a new connection begins anew", () => {
  arrive()
  for (const v of [10, 12, 11, 12, 13]) world.socket.say(view(v))
  assert.deepEqual(views, [0, 10, 12, 12, 13])
  drop()
  arrive() // B117: a restarted server counts from elsewhere
  assert.equal(views.at(-1), 0)
})

test("answers the server's beat in the handler", () => {
  arrive()
  world.socket.say({ type: "beat", now: 77 })
  assert.deepEqual(world.socket.sent.at(-1), { type: "beat", now: 77 })
})

test("B109, B166: an unanswered command is sent again with its ref, and settles once", async () => {
  arrive({ next_ref: 7 })
  const settled = connection.send({ type: "act", turn: 3, action: { type: "theo" } })
  drop()
  arrive({ next_ref: 7 })
  assert.deepEqual(world.socket.sent.at(-1), { type: "act", ref: 7, turn: 3, action: { type: "theo" } })
  world.socket.say(view(1, { ref: 7, code: "stale_turn" }))
  assert.equal((await settled).code, "stale_turn")
  assert.equal(connection.pending.size, 0)
})

test("a view that tells of a later command settles the earlier ones", async () => {
  arrive({ next_ref: 1 })
  const all = [connection.send({ type: "sit_out" }), connection.send({ type: "sit_in" })]
  world.socket.say(view(1, { ref: 2, code: null }))
  assert.deepEqual(
    (await Promise.all(all)).map((one) => one.code),
    [null, null],
  )
})

test("a code of one's own is not settled by a view, but by its answer", async () => {
  arrive()
  const settled = connection.send({ type: "move_seat" })
  world.socket.say(view(1, { ref: 1, code: null }))
  assert.equal(connection.pending.size, 1)
  world.socket.say({ type: "move_code", ref: 1, code: "c".repeat(24), until: 9 })
  assert.equal((await settled).answer?.type, "move_code")
})

test("more commands than the server takes are refused here", async () => {
  arrive()
  for (let at = 0; at < 8; at += 1) connection.send({ type: "next" })
  assert.equal((await connection.send({ type: "next" })).code, "busy")
})

test("B095: late events of a replaced socket are not heard", () => {
  arrive()
  const old = world.socket
  connection.connect()
  arrive()
  const before = links.length
  old.onclose({ code: 1006 })
  old.onmessage({ data: JSON.stringify(view(99)) })
  assert.equal(links.length, before)
  assert.deepEqual(views, [0, 0])
  assert.ok(old.closed)
})

test("B172: a socket that hangs in connecting is given up; hidden pages do not try; visible ones try at once", () => {
  world.pass(5_000)
  assert.equal(links.at(-1).kind, "lost")
  assert.ok(world.sockets[0]?.closed)
  world.pass(4_000)
  assert.equal(world.sockets.length, 2)
  world.hidden = true
  world.pass(5_000)
  world.pass(60_000)
  assert.equal(world.sockets.length, 2)
  world.hidden = false
  connection.wake()
  assert.equal(world.sockets.length, 3)
})

test("going hidden stops a planned try", () => {
  world.socket.end(1006)
  world.hidden = true
  connection.sleep()
  world.pass(60_000)
  assert.equal(world.sockets.length, 1)
})

test("B176: taken over elsewhere, it stays away until somebody asks", () => {
  arrive()
  world.socket.end(4004)
  world.pass(60_000)
  connection.wake()
  connection.restore()
  assert.equal(world.sockets.length, 1)
  assert.deepEqual([links.at(-1).kind, links.at(-1).code], ["ended", 4004])
  connection.connect()
  assert.equal(world.sockets.length, 2)
})

test("B178: a page out of the browser's cache connects again, and is not open until it is welcome", () => {
  arrive()
  connection.restore()
  assert.equal(world.sockets.length, 2)
  assert.equal(links.at(-1).kind, "connecting")
})

test("a socket that died without a word is found: while visible, and on return", () => {
  arrive()
  world.now += 13_000
  connection.wake()
  assert.equal(world.sockets.length, 2)
  arrive()
  world.now += 26_000
  connection.check()
  assert.equal(world.sockets.length, 3)
})

for (const code of ["token_unknown", "token_moved"]) {
  test(`${code}: the token is forgotten, and the visitor watches`, () => {
    tokens.set(ROOM, "o".repeat(32))
    world.socket.onopen({})
    assert.equal(world.socket.sent[0].token, "o".repeat(32))
    world.socket.say({ type: "rejected", ref: null, code })
    assert.deepEqual(world.socket.sent[1], { type: "hello", protocol: 1, room: ROOM, lang: "vi" })
    assert.equal(tokens.get(ROOM), null)
    assert.deepEqual(refusals, [code])
  })
}

test("a code moves the seat once; a spent one falls back to what the device has", () => {
  connection.target.move = "m".repeat(24)
  tokens.set(ROOM, "o".repeat(32))
  world.socket.onopen({})
  assert.deepEqual(world.socket.sent[0], { type: "hello", protocol: 1, room: ROOM, move: "m".repeat(24), lang: "vi" })
  world.socket.say({ type: "rejected", ref: null, code: "move_code_invalid" })
  assert.equal(world.socket.sent[1].token, "o".repeat(32))
  assert.equal(world.socket.sent[1].move, undefined)
})

test("another identity does not repeat the commands of the old one", async () => {
  arrive({ player: 1 })
  const settled = connection.send({ type: "leave" })
  drop()
  arrive({ player: 2 })
  assert.equal((await settled).code, "lost")
  assert.equal(world.socket.sent.length, 1)
})

test("an unknown type of message is not an error", () => {
  arrive()
  world.socket.say({ type: "of_the_future", x: 1 })
  assert.deepEqual(views, [0])
})
