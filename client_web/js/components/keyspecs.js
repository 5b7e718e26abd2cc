import { t } from "../lib/i18n.js"
import { waitingWords } from "../lib/say.js"
import { faceOf } from "../games/faces.js"
import { isAskedToBank, mySeat, onMat, readySeats, taken } from "../lib/model.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./key.js").KeySpec} KeySpec */
/** @typedef {import("../hands.js").Hands} Hands */

/**
 * The keys of the bar for a view, in the order in which they stay: the game's own while it has some, else the table's.
 * @param {View} view @param {Desk} desk @returns {KeySpec[]}
 */
export function keySpecs(view, desk) {
  if (!mySeat(view)) return watcherKeys(view, desk, desk.hands)
  const playing = view.table.phase === "playing" ? faceOf(view).keys(view, desk) : null
  return playing ?? betweenKeys(view, desk, desk.hands)
}

/** Seated, but not to move: after a fold, between hands, before the first one. @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec[]} */
function betweenKeys(view, desk, hands) {
  const me = mySeat(view)
  if (isAskedToBank(view)) return bankAskedKeys(hands)
  if (me?.status === "leaving") return [{ id: "leaving", icon: "x", text: t("seat.leaving"), dead: true }]
  const out = me?.status === "out"
  /** @type {KeySpec[]} */
  const keys = [
    out
      ? {
          id: "sit-in",
          icon: "seat",
          kind: "go",
          text: t("key.sit_in"),
          small: t("key.next_hand"),
          run: () => hands.tell("sit-in", { type: "sit_in" }),
        }
      : {
          id: "sit-out",
          icon: "clock",
          text: t("key.sit_out"),
          small: t("key.next_hand"),
          run: () => hands.tell("sit-out", { type: "sit_out" }),
        },
  ]
  const turn = view.you.turn
  for (const offer of view.you.offers) {
    const text = offer.type === "show" ? t("key.show") : offer.type
    const small = offer.type === "show" ? t("key.show.all") : undefined
    if (turn !== null)
      keys.push({ id: offer.type, icon: "eye", text, small, run: () => hands.act(offer.type, { type: offer.type }) })
  }
  const bank = bankKey(view, hands)
  if (bank && !out) keys.push(bank)
  if (view.table.phase === "result" && !out) {
    const ready = taken(view).filter((one) => one.bot || one.next).length
    const small = t(bank ? "key.next.short" : "key.next.count", { ready, all: readySeats(view) })
    keys.push({
      id: "next",
      icon: "check",
      kind: "go",
      text: t("key.next"),
      small,
      hotkey: "N",
      dead: me?.next,
      run: () => hands.tell("next", { type: "next" }),
    })
  }
  if (!onMat(view) && !out) keys.push(startKey(view, desk, hands))
  return keys.map((key) => live(hands, key))
}

/** Dead while nothing may be sent; striped while it is. @param {Hands} hands @param {KeySpec} key @returns {KeySpec} */
function live(hands, key) {
  const sending = hands.sent === key.id
  return { ...key, dead: key.dead || !hands.live, sending, small: sending ? t("key.sending") : key.small }
}

/** Who is asked to be the banker says yes or no. @param {Hands} hands @returns {KeySpec[]} */
function bankAskedKeys(hands) {
  /** @param {boolean} take @returns {KeySpec} */
  const key = (take) =>
    live(hands, {
      id: take ? "bank-yes" : "bank-no",
      icon: take ? "check" : "x",
      kind: take ? "go" : "",
      text: t(take ? "key.bank.yes" : "key.bank.no"),
      small: t(take ? "key.bank.yes.small" : "key.bank.no.small"),
      run: () => hands.tell(take ? "bank-yes" : "bank-no", { type: "bank", take }),
    })
  return [key(false), key(true)]
}

/** Between hands: pass the bank on, or take it where it is free or a bot's. @param {View} view @param {Hands} hands @returns {KeySpec | null} */
function bankKey(view, hands) {
  const take = bankMove(view)
  if (take === null || view.table.phase === "playing") return null
  const id = take ? "bank-take" : "bank-pass"
  return {
    id,
    icon: take ? "hand" : "right",
    text: t(take ? "key.bank.take" : "key.bank.pass"),
    small: t("key.next_hand"),
    run: () => hands.tell(id, { type: "bank", take }),
  }
}

/** What the viewer may do about the bank: true to take it, false to pass it on, null nothing. @param {View} view @returns {boolean | null} */
export function bankMove(view) {
  const { bank, seats, phase } = view.table
  const me = mySeat(view)
  if (!bank || me?.status !== "in") return null
  if (bank.banker === me.seat) return bank.passing
  const holder = seats.find((one) => one.seat === bank.banker)
  if (phase === "playing") return null
  return bank.banker === null ? (bank.asked === null ? true : null) : holder?.bot ? true : null
}

/** Before the first hand: the host deals, the others say that they are ready. @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec} */
function startKey(view, desk, hands) {
  const short = view.table.waiting !== null && view.table.waiting !== "host"
  if (view.you.host) {
    const why = () => desk.notice(waitingWords(view))
    return {
      id: "start",
      icon: "play",
      kind: "bold",
      text: t("key.start"),
      hotkey: "N",
      dead: short,
      why,
      run: () => hands.tell("start", { type: "host", do: { type: "start" } }),
    }
  }
  return {
    id: "next",
    icon: "check",
    kind: "go",
    text: t("key.ready"),
    hotkey: "N",
    dead: mySeat(view)?.next,
    run: () => hands.tell("next", { type: "next" }),
  }
}

/** @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec[]} */
function watcherKeys(view, desk, hands) {
  const asked = view.table.requests.some((one) => one.player === view.you.player)
  const heir = view.table.seats.some((one) => one.heir !== null && one.heir === view.you.name)
  const free = freeSeat(view)
  const closed = view.table.locked && !view.you.host
  if (free === null && !asked && !heir && !closed) return [waitKey(hands)]
  const dead = asked || heir || free === null || closed || !hands.live
  const small = asked
    ? t("key.sit.asked")
    : heir
      ? t("key.sit.heir")
      : closed
        ? t("key.sit.locked")
        : t(view.table.ask ? "key.sit.ask" : "key.sit.free")
  return [
    {
      id: "sit",
      icon: "seat",
      kind: "go",
      text: t("key.sit"),
      small,
      dead,
      run: () => free !== null && desk.sit(free),
    },
  ]
}

/** The table is full: watch, and be told when a seat is free. @param {Hands} hands @returns {KeySpec} */
const waitKey = (hands) => ({
  id: "wait-seat",
  icon: "check",
  kind: "pre",
  text: t("key.wait"),
  small: t("key.sit.full"),
  pressed: hands.waits,
  run: () => {
    hands.waits = !hands.waits
    hands.changed()
  },
})

/** A seat to sit on: an empty one, else a bot's. @param {View} view @returns {number | null} */
export function freeSeat(view) {
  const seats = view.table.seats
  const found = seats.find((one) => one.player === null) ?? seats.find((one) => one.bot && one.heir === null)
  return found?.seat ?? null
}
