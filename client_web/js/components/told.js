import { h, keyed, setText } from "../lib/dom.js"
import { about, tableLine } from "../lib/eventwords.js"
import { language, t } from "../lib/i18n.js"
import { shown } from "../lib/inbox.js"
import { whoIs } from "../lib/model.js"
import { plainLine } from "../lib/moves.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../lib/inbox.js").Kept} Kept */
/** @typedef {import("../protocol.js").Outbound} Outbound */
/** @typedef {import("../protocol.js").View} View */

/** "What has the server told me": every message that this page got, newest first, in words and as it came. */
export class Told {
  #list = h("ol", { class: "told__list" })
  element = h(
    "div",
    { class: "told", tabindex: "0", "data-t-label": "tab.told", "data-testid": "told" },
    h("p", { class: "small mute", "data-t": "told.note" }),
    this.#list,
  )

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
  }

  update() {
    keyed(
      this.#list,
      [...this.desk.inbox.kept].reverse(),
      (kept) => `${language()}-${kept.id}`,
      (kept) => this.#make(kept),
      (node, kept) => setText(/** @type {Node} */ (node.querySelector("summary")), this.#head(kept)),
    )
  }

  /** @param {Kept} kept */
  #head(kept) {
    const message = shown(kept.text, t("told.hidden"))
    const time = new Date(kept.at).toLocaleTimeString(language())
    const what = headWords(message, kept.count)
    return t("told.head", { time, what })
  }

  /** @param {Kept} kept */
  #make(kept) {
    const body = h("div")
    const open = () => details.open && this.#fill(body, kept)
    const details = h("details", { ontoggle: open, "data-testid": "told-message" }, h("summary", {}, " "), body)
    return h("li", {}, details)
  }

  /** @param {Element} body @param {Kept} kept */
  #fill(body, kept) {
    const message = shown(kept.text, t("told.hidden"))
    const words = message.type === "rejected" ? [this.desk.refusal({ ref: 0, code: message.code, answer: message })] : []
    if (message.type === "view") words.push(...eventWords(message))
    body.replaceChildren(
      h("ul", {}, ...words.map((line) => h("li", {}, line))),
      h("pre", { tabindex: "0", "data-t-label": "told.raw" }, JSON.stringify(message, null, 1)),
    )
  }
}

/** @param {Outbound} message @param {number} count */
function headWords(message, count) {
  if (message.type === "view")
    return t("told.view", { version: message.v, hand: message.table.hand, count: message.events.length })
  if (message.type === "beat") return t("told.beat", { count })
  return t(`told.${message.type}`)
}

/** What happened in a view, line by line. @param {View} view @returns {string[]} */
function eventWords(view) {
  return view.events
    .map((event) => {
      const line = { id: 0, hand: view.table.hand, event, who: whoIs(view, about(event)) }
      if (event.type === "said") return t("hear.said", { name: line.who.name, text: event.text })
      return plainLine(line) || tableLine(event) || ""
    })
    .filter(Boolean)
}
