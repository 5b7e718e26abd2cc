import { setAttr } from "../lib/dom.js"
import { language, onLanguage } from "../lib/i18n.js"
import { prefs } from "../prefs.js"

/** The switches of language and theme in the head of a page that is not a table. */
export function pageTop() {
  const buttons = [...document.querySelectorAll("[data-lang]")]
  const mark = () =>
    buttons.forEach((button) =>
      setAttr(button, "aria-pressed", String(button.getAttribute("data-lang") === language())),
    )
  for (const button of buttons)
    button.addEventListener("click", () => prefs.setLanguage(button.getAttribute("data-lang") === "en" ? "en" : "vi"))
  document.querySelector("[data-theme-switch]")?.addEventListener("click", () => prefs.set("theme", !prefs.is("theme")))
  onLanguage(mark)
  mark()
}
