import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { netOf, pays, wins } from "../js/games/xidachpays.js"
import { xiDachKeys } from "../js/games/xidachkeys.js"
import { heard, saying } from "../js/games/xidachsay.js"
import { xiDach } from "../js/games/xidach.js"
import { speakLike } from "./words.js"

const NAMES = ["An", "Lan", "Tú"]
const label = (/** @type {string} */ kind, /** @type {number} */ total) => ({ kind, total })
const closed = (/** @type {number} */ count) => ({ type: "closed", count })
const open = (/** @type {string[]} */ ...cards) => ({ type: "open", cards })

/** Seat 0 banks; Lan stood with three cards, Tú was inspected and won 30. @param {any} [change] @returns {any} */
function view({ you = {}, play = {}, seats = {}, phase = "playing" } = {}) {
  const base = [
    {
      seat: 0,
      stake: 0,
      reserved: 80,
      decided: true,
      cards: closed(2),
      label: null,
      finished: false,
      settlement: null,
    },
    {
      seat: 1,
      stake: 50,
      reserved: 50,
      decided: true,
      cards: closed(3),
      label: null,
      finished: true,
      settlement: null,
    },
    {
      seat: 2,
      stake: 30,
      reserved: 30,
      decided: true,
      cards: open("Th", "9s"),
      label: label("points", 19),
      finished: true,
      settlement: { outcome: "win", amount: 30, rule: "XD-29" },
    },
  ]
  return {
    table: {
      phase,
      hand: 3,
      options: { con_min: 16 },
      clocks: [],
      seats: NAMES.map((name, seat) => ({ seat, player: seat + 1, name, balance: 1000, away_since: null })),
      play: {
        type: "xi_dach",
        phase: "banker",
        banker: 0,
        to_act: [0],
        order: [2, 1, 0],
        seats: base.map((one) => ({ ...one, .../** @type {any} */ (seats)[one.seat] })),
        stock: 40,
        payouts: [{ seat: 2, amount: 30, pot: 2, rule: "XD-29" }],
        ...play,
      },
    },
    you: { player: 1, seat: 0, turn: 4, offers: [], blocked: [], play: null, ...you },
  }
}

/** @returns {any} */
const desk = (/** @type {string | null} */ armed = null) => ({
  notice: () => {},
  clause: (/** @type {string} */ rule) => rule,
  hands: { live: true, sent: null, stake: null, guard: { armed } },
})
const own = (/** @type {any} */ made, age = false) => ({
  type: "xi_dach",
  cards: open("Th", "6s"),
  label: made,
  of_age: age,
  banker: closed(0),
  shown: [],
})
const ids = (/** @type {any} */ seen, /** @type {string | null} */ armed = null) =>
  xiDachKeys(seen, desk(armed))?.map((key) => `${key.id}${key.dead ? "-" : ""}`)

beforeEach(() => speakLike("vi"))

test("what each seat has won so far: stakes against the banker, and penalties among cons", () => {
  const payouts = [
    { seat: 2, amount: 30, pot: 2, rule: "XD-29" },
    { seat: 0, amount: 50, pot: 1, rule: "XD-34" },
    { seat: 2, amount: 50, pot: 1, rule: "XD-34" },
  ]
  const play = view({ play: { payouts } }).table.play
  assert.deepEqual(
    [0, 1, 2].map((seat) => netOf(play, seat)),
    [20, -100, 80],
  )
})

test("below the age drawing lies right; from it on standing does; over 21 there is only standing", () => {
  const turn = { phase: "cons", to_act: [1] }
  const seats = { 1: { finished: false, cards: closed(2) } }
  const draw = { type: "draw", penalty: false }
  const as = (/** @type {any} */ play, /** @type {any[]} */ offers, blocked = []) =>
    view({ play: turn, seats, you: { seat: 1, play, offers, blocked } })
  const young = as(own(label("non", 14)), [draw, { type: "stand", needs_confirm: true }])
  assert.deepEqual(ids(young), ["stand", "draw"])
  assert.deepEqual(ids(young, "stand"), ["stand-no", "stand-yes"])
  const grown = as(own(label("points", 18), true), [draw, { type: "stand", needs_confirm: false }])
  assert.deepEqual(ids(grown), ["draw", "stand"])
  const over = as(
    own(label("quac", 24)),
    [{ type: "stand", needs_confirm: false }],
    /** @type {any} */ ([{ action: "draw", rule: "XD-Q22" }]),
  )
  assert.deepEqual(ids(over), ["draw-", "stand"])
  assert.match(saying(over, [], null).text, /Quắc/)
  assert.match(saying(young, [], "stand").bold, /14/)
})

