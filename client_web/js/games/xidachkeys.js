import { t } from "../lib/i18n.js"
import { offerOf, seatAt } from "../lib/model.js"
import { clampStake } from "../lib/stake.js"
import { plainKeys } from "./plain.js"

/** @typedef {import("./face.js").View} View */
/** @typedef {import("./face.js").KeySpec} KeySpec */
/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../protocol.js").XiDachView} XiDachView */

const OWN = ["bet", "skip_bet", "draw", "stand", "inspect", "end_turn", "show_hand"]
/** A move that is sent with more than its type, once it is confirmed. */
const NON = "stand"
const DEN = "draw"

/** @param {View} view @returns {XiDachView} */
const playOf = (view) => /** @type {XiDachView} */ (view.table.play)

/**
 * The keys of a hand: stakes, then a con's turn, then the banker's. Null where the viewer has nothing to play any more.
 * @param {View} view @param {Desk} desk @returns {KeySpec[] | null}
 */
export function xiDachKeys(view, desk) {
  const play = playOf(view)
  const me = play.seats.find((one) => one.seat === view.you.seat)
  if (!me) return null
  if (play.phase === "betting") return me.seat === play.banker ? [waitKey("xd.key.stakes")] : stakeKeys(view, desk)
  if (me.settlement) return null
  const keys = me.seat === play.banker ? bankerKeys(view, desk) : conKeys(view, desk)
  return [...keys, ...plainKeys(view, desk, OWN)]
}

/** @param {string} key @returns {KeySpec} */
const waitKey = (key) => ({ id: "wait", icon: "clock", text: t(key), dead: true })

/** Dead while nothing may be sent; striped while it is. @param {Desk} desk @param {KeySpec} key @returns {KeySpec} */
function live({ hands }, key) {
  const sending = hands.sent === key.id
  return { ...key, dead: key.dead || !hands.live, sending, small: sending ? t("key.sending") : key.small }
}

/** @param {View} view @param {Desk} desk @returns {KeySpec[]} */
function stakeKeys(view, desk) {
  const { hands } = desk
  const bet = offerOf(view, "bet")
  const skip = offerOf(view, "skip_bet")
  if (!bet && !skip) return [waitKey("xd.key.out")]
  const amount = bet ? clampStake(bet, hands.stake) : 0
  const laid = bet !== null && bet.now === amount
  const balance = seatAt(view, view.you.seat)?.balance ?? 0
  const out = {
    id: "skip_bet",
    icon: "x",
    text: t("xd.key.skip"),
    small: skip && skip.back > 0 ? t("xd.key.skip.back", { back: skip.back }) : t("xd.key.skip.none"),
  }
  return [
    live(desk, { ...out, dead: !skip, run: () => hands.act("skip_bet", { type: "skip_bet" }) }),
    live(desk, {
      id: "bet",
      icon: "check",
      kind: "go",
      text: !bet
        ? t("xd.key.no_bet")
        : t(laid ? "xd.key.laid" : bet.now > 0 ? "xd.key.change" : "xd.key.bet", { amount }),
      small: bet ? t("key.left", { left: balance - amount }) : t("xd.key.no_cover"),
      dead: !bet || laid,
      run: () => hands.act("bet", { type: "bet", amount }),
      why: bet ? undefined : () => desk.notice(desk.clause("XD-Q04")),
    }),
  ]
}

/** Below the age drawing is the usual move and lies right; from it on, standing. @param {View} view @param {Desk} desk @returns {KeySpec[]} */
function conKeys(view, desk) {
  const { hands } = desk
  const draw = offerOf(view, "draw")
  const stand = offerOf(view, "stand")
  if (hands.guard.armed === NON) return armedKeys(view, desk, NON)
  if (hands.guard.armed === DEN) return armedKeys(view, desk, DEN)
  const keys = [standKey(view, desk), drawKey(view, desk)]
  if (!draw && !stand) return keys.map((key) => ({ ...key, dead: true, run: undefined }))
  const young = draw !== null && (stand === null || stand.needs_confirm)
  return young ? keys : keys.reverse()
}

/** @param {View} view @param {Desk} desk @returns {KeySpec} */
function standKey(view, desk) {
  const { hands } = desk
  const stand = offerOf(view, "stand")
  const you = view.you.play?.type === "xi_dach" ? view.you.play : null
  const total = you?.label?.total ?? 0
  const blocked = view.you.blocked.find((one) => one.action === "stand")
  const least = Number(view.table.options["con_min"] ?? 0)
  const non = stand?.needs_confirm ?? false
  const run = non ? () => hands.guard.arm(NON) : () => hands.act("stand", { type: "stand" })
  const text = non ? t("xd.key.non") : stand ? t("xd.key.stand.on", { total }) : t("xd.key.stand")
  const small = blocked
    ? blocked.rule
    : !stand
      ? undefined
      : non
        ? t("xd.key.non.small", { total, least })
        : t("xd.key.stand.small")
  const why = blocked && (() => desk.notice(desk.clause(blocked.rule)))
  return live(desk, {
    id: "stand",
    icon: "check",
    kind: non ? "" : "go",
    text,
    small,
    dead: !stand,
    hotkey: "D",
    run,
    why,
  })
}

