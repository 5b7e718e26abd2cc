import { device } from "./lib/box.js"
import { speak } from "./lib/i18n.js"

/** @typedef {import("./lib/i18n.js").Language} Language */
/** @typedef {"theme" | "deck" | "index"} Look */

/** The two values of each switch of the look. */
const VALUES = { theme: ["light", "dark"], deck: ["two", "four"], index: ["normal", "large"] }

/** The viewer's own choices, kept on this device only. `first.js` puts them into the page before it is drawn. */
export class Prefs {
  /** @type {Set<() => void>} */
  #listeners = new Set()

  /** @param {() => void} listener called after a change of look */
  subscribe(listener) {
    this.#listeners.add(listener)
  }

  /** @param {Look} look @returns {boolean} whether the second of its two values holds */
  is(look) {
    return document.documentElement.dataset[look] === VALUES[look][1]
  }

  /** @param {Look} look @param {boolean} on */
  set(look, on) {
    const value = VALUES[look][on ? 1 : 0] ?? ""
    document.documentElement.dataset[look] = value
    device.set(look, value)
    for (const listener of this.#listeners) listener()
  }

  /** @param {Language} lang */
  async setLanguage(lang) {
    device.set("lang", lang)
    await speak(lang, { all: false })
  }

  /** The name under which this person sat down last. */
  get name() {
    return device.get("name") ?? ""
  }

  set name(name) {
    device.set("name", name)
  }

  get sound() {
    return device.get("sound") !== "off"
  }

  set sound(on) {
    device.set("sound", on ? "on" : "off")
  }

  /** Whether single letters play. They can be switched off: a voice or a cat may type them (WCAG 2.1.4). */
  get letters() {
    return device.get("letters") !== "off"
  }

  set letters(on) {
    device.set("letters", on ? "on" : "off")
  }

  get notices() {
    return device.get("notices") === "on"
  }

  set notices(on) {
    device.set("notices", on ? "on" : "off")
  }
}

export const prefs = new Prefs()
