import assert from "node:assert/strict"
import { test } from "node:test"
import { cardWords, faces, fanWords, isNamed, labelInside, labelWords } from "../js/lib/cardwords.js"
import { speakLike } from "./words.js"

/** @typedef {import("../js/protocol.js").HandLabel} HandLabel */

/** @type {[HandLabel, string, string][]} */
const LABELS = [
  [{ category: "high_card", ranks: ["A", "K", "9"] }, "Át cao", "Ace high"],
  [{ category: "pair", ranks: ["K", "9"] }, "Đôi già", "Pair of kings"],
  [{ category: "two_pair", ranks: ["A", "9", "8"] }, "Thú át và 9", "Aces and nines"],
  [{ category: "trips", ranks: ["Q", "9", "8"] }, "Sám đầm", "Three queens"],
  [{ category: "straight", ranks: ["A"] }, "Sảnh đến át", "Straight to the ace"],
  [{ category: "flush", ranks: ["K", "Q", "9", "8"] }, "Thùng già cao", "Flush, king high"],
  [{ category: "full_house", ranks: ["9", "8"] }, "Cù lũ 9 đè 8", "Nines full of eights"],
  [{ category: "quads", ranks: ["T", "8"] }, "Tứ quý 10", "Four tens"],
  [{ category: "straight_flush", ranks: ["Q"] }, "Thùng phá sảnh đến đầm", "Straight flush to the queen"],
]

test("hands have their names in both languages", () => {
  for (const [label, vi, en] of LABELS) {
    speakLike("vi")
    assert.equal(labelWords(label), vi)
    speakLike("en")
    assert.equal(labelWords(label), en)
  }
})

test("inside a sentence a hand begins small", () => {
  speakLike("vi")
  assert.equal(labelInside({ category: "pair", ranks: ["J"] }), "đôi bồi")
})

test("a fan says its open cards, and of closed ones only how many", () => {
  speakLike("vi")
  assert.equal(fanWords([null, "Ks", "Th"]), "già bích, 10 cơ; một lá úp")
  assert.equal(fanWords([null, null]), "2 lá úp")
  speakLike("en")
  assert.equal(fanWords(["Ad", null]), "ace of diamonds; one face down")
  assert.equal(cardWords("9c"), "9 of clubs")
})

test("closed cards have no faces", () => {
  assert.deepEqual(faces({ type: "closed", count: 2 }), [null, null])
  assert.deepEqual(faces({ type: "open", cards: ["As"] }), ["As"])
})

test("the cards that give a hand its name", () => {
  const pair = /** @type {HandLabel} */ ({ category: "pair", ranks: ["K", "9"] })
  assert.deepEqual(
    ["Ks", "9s", "Kd"].filter((card) => isNamed(pair, card)),
    ["Ks", "Kd"],
  )
  assert.ok(isNamed({ category: "straight", ranks: ["Q"] }, "8s"))
})
