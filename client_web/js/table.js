import { Announcer } from "./components/announcer.js"
import { ActBar } from "./components/actbar.js"
import { Confirm } from "./components/confirm.js"
import { Drawer } from "./components/drawer.js"
import { Ended } from "./components/ended.js"
import { Herald } from "./components/herald.js"
import { KeysDialog } from "./components/keysdialog.js"
import { Mat } from "./components/mat.js"
import { Menu } from "./components/menu.js"
import { MoveDialog } from "./components/movedialog.js"
import { Notices } from "./components/notices.js"
import { OptionsDialog } from "./components/optionsdialog.js"
import { PotsDialog } from "./components/potsdialog.js"
import { ResultSheet } from "./components/resultsheet.js"
import { SeatSheet } from "./components/seatsheet.js"
import { SitDialog } from "./components/sitdialog.js"
import { TitleDialog } from "./components/titledialog.js"
import { TopLine } from "./components/topline.js"
import { TurnAlert } from "./components/turnalert.js"
import { Waiting } from "./components/waiting.js"
import { show } from "./lib/dom.js"
import { keepFocus } from "./lib/focus.js"
import { onLanguage, t } from "./lib/i18n.js"
import { onMat } from "./lib/model.js"
import { Sound } from "./lib/sound.js"
import { prefs } from "./prefs.js"

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./store.js").State} State */

const TICK_MS = 250
/** Where controls come and go by themselves. */
const BOXES = ".act, .mat, .waiting"

/** The table page: every part of it, drawn again from each view. */
export class TablePage {
  sound = new Sound(() => prefs.sound)
  notices = new Notices()
  confirm = new Confirm()
  announcer = new Announcer()
  herald = new Herald((text) => this.notices.say(text))

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    desk.notice = (text) => this.notices.say(text)
    const sit = new SitDialog(desk)
    const seats = new SeatSheet(desk, { sit, confirm: this.confirm })
    desk.pick = (seat) => seats.open(seat)
    desk.sit = (seat) => sit.open(seat)
    this.move = new MoveDialog(desk)
    const dialogs = { options: new OptionsDialog(desk), title: new TitleDialog(desk), confirm: this.confirm }
    this.result = new ResultSheet(desk)
    this.keys = new KeysDialog()
    this.menu = new Menu(desk, {
      ...dialogs,
      move: this.move,
      onSound: () => this.sound.unlock(),
      keys: () => this.keys.open(),
    })
    this.drawer = new Drawer(desk, () => this.#top())
    this.top = new TopLine(desk, { menu: () => this.menu.open(), drawer: () => this.drawer.toggle() })
    this.pots = new PotsDialog(desk)
    this.mat = new Mat(desk, { details: () => this.result.open(), pots: () => this.pots.open() })
    this.waiting = new Waiting(desk, dialogs)
    this.bar = new ActBar(desk)
    this.alert = new TurnAlert(desk, this.sound)
    this.ended = new Ended({ reload: () => location.reload(), watch: () => desk.connection.connect() })
  }

  /** Put the page into the document and keep it up to date. */
  mount() {
    document.body.append(
      this.top.element,
      this.mat.element,
      this.waiting.element,
      this.bar.element,
      this.drawer.element,
      this.ended.element,
      this.announcer.element,
      this.notices.element,
    )
    this.desk.store.subscribe((state) => keepFocus(BOXES, () => this.#draw(state)))
    onLanguage(() => this.desk.store.again())
    addEventListener("keydown", (event) => this.#key(event))
    addEventListener("pointerdown", () => this.sound.unlock())
    setInterval(() => this.#tick(), TICK_MS)
    new ResizeObserver(() =>
      document.documentElement.style.setProperty("--act-h", `${this.bar.element.offsetHeight}px`),
    ).observe(this.bar.element)
    this.#draw(this.desk.store.state)
  }

  /** @param {State} state */
  #draw(state) {
    const { view, link } = state
    this.#top()
    if (link.kind === "ended") for (const dialog of document.querySelectorAll("dialog")) dialog.close()
    this.ended.update(link)
    this.announcer.update(state)
    if (!view) return
    document.body.dataset.state = onMat(view) ? "mat" : "waiting"
    document.body.dataset.link = link.kind
    show(this.mat.element, onMat(view))
    show(this.waiting.element, !onMat(view))
    this.desk.hands.take(state)
    this.mat.update(state)
    if (!onMat(view)) this.waiting.update(view)
    this.bar.update(state)
    this.drawer.update(state)
    this.menu.update(state)
    this.result.update(state)
    this.pots.update(view)
    this.alert.update(state)
    this.herald.update(state)
    this.#tick()
  }

  #top() {
    const state = this.desk.store.state
    this.top.update(state, this.drawer.unread(state))
  }

  #tick() {
    const now = this.desk.clock.now()
    for (const part of [this.mat, this.bar, this.move, this.alert, this.announcer]) part.tick(now)
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return
    const target = /** @type {HTMLElement} */ (event.target)
    if (target.closest("input, textarea, select")) return
    if (event.key === "Escape") {
      this.bar.escape()
      this.drawer.toggle(false)
    } else if (event.key.length === 1 && prefs.letters && this.#letter(event.key.toLowerCase())) event.preventDefault()
  }

  /** @param {string} letter @returns {boolean} whether it means something here */
  #letter(letter) {
    const calls = new Map([
      ["?", () => this.keys.open()],
      ["m", () => this.menu.open()],
      ["c", () => this.drawer.talk()],
    ])
    const call = calls.get(letter)
    call?.()
    return call !== undefined || this.bar.hotkey(letter)
  }

  /** The server said something: also where nothing is drawn, the clocks go on. A hidden page has no other timer to trust. */
  told() {
    if (document.hidden) this.#tick()
  }

  /** What became of a token or a code that the server did not know. @param {string} code */
  refused(code) {
    this.notices.say(t(`refused.${code}`))
  }
}
