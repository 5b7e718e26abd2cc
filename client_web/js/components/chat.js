import { h } from "../lib/dom.js"

/** @typedef {import("../desk.js").Desk} Desk */

const MOST_CHARACTERS = 200
const QUICK = ["nice", "turn", "wait", "luck", "again"]
/** @type {readonly import("../protocol.js").React["kind"][]} */
const REACTIONS = ["clap", "laugh", "wow", "cry", "hurry", "thanks"]

/** Saying something to the table: in own words, in ready ones, or with a sign. */
export class Chat {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    this.field = h("input", {
      class: "input grow",
      id: "say",
      "data-t-hint": "chat.hint",
      maxlength: MOST_CHARACTERS,
      autocomplete: "off",
      enterkeyhint: "send",
      "data-testid": "chat-input",
    })
    const signs = REACTIONS.map((kind) =>
      h("button", {
        type: "button",
        class: "btn",
        "data-t": `react.${kind}`,
        onclick: () => desk.send({ type: "react", kind }),
        "data-testid": `react-${kind}`,
      }),
    )
    const phrases = QUICK.map((name) => {
      const button = h("button", {
        type: "button",
        class: "btn",
        "data-t": `quick.${name}`,
        onclick: () => this.#say(button.textContent ?? ""),
      })
      return button
    })
    this.quick = h("div", { class: "quick", role: "group", "data-t-label": "chat.quick" }, ...phrases, ...signs)
    this.form = h(
      "form",
      { class: "saybar", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h("label", { class: "sr", for: "say", "data-t": "chat.hint" }),
      this.field,
      h("button", { type: "submit", class: "btn", "data-t": "chat.send", "data-testid": "chat-send" }),
    )
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault()
    const text = this.field.value.trim()
    if (!text) return
    this.field.value = ""
    if (!(await this.#say(text)) && this.field.value === "") this.field.value = text
  }

  /** @param {string} text @returns {Promise<boolean>} whether it was said */
  async #say(text) {
    return (await this.desk.send({ type: "say", text })).code === null
  }
}
