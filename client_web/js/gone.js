import { pageTop } from "./components/pagetop.js"
import { language, onLanguage, speak, t } from "./lib/i18n.js"
import { loadSprite } from "./lib/sprite.js"

const name = () => {
  document.title = t("end.unknown")
}
onLanguage(name)
pageTop()
await Promise.all([speak(language()), loadSprite()])
