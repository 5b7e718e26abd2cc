import { h } from "./dom.js"

/** @type {Map<string, Promise<void>>} */
const brought = new Map()

/** Bring a stylesheet with the part of the page that needs it, once. @param {string} name in `css/` @returns {Promise<void>} when it is here, or cannot come */
export function bringStyle(name) {
  const { href } = new URL(`../../css/${name}.css`, import.meta.url)
  const known = brought.get(href)
  if (known) return known
  const coming = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const come = () => resolve()
    document.head.append(h("link", { rel: "stylesheet", href, onload: come, onerror: come }))
  })
  brought.set(href, coming)
  return coming
}
