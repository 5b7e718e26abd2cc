import { readFileSync } from "node:fs"
import { useWords } from "../js/lib/i18n.js"

/** The words of a language, as a browser would have them. @param {"vi" | "en"} lang @returns {Record<string, string>} */
export function words(lang) {
  return JSON.parse(readFileSync(new URL(`../i18n/${lang}.json`, import.meta.url), "utf8"))
}

/** Speak a language without a browser. @param {"vi" | "en"} lang */
export function speakLike(lang) {
  Object.assign(globalThis, { document: { documentElement: { lang } } })
  useWords(words(lang))
}
