import { cardWords } from "../lib/cardwords.js"
import { h, setAttr } from "../lib/dom.js"
import { about, eventSentence, resultWords, tableLine } from "../lib/eventwords.js"
import { parts, t } from "../lib/i18n.js"
import { Avatar } from "./avatar.js"

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../store.js").Line} Line */
/** @typedef {import("../store.js").State} State */

/** Near enough to the end that new lines pull the log along. */
const STICKY_PX = 60

/** What happened, and what was said, in the order in which it did. */
export class Log {
  element = h("ol", { class: "log", tabindex: "0", "data-t-label": "log", "data-testid": "log" })
  #last = 0
  #lang = ""
  #stuck = true
  /** Heard when the log has its size, so that nobody has to ask for it. */
  #sized = new ResizeObserver(() => {
    if (this.#stuck) this.element.scrollTop = this.element.scrollHeight
  })
  /** Whether the newest line is in sight, told by the browser when all has its place. */
  #seen = new IntersectionObserver(
    (found) => {
      const last = found.at(-1)
      // Of a log that is put away nobody reads what is old.
      if (last && last.boundingClientRect.height > 0) this.#stuck = last.isIntersecting
    },
    { root: this.element, rootMargin: `0px 0px ${STICKY_PX}px` },
  )
  /** The line that takes the open cards of this round. @type {{node: Element, round: number, hand: number} | null} */
  #cards = null

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.#sized.observe(this.element)
  }

  /** @param {State} state */
  update({ lines, view }) {
    if (!view) return
    const lang = document.documentElement.lang
    const first = lines[0]?.id ?? 0
    if (lang !== this.#lang || first > this.#last) {
      this.element.replaceChildren()
      this.#last = 0
      this.#lang = lang
    }
    for (const child of [...this.element.children]) {
      if (Number(child.getAttribute("data-line")) >= first) break
      child.remove()
    }
    const fresh = lines.filter((line) => line.id > this.#last)
    if (fresh.length === 0) return
    for (const line of fresh) this.element.append(...this.#drawn(line, view))
    this.#last = fresh.at(-1)?.id ?? this.#last
    this.#seen.disconnect()
    if (this.element.lastElementChild) this.#seen.observe(this.element.lastElementChild)
    if (this.#stuck) this.toEnd()
  }

  /** Show the newest line, once it has its place. */
  toEnd() {
    this.#stuck = true
    this.#sized.unobserve(this.element)
    this.#sized.observe(this.element)
  }

  /** @param {Line} line @param {import("../protocol.js").View} view @returns {Element[]} */
  #drawn(line, view) {
    const { event, who } = line
    const words = tableLine(event)
    if (words !== null) return [mark(h("li", { class: "sep" }, words), line)]
    if (event.type === "hand_ended")
      return Object.entries(event.results).map(([seat, result]) => mark(this.#result(Number(seat), result, view), line))
    if (event.type === "said")
      return [
        mark(
          entry(line, h("span", { class: "say" }, h("b", {}, who.mine ? t("you") : who.name), " ", event.text)),
          line,
        ),
      ]
    if (event.type === "reacted")
      return [
        mark(
          entry(
            line,
            h("span", { class: "say" }, h("b", {}, who.mine ? t("you") : who.name), " ", t(`react.${event.kind}`)),
          ),
          line,
        ),
      ]
    if (event.type === "dealt") return this.#card(line, event.card, event.round)
    const found = eventSentence(event, who.mine)
    if (!found) return []
    const name = h("b", {}, who.mine ? t("you") : who.name)
    const rule = found.rule
    const text = h("span", {}, ...parts(found.key, { ...found.params, name }), rule && " ", rule && this.#rule(rule))
    return [mark(entry(line, text), line)]
  }

  /** The open cards of a round stand on one line, under its head. @param {Line} line @param {string} card @param {number} round @returns {Element[]} */
  #card(line, card, round) {
    const name = h("b", {}, line.who.mine ? t("you") : line.who.name)
    const words = h("span", { class: "deal__card" }, ...parts("log.cards", { name, card: cardWords(card) }))
    if (this.#cards?.round === round && this.#cards.hand === line.hand && this.#cards.node.isConnected) {
      this.#cards.node.append(" · ", words)
      mark(this.#cards.node, line)
      return []
    }
    const node = h("li", { class: "deal" }, words)
    this.#cards = { node, round, hand: line.hand }
    this.element.append(mark(h("li", { class: "sep" }, t("log.round", { round })), line), mark(node, line))
    return []
  }

  /** The clause behind a line; a tap reads it. @param {string} rule */
  #rule(rule) {
    const read = async () => {
      await this.desk.study()
      this.desk.notice(this.desk.clause(rule))
    }
    return h("button", { type: "button", class: "rid", onclick: read }, rule)
  }

  /** @param {number} seat @param {number} result @param {import("../protocol.js").View} view */
  #result(seat, result, view) {
    const found = view.table.seats.find((one) => one.seat === seat)
    const avatar = new Avatar()
    avatar.update({ seat, name: found?.name ?? "", bot: found?.bot ?? false })
    const name = h("b", {}, seat === view.you.seat ? t("you") : (found?.name ?? ""))
    return h(
      "li",
      {},
      avatar.element,
      h(
        "span",
        {},
        name,
        " ",
        h("span", { class: result < 0 ? "lose" : result > 0 ? "win" : "" }, resultWords(result)),
      ),
    )
  }
}

/** @param {Line} line @param {Element} text */
function entry(line, text) {
  const avatar = new Avatar()
  avatar.update({ ...line.who, name: about(line.event).name ?? line.who.name })
  return h("li", {}, avatar.element, text)
}

/** @param {Element} node @param {Line} line */
function mark(node, line) {
  setAttr(node, "data-line", line.id)
  setAttr(node, "data-event", line.event.type)
  return node
}
