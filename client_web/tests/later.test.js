import assert from "node:assert/strict"
import { test } from "node:test"
import { Later } from "../js/lib/later.js"
import { Unread } from "../js/lib/unread.js"

test("a part is brought once, when it is asked for, and drawn before whoever asked goes on", async () => {
  /** @type {string[]} */
  const told = []
  const part = new Later(
    async () => told.push("brought"),
    (count) => `part ${count}`,
    { came: () => told.push("came"), failed: () => told.push("failed") },
  )
  assert.equal(part.now, null)
  const [first, second] = await Promise.all([part.get(), part.get()])
  assert.deepEqual([first, second, part.now], ["part 1", "part 1", "part 1"])
  assert.deepEqual(told, ["brought", "came"])
})

test("a part that the network did not give is asked for again by the next call", async () => {
  let up = false
  let failures = 0
  const part = new Later(
    async () => {
      if (!up) throw new TypeError("no network")
      return 5
    },
    (value) => value,
    { came: () => {}, failed: () => (failures += 1) },
  )
  assert.equal(await part.get(), null)
  assert.equal(failures, 1)
  up = true
  assert.equal(await part.get(), 5)
  assert.equal(failures, 1)
})

test("a fault in a part is not taken for the network's", async () => {
  const part = new Later(
    async () => 5,
    () => {
      throw new RangeError("our fault")
    },
    { came: () => {}, failed: () => assert.fail("it came") },
  )
  await assert.rejects(part.get(), RangeError)
})

/** @param {number} id @param {string} type @param {boolean} mine */
const line = (id, type, mine = false) => /** @type {any} */ ({ id, event: { type }, who: { mine } })
const view = /** @type {any} */ ({})

test("what others said counts until the log is in sight; what was there at first does not", () => {
  const unread = new Unread()
  assert.equal(unread.count({ view: null, lines: [] }, false), 0)
  const lines = [line(1, "said")]
  assert.equal(unread.count({ view, lines }, false), 0)
  lines.push(line(2, "said"), line(3, "raised"), line(4, "reacted"), line(5, "said", true))
  assert.equal(unread.count({ view, lines }, false), 2)
  assert.equal(unread.count({ view, lines }, true), 0)
  assert.equal(unread.count({ view, lines }, false), 0)
})
