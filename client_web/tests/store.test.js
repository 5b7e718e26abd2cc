import assert from "node:assert/strict"
import { test } from "node:test"
import { Herald } from "../js/components/herald.js"
import { namesOf, offerOf, whoIs } from "../js/lib/model.js"
import { lastMove } from "../js/lib/moves.js"
import { MOST, Pending } from "../js/lib/pending.js"
import { Store } from "../js/store.js"
import { speakLike } from "./words.js"

const SEATS = [
  { seat: 0, player: 7, name: "An", bot: false },
  { seat: 1, player: null, name: "", bot: false },
  { seat: 2, player: 9, name: "Bình", bot: true },
]

/** @param {any} [change] @returns {any} a view of Bình */
const view = ({ events = [], hand = 4, requests = [], host = false, offers = [] } = {}) => ({
  events,
  table: { hand, phase: "playing", seats: SEATS, requests, play: null },
  you: { player: 9, name: "Bình", seat: 2, host, offers },
})
const said = (/** @type {string} */ text) => ({ type: "said", player: 7, name: "An", text })

/** @param {Store} store */
const texts = (store) => store.state.lines.map(({ event }) => (event.type === "said" ? event.text : event.type))

test("the log of a connection begins with what was said before it, and tells nothing twice", () => {
  const store = new Store()
  store.welcome(/** @type {any} */ ({ chat: [said("a"), said("b")], log: [said("b"), { type: "folded", seat: 0 }] }))
  store.view(view({ events: [said("b"), said("c")] }))
  assert.deepEqual(texts(store), ["a", "b", "folded", "c"])
  assert.deepEqual([store.state.before, store.state.news], [null, []]) // nothing may move
  store.view(view({ events: [said("c")] }))
  assert.deepEqual(texts(store), ["a", "b", "folded", "c", "c"])
  assert.equal(store.state.news.length, 1)
})

test("the log forgets its oldest lines, and lines keep the names of their time", () => {
  const store = new Store()
  store.view(view({ events: [{ type: "asked", player: 55, name: "Khách", kind: "seat" }] }))
  store.view(view({ events: [{ type: "answered", player: 55, kind: "seat", granted: true }] }))
  assert.deepEqual(
    store.state.lines.map((line) => line.who.name),
    ["Khách", "Khách"],
  )
  for (let at = 0; at < 40; at += 1) store.view(view({ events: Array.from({ length: 10 }, () => said(`${at}`)) }))
  assert.equal(store.state.lines.length, 300)
  assert.equal(texts(store).at(-1), "39")
  const ids = store.state.lines.map((line) => line.id)
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  )
})

test("what a slow line missed of a hand takes the place of what is known of it", () => {
  const store = new Store()
  store.view(view({ events: [{ type: "folded", seat: 0 }], hand: 3 }))
  store.view(view({ events: [said("x"), { type: "folded", seat: 2 }] }))
  store.handLog(/** @type {any} */ ({ hand: 4, chat: [said("x"), said("y")], events: [{ type: "called", seat: 0 }] }))
  assert.deepEqual(texts(store), ["folded", "x", "y", "called"])
})

test("who somebody is", () => {
  assert.deepEqual(whoIs(view(), { seat: 0 }), { seat: 0, player: 7, name: "An", mine: false, bot: false })
  assert.deepEqual(whoIs(view(), { player: 9 }), { seat: 2, player: 9, name: "Bình", mine: true, bot: true })
  assert.deepEqual(whoIs(view(), { player: 5, name: "Chi" }), {
    seat: null,
    player: 5,
    name: "Chi",
    mine: false,
    bot: false,
  })
  assert.equal(namesOf(view(), [2, 0]), "Bình, An")
  assert.deepEqual(offerOf(view({ offers: [{ type: "theo", cost: 2 }] }), "theo"), { type: "theo", cost: 2 })
  assert.equal(offerOf(view(), "to"), null)
})

test("beside the keys stands the last move of this hand, and of no other", () => {
  speakLike("vi")
  const line = (/** @type {number} */ hand, /** @type {any} */ event) =>
    /** @type {any} */ ({ hand, event, who: { name: "An", mine: false } })
  const lines = [line(3, { type: "folded", seat: 0 }), line(4, { type: "called", seat: 0, paid: 3 }), line(4, said("a"))]
  assert.equal(lastMove(lines, 4), "An theo 3")
  assert.equal(lastMove(lines, 5), "")
})

test("B166: a command keeps its number until it has an answer, and has one answer", async () => {
  const pending = new Pending()
  assert.deepEqual(pending.resume(5), [])
  const [first, second] = [pending.add({ type: "act" }), pending.add({ type: "next" })]
  assert.deepEqual([first.message.ref, second.message.ref, pending.size], [5, 6, 2])
  assert.ok(MOST >= 2)
  pending.seen({ ref: 6, code: "stale" })
  assert.deepEqual(await first.settled, { ref: 5, code: null, answer: null })
  assert.equal((await second.settled).code, "stale")
  const third = pending.add({ type: "act" })
  assert.deepEqual(pending.resume(9), [third.message])
  // A view of the new connection says nothing of what was sent over the old one.
  pending.seen({ ref: 10, code: null })
  assert.equal(pending.size, 1)
  pending.restart(1)
  assert.equal((await third.settled).code, "lost")
  assert.equal(pending.add({ type: "act" }).message.ref, 1)
})

test("what concerns somebody is said to him alone", () => {
  speakLike("vi")
  /** @type {string[]} */
  const heard = []
  const herald = new Herald((text) => heard.push(text))
  const tell = (/** @type {any} */ event, /** @type {any} */ change = {}) => {
    heard.length = 0
    herald.update(/** @type {any} */ ({ view: view(change), news: [event] }))
    return [...heard]
  }
  const asked = { type: "asked", player: 5, name: "Chi", kind: "sit" }
  const requests = [{ player: 5, name: "Chi", kind: "sit", seat: 1 }]
  assert.deepEqual(tell(asked, { requests }), [])
  assert.equal(tell(asked, { requests, host: true }).length, 1)
  assert.match(tell(asked, { requests, host: true })[0] ?? "", /Chi.*2/)
  assert.equal(tell({ type: "answered", player: 9, kind: "sit", granted: false }).length, 1)
  assert.deepEqual(tell({ type: "answered", player: 7, kind: "sit", granted: false }), [])
  assert.match(tell({ type: "topped_up", player: 9, amount: 50 })[0] ?? "", /50/)
})
