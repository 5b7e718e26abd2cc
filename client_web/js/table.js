import { Announcer } from "./components/announcer.js"
import { ActBar } from "./components/actbar.js"
import { Herald } from "./components/herald.js"
import { Mat } from "./components/mat.js"
import { Notices } from "./components/notices.js"
import { TopLine } from "./components/topline.js"
import { bringFace, hasFace } from "./games/faces.js"
import { show } from "./lib/dom.js"
import { keepFocus } from "./lib/focus.js"
import { onLanguage, t, worded } from "./lib/i18n.js"
import { Later } from "./lib/later.js"
import { onMat } from "./lib/model.js"
import { Unread } from "./lib/unread.js"
import { prefs } from "./prefs.js"

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./store.js").State} State */
/** @typedef {import("./sheets.js").Sheets} Sheets */

const TICK_MS = 250
/** Where controls come and go by themselves. */
const BOXES = ".act, .mat, .waiting"
/** From this width on the log lies beside the mat. */
const DOCKED = matchMedia("(min-width: 1100px)")

/** The table page: what a hand needs is there from the start, the rest comes when it is asked for. */
export class TablePage {
  notices = new Notices()
  announcer = new Announcer()
  herald = new Herald((text) => this.notices.say(text))
  unread = new Unread()
  #link = ""

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk
    desk.notice = (text) => this.notices.say(text)
    desk.pick = (seat) => this.#open((sheets) => sheets.seat.open(seat))
    desk.recall = async (tab) => {
      desk.study()
      const history = await this.history.get()
      history?.open(tab)
    }
    desk.sit = (seat) => this.#open((sheets) => sheets.sit.open(seat))
    this.sheets = this.#later(
      worded(() => import("./sheets.js")),
      ({ Sheets }) => new Sheets(desk, { onSound: () => this.#listen() }),
    )
    this.waiting = this.#later(
      () => import("./components/waiting.js"),
      ({ Waiting }) => this.#after(this.mat, new Waiting(desk, this.#hostDialogs())),
    )
    this.drawer = this.#later(
      () => import("./components/drawer.js"),
      ({ Drawer }) => this.#after(this.bar, new Drawer(desk, () => this.#top())),
    )
    this.ended = this.#later(
      worded(() => import("./components/ended.js")),
      ({ Ended }) =>
        this.#after(
          this.announcer,
          new Ended({
            reload: () => location.reload(),
            watch: () => desk.connection.connect(),
            recall: () => desk.recall("hands"),
          }),
        ),
    )
    this.history = this.#later(
      worded(() => import("./history/historydialog.js")),
      ({ HistoryDialog }) => new HistoryDialog(desk),
    )
    this.top = new TopLine(desk, {
      menu: () => this.#open((sheets) => sheets.menu.open()),
      drawer: async () => (await this.drawer.get())?.toggle(),
    })
    this.mat = new Mat(desk, {
      details: () => this.#open((sheets) => sheets.result.open()),
      pots: () => this.#open((sheets) => sheets.pots.open()),
    })
    this.bar = new ActBar(desk)
    this.alert = this.#later(
      () => import("./components/turnalert.js"),
      ({ TurnAlert }) => new TurnAlert(desk),
    )
  }

  /** Put the page into the document and keep it up to date. */
  mount() {
    const { top, mat, bar, announcer, notices } = this
    document.body.append(...[top, mat, bar, announcer, notices].map((part) => part.element))
    this.desk.store.subscribe((state) => keepFocus(BOXES, () => this.#draw(state)))
    onLanguage(() => this.desk.store.again())
    addEventListener("keydown", (event) => this.#key(event))
    addEventListener("pointerdown", () => this.#listen())
    setInterval(() => this.#tick(), TICK_MS)
    new ResizeObserver(() =>
      document.documentElement.style.setProperty("--act-h", `${bar.element.offsetHeight}px`),
    ).observe(bar.element)
    const dock = () => DOCKED.matches && this.drawer.get()
    DOCKED.addEventListener("change", dock)
    dock()
    this.#draw(this.desk.store.state)
  }

  /**
   * A part that is drawn with everything else as soon as it is here.
   * @template M, T
   * @param {() => Promise<M>} bring @param {(module: M) => T} make @returns {Later<M, T>}
   */
  #later(bring, make) {
    return new Later(bring, make, {
      came: () => this.desk.store.again(),
      failed: () => this.notices.say(t("later.failed")),
    })
  }

  /** @template {{element: Element}} T @param {{element: Element}} before @param {T} part @returns {T} put into the page */
  #after(before, part) {
    before.element.after(part.element)
    return part
  }

  /** What the host opens from the waiting page. */
  #hostDialogs() {
    return {
      options: { open: () => this.#open((sheets) => sheets.options.open()) },
      title: { open: () => this.#open((sheets) => sheets.title.open()) },
      confirm: {
        ask: async (/** @type {string} */ question, /** @type {string} */ yes) =>
          (await this.sheets.get())?.confirm.ask(question, yes) ?? false,
      },
    }
  }

  /** @param {(sheets: Sheets) => void} run */
  async #open(run) {
    this.desk.study()
    const sheets = await this.sheets.get()
    if (sheets) run(sheets)
  }

  /** @param {State} state */
  #draw(state) {
    const { view, link } = state
    this.#top()
    if (link.kind === "ended" && this.#link !== "ended") {
      for (const dialog of document.querySelectorAll("dialog")) dialog.close()
      this.ended.get()
    }
    this.#link = link.kind
    this.ended.now?.update(link)
    if (!view || hasFace(view)) this.announcer.update(state)
    if (!view) return
    if (!hasFace(view)) return this.#bringFace(view)
    const playing = onMat(view)
    // What lies under the page that ends a table is nobody's to read or to reach.
    const over = this.ended.now?.isOpen ?? false
    document.body.dataset.state = playing ? "mat" : "waiting"
    for (const part of [this.top, this.bar, this.drawer.now]) if (part) show(part.element, !over)
    show(this.mat.element, playing && !over)
    if (!playing) this.waiting.get()
    if (this.waiting.now) show(this.waiting.now.element, !playing && !over)
    if (!playing) this.waiting.now?.update(view)
    this.desk.hands.take(state)
    this.mat.update(state)
    this.bar.update(state)
    this.drawer.now?.update(state)
    this.sheets.now?.update(state)
    this.history.now?.update(state)
    if (view.you.seat !== null || this.desk.hands.waits) this.alert.get()
    if (this.alert.now) this.alert.now.update(state)
    else document.title = t("page.title", { title: view.table.title })
    this.herald.update(state)
    this.#tick()
    if (playing || this.waiting.now) document.body.dataset.link = link.kind
  }

  /** The first hand of a game: it is drawn when its face is here. @param {import("./protocol.js").View} view */
  async #bringFace(view) {
    if (await bringFace(view.table.game)) this.desk.store.again()
    else this.notices.say(t("later.failed"))
  }

  #top() {
    const state = this.desk.store.state
    this.top.update(state, this.unread.count(state, DOCKED.matches || (this.drawer.now?.isOpen ?? false)))
  }

  #tick() {
    const now = this.desk.clock.now()
    for (const part of [this.mat, this.bar, this.announcer]) part.tick(now)
    this.alert.now?.tick(now)
    this.sheets.now?.tick(now)
  }

  /** Sounds may come from the first tap on; a browser that wants the very tap gets the next one. */
  async #listen() {
    const alert = this.alert.now ?? (await this.alert.get())
    alert?.sound.unlock()
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return
    const target = /** @type {HTMLElement} */ (event.target)
    if (target.closest("input, textarea, select")) return
    if (event.key === "Escape") {
      this.bar.escape()
      this.drawer.now?.toggle(false)
    } else if (event.key.length === 1 && prefs.letters && this.#letter(event.key.toLowerCase())) event.preventDefault()
  }

  /** @param {string} letter @returns {boolean} whether it means something here */
  #letter(letter) {
    const calls = new Map([
      ["?", () => this.#open((sheets) => sheets.keys.open())],
      ["m", () => this.#open((sheets) => sheets.menu.open())],
      ["c", async () => (await this.drawer.get())?.talk()],
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
