/**
 * Runs a redraw. A control that it takes away from under the keyboard hands the focus to its successor: the control that
 * now stands in its place among the buttons of the same box, else to the box itself.
 * @param {string} boxes selector of the boxes in which controls come and go
 * @param {() => void} draw
 */
export function keepFocus(boxes, draw) {
  const held = document.activeElement
  const box = held?.closest(boxes)
  const place = box && held ? controls(box).indexOf(held) : -1
  draw()
  if (!(box instanceof HTMLElement) || !held || isShown(held)) return
  const left = controls(box)
  const next = left[Math.min(place, left.length - 1)] ?? box
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

/** @param {Element} box */
const controls = (box) => [...box.querySelectorAll("button, input, a[href], [tabindex='0']")].filter(isShown)

/** By its attributes: to ask for its style would lay the page out in mid-draw. @param {Element} node */
const isShown = (node) => node.isConnected && !node.closest("[hidden]")
