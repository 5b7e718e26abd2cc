import * as api from "./api.js"
import { Connection } from "./connection.js"
import { Desk } from "./desk.js"
import { Opening } from "./opening.js"
import { Store } from "./store.js"
import { TablePage } from "./table.js"
import { bringFace } from "./games/faces.js"
import { device } from "./lib/box.js"
import { findCode, showCode } from "./lib/code.js"
import { ServerClock } from "./lib/countdown.js"
import { language, speak, t } from "./lib/i18n.js"
import { loadSprite } from "./lib/sprite.js"
import { Tokens } from "./lib/tokens.js"

const CHECK_MS = 5_000
const RETRY_MS = 3_000
/** Close codes of the server: there is no such room, and it was closed. */
const UNKNOWN = 4002
const CLOSED = 4006

/** @type {import("./connection.js").World} */
const world = {
  socket: (url) => new WebSocket(url),
  hidden: () => document.hidden,
  now: () => performance.now(),
  random: () => Math.random(),
  after: (call, ms) => window.setTimeout(call, ms),
  cancel: (timer) => window.clearTimeout(timer),
}

/** The one-time code of a seat in the fragment; it is wiped from the address at once. @returns {string | null} */
function takeMoveCode() {
  const move = new URLSearchParams(location.hash.slice(1)).get("m")
  // Another node may have sent us to /s/K7/r/...: what people copy from the address bar is the short form.
  const path = location.pathname.replace(/^\/s\/\w+(?=\/r\/)/, "")
  if (location.hash || path !== location.pathname) history.replaceState(null, "", path)
  return move
}

/**
 * What the server tells, asked for until it answers; null: there is no such thing.
 * @template T @param {() => Promise<T>} ask @returns {Promise<T | null>}
 */
async function insist(ask) {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof api.Refused && error.status === 404) return null
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** Why a line cannot come back: the close code of a room that the server closed or forgot; null: it can. @param {string} code */
async function fate(code) {
  try {
    return (await api.room(code)).closed ? CLOSED : null
  } catch (error) {
    return error instanceof api.Refused && error.status === 404 ? UNKNOWN : null
  }
}

async function start() {
  const move = takeMoveCode()
  // Words and pictures come while the room is looked up and its line is opened.
  const dressed = Promise.all([speak(language(), { all: false }), loadSprite()])
  const typed = decodeURIComponent(location.pathname.split("/").at(-1) ?? "")
  const room = await insist(() => api.room(findCode(typed) ?? typed))
  const code = room?.code ?? findCode(typed) ?? ""
  const clock = new ServerClock(world.now)
  const store = new Store()
  const scheme = location.protocol === "https:" ? "wss" : "ws"
  const target = { url: `${scheme}://${location.host}${room?.ws ?? ""}`, room: code, lang: language(), move }
  /** @type {Opening | null} */
  let opening = null
  /** @type {TablePage | null} */
  let page = null
  const connection = new Connection(target, {
    world,
    clock,
    tokens: new Tokens(device),
    listener: {
      link: (link) => {
        store.link(link)
        // A socket of a closed room knows as little of it as one of a room that never was.
        if ((link.kind === "lost" && link.tries > 1) || (link.kind === "ended" && link.code === UNKNOWN))
          fate(code).then((end) => {
            const now = store.state.link
            if (end !== null && end !== now.code && now.kind === link.kind) connection.end(end)
          })
      },
      welcome: (welcome) => store.welcome(welcome),
      view: (view) => {
        store.view(view)
        if (view.table.play === null) desk.brief()
        // Who sits will want them: the first hand shall not wait for its face, nor the first question for its rule.
        if (view.you.seat !== null) {
          bringFace(view.table.game)
          desk.study()
        }
        if (view.skipped)
          connection
            .send({ type: "log", hand: view.table.hand })
            .then(({ answer }) => answer?.type === "hand_log" && store.handLog(answer))
        opening?.view(view)
      },
      refused: (rejected) => dressed.then(() => page?.refused(rejected.code)),
      told: (frame) => {
        desk.inbox.keep(frame, Date.now())
        page?.told()
      },
    },
  })
  const link = room?.link ?? `${location.origin}/r/${showCode(code)}`
  const desk = new Desk({ store, connection, clock, room: { code, link, title: room?.title ?? "" } })
  opening = Opening.take(desk)
  if (room && !room.closed) {
    connection.connect()
  } else store.link({ kind: "ended", tries: 0, code: room ? CLOSED : UNKNOWN })
  if (room) desk.teach = (clauses) => insist(() => api.game(room.game, { clauses }))
  await dressed
  document.querySelector("[data-boot]")?.remove()
  page = new TablePage(desk)
  page.mount()
  if (!room || room.closed) {
    document.title = room ? t("page.title", { title: room.title }) : t("end.unknown")
    return
  }
  setInterval(() => document.hidden || connection.check(), CHECK_MS)
  document.addEventListener("visibilitychange", () => (document.hidden ? connection.sleep() : connection.wake()))
  addEventListener("online", () => connection.wake())
  addEventListener("pageshow", (event) => event.persisted && connection.restore())
}

start()
