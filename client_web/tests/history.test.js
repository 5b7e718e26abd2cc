import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { bringFace } from "../js/games/faces.js"
import { curveWords } from "../js/history/curve.js"
import { handText } from "../js/history/handtext.js"
import { Record } from "../js/history/record.js"
import { handsOf, players, seriesOf, spread, ticks, winsOf } from "../js/history/series.js"
import { readingTime, stepsOf, toldOf } from "../js/history/steps.js"
import { shortTime, timeWords } from "../js/history/times.js"
import { speakLike } from "./words.js"

const LABEL = { category: "high_card", ranks: ["K", "9", "8", "7", "6"] }

/** @param {any} [change] @returns {any} two seats of xì tố at one moment; An has seat 0, Bình seat 2, and seat 1 is empty */
function view({ events = [], you = {}, phase = "playing", hole = [{ type: "closed", count: 1 }], play = {} } = {}) {
  const seats = [0, 2].map((seat, at) => ({
    seat,
    stack: 99,
    paid: 0,
    total: 1,
    status: at === 0 ? "live" : "folded",
    hole: hole[at] ?? hole[0],
    up: [at === 0 ? "Kh" : "Qd"],
    label: null,
    said: null,
    chosen: false,
  }))
  return {
    v: 1,
    epoch: 0,
    skipped: 0,
    events,
    table: {
      title: "",
      game: "xi-to-28",
      hand: 4,
      phase,
      options: {},
      clocks: [],
      seats: [
        { seat: 0, player: 7, name: "An", bot: false, balance: 100 },
        { seat: 1, player: null, name: "", bot: false, balance: 0 },
        { seat: 2, player: 9, name: "Bình", bot: false, balance: 97 },
      ],
      play: {
        type: "stud", phase: "bet", round: 1, rounds: 4, level: 0, raises: 0, most_raises: 2, pot: 2, opener: 0,
        to_act: 0, payouts: [], pots: [], rake: 0, stake: 1, seats, ...play,
      },
    },
    you: { player: 0, name: "", seat: null, turn: null, offers: [], play: null, ...you },
  }
}

const MINE = { player: 9, name: "Bình", seat: 2, play: { type: "stud", hole: { type: "open", cards: ["As"] }, label: LABEL } }
const DEAL = [
  { type: "hand_began", hand: 4, button: 0 },
  { type: "anted", amount: 1 },
  { type: "dealt", seat: 0, card: "Kh", round: 1 },
  { type: "dealt", seat: 2, card: "Qd", round: 1 },
  { type: "opened", seat: 0, label: LABEL, round: 1 },
]
const END = [
  { type: "folded", seat: 2, left: false },
  { type: "won", payout: { seat: 0, amount: 2, pot: 0, rule: "XT28-21" }, label: null },
  { type: "hand_ended", hand: 4, results: { 0: 1, 2: -1 } },
]

/** @param {any} [you] @returns {any} */
const hand = (you = {}) => ({
  line: {
    hand: 4, game: "xi-to-28", ended_s: 1_796_000_000, players: { 0: 7, 2: 9 }, names: { 0: "An", 2: "Bình" },
    deltas: { 0: 1, 2: -1 }, rake: 0, showdown: false,
  },
  moments: [
    { at: 0, view: view({ events: DEAL, you }) },
    { at: 900, view: view({ events: END, you, phase: "result" }) },
  ],
  events: [...DEAL, ...END],
})

/** @param {number} player @param {string} name @param {number} result @param {number} grants @returns {any} */
const account = (player, name, result, grants) => ({ player, name, bot: false, result, grants, balance: grants + result })
/** @param {number} number @param {any} postings @param {string} [kind] @returns {any} */
const entry = (number, postings, kind = "result") => ({ kind, hand: number, at_s: 0, postings })

/** @returns {any} */
const book = () => ({
  you: 2,
  accounts: [account(0, "", 2, -300), account(1, "An", 8, 100), account(2, "Bình", -10, 100), account(3, "Chi", 0, 100)],
  entries: [
    entry(0, { 0: -300, 1: 100, 2: 100, 3: 100 }, "grant"),
    entry(1, { 0: 1, 1: -3, 2: 2 }),
    entry(3, { 0: 1, 1: 11, 2: -12 }),
  ],
})

