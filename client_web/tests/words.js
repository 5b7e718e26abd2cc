import { readFileSync } from "node:fs"
import { useWords } from "../js/lib/i18n.js"

/** @param {string} name of a file in `i18n/` @returns {Record<string, string>} */
export const catalogue = (name) => JSON.parse(readFileSync(new URL(`../i18n/${name}.json`, import.meta.url), "utf8"))

/** The words of a language, as a browser would have them. @param {"vi" | "en"} lang @returns {Record<string, string>} */
export function words(lang) {
  const parts = [lang, `${lang}.rest`].map((name) => catalogue(name))
  return Object.assign({}, ...parts)
}

/** Speak a language without a browser. @param {"vi" | "en"} lang */
export function speakLike(lang) {
  Object.assign(globalThis, { document: { documentElement: { lang } } })
  useWords(words(lang))
}
