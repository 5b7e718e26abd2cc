import { language } from "../lib/i18n.js"

/** @param {number} seconds since 1970 @returns {string} day and time of day, in the viewer's own zone */
export const timeWords = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language(), { dateStyle: "short", timeStyle: "short" })

/** The time alone, where it was today. @param {number} seconds @param {Date} [now] @returns {string} */
export function shortTime(seconds, now = new Date()) {
  const then = new Date(seconds * 1000)
  if (then.toDateString() !== now.toDateString()) return timeWords(seconds)
  return then.toLocaleTimeString(language(), { timeStyle: "short" })
}
