import { faces, fanWords } from "../lib/cardwords.js"
import { signed, t } from "../lib/i18n.js"
import { mySeat, namesOf, offerOf, seatAt } from "../lib/model.js"
import { xiDachKeys } from "./xidachkeys.js"
import { netOf, pays, sum, wins } from "./xidachpays.js"
import { countHead } from "./xidachwords.js"
import { heard, question, saying } from "./xidachsay.js"

/** @typedef {import("../protocol.js").XiDachView} XiDachView */
/** @typedef {import("../protocol.js").XiDachSeat} XiDachSeat */
/** @typedef {import("../protocol.js").XiDachYou} XiDachYou */
/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Place} Place */
/** @typedef {import("./face.js").Tag} Tag */
/** @typedef {import("./face.js").Middle} Middle */

/** @param {View} view @returns {XiDachView} */
const playOf = (view) => /** @type {XiDachView} */ (view.table.play)

/** @param {View} view @returns {XiDachYou | null} */
const own = (view) => (view.you.play?.type === "xi_dach" ? view.you.play : null)

/** What the viewer may see of a seat's cards, his own knowledge included. @param {View} view @param {XiDachSeat} hand */
function cardsOf(view, hand) {
  const you = own(view)
  const seen = faces(hand.cards)
  if (!you || hand.cards.type === "open") return { cards: seen, note: "" }
  if (hand.seat === view.you.seat) return { cards: you.cards.type === "open" ? you.cards.cards : seen, note: "" }
  const then = hand.seat === playOf(view).banker && you.banker.type === "open" ? you.banker.cards : null
  const shown = you.shown.find((one) => one.seat === hand.seat)?.cards ?? then
  if (!shown) return { cards: seen, note: "" }
  const rest = Array.from({ length: Math.max(0, seen.length - shown.length) }, () => null)
  return { cards: [...shown, ...rest], note: t(then ? "xd.then" : "xd.shown") }
}

/** @param {View} view @param {number} seat @returns {Place | null} */
function place(view, seat) {
  const play = playOf(view)
  const hand = play.seats.find((one) => one.seat === seat)
  if (!hand) return null
  const mine = seat === view.you.seat
  const you = mine ? own(view) : null
  const { cards, note } = cardsOf(view, hand)
  const label = (mine ? you?.label : null) ?? hand.label
  const open = offerOf(view, "inspect")?.seats.includes(seat) ?? false
  const shows = mine && offerOf(view, "show_hand") !== null
  const name = seatAt(view, seat)?.name ?? ""
  return {
    cards,
    secret: -1,
    alt: note ? `${fanWords(cards)}. ${note}` : undefined,
    label: label ? countHead(label) : note || (cards.length > 0 ? t("xd.cards", { count: cards.length }) : ""),
    count:
      mine && label && (label.kind === "points" || label.kind === "non")
        ? { number: String(label.total), words: ageWords(view) }
        : null,
    small: mine ? hintOf(view, hand) : "",
    tag: open ? null : tagOf(view, hand),
    stack: seatAt(view, seat)?.balance ?? 0,
    paid: mine ? 0 : hand.stake,
    total: hand.stake,
    folded: false,
    bank: seat === play.banker,
    first: false,
    act: open
      ? {
          id: `inspect-${seat}`,
          words: t("key.inspect"),
          label: t("key.inspect.of", { name }),
          icon: "eye",
          bold: true,
          action: { type: "inspect", seat },
        }
      : shows
        ? {
            id: "show_hand",
            words: t("key.show_hand"),
            label: t("key.show_hand.long"),
            icon: "eye",
            bold: false,
            action: { type: "show_hand" },
          }
        : null,
    named: () => false,
  }
}

/** @param {View} view */
const ageWords = (view) => t(own(view)?.of_age ? "xd.of_age" : "xd.under_age")

/** The second line under my own total. @param {View} view @param {XiDachSeat} hand */
function hintOf(view, hand) {
  const you = own(view)
  const play = playOf(view)
  if (!you?.label || play.phase === "result") return ""
  if (hand.seat === play.banker) {
    const seen = play.seats.filter(
      (one) =>
        one.settlement &&
        one.cards.type === "open" &&
        play.phase !== "betting" &&
        one.label?.kind !== "xi_dach" &&
        one.label?.kind !== "xi_ban",
    )
    return seen.length > 0
      ? t("xd.saw", {
          names: namesOf(
            view,
            seen.map((one) => one.seat),
          ),
        })
      : ""
  }
  if (hand.finished) return ""
  if (you.label.kind === "quac") return t("xd.hint.quac")
  if (you.label.kind === "non") return t("xd.hint.non", { least: Number(view.table.options["con_min"] ?? 0) })
  return ""
}

