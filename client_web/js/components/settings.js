import { h, setAttr, show } from "../lib/dom.js"
import { language } from "../lib/i18n.js"
import { prefs } from "../prefs.js"

/** @typedef {import("../lib/i18n.js").Language} Language */

/** The viewer's own choices, kept on this device. */
export class Settings {
  /** @param {{onSound: () => void}} hooks `onSound`: sound was switched on */
  constructor({ onSound }) {
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
        element: h("label", {}, radio, h("span", { lang }, lang === "vi" ? "Tiếng Việt" : "English")),
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
        "settings.notices",
        () => prefs.notices && Notification.permission === "granted",
        (on) => this.#notices(on),
        "set-notices",
      ),
    ]
    const notices = this.boxes.at(-1)
    if (notices) show(notices.element, "Notification" in window && window.isSecureContext)
    this.element = h(
      "section",
      { class: "panel", "data-testid": "settings" },
      h("h2", { "data-t": "settings" }),
      h(
        "div",
        { class: "seg", role: "radiogroup", "aria-label": "Ngôn ngữ / Language" },
        ...languages.map((one) => one.element),
      ),
      ...this.boxes.map((box) => box.element),
    )
  }

  update() {
    for (const { lang, radio } of this.languages) radio.checked = lang === language()
    for (const box of this.boxes) if (!box.element.hidden) box.input.checked = box.read()
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
    prefs.notices = on && (await Notification.requestPermission()) === "granted"
    this.update()
  }
}
