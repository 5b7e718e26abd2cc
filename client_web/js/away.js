import { pageTop } from "./components/pagetop.js"
import { language, onLanguage, speak, t } from "./lib/i18n.js"
import { loadSprite } from "./lib/sprite.js"

const AGAIN_MS = 5_000

/** Load the table as soon as its server answers; a page that was left open in a hidden tab waits until it is seen. */
async function again() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null)
  if (answer && answer.status !== 503 && answer.status !== 502) location.reload()
}

onLanguage(() => {
  document.title = t("away.head")
})
pageTop()
document.getElementById("again")?.addEventListener("click", () => location.reload())
setInterval(() => document.hidden || again(), AGAIN_MS)
document.addEventListener("visibilitychange", () => document.hidden || again())
await Promise.all([speak(language()), loadSprite()])
