import { h, setAttr, show } from "../lib/dom.js"
import { language } from "../lib/i18n.js"
import { allow } from "../lib/notifier.js"
import { prefs } from "../prefs.js"

/** @typedef {import("../lib/i18n.js").Language} Language */

/** Where the browser keeps some of its powers from us. */
const OPEN = !window.isSecureContext

/** The viewer's own choices, kept on this device. */
export class Settings {
  /** @param {{onSound: () => void, keys: () => void}} hooks `onSound`: sound was switched on; `keys`: show what the letters do */
  constructor({ onSound, keys }) {
    const languages = /** @type {Language[]} */ (["vi", "en"]).map((lang) => {
      const radio = h("input", {
        type: "radio",
        name: "language",
        value: lang,
        onchange: () => prefs.setLanguage(lang),
      })
      return {
        lang,
        radio,
        element: h("label", {}, radio, h("span", { lang, "data-t": `language.${lang}` })),
      }
    })
    this.languages = languages
    this.boxes = [
      this.#box(
        "settings.dark",
        () => prefs.is("theme"),
        (on) => prefs.set("theme", on),
        "set-theme",
      ),
      this.#box(
        "settings.four",
        () => prefs.is("deck"),
        (on) => prefs.set("deck", on),
        "set-deck",
      ),
      this.#box(
        "settings.large",
        () => prefs.is("index"),
        (on) => prefs.set("index", on),
        "set-index",
      ),
      this.#box(
        "settings.sound",
        () => prefs.sound,
        (on) => {
          prefs.sound = on
          if (on) onSound()
        },
        "set-sound",
      ),
      this.#box(
        "settings.letters",
        () => prefs.letters,
        (on) => {
          prefs.letters = on
        },
        "set-letters",
      ),
      this.#box(
        "settings.notices",
        () => prefs.notices && Notification.permission === "granted",
        (on) => this.#notices(on),
        "set-notices",
      ),
    ]
    const notices = this.boxes.at(-1)
    if (notices) show(notices.element, "Notification" in window && !OPEN)
    this.denied = h("p", { class: "small mute", hidden: true, "data-t": "settings.denied" })
    this.element = h(
      "section",
      { class: "panel", "data-testid": "settings" },
      h("h2", { "data-t": "settings" }),
      h(
        "div",
        { class: "seg", role: "radiogroup", "data-t-label": "language" },
        ...languages.map((one) => one.element),
      ),
      ...this.boxes.map((box) => box.element),
      this.denied,
      OPEN && h("p", { class: "small mute", "data-t": "settings.http", "data-testid": "needs-https" }),
      h("button", { type: "button", class: "btn", "data-t": "keys.title", onclick: keys, "data-testid": "show-keys" }),
    )
  }

  update() {
    for (const { lang, radio } of this.languages) radio.checked = lang === language()
    for (const box of this.boxes) if (!box.element.hidden) box.input.checked = box.read()
    show(this.denied, !OPEN && "Notification" in window && Notification.permission === "denied")
  }

  /** @param {string} key @param {() => boolean} read @param {(on: boolean) => void} write @param {string} testId */
  #box(key, read, write, testId) {
    const input = h("input", { type: "checkbox", onchange: () => write(input.checked), "data-testid": testId })
    const element = h("label", { class: "switch" }, input, h("span", { "data-t": key }))
    setAttr(element, "data-key", testId)
    return { input, element, read }
  }

  /** @param {boolean} on */
  async #notices(on) {
    prefs.notices = on && (await allow())
    this.update()
  }
}
