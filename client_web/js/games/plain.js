import { knows, t } from "../lib/i18n.js"
import { seatAt } from "../lib/model.js"
import { toldCards } from "./told.js"

/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").KeySpec} KeySpec */
/** @typedef {import("../desk.js").Desk} Desk */

/** @param {View} view */
const asked = (view) => (view.table.phase === "playing" ? view.table.clocks.map((clock) => clock.seat) : [])

/** @param {string} type */
const named = (type) => (knows(`key.${type}`) ? t(`key.${type}`) : type)

/**
 * One plain key for each offer, sent with nothing but its type.
 * @param {View} view @param {Desk} desk @param {readonly string[]} [but] types that have keys of their own @returns {KeySpec[]}
 */
export function plainKeys(view, desk, but = []) {
  return view.you.offers
    .filter((offer) => !but.includes(offer.type))
    .map(({ type }) => ({
      id: type,
      icon: "hand",
      text: named(type),
      small: desk.hands.sent === type ? t("key.sending") : undefined,
      dead: !desk.hands.live,
      sending: desk.hands.sent === type,
      run: () => desk.hands.act(type, { type }),
    }))
}

/** A game that this page has no component for: seats, clocks, and a plain key for each offer. @type {Face} */
export const plain = {
  asked,
  clock: () => "turn_timeout_s",
  seats: (view) => view.table.seats.filter((one) => one.player !== null).map((one) => one.seat),
  place: (view, seat) => {
    const found = seatAt(view, seat)
    if (!found || found.player === null) return null
    return {
      ...toldCards(view, seat),
      label: "",
      count: null,
      small: "",
      tag: null,
      stack: found.balance,
      paid: 0,
      total: 0,
      folded: false,
      bank: false,
      first: false,
      act: null,
      named: () => false,
    }
  },
  result: () => null,
  middle: (view) => ({ word: view.table.title, sum: "", coin: false, lines: [], pots: [], alt: view.table.title }),
  stage: () => t("stage.play"),
  wins: () => [],
  saying: (view) => {
    const [first] = asked(view)
    if (first === undefined) return { bold: "", text: "" }
    if (first === view.you.seat) return { bold: t("say.turn"), text: "" }
    return { bold: "", text: t("say.thinks", { name: seatAt(view, first)?.name ?? "" }) }
  },
  question: (view) => t("hear.turn", { choices: view.you.offers.map((offer) => named(offer.type)).join(", ") }),
  heard: () => null,
  keys: (view, desk) => (view.you.offers.length > 0 ? plainKeys(view, desk) : null),
  pays: () => [],
  sum: () => "",
}