/** @param {View} view @param {XiDachSeat} hand @returns {Tag | null} */
function tagOf(view, hand) {
  const play = playOf(view)
  if (hand.settlement) {
    const { outcome, amount } = hand.settlement
    const kind = /** @type {Tag["kind"]} */ ({ win: "win", push: "even", lose: "lose" }[outcome])
    return {
      words: t(`xd.tag.${outcome}`, { amount: Math.abs(amount) }),
      kind,
      icon: { win: "plus", push: "same", lose: "minus" }[outcome],
    }
  }
  if (hand.seat === play.banker) return null
  if (play.phase === "betting") {
    if (!hand.decided) return { words: t("xd.tag.staking"), kind: "line" }
    return hand.stake === 0 ? { words: t("xd.tag.out"), kind: "line" } : null
  }
  if (hand.finished) return { words: t("xd.tag.done"), kind: "line" }
  if (play.to_act.includes(hand.seat)) return null
  return play.phase === "cons" ? { words: t("xd.tag.waits"), kind: "line" } : null
}

/** @param {View} view @returns {Middle} */
function middle(view) {
  const play = playOf(view)
  const cons = play.seats.filter((one) => one.seat !== play.banker)
  const stakes = cons.reduce((all, one) => all + one.stake, 0)
  const mine = cons.find((one) => one.seat === view.you.seat)
  const banker = seatAt(view, play.banker)?.name ?? ""
  const empty = { coin: true, pots: [], alt: "" }
  if (view.table.phase === "result")
    return { ...empty, coin: false, word: t("xd.mid.over"), sum: "", lines: [], alt: t("xd.mid.over") }
  if (play.phase === "betting") {
    const left = cons.filter((one) => !one.decided).length
    return {
      ...empty,
      word: t("xd.mid.stakes"),
      sum: stakes,
      lines: left > 0 ? [{ words: t("xd.mid.waits", { count: left }) }] : [],
      alt: t("xd.mid.alt", { stakes }),
    }
  }
  if (play.banker === view.you.seat) {
    const done = cons.filter((one) => one.settlement)
    const open = cons.filter((one) => !one.settlement).reduce((all, one) => all + one.stake, 0)
    const net = netOf(play, play.banker)
    const lines = [
      { words: t("xd.mid.net", { points: signed(net) }), bad: net < 0 },
      { words: t("xd.mid.open", { stakes: open }) },
    ]
    return {
      ...empty,
      coin: false,
      word: t("xd.mid.settled"),
      sum: `${done.length} / ${cons.length}`,
      lines,
      alt: t("xd.mid.settled.alt", { done: done.length, all: cons.length }),
    }
  }
  if (mine)
    return {
      ...empty,
      word: t("xd.mid.mine"),
      sum: mine.stake,
      lines: [{ words: t("xd.mid.banker", { name: banker }) }],
      alt: t("xd.mid.mine.alt", { stake: mine.stake }),
    }
  return {
    ...empty,
    word: t("xd.mid.all"),
    sum: stakes,
    lines: [{ words: t("xd.mid.banker", { name: banker }) }],
    alt: t("xd.mid.alt", { stakes }),
  }
}

/** @param {View} view */
function stage(view) {
  const play = playOf(view)
  const who =
    play.banker === view.you.seat
      ? t("stage.bank.you")
      : t("stage.bank", { name: seatAt(view, play.banker)?.name ?? "" })
  return play.phase === "betting" ? `${t("stage.stakes")} · ${who}` : who
}

/** Xì dách: one banker against the others. @type {Face} */
export const xiDach = {
  asked: (view) => playOf(view).to_act,
  clock: (view) =>
    ({ betting: "bet_timeout_s", banker: "banker_timeout_s", cons: "turn_timeout_s", result: "turn_timeout_s" })[
      playOf(view).phase
    ],
  seats: (view) => playOf(view).seats.map((one) => one.seat),
  place,
  result: (view, seat) => (playOf(view).seats.some((one) => one.seat === seat) ? netOf(playOf(view), seat) : null),
  middle,
  stage,
  wins,
  saying,
  question,
  heard,
  keys: (view, desk) => (mySeat(view) && view.table.phase === "playing" ? xiDachKeys(view, desk) : null),
  pays,
  sum,
}
