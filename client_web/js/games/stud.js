import { cardWords, faces, fanWords, isNamed, labelInside, labelWords } from "../lib/cardwords.js"
import { t } from "../lib/i18n.js"
import { mySeat, namesOf, offerOf, seatAt } from "../lib/model.js"
import { lastMove } from "../lib/moves.js"
import { studKeys } from "./studkeys.js"
import { pays, sum } from "./studpays.js"

/** @typedef {import("../protocol.js").StudView} StudView */
/** @typedef {import("../protocol.js").StudSeat} StudSeat */
/** @typedef {import("../protocol.js").StudYou} StudYou */
/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Place} Place */
/** @typedef {import("./face.js").Tag} Tag */
/** @typedef {import("./face.js").Middle} Middle */

/** @param {View} view @returns {StudView} */
const playOf = (view) => /** @type {StudView} */ (view.table.play)

/** @param {View} view @param {number} seat @returns {StudSeat | null} */
const handOf = (view, seat) => playOf(view).seats.find((one) => one.seat === seat) ?? null

/** @param {View} view @returns {StudYou | null} */
const own = (view) => (view.you.play?.type === "stud" ? view.you.play : null)

/** In the game of 32 cards the card that stays down has a name of its own. @param {View} view */
const chooses = (view) => "choice_default" in view.table.options

/** @param {View} view @returns {readonly number[]} */
function asked(view) {
  const play = playOf(view)
  if (play.phase === "choose")
    return play.seats.filter((one) => one.status !== "folded" && !one.chosen).map((one) => one.seat)
  return play.to_act === null ? [] : [play.to_act]
}

/** @param {View} view @param {number} seat @returns {Place | null} */
function place(view, seat) {
  const hand = handOf(view, seat)
  if (!hand) return null
  const mine = seat === view.you.seat
  const you = mine ? own(view) : null
  const hole = you?.hole.type === "open" ? you.hole : hand.hole
  const cards = [...faces(hole), ...hand.up]
  const secret = hand.hole.type === "closed" && hole.type === "open" && hole.cards.length === 1 ? 0 : -1
  const folded = hand.status === "folded"
  const label = (mine ? you?.label : null) ?? hand.label
  const over = view.table.phase === "result"
  return {
    cards,
    secret,
    alt:
      secret === 0
        ? t(chooses(view) ? "me.fan.tay" : "me.fan", {
            hole: cardWords(String(cards[0])),
            rest: fanWords(cards.slice(1)),
          })
        : undefined,
    label: label && (!folded || over || mine) && playOf(view).phase !== "choose" ? labelWords(label) : "",
    count: null,
    small:
      mine && hole.type === "open" && hole.cards.length === 1
        ? t(chooses(view) ? "me.tay" : "me.hole", { card: cardWords(hole.cards[0] ?? "") })
        : "",
    tag: tagOf(view, hand),
    stack: hand.stack,
    paid: view.table.phase === "playing" ? hand.paid : 0,
    total: hand.total,
    folded,
    bank: false,
    first: !over && playOf(view).opener === seat,
    act: null,
    named: (card) => hand.hole.type === "open" && label !== null && isNamed(label, card),
  }
}

/** @param {View} view @param {StudSeat} hand @returns {Tag | null} */
function tagOf(view, hand) {
  if (hand.status === "folded") return { words: t("seat.folded"), kind: "line" }
  if (playOf(view).phase === "choose")
    return hand.chosen
      ? { words: t("stud.chosen"), kind: "ngoc", icon: "check" }
      : { words: t("stud.choosing"), kind: "line" }
  if (hand.status === "all_in" && view.table.phase === "playing")
    return { words: t("stud.all_in", { total: hand.total }), kind: "son" }
  return null
}

/** @param {View} view @param {number} seat */
function result(view, seat) {
  const hand = handOf(view, seat)
  if (!hand) return null
  const won = playOf(view).payouts.filter((one) => one.seat === seat)
  return won.reduce((all, one) => all + one.amount, 0) - hand.total
}

/** @param {View} view @returns {Middle} */
function middle(view) {
  const play = playOf(view)
  const over = view.table.phase === "result"
  const paid = play.payouts.reduce((all, one) => all + one.amount, 0)
  const pots = play.pots.length > 1 && !over ? play.pots : []
  const lines = over
    ? play.rake > 0
      ? [{ words: t("pot.rake", { rake: play.rake }) }]
      : []
    : [{ words: levelWords(play) }]
  return {
    word: t("pot"),
    sum: over ? paid : play.pot,
    coin: true,
    lines,
    pots: pots.map((pot, at) => ({
      name: potName(at),
      amount: pot.amount,
      mine: view.you.seat !== null && pot.seats.includes(view.you.seat),
      who: namesOf(view, pot.seats),
    })),
    alt: t("pot.label", { pot: over ? paid : play.pot, level: play.level }),
  }
}

/** @param {StudView} play */
function levelWords(play) {
  if (play.phase === "choose") return t("pot.stake", { stake: play.stake })
  if (play.most_raises === 0) return t("pot.level", { level: play.level })
  return t("pot.raises", { level: play.level, raises: play.raises, most: play.most_raises })
}

/** @param {number} pot its number, the main pot first */
export const potName = (pot) => (pot === 0 ? t("pot.main") : t("pot.side", { number: pot }))

