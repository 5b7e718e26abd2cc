import assert from "node:assert/strict"
import { test } from "node:test"
import { Ahead } from "../js/components/ahead.js"
import { Spent } from "../js/components/spent.js"

/** A view in which seat 0, mine, has paid 1. @param {object} play @param {number | null} turn @param {number} cost @returns {any} */
const view = (play = {}, turn = null, cost = 1) => ({
  table: {
    hand: 4,
    phase: "playing",
    seats: [{ seat: 0, player: 1 }],
    play: {
      type: "stud",
      phase: "bet",
      round: 2,
      level: 2,
      raises: 2,
      to_act: turn === null ? 1 : 0,
      seats: [{ seat: 0, status: "live", paid: 1 }],
      ...play,
    },
  },
  you: { seat: 0, turn, offers: turn === null ? [] : [{ type: "theo", cost, left: 90 }] },
})

test("B166, B170: keys answer a question once, and rest while they change", () => {
  let now = 0
  const spent = new Spent(
    () => {},
    () => now,
  )
  spent.turn(1)
  assert.ok(!spent.spend("theo"))
  now = 400
  assert.ok(spent.spend("theo"))
  assert.ok(!spent.spend("theo"))
  assert.ok(!spent.spend("up"))
  spent.done("theo")
  assert.ok(!spent.isLive())
  spent.turn(2)
  assert.ok(!spent.isLive())
  now = 800
  assert.ok(spent.spend("to"))
  spent.free(2) // refused: the same question may be answered again
  assert.ok(spent.isLive())
})

test("B168: a move chosen ahead is played once, at the price it was chosen for", () => {
  const ahead = new Ahead()
  ahead.toggle("pre-theo", view())
  assert.equal(ahead.chosen(view()), "pre-theo")
  assert.equal(ahead.take(view({}, 9, 1)), "theo")
  assert.equal(ahead.take(view({}, 10, 1)), null)
})

test("B168: a raise, a new round, another price or a second tap clear it", () => {
  const ahead = new Ahead()
  for (const change of [{ level: 3, raises: 2 }, { raises: 1 }, { round: 3 }]) {
    ahead.toggle("pre-up", view())
    assert.equal(ahead.chosen(view(change)), null)
    assert.equal(ahead.take(view({}, 9, 1)), null)
  }
  ahead.toggle("pre-theo", view())
  assert.equal(ahead.take(view({}, 9, 2)), null)
  ahead.toggle("pre-theo", view())
  ahead.toggle("pre-theo", view())
  assert.equal(ahead.chosen(view()), null)
})

test("B168: who wants to pay nothing checks where it is free, and is asked again after a raise", () => {
  const ahead = new Ahead()
  const free = { level: 1, raises: 0 }
  ahead.toggle("pre-up", view(free))
  assert.equal(ahead.chosen(view(free)), "pre-up")
  assert.equal(ahead.take(view(free, 9, 0)), "theo")
  ahead.toggle("pre-up", view(free))
  assert.equal(ahead.take(view({ level: 2, raises: 1 }, 9, 1)), null)
  ahead.toggle("pre-up", view())
  assert.equal(ahead.take(view({}, 9, 1)), "up")
})