test("the banker's keys keep their order; what he may not do is dead", () => {
  const draw = { type: "draw", penalty: false }
  const grown = { offers: [draw, { type: "inspect", seats: [1] }, { type: "end_turn", seats: [1] }] }
  assert.deepEqual(ids(view({ you: { play: own(label("points", 17), true), ...grown } })), [
    "draw",
    "inspect-1",
    "end_turn",
  ])
  const blocked = [
    { action: "inspect", rule: "XD-Q13b" },
    { action: "end_turn", rule: "XD-Q16b" },
  ]
  assert.deepEqual(ids(view({ you: { play: own(label("non", 12)), offers: [draw], blocked } })), [
    "draw",
    "inspect-",
    "end_turn-",
  ])
})

test("a stake that is laid already is not laid again; another one changes it", () => {
  const betting = { phase: "betting", to_act: [1], order: [] }
  const seen = (/** @type {number} */ now) =>
    view({
      play: betting,
      seats: { 1: { stake: now, decided: now > 0, finished: false } },
      you: {
        seat: 1,
        offers: [
          { type: "bet", least: 10, most: 100, reserve: 1, now },
          { type: "skip_bet", back: now },
        ],
      },
    })
  assert.deepEqual(ids(seen(0)), ["skip_bet", "bet"])
  assert.deepEqual(ids(seen(30)), ["skip_bet", "bet-"])
})

test("an inspected con sees the banker's cards as they were then, and closed ones after them", () => {
  const you = { seat: 2, play: { ...own(label("points", 19), true), banker: open("Tc", "6h") } }
  const place = xiDach.place(view({ you, seats: { 0: { cards: closed(3) } } }), 0)
  assert.deepEqual(place?.cards, ["Tc", "6h", null])
  assert.equal(place?.label, "lúc xét bạn")
})

test("to others, who stood is done, whatever he holds", () => {
  const place = xiDach.place(view(), 1)
  assert.equal(place?.label, "3 lá")
  assert.equal(place?.tag?.words, "đã xong")
})

test("an inspection is told to the banker with both hands", () => {
  const you = { play: own(label("points", 17), true) }
  const news = /** @type {any} */ ([{ type: "inspected", seat: 2, cards: [], label: label("points", 19) }])
  assert.equal(heard(view({ you }), news), "Bạn xét Tú: Tú 19 điểm, bạn 17 điểm, chung 30. Còn Lan.")
})

test("at the end, what the banker held at an inspection is not taken for what he holds now", () => {
  const seen = view({
    phase: "result",
    play: { phase: "result" },
    seats: {
      0: { cards: open("Tc", "6h", "4d"), label: label("points", 20) },
      1: {
        cards: open("9h", "9c"),
        label: label("points", 18),
        settlement: { outcome: "lose", amount: -50, rule: "XD-29" },
      },
    },
  })
  const line = (/** @type {any} */ event) => /** @type {any} */ ({ hand: 3, event })
  const lines = [line({ type: "inspected", seat: 2 }), line({ type: "drew", seat: 0 })]
  assert.deepEqual(
    pays(seen, lines).map((pay) => [pay.head, pay.why[0]?.text]),
    [
      ["Bạn chung Tú", "Tú 19 điểm, xét khi cái có 2 lá."],
      ["Lan chung Bạn", "Lan 18 điểm, bạn 20 điểm"],
    ],
  )
})

test("where nobody staked the table says so", () => {
  const nobody = { 1: { stake: 0 }, 2: { stake: 0, settlement: null } }
  assert.deepEqual(wins(view({ phase: "result", play: { payouts: [] }, seats: nobody })), [
    "Không ai đặt, ván này không chia.",
  ])
})