beforeEach(() => speakLike("vi"))

test("a step has the view, all lines so far and its own words; empty seats are left out", () => {
  const shown = hand(MINE)
  const before = JSON.stringify(shown)
  const steps = stepsOf(shown)
  assert.equal(JSON.stringify(shown), before, "what the server told stays as it is")
  assert.deepEqual(steps.map((step) => step.lines.length), [5, 8])
  assert.deepEqual(steps[0]?.view.table.seats.map((one) => one.name), ["An", "Bình"])
  assert.deepEqual(steps[0]?.words, [
    "Ván 4",
    "Mỗi người góp 1 rồi chia bài",
    "Vòng 1: An già cơ · Bạn đầm rô",
    "An già cao, nói trước",
  ])
  assert.deepEqual(steps[1]?.words, ["Bạn úp", "An ăn 2, không mở bài", "An: +1 điểm", "Bạn: −1 điểm"])
})

test("what is named has no you", () => {
  const words = stepsOf(hand(MINE), true).flatMap((step) => step.words)
  assert.ok(words.includes("Bình úp"))
  assert.ok(!words.join().includes("Bạn"))
})

test("of a hand by other rules the story is left", () => {
  const told = toldOf({ ...hand(), moments: [] })
  assert.equal(told[0], "Ván 4")
  assert.ok(told.includes("Bình úp"))
  assert.equal(told.at(-1), "Bình: −1 điểm")
})

test("a step stays as long as its words are read, within bounds", () => {
  const [deal, end] = stepsOf(hand())
  assert.ok(deal && end)
  assert.ok(readingTime(deal) > readingTime({ ...deal, words: ["Bình úp"] }))
  assert.equal(readingTime({ ...deal, words: [] }), 1_500)
  assert.equal(readingTime({ ...deal, words: ["x".repeat(999)] }), 6_000)
})

test("a hand as text: who sat there, what happened, what everybody held, in either language", async () => {
  await bringFace("xi-to-28")
  const game = /** @type {any} */ ({ name: { vi: "Xì tố 28 lá", en: "Xi to, 28 cards" } })
  const lines = handText(hand(), { title: "Nhà An", game }).split("\n")
  assert.equal(lines[0], "Nhà An · Xì tố 28 lá")
  assert.ok(lines[1]?.startsWith("Ván 4 · "))
  assert.equal(lines[2], "Như cả bàn đã thấy")
  assert.ok(lines.includes("Ghế 1: An, 100 điểm"))
  assert.ok(lines.includes("Ghế 3: Bình, 97 điểm"))
  assert.equal(lines.filter((line) => line === "Ván 4").length, 0, "its number stands in the head")
  assert.ok(lines.includes("Bình: đầm rô; một lá úp. Úp, lá úp không mở. −1 điểm"))
  speakLike("en")
  const english = handText(hand(), { title: "", game: null }).split("\n")
  assert.equal(english[0], "xi-to-28")
  assert.ok(english.includes("Seat 1: An, 100 points"))
})

test("a text from one seat holds the own hidden card, the public one holds nobody's", async () => {
  await bringFace("xi-to-28")
  const own = handText(hand(MINE), { title: "", game: null })
  assert.ok(own.includes("Nhìn từ ghế của Bình"))
  assert.ok(own.includes("át bích"))
  assert.ok(!handText(hand(), { title: "", game: null }).includes("át bích"))
})

test("a hand by other rules is told in the text too", () => {
  const text = handText({ ...hand(), moments: [] }, { title: "", game: null })
  assert.ok(text.includes("Bình úp"))
  assert.ok(!text.includes("Kết quả"))
})

