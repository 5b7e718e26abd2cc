/** What a game shows at the table. A face has no state and knows no rules: it reads the newest view. */

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").AnyEvent} AnyEvent */
/** @typedef {import("../store.js").Line} Line */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../components/key.js").KeySpec} KeySpec */
/** @typedef {{words: string, kind: "line" | "ngoc" | "son" | "win" | "lose" | "even", icon?: string}} Tag */
/** @typedef {{id: string, words: string, label: string, icon: string, bold: boolean, action: {type: string} & Record<string, unknown>}} SeatAct a button on a seat */
/**
 * @typedef {object} Place what one seat shows of a hand
 * @property {readonly (string | null)[]} cards null: closed
 * @property {number} secret index of a card that only the viewer sees; -1: none
 * @property {string} [alt] what the fan shows, where it is more than its cards
 * @property {string} label what the hand is called
 * @property {{number: string, words: string} | null} count a total that stands large in place of the label
 * @property {string} small a second line under the viewer's own label
 * @property {Tag | null} tag
 * @property {number} stack points that are left
 * @property {number} paid points that lie before the seat
 * @property {number} total points of the hand so far
 * @property {boolean} folded
 * @property {boolean} bank it is nhà cái
 * @property {boolean} first it speaks first in this round
 * @property {SeatAct | null} act
 * @property {(card: string) => boolean} named whether a card makes the hand's name
 */
/**
 * @typedef {object} Middle the middle of the mat
 * @property {string} word
 * @property {string | number} sum
 * @property {boolean} coin
 * @property {readonly {words: string, bad?: boolean}[]} lines
 * @property {readonly PotRow[]} pots several pots, main pot first
 * @property {string} alt
 */
/** @typedef {{name: string, amount: number, mine: boolean, who: string}} PotRow */
/** @typedef {{bold: string, text: string}} Say */
/** @typedef {{head: string, amount: string, gain: boolean | null, why: readonly {text: string, rule: string | null}[]}} Pay one payment and its reasons */
/**
 * @typedef {object} Face
 * @property {(view: View) => readonly number[]} asked seats whose clock runs
 * @property {(view: View) => string} clock the option that sets their time
 * @property {(view: View, seat: number) => Place | null} place null: no part in the hand
 * @property {(view: View) => readonly number[]} seats dealt in
 * @property {(view: View, seat: number) => number | null} result points of a seat in the hand that ended
 * @property {(view: View) => Middle} middle
 * @property {(view: View) => string} stage where the hand stands, for the line on top
 * @property {(view: View) => string[]} wins one sentence for each who gains
 * @property {(view: View, lines: readonly Line[], armed: string | null) => Say} saying the sentence over the keys; `armed`: what was tapped once
 * @property {(view: View) => string} question my turn in one sentence, for those who hear it
 * @property {(view: View, news: readonly AnyEvent[]) => string | null} heard what is heard where it is more than the lines of the log
 * @property {(view: View, desk: Desk) => KeySpec[] | null} keys null: nothing to play; the table's own keys stand
 * @property {(view: View, lines: readonly Line[]) => readonly Pay[]} pays
 * @property {(view: View) => string} sum that the book balances
 */

export {}
