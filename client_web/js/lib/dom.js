/** Building and mending nodes. Text only ever becomes text nodes: no markup is parsed. */

import { t } from "./i18n.js"

/** @typedef {Node | string | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg"

/**
 * An element. Attributes: a function is a listener (`onclick`), true is an empty attribute, false and null are left out.
 * `data-t`, `data-t-label` and `data-t-hint` are keys of words, put in at once and again when the language changes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else if (value === true) node.setAttribute(name, "")
    else if (value !== false && value != null) node.setAttribute(name, String(value))
  }
  const { "data-t": text, "data-t-label": label, "data-t-hint": hint } = attributes
  if (text) node.append(t(String(text)))
  if (label) node.setAttribute("aria-label", t(String(label)))
  if (hint) node.setAttribute("placeholder", t(String(hint)))
  node.append(
    ...children
      .filter((child) => child != null && child !== false)
      .map((child) => /** @type {Node | string} */ (child)),
  )
  return node
}

/**
 * A picture out of the sprite.
 * @param {string} symbol
 * @param {string} [name] its class
 */
export function picture(symbol, name) {
  const node = document.createElementNS(SVG, "svg")
  const use = document.createElementNS(SVG, "use")
  use.setAttribute("href", `#${symbol}`)
  if (name) node.setAttribute("class", name)
  node.setAttribute("aria-hidden", "true")
  node.append(use)
  return node
}

/** @param {string} id without `i-` */
export const icon = (id) => picture(`i-${id}`, "i")

export const coin = () => picture("coin", "coin")

/** The ring of a clock; `turnRing` fills it. */
export function ring() {
  const node = document.createElementNS(SVG, "svg")
  node.setAttribute("class", "ring")
  node.setAttribute("viewBox", "0 0 36 36")
  node.setAttribute("aria-hidden", "true")
  for (const name of ["t", "v"]) {
    const circle = document.createElementNS(SVG, "circle")
    for (const [key, value] of Object.entries({ class: name, cx: 18, cy: 18, r: 16 }))
      circle.setAttribute(key, String(value))
    node.append(circle)
  }
  return node
}

/** Length of the ring's circle, in its own units. */
const AROUND = 100.5

/** @param {SVGElement} node @param {number} part 0..1 */
export function turnRing(node, part) {
  const dash = `${(Math.max(0, Math.min(1, part)) * AROUND).toFixed(1)} ${AROUND}`
  const value = /** @type {SVGElement} */ (node.lastChild)
  if (value.getAttribute("stroke-dasharray") !== dash) value.setAttribute("stroke-dasharray", dash)
}

/** @param {Node} node @param {string | number} text */
export function setText(node, text) {
  if (node.textContent !== String(text)) node.textContent = String(text)
}

/** @param {Element} node @param {string} name @param {string | number | boolean | null} value false and null remove it */
export function setAttr(node, name, value) {
  if (value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name)
    return
  }
  const text = value === true ? "" : String(value)
  if (node.getAttribute(name) !== text) node.setAttribute(name, text)
}

/** @param {HTMLElement} node @param {boolean} on */
export function show(node, on) {
  if (node.hidden === on) node.hidden = !on
}

/** @param {Element} node @param {string} symbol */
export function setPicture(node, symbol) {
  const use = /** @type {Element} */ (node.firstChild)
  setAttr(use, "href", `#${symbol}`)
}

/**
 * Make the children of `parent` match `items`, keeping the nodes of keys that stay, so that nothing under a finger is rebuilt.
 * @template T
 * @template {Element} N
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string} keyOf
 * @param {(item: T) => N} make
 * @param {(node: N, item: T) => void} [update]
 */
export function keyed(parent, items, keyOf, make, update) {
  /** @type {Map<string, Element>} */
  const old = new Map()
  for (const child of parent.children) old.set(child.getAttribute("data-key") ?? "", child)
  let place = parent.firstElementChild
  for (const item of items) {
    const key = keyOf(item)
    let node = /** @type {N | undefined} */ (old.get(key))
    if (!node) {
      node = make(item)
      node.setAttribute("data-key", key)
    }
    old.delete(key)
    if (node === place) place = place.nextElementSibling
    else parent.insertBefore(node, place)
    update?.(node, item)
  }
  for (const left of old.values()) left.remove()
}
