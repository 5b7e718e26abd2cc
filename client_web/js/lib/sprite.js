/** Bring the pictures into the page once; `<use href="#...">` finds them there. */
export async function loadSprite() {
  const answer = await fetch(new URL("../../cards.svg", import.meta.url))
  const svg = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement
  svg.setAttribute("class", "sprite")
  svg.setAttribute("aria-hidden", "true")
  svg.setAttribute("focusable", "false")
  document.body.prepend(document.importNode(svg, true))
}
