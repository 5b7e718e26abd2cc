import * as api from "./api.js"
import { pageTop } from "./components/pagetop.js"
import { optionLine } from "./components/rules.js"
import { findCode, showCode } from "./lib/code.js"
import { h } from "./lib/dom.js"
import { language, onLanguage, said, speak, t } from "./lib/i18n.js"
import { loadSprite } from "./lib/sprite.js"

/** @typedef {import("./protocol.js").GameInfo} GameInfo */
/** @typedef {import("./protocol.js").RoomInfo} RoomInfo */

const book = /** @type {HTMLElement} */ (document.getElementById("book"))

/** The table whose options are shown, if the address names one that exists. @returns {Promise<RoomInfo | null>} */
async function askedRoom() {
  const code = findCode(new URLSearchParams(location.search).get("room") ?? "")
  return code ? api.room(code).catch(() => null) : null
}

/** One game's sheet in words: what may be chosen and what is, then every clause under its number. @param {readonly GameInfo[]} games @param {RoomInfo | null} room */
function draw(games, room) {
  const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "")
  const game = games.find((one) => one.game === name)
  document.title = t("rules.title", { game: game ? said(game.name) : name })
  if (!game) return book.replaceChildren(h("p", { class: "note note--bad" }, t("landing.unreachable")))
  const mine = room?.game === game.game ? room : null
  const chosen = { options: mine?.options ?? {}, later: {} }
  const mark = marking(new Set())
  const options = game.options.map((option) => {
    const line = optionLine(option, chosen)
    line.append(h("span", { class: "help" }, said(option.help)))
    return mark(line, option.rule)
  })
  const clauses = game.clauses.map((clause) =>
    mark(h("li", {}, said(clause.words), " ", h("a", { class: "id", href: `#${clause.id}` }, clause.id)), clause.id),
  )
  book.replaceChildren(
    h("h1", {}, said(game.name)),
    h("p", {}, said(game.summary)),
    h("nav", { class: "row links", "aria-label": t("rules.others") }, ...games.filter((one) => one !== game).map(link)),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, t(mine ? "rules.of_table" : "rules.defaults")),
      mine &&
        h(
          "p",
          { class: "small mute" },
          h("a", { href: `/r/${showCode(mine.code)}` }, mine.title || showCode(mine.code)),
        ),
      h("ul", { class: "rules", "data-testid": "book-options" }, ...options),
    ),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, t("rules.all")),
      h("ul", { class: "rules", "data-testid": "book-clauses" }, ...clauses),
    ),
  )
}

/** An anchor of its own; a decision that several options share belongs to the first. @param {Set<string>} taken */
const marking = (taken) => (/** @type {HTMLElement} */ node, /** @type {string} */ id) => {
  if (!taken.has(id)) node.id = id
  taken.add(id)
  return node
}

/** @param {GameInfo} game */
const link = (game) => h("a", { href: `/rules/${game.game}` }, said(game.name))

pageTop()
const [games, room] = await Promise.all([api.games().catch(() => []), askedRoom(), speak(language()), loadSprite()])
draw(games, room)
onLanguage(() => draw(games, room))
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