test("the curve of a player starts where points first changed for him and ends at his result", () => {
  const series = seriesOf(book())
  assert.deepEqual(series.map((one) => [one.account.name, one.from, one.sums]), [
    ["An", 0, [-3, 8]],
    ["Bình", 0, [2, -10]],
  ])
  assert.deepEqual(handsOf(book()), [1, 3])
  assert.deepEqual(players(book()).map((one) => one.name), ["An", "Chi", "Bình"])
  const late = { ...book(), entries: [...book().entries, entry(4, { 2: -5, 3: 5 })] }
  assert.deepEqual(seriesOf(late).find((one) => one.account.name === "Chi")?.from, 2)
  assert.equal(
    curveWords(book()),
    "Đường ăn thua qua 2 ván. An +8, cao nhất +8, thấp nhất −3; Bạn −10, cao nhất +2, thấp nhất −10",
  )
})

test("the largest wins are people's, the newest first among equals", () => {
  assert.deepEqual(winsOf(book(), 1), [{ hand: 3, player: 1, points: 11 }])
  assert.deepEqual(winsOf(book(), 9).map((win) => win.points), [11, 2])
  const twice = { ...book(), entries: [entry(1, { 1: 5, 2: -5 }), entry(2, { 1: 5, 2: -5 })] }
  assert.deepEqual(winsOf(twice, 9).map((win) => win.hand), [2, 1])
})

test("marks are round, hold zero and everything, and are few", () => {
  assert.deepEqual(ticks(-7, 12, 6), [-10, -5, 0, 5, 10, 15])
  assert.deepEqual(ticks(0, 0, 6), [0, 1])
  for (const [low, high] of [[-3, 0], [0, 9_999], [-123, 45], [-1, 1], [-40_000, 700]]) {
    const marks = ticks(Number(low), Number(high), 6)
    assert.ok(marks.includes(0) && marks.length <= 8, `${low} ${high}: ${marks}`)
    assert.ok(Number(marks[0]) <= Number(low) && Number(marks.at(-1)) >= Number(high))
    assert.ok(marks.every(Number.isInteger))
  }
})

test("labels do not lie over one another, nor under the foot", () => {
  const places = spread([100, 102, 20, 236], 15, 236)
  const sorted = [...places].sort((a, b) => a - b)
  assert.ok(sorted.every((place, at) => at === 0 || place - Number(sorted[at - 1]) >= 15))
  assert.ok(Number(sorted.at(-1)) <= 236)
  assert.equal(places[2], 20)
  assert.deepEqual(spread([236, 236], 15, 236), [221, 236])
})

test("of today the time is enough", () => {
  const now = new Date(2026, 10, 30, 22)
  const seconds = new Date(2026, 10, 30, 20, 15).getTime() / 1000
  assert.equal(shortTime(seconds, now), "20:15")
  assert.equal(shortTime(seconds - 86_400, now), timeWords(seconds - 86_400))
  assert.ok(timeWords(seconds).includes("30/11"))
})

test("the token goes in a header, and where it is not known any more everybody's view is asked for", async (context) => {
  /** @type {[string, any][]} */
  const asked = []
  /** @param {string} url @param {any} init */
  const fetched = async (url, init) => {
    asked.push([url, init.headers])
    if (init.headers.Authorization === "Bearer old") return new Response("{}", { status: 401 })
    return new Response("{}", { status: url.endsWith("gone") ? 500 : 200 })
  }
  context.mock.method(globalThis, "fetch", fetched)
  const tokens = /** @type {any} */ ({ get: () => "mine" })
  const record = new Record("K7Q2M9XDT4", tokens)
  await record.hand(4, true)
  await record.hand(4, false)
  await record.hands(9)
  assert.deepEqual(asked, [
    ["/s/K7/api/rooms/K7Q2M9XDT4/hands/4", { Authorization: "Bearer mine" }],
    ["/s/K7/api/rooms/K7Q2M9XDT4/hands/4", {}],
    ["/s/K7/api/rooms/K7Q2M9XDT4/hands?before=9", { Authorization: "Bearer mine" }],
  ])
  asked.length = 0
  tokens.get = () => "old"
  await record.book()
  assert.deepEqual(asked.map(([, headers]) => headers), [{ Authorization: "Bearer old" }, {}])
})
