import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { pays, sum } from "../js/games/studpays.js"
import { pickedCard, studKeys } from "../js/games/studkeys.js"
import { stud } from "../js/games/stud.js"
import { plain } from "../js/games/plain.js"
import { speakLike } from "./words.js"

const HIGH = { category: "high_card", ranks: ["A", "K", "Q", "9", "7"] }

/** Three seats in xì tố 32; seat 0 is mine. @param {any} [change] @returns {any} */
function view({ play = {}, you = {}, options = {}, phase = "playing", seats = {} } = {}) {
  const base = [0, 1, 2].map((seat) => ({
    seat,
    stack: 90,
    paid: 0,
    total: 10,
    status: "live",
    hole: { type: "closed", count: 1 },
    up: ["As"],
    label: HIGH,
    said: null,
    chosen: false,
  }))
  return {
    table: {
      phase,
      hand: 5,
      options: { choice_default: "second", ...options },
      clocks: [{ seat: 1, due: 0, bank: 0, left: null }],
      title: "Bàn",
      seats: ["An", "Bình", "Chi"].map((name, seat) => ({
        seat,
        player: seat + 1,
        name,
        balance: 100,
        away_since: null,
      })),
      play: {
        type: "stud",
        phase: "bet",
        round: 1,
        rounds: 4,
        level: 0,
        raises: 0,
        most_raises: 0,
        pot: 30,
        opener: 0,
        to_act: 0,
        payouts: [],
        pots: [],
        rake: 0,
        stake: 10,
        ...play,
        seats: base.map((one) => ({ ...one, .../** @type {any} */ (seats)[one.seat] })),
      },
    },
    you: { player: 1, seat: 0, turn: 7, offers: [], blocked: [], play: null, ...you },
  }
}

/** @returns {any} */
function desk(more = {}) {
  const said = /** @type {string[]} */ ([])
  const sent = /** @type {any[]} */ ([])
  return {
    said,
    sentActions: sent,
    notice: (/** @type {string} */ text) => said.push(text),
    clause: (/** @type {string} */ rule) => `clause ${rule}`,
    hands: {
      live: true,
      sent: null,
      open: false,
      card: null,
      act: (/** @type {string} */ id, /** @type {any} */ action) => sent.push(action),
      pick() {},
      guard: { armed: null, arm() {} },
      ...more,
    },
  }
}

const THEO = { type: "theo", cost: 30, left: 60 }
const TO = { type: "to", call: 30, step: 10, level: 30, least: 1, most: 6, left: 90 }
const ALL = { type: "to_tat", cost: 90, level: 90, raises: true, left: 0 }
const UP = { type: "up", lost: 10 }

beforeEach(() => speakLike("vi"))

test("the raise key opens the sheet where there is a choice, and plays at once where there is none", () => {
  const choice = desk()
  studKeys(view({ you: { offers: [THEO, TO, ALL, UP] } }), choice)[2]?.run?.()
  assert.deepEqual(choice.sentActions, [])
  const one = desk()
  studKeys(view({ you: { offers: [THEO, { ...TO, most: 1 }, UP] } }), one)[2]?.run?.()
  assert.deepEqual(one.sentActions, [{ type: "to", k: 1 }])
})

test("where only tố tất is left, opening the sheet is its first tap", () => {
  let armed = ""
  const short = desk({ guard: { armed: null, arm: (/** @type {string} */ id) => (armed = id) } })
  const blocked = [{ action: "theo", rule: "XT32-Q13" }]
  const keys = studKeys(view({ you: { offers: [{ ...ALL, raises: false }, UP], blocked } }), short)
  assert.equal(keys[2]?.text, "Tố tất…")
  keys[2]?.run?.()
  assert.equal(armed, "to_tat")
  assert.ok(keys[1]?.dead)
  keys[1]?.why?.()
  assert.deepEqual(short.said, ["clause XT32-Q13"])
})

test("the card that the clock would open is marked; the lower one only the server knows", () => {
  const choosing = { play: { phase: "choose", to_act: null } }
  assert.equal(pickedCard(view(choosing), desk()), 1)
  assert.equal(pickedCard(view(choosing), desk({ card: 0 })), 0)
  assert.equal(pickedCard(view({ ...choosing, options: { choice_default: "lower" } }), desk()), null)
  const chosen = { type: "stud", hole: { type: "open", cards: ["7s", "Kh"] }, label: null, choice: 0 }
  assert.equal(pickedCard(view({ ...choosing, you: { play: chosen } }), desk({ card: 1 })), 0)
})

test("while cards are chosen those are asked who have not chosen", () => {
  const seen = view({ play: { phase: "choose", to_act: null }, seats: { 1: { chosen: true } } })
  assert.deepEqual(stud.asked(seen), [0, 2])
  assert.equal(stud.place(seen, 1)?.tag?.words, "đã chọn")
})

test("several pots say who is in which", () => {
  const pots = [
    { amount: 90, seats: [0, 1, 2] },
    { amount: 40, seats: [1, 2] },
  ]
  assert.deepEqual(
    stud.middle(view({ play: { pots } })).pots.map(({ name, mine, who }) => [name, mine, who]),
    [
      ["Chính", true, "An, Bình, Chi"],
      ["Phụ 1", false, "Bình, Chi"],
    ],
  )
  assert.deepEqual(stud.middle(view({ play: { pots: pots.slice(0, 1) } })).pots, [])
})

test("what came back, what the house took, and a suit that decided are told with their clauses", () => {
  const payouts = [{ seat: 0, amount: 57, pot: 0, rule: "XT32-18" }]
  const seen = view({
    phase: "result",
    play: { phase: "showdown", payouts, rake: 3 },
    seats: { 0: { total: 20 }, 1: { total: 20 }, 2: { total: 20, status: "folded" } },
  })
  const line = (/** @type {any} */ event) => /** @type {any} */ ({ hand: 5, event })
  const lines = [line({ type: "refunded", seat: 1, amount: 50 }), line({ type: "raked", pot: 0, amount: 3 })]
  const told = pays(seen, lines)
  assert.deepEqual(told[0]?.why[0]?.rule, "XT32-Q18")
  assert.deepEqual(
    told[1]?.why.map(({ text, rule }) => [text, rule]),
    [
      ["", "XT32-18"],
      ["Cùng át cao: chất quyết định", "XT32-16"],
      ["Phế 3", null],
    ],
  )
  assert.equal(sum(seen), "Góp 60 = chia 57 + phế 3. Sổ khớp.")
})

test("a game without a face has a plain key for each offer", () => {
  const seen = view({ you: { offers: [{ type: "shuffle_feet" }, { type: "pass" }] } })
  seen.table.play.type = "dominoes"
  const some = desk()
  const keys = plain.keys(seen, some) ?? []
  assert.deepEqual(
    keys.map((key) => key.id),
    ["shuffle_feet", "pass"],
  )
  keys[0]?.run?.()
  assert.deepEqual(some.sentActions, [{ type: "shuffle_feet" }])
  assert.deepEqual(plain.asked(seen), [1])
})
