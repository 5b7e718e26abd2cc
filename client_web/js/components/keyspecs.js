import { t } from "../lib/i18n.js"
import { Ahead } from "./ahead.js"
import { handOf, isMyTurn, mySeat, offerOf, onMat, readySeats, taken } from "../lib/model.js"

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("./key.js").KeySpec} KeySpec */
/**
 * @typedef {object} Hands what the bar knows besides the view
 * @property {boolean} live keys may be pressed
 * @property {string | null} sent id of the key that waits for its answer
 * @property {import("./ahead.js").Choice | null} ahead what is chosen before the turn
 * @property {(id: import("./ahead.js").Choice) => void} choose
 * @property {(id: string, action: {type: string} & Record<string, unknown>) => void} act
 * @property {(id: string, command: {type: string} & Record<string, unknown>) => void} tell
 */

/** Moves with a place of their own in the bar; offers of other games follow in the server's order. */
const MOVES = ["up", "theo", "to"]

/**
 * The keys of the bar for a view, in the order in which they stay.
 * @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec[]}
 */
export function keySpecs(view, desk, hands) {
  const me = mySeat(view)
  if (!me) return watcherKeys(view, desk, hands)
  if (view.table.phase === "playing" && handOf(view, me.seat)?.status === "live") return moveKeys(view, desk, hands)
  return betweenKeys(view, desk, hands)
}

/** @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec[]} */
function moveKeys(view, desk, hands) {
  const cost = isMyTurn(view) ? null : Ahead.cost(view)
  if (cost !== null) return aheadKeys(view, hands, cost)
  const others = view.you.offers.filter((offer) => !MOVES.includes(offer.type)).map((offer) => offer.type)
  return [...MOVES, ...others].map((id) => {
    const spec = described(view, id)
    const offered = view.you.offers.some((offer) => offer.type === id)
    const blocked = view.you.blocked.find((one) => one.action === id)
    const action = id === "to" ? { type: id, k: offerOf(view, "to")?.least ?? 1 } : { type: id }
    if (blocked) return { ...spec, dead: true, small: blocked.rule, why: () => desk.notice(desk.clause(blocked.rule)) }
    if (!isMyTurn(view)) return { ...spec, dead: true }
    const sending = hands.sent === id
    return {
      ...spec,
      small: sending ? t("key.sending") : spec.small,
      dead: !offered || !hands.live,
      sending,
      run: () => hands.act(id, action),
    }
  })
}

/** Somebody else is to move: fold or pay may be chosen before, at this price. @param {View} view @param {Hands} hands @param {number} cost @returns {KeySpec[]} */
function aheadKeys(view, hands, cost) {
  const level = view.table.play?.level ?? 0
  /** @param {import("./ahead.js").Choice} id @param {boolean} dead @param {string} text @param {string} small @returns {KeySpec} */
  const key = (id, dead, text, small) => ({
    id,
    icon: "check",
    kind: "pre",
    text,
    small,
    dead: dead || !hands.live,
    pressed: hands.ahead === id,
    run: () => hands.choose(id),
  })
  return [
    key("pre-up", cost === 0, t("key.up"), t("pre.up.small")),
    key(
      "pre-theo",
      false,
      cost === 0 ? t("key.check") : t("key.call", { cost }),
      cost === 0 ? t("pre.check.small") : t("pre.call.small", { level }),
    ),
    { ...described(view, "to"), dead: true },
  ]
}

/** A move with its price. @param {View} view @param {string} id @returns {KeySpec} */
function described(view, id) {
  const theo = offerOf(view, "theo")
  const to = offerOf(view, "to")
  const up = offerOf(view, "up")
  if (id === "up")
    return {
      id,
      icon: "fold",
      text: t("key.up"),
      small: up ? t("key.up.lost", { lost: up.lost }) : undefined,
      hotkey: "U",
    }
  if (id === "theo") {
    const cost = theo?.cost ?? 0
    return {
      id,
      icon: "same",
      kind: "go",
      text: !theo ? t("key.theo") : cost === 0 ? t("key.check") : t("key.call", { cost }),
      small: !theo ? undefined : cost === 0 ? t("key.check.free") : t("key.left", { left: theo.left }),
      hotkey: "T",
    }
  }
  if (id === "to") {
    const rise = to ? to.step * to.least : 0
    return {
      id,
      icon: "up",
      kind: "bold",
      text: to ? t("key.raise", { cost: to.call + rise }) : t("key.to"),
      small: to ? t("key.level", { level: to.level + rise }) : undefined,
      hotkey: "R",
    }
  }
  return { id, icon: "hand", text: id }
}

/** Seated, but not to move: after a fold, between hands, before the first one. @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec[]} */
function betweenKeys(view, desk, hands) {
  const me = mySeat(view)
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
  if (view.table.phase === "result" && !out) {
    const ready = taken(view).filter((one) => one.bot || one.next).length
    const small = t("key.next.count", { ready, all: readySeats(view) })
    keys.push({
      id: "next",
      icon: "check",
      kind: "go",
      text: t("key.next"),
      small,
      dead: me?.next,
      run: () => hands.tell("next", { type: "next" }),
    })
  }
  if (!onMat(view) && !out) keys.push(startKey(view, desk, hands))
  return keys.map((key) => ({ ...key, dead: key.dead || !hands.live, sending: hands.sent === key.id }))
}

/** Before the first hand: the host deals, the others say that they are ready. @param {View} view @param {Desk} desk @param {Hands} hands @returns {KeySpec} */
function startKey(view, desk, hands) {
  const needed = view.table.seats.length - readySeats(view)
  const short = view.table.waiting === "players" || view.table.waiting === "people"
  if (view.you.host) {
    const why = () => desk.notice(t("say.players", { count: needed }))
    return {
      id: "start",
      icon: "play",
      kind: "bold",
      text: t("key.start"),
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
  const dead = asked || heir || free === null || closed || !hands.live
  const small = asked
    ? t("key.sit.asked")
    : heir
      ? t("key.sit.heir")
      : closed
        ? t("key.sit.locked")
        : free === null
          ? t("key.sit.full")
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

/** A seat to sit on: an empty one, else a bot's. @param {View} view @returns {number | null} */
export function freeSeat(view) {
  const seats = view.table.seats
  const found = seats.find((one) => one.player === null) ?? seats.find((one) => one.bot && one.heir === null)
  return found?.seat ?? null
}