/** @param {View} view @param {Desk} desk @returns {KeySpec} */
function drawKey(view, desk) {
  const { hands } = desk
  const draw = offerOf(view, "draw")
  const stand = offerOf(view, "stand")
  const blocked = view.you.blocked.find((one) => one.action === "draw")
  const you = view.you.play?.type === "xi_dach" ? view.you.play : null
  const next = (you?.cards.type === "open" ? you.cards.cards.length : 0) + 1
  const small = blocked
    ? blocked.rule
    : !draw
      ? undefined
      : draw.penalty
        ? t("xd.key.den.small")
        : t("xd.key.draw.small", { number: t(`xd.nth.${next}`) })
  const run = draw?.penalty ? () => hands.guard.arm(DEN) : () => hands.act("draw", { type: "draw" })
  const usual = draw !== null && !draw.penalty && (stand === null || stand.needs_confirm)
  const why = blocked && (() => desk.notice(desk.clause(blocked.rule)))
  return live(desk, {
    id: "draw",
    icon: "plus",
    kind: usual ? "go" : "",
    text: t(draw?.penalty ? "xd.key.den" : "xd.key.draw"),
    small,
    dead: !draw,
    hotkey: "B",
    run,
    why,
  })
}

/** The first tap was left: "no" lies under that finger, and the confirming key elsewhere. @param {View} view @param {Desk} desk @param {typeof NON | typeof DEN} move @returns {KeySpec[]} */
function armedKeys(view, desk, move) {
  const { hands } = desk
  const action = move === NON ? { type: "stand", confirm_non: true } : { type: "draw" }
  const run = () => {
    if (hands.guard.confirm(move)) hands.act(move, action)
  }
  const [text, small] =
    move === NON ? [t("xd.key.non.yes"), t("xd.key.non.yes.small")] : [t("xd.key.den.yes"), t("xd.key.den.small")]
  return [
    { id: `${move}-no`, icon: "x", text: t("key.cancel"), small: t("key.back"), run: () => hands.guard.disarm() },
    live(desk, { id: `${move}-yes`, icon: move === NON ? "check" : "plus", kind: "bold", text, small, run }),
  ]
}

/** @param {View} view @param {Desk} desk @returns {KeySpec[]} */
function bankerKeys(view, desk) {
  const { hands } = desk
  const inspect = offerOf(view, "inspect")
  const end = offerOf(view, "end_turn")
  const draw = offerOf(view, "draw")
  const play = playOf(view)
  if (play.phase === "cons" && !inspect) return [waitKey("xd.key.cons")]
  const open = play.seats.filter((one) => end?.seats.includes(one.seat)).reduce((all, one) => all + one.stake, 0)
  const blockedEnd = view.you.blocked.find((one) => one.action === "end_turn")
  const blockedInspect = view.you.blocked.find((one) => one.action === "inspect")
  const [first] = inspect?.seats ?? []
  const name = first === undefined ? "" : (seatAt(view, first)?.name ?? "")
  const key = live(desk, {
    id: first === undefined ? "inspect" : `inspect-${first}`,
    icon: "eye",
    kind: first === undefined ? "" : "bold",
    text: t("key.inspect"),
    small: blockedInspect?.rule ?? name,
    dead: first === undefined,
    hotkey: "X",
    run: () => hands.act(`inspect-${first}`, { type: "inspect", seat: first }),
    why: blockedInspect && (() => desk.notice(desk.clause(blockedInspect.rule))),
  })
  if (play.phase === "cons") return [key]
  return [
    live(desk, { ...drawKey(view, desk), kind: end ? "" : "go" }),
    key,
    live(desk, {
      id: "end_turn",
      icon: "check",
      kind: end ? "go" : "",
      text: t("xd.key.end"),
      small: blockedEnd ? blockedEnd.rule : end ? t("xd.key.end.small", { count: end.seats.length, open }) : undefined,
      dead: !end,
      hotkey: "D",
      run: () => hands.act("end_turn", { type: "end_turn" }),
      why: blockedEnd && (() => desk.notice(desk.clause(blockedEnd.rule))),
    }),
  ]
}
