import { h } from "./dom.js"

/** Bring a stylesheet with the part of the page that needs it. @param {URL} url @returns {Promise<void>} when it is here, or cannot come */
export function bringStyle(url) {
  return new Promise((resolve) => {
    const come = () => resolve()
    document.head.append(h("link", { rel: "stylesheet", href: url.href, onload: come, onerror: come }))
  })
}