/** @param {View} view @returns {string[]} */
function wins(view) {
  const play = playOf(view)
  return [...new Set(play.payouts.map((one) => one.seat))].map((seat) => {
    const amount = play.payouts.filter((one) => one.seat === seat).reduce((all, one) => all + one.amount, 0)
    const label = handOf(view, seat)?.label
    const key = play.phase === "showdown" && label ? "win.show" : "win.folds"
    const words = { name: seatAt(view, seat)?.name ?? "", amount, label: label ? labelInside(label) : "" }
    return t(seat === view.you.seat ? `${key}.you` : key, words)
  })
}

/** @type {Face["saying"]} */
function saying(view, lines, armed) {
  const play = playOf(view)
  if (armed === "to_tat") return { bold: t("armed.say"), text: t("armed.say.text") }
  const me = mySeat(view)
  const hand = me && handOf(view, me.seat)
  if (play.phase === "choose") return choosing(view, hand)
  if (play.to_act !== null && play.to_act === view.you.seat)
    return { bold: t("say.turn"), text: lastMove(lines, view.table.hand) }
  const first = !me
    ? t("say.watching")
    : hand?.status === "folded"
      ? t("say.folded")
      : hand?.status === "all_in"
        ? t("stud.all_in.you")
        : ""
  const acting = seatAt(view, play.to_act)
  const rest = acting ? t(acting.away_since === null ? "say.thinks" : "say.away", { name: acting.name }) : ""
  return { bold: "", text: [first, rest].filter(Boolean).join(" ") }
}

/** @param {View} view @param {StudSeat | null} hand */
function choosing(view, hand) {
  const waits = namesOf(
    view,
    asked(view).filter((seat) => seat !== view.you.seat),
  )
  if (!hand || hand.status === "folded") return { bold: "", text: t("choose.wait", { names: waits }) }
  if (hand.chosen) return { bold: t("choose.done"), text: waits ? t("choose.wait", { names: waits }) : "" }
  return { bold: t("choose.tap"), text: t(`choose.late.${view.table.options["choice_default"] ?? "second"}`) }
}

/** @param {View} view */
function question(view) {
  const play = playOf(view)
  const you = own(view)
  if (play.phase === "choose") {
    const [first = "", second = ""] = you?.hole.type === "open" ? you.hole.cards.map(cardWords) : []
    return t("hear.choose", { first, second })
  }
  const theo = offerOf(view, "theo")
  const to = offerOf(view, "to")
  const all = offerOf(view, "to_tat")
  const most = to && to.most > to.least
  const choices = [
    theo && theo.cost > 0 && t("hear.fold"),
    theo && (theo.cost === 0 ? t("hear.check") : t("hear.call", { cost: theo.cost })),
    to &&
      (most
        ? t("hear.raises", { least: to.step * to.least, most: to.step * to.most })
        : t("hear.raise", { cost: to.call + to.step * to.least })),
    all && t("hear.all", { cost: all.cost }),
    (!theo || theo.cost === 0) && t("hear.fold"),
  ].filter(Boolean)
  return `${t("hear.pot", { pot: play.pot })} ${t("hear.turn", { choices: choices.join(", ") })}`
}

/** My cards at the head of a round: the closed one once, then what came and what it makes. @param {View} view @param {number} round @param {string | null} card */
function mineWords(view, round, card) {
  const you = own(view)
  const hole = you?.hole.type === "open" && you.hole.cards.length === 1 ? you.hole.cards[0] : null
  const makes = you?.label && you.label.category !== "high_card" ? labelInside(you.label) : ""
  const came = round === 1 && chooses(view) ? "hear.opened" : makes ? "hear.card.makes" : "hear.card"
  return [
    round === 1 && hole && t(chooses(view) ? "hear.tay" : "hear.hole", { card: cardWords(hole) }),
    card && t(came, { card: cardWords(card), label: makes }),
  ]
}

/** What lies open since this round before the others. @param {View} view @param {Parameters<Face["heard"]>[1]} news */
const othersWords = (view, news) =>
  news
    .flatMap((event) => (event.type === "dealt" && event.seat !== view.you.seat ? [event] : []))
    .map(({ seat, card }) => t("log.cards", { name: seatAt(view, seat)?.name ?? "", card: cardWords(card) }))
    .join(", ")

/** A new round: my cards, those of the others, and who speaks first. @type {Face["heard"]} */
function heard(view, news) {
  const opened = news.find((event) => event.type === "opened")
  const mine = news.find((event) => event.type === "dealt" && event.seat === view.you.seat)
  if (opened?.type !== "opened") return null
  const others = othersWords(view, news)
  const first = t(opened.seat === view.you.seat ? "hear.opens.you" : "hear.opens", {
    name: seatAt(view, opened.seat)?.name ?? "",
    label: labelInside(opened.label),
  })
  return [
    t("hear.round", { round: opened.round }),
    ...mineWords(view, opened.round, mine?.type === "dealt" ? mine.card : null),
    others && `${others}.`,
    handOf(view, opened.seat) && first,
  ]
    .filter(Boolean)
    .join(" ")
}

/** Xì tố, with 28 cards or with 32. @type {Face} */
export const stud = {
  asked,
  clock: (view) => (playOf(view).phase === "choose" ? "choice_timeout_s" : "turn_timeout_s"),
  seats: (view) => playOf(view).seats.map((one) => one.seat),
  place,
  result,
  middle,
  stage: (view) => {
    const play = playOf(view)
    if (play.phase === "choose") return t("stage.choose")
    return t("stage.round", { round: play.round, rounds: play.rounds })
  },
  wins,
  saying,
  question,
  heard,
  keys: (view, desk) => {
    const me = mySeat(view)
    const hand = me && handOf(view, me.seat)
    return hand?.status === "live" && view.table.phase === "playing" ? studKeys(view, desk) : null
  },
  pays,
  sum,
}
