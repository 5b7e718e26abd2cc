import { Fan } from "./components/fan.js"
import { pageTop } from "./components/pagetop.js"
import { isNamed, labelWords } from "./lib/cardwords.js"
import { h } from "./lib/dom.js"
import { POKER, POINTS } from "./lib/examples.js"
import { language, onLanguage, speak, t } from "./lib/i18n.js"
import { loadSprite } from "./lib/sprite.js"
import { countHead } from "./games/xidachwords.js"

/** @typedef {import("./lib/examples.js").Example} Example */

const book = /** @type {HTMLElement} */ (document.getElementById("book"))

/** One kind of hand: its name, how it is made, and five cards of it. @param {string} name @param {string} text @param {string} example @param {Fan} fan */
const row = (name, text, example, fan) =>
  h(
    "li",
    { class: "kind" },
    h("div", {}, h("b", {}, name), h("p", { class: "small mute" }, text), h("p", { class: "small" }, example)),
    fan.element,
  )

/** @param {Example} example */
function poker({ cards, label, oneIn }) {
  const fan = new Fan()
  fan.update(cards.split(" "), { named: (card) => isNamed(label, card) })
  const rare = oneIn < 2 ? t("hands.often") : t("hands.one_in", { count: oneIn.toLocaleString(language()) })
  return row(t(`kind.${label.category}`), t(`kind.${label.category}.text`), `${labelWords(label)}. ${rare}`, fan)
}

function draw() {
  document.title = t("hands.title")
  const packs = POKER.map(({ pack, examples }) =>
    h(
      "section",
      { class: "panel", id: `p${pack}`, "data-testid": `hands-${pack}` },
      h("h2", {}, t(`hands.pack.${pack}`)),
      h("p", { class: "small mute" }, t(`hands.pack.${pack}.text`)),
      h("ol", { class: "kinds" }, ...examples.map(poker)),
    ),
  )
  const points = POINTS.map(({ cards, label }) => {
    const fan = new Fan()
    fan.update(cards.split(" "))
    return row(t(`kind.${label.kind}`), t(`kind.${label.kind}.text`), `${countHead(label)}.`, fan)
  })
  book.replaceChildren(
    h("h1", {}, t("hands.head")),
    h("p", {}, t("hands.text")),
    h("div", { class: "cols" }, ...packs),
    h(
      "section",
      { class: "panel", id: "xi-dach", "data-testid": "hands-xi-dach" },
      h("h2", {}, t("hands.xi_dach")),
      h("p", { class: "small mute" }, t("hands.xi_dach.text")),
      h("ol", { class: "kinds" }, ...points),
    ),
  )
}

pageTop()
await Promise.all([speak(language()), loadSprite()])
draw()
onLanguage(draw)
