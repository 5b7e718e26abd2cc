import { h, icon, setAttr, setText, show } from "../lib/dom.js"
import { language, said, t } from "../lib/i18n.js"
import { faceOf } from "../games/faces.js"
import { seatOf } from "../lib/model.js"
import { prefs } from "../prefs.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").State} State */

/** What a close code of the server means while the page comes back by itself. */
const LOST = new Map([
  [1012, "restarting"],
  [1013, "full"],
])

const ICONS = /** @type {const} */ ({
  elsewhere: "copy",
  lost: "wifi",
  joining: "wifi",
  saving: "pause",
  paused: "pause",
})

/** The line over the mat; a banner takes its place when something is wrong, so that nothing shifts. */
export class TopLine {
  #title = h("h1", { "data-testid": "title" })
  #sub = h("span", { "data-testid": "subtitle" })
  #unread = h("span", { class: "dot", "data-testid": "unread" })
  #asking = h("span", { class: "dot", hidden: true, "data-testid": "asking" })
  #text = h("p")
  #mark = h("span", { class: "banner__i" })
  #button = h("button", { type: "button", class: "btn", "data-testid": "banner-button" })
  #banner = h(
    "div",
    { class: "banner", hidden: true, role: "status", "data-testid": "banner" },
    this.#mark,
    this.#text,
    this.#button,
  )
  #drawn = ""

  /**
   * @param {Desk} desk
   * @param {{menu: () => void, drawer: () => void}} open
   */
  constructor(desk, { menu, drawer }) {
    this.desk = desk
    this.languages = /** @type {const} */ (["vi", "en"]).map((lang) =>
      h(
        "button",
        { type: "button", lang, onclick: () => prefs.setLanguage(lang), "data-testid": `lang-${lang}` },
        h("span", {}, lang.toUpperCase()),
      ),
    )
    this.chat = h(
      "button",
      {
        type: "button",
        class: "icon only-narrow",
        "data-t-label": "drawer",
        onclick: drawer,
        "data-testid": "open-drawer",
      },
      icon("chat"),
      this.#unread,
    )
    this.menu = h(
      "button",
      { type: "button", class: "icon", onclick: menu, "data-testid": "open-menu" },
      icon("menu"),
      this.#asking,
    )
    this.element = h(
      "header",
      { class: "line" },
      this.menu,
      h("div", { class: "line__t" }, this.#title, this.#sub),
      h("div", { class: "lang", role: "group", "data-t-label": "language" }, ...this.languages),
      h(
        "button",
        {
          type: "button",
          class: "icon line__theme",
          "data-t-label": "theme.switch",
          onclick: () => prefs.set("theme", !prefs.is("theme")),
        },
        icon("moon"),
      ),
      this.chat,
      this.#banner,
    )
    this.#button.addEventListener("click", () => desk.connection.connect())
  }

  /** @param {State} state @param {number} unread */
  update({ view, link }, unread) {
    for (const button of this.languages) setAttr(button, "aria-pressed", String(button.lang === language()))
    setText(this.#unread, unread)
    show(this.#unread, unread > 0)
    const asking = view?.you.host ? view.table.requests.length : 0
    setText(this.#asking, asking)
    show(this.#asking, asking > 0)
    setAttr(this.menu, "aria-label", asking > 0 ? t("menu.requests", { count: asking }) : t("menu"))
    if (view) {
      setText(this.#title, view.table.title)
      setText(this.#sub, subtitle(view, this.desk))
    }
    this.#drawBanner(link, view)
  }

  /** @param {State["link"]} link @param {State["view"]} view */
  #drawBanner(link, view) {
    const pause = view?.table.pause ?? null
    const kind = bannerKind(link, view)
    show(this.#banner, kind !== "none")
    if (kind === "none") return
    if (kind !== this.#drawn)
      this.#mark.replaceChildren(icon(ICONS[kind]))
    this.#drawn = kind
    setAttr(this.#banner, "data-kind", kind)
    this.#banner.classList.toggle("banner--bad", kind === "lost")
    const name = pause && view ? (seatOf(view, pause.by)?.name ?? t("host")) : ""
    const words = kind === "lost" ? (LOST.get(link.code) ?? kind) : kind
    setText(this.#text, t(`banner.${words}`, { tries: link.tries, name }))
    show(this.#button, kind === "lost" || kind === "elsewhere")
    setText(this.#button, t(kind === "elsewhere" ? "banner.here" : "banner.retry"))
  }
}

/** @param {State["link"]} link @param {State["view"]} view */
function bannerKind(link, view) {
  if (link.kind === "ended") return "elsewhere"
  if (link.kind === "lost") return "lost"
  // What is still shown is of the connection before.
  if (link.kind === "connecting" && view) return link.saving ? "saving" : "joining"
  if (link.saving) return "saving"
  return view?.table.pause ? "paused" : "none"
}

/** @param {import("../protocol.js").View} view @param {Desk} desk */
function subtitle(view, desk) {
  const game = desk.game ? said(desk.game.name) : view.table.game
  if (view.table.phase === "playing" && view.table.play)
    return t("sub.playing", { game, hand: view.table.hand, stage: faceOf(view).stage(view) })
  if (view.table.phase === "result") return t("sub.result", { game, hand: view.table.hand })
  return t("sub.waiting", { game })
}
