/** Phones show notifications only through a worker; it does nothing else. */
const WORKER = "/static/worker.js"

/** Ask for leave to notify, and get ready. @returns {Promise<boolean>} whether it was given */
export async function allow() {
  if ((await Notification.requestPermission()) !== "granted") return false
  await navigator.serviceWorker?.register(WORKER).catch(() => null)
  return true
}

/** One notification at a time; a tap on it brings the page to the front. */
export class Notifier {
  /** @type {{close: () => void} | null} */
  #shown = null

  /** @param {string} title @param {string} body @param {string} tag a newer one with the same tag takes the place of the older */
  async show(title, body, tag) {
    if (!("Notification" in window) || Notification.permission !== "granted") return
    try {
      const shown = new Notification(title, { body, tag })
      shown.onclick = () => window.focus()
      this.#shown = shown
    } catch {
      await this.#byWorker(title, { body, tag, data: location.href })
    }
  }

  close() {
    this.#shown?.close()
    this.#shown = null
  }

  /** @param {string} title @param {NotificationOptions} options */
  async #byWorker(title, options) {
    const worker = await navigator.serviceWorker?.getRegistration(WORKER)
    if (!worker?.active) return
    await worker.showNotification(title, options)
    const [shown] = await worker.getNotifications({ tag: options.tag })
    this.#shown = shown ?? null
  }
}
