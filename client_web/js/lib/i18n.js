/** Words in the viewer's language. Fixed text of a page carries `data-t`, `data-t-label` or `data-t-hint`. */

/** @typedef {"vi" | "en"} Language */
/** @typedef {Record<string, string | number>} Params */

/** @type {Record<string, string>} */
let words = {}
/** @type {Set<() => void>} */
const listeners = new Set()

/** @returns {Language} */
export const language = () => (document.documentElement.lang === "en" ? "en" : "vi")

/** @param {Language} lang */
export async function speak(lang) {
  const answer = await fetch(new URL(`../../i18n/${lang}.json`, import.meta.url))
  words = await answer.json()
  document.documentElement.lang = lang
  translate(document)
  for (const listener of listeners) listener()
}

/** @param {() => void} listener called after every change of language */
export function onLanguage(listener) {
  listeners.add(listener)
}

/** For tests: use these words. @param {Record<string, string>} given */
export function useWords(given) {
  words = given
}

/** @param {string} key */
export const knows = (key) => Object.hasOwn(words, key)

/**
 * The words of `key`; `{name}` is replaced from `params`.
 * @param {string} key
 * @param {Params} [params]
 */
export function t(key, params = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole))
}

/**
 * As `t`, with the values for which `params` holds a node put in as nodes.
 * @param {string} key
 * @param {Record<string, string | number | Node>} params
 * @returns {(string | Node)[]}
 */
export function parts(key, params) {
  return (words[key] ?? key)
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      const value = /^\{\w+\}$/.test(piece) ? params[piece.slice(1, -1)] : piece
      return value instanceof Node ? value : String(value ?? piece)
    })
}

/** @param {{vi: string, en: string}} text the server's words in both languages */
export const said = (text) => text[language()]

/** @param {number} points with a real minus sign and a plus */
export const signed = (points) => (points < 0 ? `\u2212${-points}` : points > 0 ? `+${points}` : "0")

/** Put the words into every node of `root` that asks for some. @param {ParentNode} root */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.getAttribute("data-t") ?? "")
  for (const node of root.querySelectorAll("[data-t-label]"))
    node.setAttribute("aria-label", t(node.getAttribute("data-t-label") ?? ""))
  for (const node of root.querySelectorAll("[data-t-hint]"))
    node.setAttribute("placeholder", t(node.getAttribute("data-t-hint") ?? ""))
}
