/** Words in the viewer's language. Fixed text of a page carries `data-t`, `data-t-label` or `data-t-hint`. */

/** @typedef {"vi" | "en"} Language */
/** @typedef {Record<string, string | number>} Params */

/** @type {Record<string, string>} */
let words = {}
/** @type {Set<() => void>} */
const listeners = new Set()
/** Whether the words of what opens later are asked for too. */
let whole = false
/** @type {Promise<void> | null} */
let rest = null

/** @returns {Language} */
export const language = () => (document.documentElement.lang === "en" ? "en" : "vi")

/** @param {string} name @returns {Promise<Record<string, string>>} */
const catalogue = async (name) => (await fetch(new URL(`../../i18n/${name}.json`, import.meta.url))).json()

/** @param {Language} lang @param {{all?: boolean}} [how] `all`: not only what a table says at first */
export async function speak(lang, { all = true } = {}) {
  whole ||= all
  const found = await Promise.all([catalogue(lang), whole ? catalogue(`${lang}.rest`) : {}])
  words = Object.assign({}, ...found)
  document.documentElement.lang = lang
  translate(document)
  for (const listener of listeners) listener()
}

/** Bring the words of what opens later. @returns {Promise<void>} rejected where they do not come; the next call tries again */
export function restOfWords() {
  if (!whole)
    rest ??= speak(language())
      .catch((error) => {
        whole = false
        throw error
      })
      .finally(() => (rest = null))
  return rest ?? Promise.resolve()
}

/** A module that comes with its words. @template M @param {() => Promise<M>} bring @returns {() => Promise<M>} */
export const worded = (bring) => async () => (await Promise.all([bring(), restOfWords()]))[0]

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
