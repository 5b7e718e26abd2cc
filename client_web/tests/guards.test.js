import assert from "node:assert/strict"
import { test } from "node:test"
import { Guard } from "../js/lib/guard.js"
import { clampSteps, fillOf, raisePresets, raiseSums } from "../js/lib/raise.js"
import { clampStake, stakePresets, stakeStep } from "../js/lib/stake.js"

/** @returns {any} */
const to = (more = {}) => ({ type: "to", call: 30, step: 10, level: 30, least: 1, most: 20, left: 640, ...more })
/** @returns {any} */
const bet = (more = {}) => ({ type: "bet", least: 10, most: 100, reserve: 1, now: 0, ...more })

test("the sums of a raise: what is paid, what is left, where the level comes to", () => {
  assert.deepEqual(raiseSums(to(), 5), { rise: 50, pay: 80, left: 560, level: 80 })
  assert.equal(raiseSums(to({ call: 0, left: 200, most: 20 }), 20).left, 0)
})

test("steps stay within the offer; a choice outside it is there, but dead", () => {
  assert.equal(clampSteps(to(), null), 1)
  assert.equal(clampSteps(to({ most: 7 }), 20), 7)
  assert.equal(clampSteps(to({ least: 2 }), 1), 2)
  assert.deepEqual(
    raisePresets(to({ most: 7 })).map(({ steps, dead }) => `${steps}${dead ? "-" : "+"}`),
    ["1+", "2+", "5+", "10-", "20-"],
  )
  assert.equal(fillOf(to(), 1), 0)
  assert.equal(fillOf(to(), 20), 100)
  assert.equal(fillOf(to({ most: 1 }), 1), 100)
})

test("a stake stays within the offer, and begins with what is laid already", () => {
  assert.equal(clampStake(bet(), null), 10)
  assert.equal(clampStake(bet({ now: 40 }), null), 40)
  assert.equal(clampStake(bet({ most: 25 }), 50), 25)
  assert.equal(clampStake(bet(), 1), 10)
})

test("quick stakes are few, rising, and hold both bounds", () => {
  for (const bounds of [
    { least: 10, most: 100 },
    { least: 1, most: 1 },
    { least: 5, most: 1000 },
    { least: 7, most: 8 },
    { least: 1, most: 1_000_000 },
  ]) {
    const presets = stakePresets(bet(bounds))
    assert.ok(presets.length <= 5)
    assert.equal(presets[0], bounds.least)
    assert.equal(presets.at(-1), bounds.most)
    assert.deepEqual(
      presets,
      [...new Set(presets)].sort((a, b) => a - b),
    )
    assert.ok(stakeStep(bet(bounds)) >= 1)
  }
})

test("a guarded move takes two taps within four seconds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] })
  let now = 0
  let changes = 0
  const guard = new Guard(
    () => (changes += 1),
    () => now,
  )
  assert.ok(!guard.confirm("to_tat"))
  guard.arm("to_tat")
  assert.equal(guard.armed, "to_tat")
  assert.equal(guard.left, 4_000)
  now = 3_999
  assert.ok(!guard.confirm("stand")) // another move's confirmation is none
  guard.arm("to_tat")
  now = 7_998
  assert.ok(guard.confirm("to_tat"))
  assert.equal(guard.armed, null)
  guard.arm("to_tat")
  context.mock.timers.tick(4_000)
  assert.equal(guard.armed, null)
  assert.ok(!guard.disarm())
  assert.equal(changes, 4)
})
