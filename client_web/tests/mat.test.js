import assert from "node:assert/strict"
import { test } from "node:test"
import { COINS, coinsOf } from "../js/lib/coins.js"
import { sidesOf, spotOf } from "../js/lib/places.js"

const COLUMNS = 60

/** @param {number} count @returns {import("../js/lib/places.js").Spot[]} of the places 1..count-1 */
const round = (count) => Array.from({ length: count - 1 }, (_, at) => spotOf(count, at + 1))

test("an amount lies there in the fewest coins, the largest first", () => {
  for (let amount = 0; amount <= 500; amount += 1) {
    const coins = coinsOf(amount, 99)
    assert.equal(
      coins.reduce((all, coin) => all + coin, 0),
      amount,
    )
    assert.deepEqual(
      coins,
      [...coins].sort((a, b) => b - a),
    )
    // Fewer than five of each but the largest: five would be one of the next.
    for (const coin of COINS.slice(1)) assert.ok(coins.filter((one) => one === coin).length < 5, `${amount}`)
  }
  assert.deepEqual(coinsOf(126, 99), [100, 20, 5, 1])
  assert.deepEqual(coinsOf(126, 2), [100, 20])
  assert.deepEqual(coinsOf(0, 4), [])
  assert.deepEqual(coinsOf(-3, 4), [])
})

test("seats lie clockwise round the pot, and none on another", () => {
  for (let count = 2; count <= 10; count += 1) {
    const spots = round(count)
    const cells = spots.map(({ row, column }) => `${row}/${column}`)
    assert.equal(new Set(cells).size, cells.length, `${count}`)
    for (const { column, span } of spots) {
      assert.ok(Number.isInteger(column) && Number.isInteger(span), `${count}: ${column}, ${span}`)
      assert.ok(column >= 1 && column + span - 1 <= COLUMNS, `${count}: ${column}, ${span}`)
    }
    const angles = spots.map(({ x, y }) => Math.atan2(y, x * 6))
    const turned = angles.map((angle) => (angle - Math.PI / 2 + 2 * Math.PI) % (2 * Math.PI))
    assert.deepEqual(
      turned,
      [...turned].sort((a, b) => a - b),
      `${count}`,
    )
  }
})

test("who sits where is what the look says", () => {
  const drawn = (/** @type {number} */ count) =>
    round(count).map(({ side, row, column, span }) => `${side[0]}${row} ${column}-${column + span - 1}`)
  assert.deepEqual(drawn(2), ["f1 1-60"])
  assert.deepEqual(drawn(3), ["f1 1-30", "f1 31-60"])
  assert.deepEqual(drawn(4), ["l2 1-20", "f1 1-60", "r2 41-60"])
  assert.deepEqual(drawn(5), ["l2 1-20", "f1 1-30", "f1 31-60", "r2 41-60"])
  assert.deepEqual(drawn(6), ["l2 1-20", "f1 1-20", "f1 21-40", "f1 41-60", "r2 41-60"])
  assert.deepEqual(drawn(7), ["l3 1-15", "l2 1-15", "f1 1-30", "f1 31-60", "r2 46-60", "r3 46-60"])
  assert.deepEqual([2, 4, 6, 7, 10].map(sidesOf), [0, 1, 1, 2, 2])
})

test("the way to the pot leads to it from every side", () => {
  const [left, far, right] = round(4)
  assert.ok(left && far && right)
  assert.deepEqual([far.x, left.y, right.y, left.x], [0, 0, 0, -right.x])
  assert.ok(far.y < 0 && left.x < 0)
})
