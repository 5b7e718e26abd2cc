import { Confirm } from "./components/confirm.js"
import { KeysDialog } from "./components/keysdialog.js"
import { Menu } from "./components/menu.js"
import { MoveDialog } from "./components/movedialog.js"
import { OptionsDialog } from "./components/optionsdialog.js"
import { PotsDialog } from "./components/potsdialog.js"
import { ResultSheet } from "./components/resultsheet.js"
import { SeatSheet } from "./components/seatsheet.js"
import { SitDialog } from "./components/sitdialog.js"
import { TitleDialog } from "./components/titledialog.js"
import { bringStyle } from "./lib/style.js"

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./store.js").State} State */

await Promise.all(["dialog", "result"].map(bringStyle))

/** Everything that opens over the table. The page brings it with the first thing that is opened. */
export class Sheets {
  confirm = new Confirm()
  keys = new KeysDialog()

  /** @param {Desk} desk @param {{onSound: () => void}} hooks */
  constructor(desk, { onSound }) {
    this.sit = new SitDialog(desk)
    this.seat = new SeatSheet(desk, { sit: this.sit, confirm: this.confirm })
    this.move = new MoveDialog(desk)
    this.options = new OptionsDialog(desk)
    this.title = new TitleDialog(desk)
    const { options, title, confirm, move } = this
    this.menu = new Menu(desk, { options, title, confirm, move, onSound, keys: () => this.keys.open() })
    this.result = new ResultSheet(desk)
    this.pots = new PotsDialog(desk)
  }

  /** @param {State} state */
  update(state) {
    this.menu.update(state)
    this.result.update(state)
    if (state.view) this.pots.update(state.view)
  }

  /** @param {number} now server time */
  tick(now) {
    this.move.tick(now)
  }
}
