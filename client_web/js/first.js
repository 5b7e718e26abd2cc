// Runs before the first paint, so that a page never flashes in the wrong theme. A classic script on purpose.
{
  const root = document.documentElement
  /** @param {string} name */
  const kept = (name) => {
    try {
      return localStorage.getItem(`xiban.${name}`)
    } catch {
      return null // a browser that keeps nothing still plays
    }
  }
  root.dataset.theme = kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
  root.dataset.deck = kept("deck") ?? "two"
  root.dataset.index = kept("index") ?? "normal"
  root.lang = kept("lang") ?? (navigator.language.toLowerCase().startsWith("vi") ? "vi" : "en")
}
