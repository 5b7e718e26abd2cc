// Shows notifications where a page may not (phones), and brings the page to the front when one is tapped. Keeps nothing.

/** @type {any} a worker's own scope; the types of a page do not know it */
const worker = self

worker.addEventListener("install", () => worker.skipWaiting())
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close()
  event.waitUntil(front(event.notification.data))
})

/** @param {string} url */
async function front(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true })
  const page = pages.find((/** @type {{url: string}} */ one) => one.url === url)
  return page ? page.focus() : worker.clients.openWindow(url)
}
