/** An example of each kind of hand, strongest first. */

/** @typedef {import("../protocol.js").HandLabel} HandLabel */
/** @typedef {import("../protocol.js").XiDachLabel} XiDachLabel */
/** @typedef {{cards: string, label: HandLabel, oneIn: number}} Example `oneIn`: of so many hands of five one is of this kind */

/** @param {HandLabel["category"]} category @param {string} ranks @param {string} cards @param {number} oneIn @returns {Example} */
const of = (category, ranks, cards, oneIn) => ({ cards, label: { category, ranks: ranks.split(" ") }, oneIn })

/** Shares: all hands of five from the pack, counted. @type {readonly {pack: 28 | 32, examples: readonly Example[]}[]} */
export const POKER = [
  {
    pack: 28,
    examples: [
      of("straight_flush", "K", "Kh Qh Jh Th 9h", 8_190),
      of("quads", "Q 9", "Qs Qh Qd Qc 9s", 585),
      of("full_house", "K 9", "Ks Kh Kd 9c 9s", 98),
      of("flush", "A K J T 8", "Ad Kd Jd Td 8d", 1_365),
      of("straight", "Q", "Qs Jc Th 9d 8s", 32),
      of("trips", "J A 9", "Js Jh Jd Ac 9s", 15),
      of("two_pair", "A T 8", "As Ah Td Tc 8h", 7),
      of("pair", "K A J 9", "Ks Kd Ac Js 9h", 1.8),
      of("high_card", "A K J T 8", "As Kd Jh Tc 8s", 5),
    ],
  },
  {
    pack: 32,
    examples: [
      of("straight_flush", "J", "Jc Tc 9c 8c 7c", 12_586),
      of("quads", "7 A", "7s 7h 7d 7c As", 899),
      of("full_house", "A 7", "As Ah Ad 7c 7s", 150),
      of("flush", "K Q T 8 7", "Ks Qs Ts 8s 7s", 968),
      of("straight", "J", "Jh Tc 9s 8d 7h", 49),
      of("trips", "9 K 7", "9s 9d 9c Kh 7d", 19),
      of("two_pair", "J 8 A", "Jh Jd 8s 8c Ad", 8),
      of("pair", "7 A Q T", "7h 7c As Qd Tc", 1.9),
      of("high_card", "A Q J 9 7", "Ah Qs Jd 9c 7h", 4),
    ],
  },
]

/** @type {readonly {cards: string, label: XiDachLabel}[]} */
export const POINTS = [
  { cards: "As Ad", label: { kind: "xi_ban", total: 21 } },
  { cards: "Ah Kc", label: { kind: "xi_dach", total: 21 } },
  { cards: "2c 3d 4h 2s 5d", label: { kind: "ngu_linh", total: 16 } },
  { cards: "Td 9h", label: { kind: "points", total: 19 } },
  { cards: "Th 4s", label: { kind: "non", total: 14 } },
  { cards: "Kd 8c 6h", label: { kind: "quac", total: 24 } },
]
