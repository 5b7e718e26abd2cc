import assert from "node:assert/strict"
import { test } from "node:test"
import { Backoff } from "../js/lib/backoff.js"
import { findCode, parseCode, showCode } from "../js/lib/code.js"
import { clockLeft, minutes, seconds, ServerClock } from "../js/lib/countdown.js"
import { Box } from "../js/lib/box.js"
import { chatApp } from "../js/lib/inapp.js"
import { Inbox, shown } from "../js/lib/inbox.js"
import { places } from "../js/lib/places.js"
import { randomKey } from "../js/lib/random.js"

test("B230: a thousand pages cut off in one instant come back over several seconds", () => {
  const seconds = new Map()
  for (let page = 0; page < 1_000; page += 1) {
    const at = Math.floor(new Backoff(() => page / 999).next() / 1000)
    seconds.set(at, (seconds.get(at) ?? 0) + 1)
  }
  assert.ok(seconds.size >= 4)
  assert.ok(Math.max(...seconds.values()) <= 300, JSON.stringify([...seconds]))
})

test("back-off grows, is capped, and begins anew", () => {
  const longest = new Backoff(() => 1)
  const waits = Array.from({ length: 6 }, () => longest.next())
  assert.deepEqual(waits, [4_000, 6_000, 9_000, 10_000, 10_000, 10_000])
  assert.equal(new Backoff(() => 0).next(), 500)
  longest.reset()
  assert.equal(longest.next(), 4_000)
})

test("the server's clock trusts the least delayed message", () => {
  let local = 0
  const clock = new ServerClock(() => local)
  clock.reset(1000)
  local = 100
  clock.sample(1050) // 50 ms late
  assert.equal(clock.now(), 1100)
  clock.reset(5000)
  assert.equal(clock.now(), 5000)
})

test("a clock runs out of its turn, then out of its bank", () => {
  const clock = { seat: 0, due: 10_000, bank: 60_000, left: null }
  assert.deepEqual(clockLeft(clock, 4_000), { ms: 6_000, banking: false })
  assert.deepEqual(clockLeft(clock, 20_000), { ms: 50_000, banking: true })
  assert.deepEqual(clockLeft(clock, 99_000), { ms: 0, banking: true })
  assert.deepEqual(clockLeft({ ...clock, left: 7_000 }, 99_000), { ms: 7_000, banking: false })
  assert.equal(seconds(1), 1)
  assert.equal(seconds(-5), 0)
  assert.equal(minutes(61_000), "1:01")
})

test("codes are read as people type them, and out of links", () => {
  assert.equal(parseCode("k7 q2m9-xdt4"), "K7Q2M9XDT4")
  assert.equal(parseCode("KI-OOOO-LLLL"), "K100001111")
  assert.equal(parseCode("K7-Q2M9"), null)
  assert.equal(parseCode("K7-Q2M9-XDTU"), null)
  assert.equal(findCode("http://192.168.1.4:8000/r/K7-Q2M9-XDT4#x"), "K7Q2M9XDT4")
  assert.equal(showCode("K7Q2M9XDT4"), "K7-Q2M9-XDT4")
})

test("seats lie clockwise from mine; a watcher looks from the first", () => {
  const seats = [0, 1, 2, 3].map((seat) => ({ seat, player: seat + 1 }))
  assert.deepEqual(
    [...places(seats, 2).places],
    [
      [0, 2],
      [1, 3],
      [2, 0],
      [3, 1],
    ],
  )
  assert.equal(places(seats, null).places.get(0), 0)
  const many = Array.from({ length: 9 }, (_, seat) => ({ seat, player: seat % 2 ? seat : null }))
  assert.equal(places(many, 3).count, 4)
  const six = many.slice(0, 6)
  assert.equal(places(six, 3).count, 3) // who sits has no use for empty chairs
  assert.equal(places(six, null).count, 6) // who looks for one does
})

test("values are kept in memory where the browser refuses to keep them", () => {
  const box = new Box(() => {
    throw new Error("SecurityError")
  })
  box.set("token.A", "x")
  assert.equal(box.get("token.A"), "x")
  box.remove("token.A")
  assert.equal(box.get("token.A"), null)
})

test("keys are random and long enough", () => {
  assert.match(randomKey(), /^[0-9a-f]{32}$/)
  assert.notEqual(randomKey(), randomKey())
})

test("browsers of chat apps are known, others are left alone", () => {
  const android = "Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile Safari/537.36"
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
  assert.equal(chatApp(`${android} Zalo android/24050`), "Zalo")
  assert.equal(chatApp(`${iphone} Mobile/15E148 Zalo iOS/609`), "Zalo")
  assert.equal(chatApp(`${android} [FB_IAB/Orca-Android;FBAV/461.0]`), "Messenger")
  assert.equal(chatApp(`${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/461]`), "Messenger")
  assert.equal(chatApp(`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/461]`), "Facebook")
  assert.equal(chatApp(`${iphone} Mobile/15E148 Instagram 334.0`), "Instagram")
  assert.equal(chatApp(android), "")
  assert.equal(chatApp(`${iphone} Mobile/15E148`), "")
  for (const browser of [
    `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
    `${iphone} CriOS/125.0 Mobile/15E148 Safari/604.1`,
    "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36",
  ])
    assert.equal(chatApp(browser), null, browser)
})

test("what the server told is kept within bounds, and shown without what proves who one is", () => {
  const inbox = new Inbox()
  for (let at = 0; at < 400; at += 1) inbox.keep(`{"type":"view","v":${at}}`, at)
  assert.equal(inbox.kept.length, 150)
  assert.equal(inbox.kept.at(-1)?.text, '{"type":"view","v":399}')
  for (let at = 0; at < 3; at += 1) inbox.keep(`{"type":"beat","now":${at}}`, at)
  assert.deepEqual([inbox.kept.at(-1)?.count, inbox.kept.at(-1)?.at], [3, 2])
  inbox.keep("x".repeat(399_990), 9)
  assert.equal(inbox.kept.length, 1)
  assert.deepEqual(shown('{"type":"welcome","token":"abc","player":1}', "…"), { type: "welcome", token: "…", player: 1 })
  assert.deepEqual(shown('{"type":"move_code","code":"abc"}', "…"), { type: "move_code", code: "…" })
  assert.deepEqual(shown('{"type":"rejected","code":"busy"}', "…"), { type: "rejected", code: "busy" })
})
