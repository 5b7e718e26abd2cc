import { cardWords } from "../lib/cardwords.js"
import { t } from "../lib/i18n.js"
import { offerOf } from "../lib/model.js"
import { raiseSums } from "../lib/raise.js"
import { Ahead } from "../components/ahead.js"
import { plainKeys } from "./plain.js"

/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").KeySpec} KeySpec */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../components/ahead.js").Choice} Choice */

const OWN = ["up", "theo", "to", "to_tat", "choose"]

/**
 * The keys of a live seat: choosing, my turn, or what may be chosen before it.
 * @param {View} view @param {Desk} desk @returns {KeySpec[]}
 */
export function studKeys(view, desk) {
  const play = view.table.play
  if (play?.type !== "stud") return []
  if (play.phase === "choose") return [chooseKey(view, desk)]
  if (view.you.turn === null || play.to_act !== view.you.seat) {
    const cost = Ahead.cost(view)
    return cost === null ? [foldKey(view), callKey(view), raiseKey(view, desk)].map(dead) : aheadKeys(view, desk, cost)
  }
  const keys = [foldKey(view), callKey(view), raiseKey(view, desk)]
  return [...keys.map((key) => asked(view, desk, key)), ...plainKeys(view, desk, OWN)]
}

/** @param {KeySpec} key @returns {KeySpec} */
const dead = (key) => ({ ...key, dead: true, run: undefined })

/** A key of my turn: blocked with its clause, sent, or alive. @param {View} view @param {Desk} desk @param {KeySpec} key @returns {KeySpec} */
function asked(view, desk, key) {
  const { hands } = desk
  const offered = view.you.offers.some((offer) => offer.type === key.id) || (key.id === "to" && sheetOffers(view))
  const blocked = offered ? undefined : view.you.blocked.find((one) => one.action === key.id)
  if (blocked)
    return {
      ...key,
      dead: true,
      small: blocked.rule,
      run: undefined,
      why: () => desk.notice(desk.clause(blocked.rule)),
    }
  const sending = hands.sent === key.id || (key.id === "to" && hands.sent === "to_tat")
  const run = key.run ?? (() => hands.act(key.id, { type: key.id }))
  return { ...key, run, small: sending ? t("key.sending") : key.small, dead: !offered || !hands.live, sending }
}

/** Whether a raise is more than one fixed step: then its key opens a sheet. @param {View} view */
export function sheetOffers(view) {
  const to = offerOf(view, "to")
  return offerOf(view, "to_tat") !== null || (to !== null && to.most > to.least)
}

/** @param {View} view @returns {KeySpec} */
function foldKey(view) {
  const up = offerOf(view, "up")
  return {
    id: "up",
    icon: "fold",
    text: t("key.up"),
    small: up ? t("key.up.lost", { lost: up.lost }) : undefined,
    hotkey: "U",
  }
}

/** @param {View} view @returns {KeySpec} */
function callKey(view) {
  const theo = offerOf(view, "theo")
  const cost = theo?.cost ?? 0
  return {
    id: "theo",
    icon: "same",
    kind: "go",
    text: !theo ? t("key.theo") : cost === 0 ? t("key.check") : t("key.call", { cost }),
    small: !theo ? undefined : cost === 0 ? t("key.check.free") : t("key.left", { left: theo.left }),
    hotkey: "T",
  }
}

/** One fixed step is played at once; a choice of steps opens and closes the sheet over the keys. @param {View} view @param {Desk} desk @returns {KeySpec} */
function raiseKey(view, desk) {
  const { hands } = desk
  const to = offerOf(view, "to")
  const all = offerOf(view, "to_tat")
  /** @type {KeySpec} */
  const key = { id: "to", icon: "up", kind: "bold", text: t("key.to"), hotkey: "R" }
  if (!sheetOffers(view)) {
    if (!to) return key
    const { pay, level } = raiseSums(to, to.least)
    const run = () => hands.act("to", { type: "to", k: to.least })
    return { ...key, text: t("key.raise", { cost: pay }), small: t("key.level", { level }), run }
  }
  if (hands.open)
    return {
      ...key,
      icon: "down",
      kind: "",
      text: t("key.close"),
      small: t("key.close.not"),
      expanded: true,
      run: () => hands.pick({ open: false }),
    }
  const bounds = to && { least: to.step * to.least, most: to.step * to.most }
  const small = !bounds
    ? t("key.all.cost", { cost: all?.cost ?? 0 })
    : t(all ? "key.raise.bounds_all" : "key.raise.bounds", bounds)
  return {
    ...key,
    text: t(to ? "key.raise.open" : "key.all.open"),
    small,
    expanded: false,
    run: () => open(desk, to === null),
  }
}

/** @param {Desk} desk @param {boolean} armed only tố tất is left: opening the sheet is its first tap */
function open({ hands }, armed) {
  if (armed) hands.guard.arm("to_tat")
  hands.pick({ open: true })
}

/** Somebody else is to move: to pay nothing, or to stay in at this price, may be chosen before. @param {View} view @param {Desk} desk @param {number} cost @returns {KeySpec[]} */
function aheadKeys(view, desk, cost) {
  const { hands } = desk
  const play = view.table.play
  const level = play?.type === "stud" ? play.level : 0
  const chosen = hands.ahead.chosen(view)
  /** @param {Choice} id @param {string} hotkey @param {string} text @param {string} small @returns {KeySpec} */
  const key = (id, hotkey, text, small) => ({
    id,
    icon: "check",
    kind: "pre",
    text,
    small,
    hotkey,
    dead: !hands.live,
    pressed: chosen === id,
    run: () => {
      hands.ahead.toggle(id, view)
      hands.changed()
    },
  })
  return [
    key("pre-up", "U", t(cost === 0 ? "pre.none" : "key.up"), t(cost === 0 ? "pre.none.small" : "pre.up.small")),
    key(
      "pre-theo",
      "T",
      cost === 0 ? t("key.check") : t("key.call", { cost }),
      cost === 0 ? t("pre.check.small") : t("pre.call.small", { level }),
    ),
    dead({ id: "to", icon: "up", text: t("key.to") }),
  ]
}

/** @param {View} view @param {Desk} desk @returns {KeySpec} */
function chooseKey(view, desk) {
  const { hands } = desk
  const you = view.you.play?.type === "stud" ? view.you.play : null
  const cards = you?.hole.type === "open" ? you.hole.cards : []
  const i = pickedCard(view, desk)
  const card = i === null ? undefined : cards[i]
  const other = i === null ? undefined : cards[1 - i]
  if (!offerOf(view, "choose"))
    return { id: "choose", icon: "check", text: t("key.chosen"), small: card && cardWords(card), dead: true }
  const sending = hands.sent === "choose"
  return {
    id: "choose",
    icon: "check",
    kind: "go",
    text: card ? t("key.choose.card", { card: cardWords(card) }) : t("key.choose"),
    small: sending ? t("key.sending") : other ? t("key.choose.hide", { card: cardWords(other) }) : t("key.choose.pick"),
    dead: i === null || !hands.live,
    sending,
    run: () => hands.act("choose", { type: "choose", i: i ?? 0 }),
  }
}

/** Which card would lie open: the one chosen, the one picked, else the one that the clock would open. @param {View} view @param {Desk} desk @returns {number | null} */
export function pickedCard(view, desk) {
  const you = view.you.play?.type === "stud" ? view.you.play : null
  const late = view.table.options["choice_default"] === "second" ? 1 : null
  return you?.choice ?? desk.hands.card ?? late
}
