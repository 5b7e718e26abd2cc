import { cardWords, fanWords } from "../lib/cardwords.js"
import { t } from "../lib/i18n.js"
import { namesOf, offerOf, seatAt } from "../lib/model.js"
import { handsWords } from "./xidachpays.js"
import { countHead, countWords } from "./xidachwords.js"

/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").Say} Say */
/** @typedef {import("../protocol.js").XiDachView} XiDachView */
/** @typedef {import("../protocol.js").XiDachYou} XiDachYou */

/** @param {View} view @returns {XiDachView} */
const playOf = (view) => /** @type {XiDachView} */ (view.table.play)

/** @param {View} view @returns {XiDachYou | null} */
const own = (view) => (view.you.play?.type === "xi_dach" ? view.you.play : null)

/** @param {View} view @param {number} seat */
const nameOf = (view, seat) => seatAt(view, seat)?.name ?? ""

/** My own total as a clause: "14 điểm, chưa đủ tuổi". @param {View} view */
function mineWords(view) {
  const you = own(view)
  if (!you?.label) return ""
  const { kind, total } = you.label
  if (kind !== "points" && kind !== "non") return `${countWords(you.label)}.`
  return t(you.of_age ? "xd.say.of_age" : "xd.say.under_age", { total })
}

/** @type {Face["saying"]} */
export function saying(view, _lines, armed) {
  const play = playOf(view)
  if (armed === "stand")
    return { bold: t("xd.say.non", { total: own(view)?.label?.total ?? 0 }), text: t("xd.say.non.text") }
  if (armed === "draw") return { bold: t("xd.say.den"), text: t("xd.say.den.text") }
  if (play.phase === "betting") return staking(view)
  const mine = view.you.seat !== null && play.to_act.includes(view.you.seat)
  const isBanker = view.you.seat === play.banker
  if (mine && !isBanker) return conSays(view)
  if (mine) return { bold: t("xd.say.bank"), text: bankSays(view) }
  if (isBanker && offerOf(view, "inspect")) return { bold: "", text: t("xd.say.may_inspect") }
  const [first] = play.to_act
  if (first === undefined) return { bold: "", text: "" }
  const actor = seatAt(view, first)
  const key = actor?.away_since != null ? "say.away" : first === play.banker ? "xd.say.banks" : "xd.say.draws"
  return { bold: view.you.seat === null ? t("say.watching") : "", text: t(key, { name: actor?.name ?? "" }) }
}

/** @param {View} view @returns {Say} */
function conSays(view) {
  const draw = offerOf(view, "draw")
  if (own(view)?.label?.kind === "quac")
    return { bold: t("say.turn"), text: t(draw ? "xd.say.quac.den" : "xd.say.quac") }
  return { bold: t("xd.say.turn"), text: mineWords(view) }
}

/** @param {View} view */
const bankSays = (view) =>
  own(view)?.of_age
    ? t(offerOf(view, "inspect") ? "xd.say.bank.inspect" : "xd.say.bank.end")
    : `${mineWords(view)} ${t("xd.say.bank.draw")}`

/** @param {View} view @returns {Say} */
function staking(view) {
  const play = playOf(view)
  const bet = offerOf(view, "bet")
  const waits = play.seats.filter((one) => one.seat !== play.banker && !one.decided && one.seat !== view.you.seat)
  const names = namesOf(
    view,
    waits.map((one) => one.seat),
  )
  const wait = names ? t("xd.say.waits", { names }) : ""
  if (view.you.seat === play.banker) return { bold: t("stage.bank.you.head"), text: wait }
  const me = play.seats.find((one) => one.seat === view.you.seat)
  if (!me) return { bold: "", text: wait }
  if (me.decided) return { bold: me.stake > 0 ? t("xd.say.staked", { stake: me.stake }) : t("xd.say.out"), text: wait }
  if (!bet) return { bold: "", text: t("xd.say.no_stake") }
  return { bold: t("xd.say.stake"), text: t("xd.say.bounds", { least: bet.least, most: bet.most }) }
}

/** @type {Face["question"]} */
export function question(view) {
  const play = playOf(view)
  const bet = offerOf(view, "bet")
  if (play.phase === "betting") return bet ? t("xd.hear.stake", { least: bet.least, most: bet.most }) : ""
  const isBanker = view.you.seat === play.banker
  if (isBanker) return `${t("xd.say.bank")} ${mineWords(view)} ${bankSays(view)}`
  const stand = offerOf(view, "stand")
  const choices = [
    offerOf(view, "draw") && t("xd.hear.draw"),
    stand && t(stand.needs_confirm ? "xd.hear.stand_non" : "xd.hear.stand"),
  ].filter(Boolean)
  return `${mineWords(view)} ${t("hear.turn", { choices: choices.join(", ") })}`
}

/** Who draws no more, and with how many cards: the same words whatever they count. @param {View} view @param {Parameters<Face["heard"]>[1]} news */
function doneWords(view, news) {
  const done = news.flatMap((event) => (event.type === "stood" ? [event.seat] : []))
  return playOf(view)
    .seats.filter((one) => done.includes(one.seat))
    .map(({ seat, cards }) => {
      const count = cards.type === "open" ? cards.cards.length : cards.count
      return t(seat === view.you.seat ? "xd.hear.done.you" : "xd.hear.done", { name: nameOf(view, seat), count })
    })
    .join(" ")
}

/** What came to my own hand: two cards, or one more. The total is told with the question, else here. @type {Face["heard"]} */
function gained(view, news) {
  const play = playOf(view)
  const you = own(view)
  const cards = you?.cards.type === "open" ? you.cards.cards : []
  const dealt = news.some((event) => event.type === "hands_dealt")
  const drew = news.some((event) => event.type === "drew" && event.seat === view.you.seat)
  if (cards.length === 0 || (!dealt && !drew)) return null
  const words = dealt ? t("hear.cards", { cards: fanWords(cards) }) : t("hear.card", { card: cardWords(cards.at(-1) ?? "") })
  const asked = view.you.seat !== null && play.to_act.includes(view.you.seat)
  return asked || !you?.label ? words : `${words} ${countHead(you.label)}.`
}

/** An inspection is told with both hands, as far as the viewer knows them. @type {Face["heard"]} */
export function heard(view, news) {
  const play = playOf(view)
  const seats = news.flatMap((event) => (event.type === "inspected" ? [event.seat] : []))
  if (seats.length === 0) return doneWords(view, news) || gained(view, news)
  const told = seats.flatMap((seat) => {
    const con = play.seats.find((one) => one.seat === seat)
    if (!con?.settlement) return []
    const { outcome, amount } = con.settlement
    const you = view.you.seat
    const side = you === seat ? "con" : you === play.banker ? "bank" : "other"
    const words = { name: nameOf(view, seat), hands: handsWords(view, con, true), amount: Math.abs(amount) }
    return [t(`xd.hear.inspect.${side}.${outcome}`, words)]
  })
  const left = play.seats.filter((one) => one.seat !== play.banker && !one.settlement)
  return [
    ...told,
    left.length > 0
      ? t("xd.hear.left", {
          names: namesOf(
            view,
            left.map((one) => one.seat),
          ),
        })
      : "",
  ]
    .filter(Boolean)
    .join(" ")
}
