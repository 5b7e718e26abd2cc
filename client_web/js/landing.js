import * as api from "./api.js"
import { CreateDialog } from "./components/createdialog.js"
import { GamePick } from "./components/gamepick.js"
import { pageTop } from "./components/pagetop.js"
import { Opening } from "./opening.js"
import { device } from "./lib/box.js"
import { findCode, showCode } from "./lib/code.js"
import { facesOf } from "./lib/deck.js"
import { h, show } from "./lib/dom.js"
import { knows, language, onLanguage, said, speak, t } from "./lib/i18n.js"
import { randomKey } from "./lib/random.js"
import { loadSprite } from "./lib/sprite.js"
import { Tokens } from "./lib/tokens.js"
import { prefs } from "./prefs.js"

/** @typedef {import("./protocol.js").GameInfo} GameInfo */
/** @typedef {import("./protocol.js").CreateRoom} CreateRoom */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id))

/** The first page: play at once, open a table, or enter a code. */
class Landing {
  /** One key a wish, so that a resent request makes one room. */
  #key = randomKey()
  /** @type {readonly GameInfo[]} */
  #games = []
  /** @type {readonly import("./protocol.js").RoomOnShow[]} */
  #rooms = []

  constructor() {
    this.play = /** @type {HTMLFormElement} */ (byId("play"))
    this.name = /** @type {HTMLInputElement} */ (byId("play-name"))
    this.code = /** @type {HTMLInputElement} */ (byId("code"))
    this.pick = new GamePick(() => {})
    this.create = new CreateDialog(({ name, ...wish }) => this.#open(wish, { name, bots: false }))
    byId("play-game").replaceWith(this.pick.element)
    byId("play-now").addEventListener("click", () => this.#ask())
    byId("open-table").addEventListener("click", () => this.create.open())
    this.play.addEventListener("submit", (event) => this.#playNow(event))
    byId("join").addEventListener("submit", (event) => this.#join(event))
    onLanguage(() => this.#list())
  }

  /** Ask what the server plays. */
  async load() {
    try {
      ;[this.#games, this.#rooms] = await Promise.all([api.games(), api.listed().catch(() => [])])
    } catch {
      this.#problem("play-problem", t("landing.unreachable"))
      return
    }
    this.pick.offer(this.#games)
    this.create.offer(this.#games)
    this.#list()
  }

  #ask() {
    show(byId("play-now"), false)
    show(this.play, true)
    this.name.value = prefs.name
    this.name.focus()
    this.name.select()
  }

  /** @param {Event} event */
  async #playNow(event) {
    event.preventDefault()
    const name = this.name.value.trim()
    if (!name) return
    byId("play-go").setAttribute("disabled", "")
    if (!this.pick.chosen) await this.load()
    const game = this.pick.chosen
    const wish = game && { game: game.game, title: t("create.title.of", { name }) }
    const problem = wish ? (await this.#open(wish, { name, bots: true }))?.words : t("landing.unreachable")
    byId("play-go").removeAttribute("disabled")
    if (problem) this.#problem("play-problem", problem)
  }

  /** @param {Omit<CreateRoom, "key">} wish @param {import("./opening.js").Wish} opening @returns {Promise<import("./components/createdialog.js").Refusal | null>} what went wrong */
  async #open(wish, opening) {
    try {
      const room = await api.createRoom({ ...wish, key: this.#key })
      prefs.name = opening.name
      new Tokens(device).set(room.code, room.token)
      Opening.leave(room.code, opening)
      location.assign(`/r/${showCode(room.code)}`)
      return null
    } catch (error) {
      this.#key = randomKey()
      if (!(error instanceof api.Refused)) return { words: t("landing.unreachable"), option: null, problem: "" }
      const { code = "", option = null, problem = error.message } = error.problem ?? {}
      const key = `landing.no.${code}`
      return { words: knows(key) ? t(key) : t("landing.refused", { problem }), option, problem }
    }
  }

  /** @param {Event} event */
  #join(event) {
    event.preventDefault()
    const code = findCode(this.code.value)
    if (code) location.assign(`/r/${showCode(code)}`)
    else this.#problem("code-problem", t("landing.code.bad"))
  }

  /** @param {string} id @param {string} text */
  #problem(id, text) {
    byId(id).textContent = text
    show(byId(id), true)
  }

  #list() {
    byId("games").replaceChildren(
      ...this.#games.map((game) =>
        h(
          "li",
          { class: "panel" },
          h("h3", {}, said(game.name)),
          h("p", {}, said(game.summary)),
          h("p", { class: "small" }, h("a", { href: `/rules/${game.game}` }, t("rules.link"))),
        ),
      ),
    )
    this.#listRooms()
    document.title = t("page.home")
  }

  /** The tables that their hosts show to everybody; their titles are strangers' words. */
  #listRooms() {
    show(byId("listed"), this.#rooms.length > 0)
    byId("listed-rooms").replaceChildren(
      ...this.#rooms.map((room) => {
        const game = this.#games.find((one) => one.game === room.game)
        const seats = t("landing.listed.seats", { taken: room.taken, seats: room.seats })
        return h(
          "li",
          { class: "panel" },
          h("h3", {}, h("a", { href: room.link }, room.title || t("landing.listed.none"))),
          h("p", { class: "small" }, game ? said(game.name) : room.game, " · ", seats),
        )
      }),
    )
  }
}

// The buttons are on the page already: they work from now on, before words and pictures have come.
pageTop()
for (const node of document.querySelectorAll("[data-card]")) node.append(...facesOf(node.getAttribute("data-card") ?? "", true))
const landing = new Landing()
await Promise.all([speak(language()), loadSprite(), landing.load()])
