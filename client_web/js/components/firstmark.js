import { h, picture, setText, show } from "../lib/dom.js"
import { t } from "../lib/i18n.js"

/** Who speaks first in this round: a blossom at the avatar, and words for those who do not see it. */
export class FirstMark {
  mark = h("span", { class: "first", hidden: true }, picture("mai"))
  words = h("span", { class: "sr" })

  /** @param {boolean} on */
  update(on) {
    show(this.mark, on)
    setText(this.words, on ? t("seat.first") : "")
  }
}
