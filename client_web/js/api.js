/** @typedef {import("./protocol.js").Games} Games */
/** @typedef {import("./protocol.js").GameInfo} GameInfo */
/** @typedef {import("./protocol.js").RoomInfo} RoomInfo */
/** @typedef {import("./protocol.js").Rooms} Rooms */
/** @typedef {import("./protocol.js").RoomOnShow} RoomOnShow */
/** @typedef {import("./protocol.js").RoomCreated} RoomCreated */
/** @typedef {import("./protocol.js").CreateRoom} CreateRoom */
/** @typedef {import("./protocol.js").Problem} Problem */

/** The server said no; `problem` says why. Status 404: there is no such thing. */
export class Refused extends Error {
  /** @param {number} status @param {Problem | null} problem */
  constructor(status, problem) {
    super(problem?.problem ?? `status ${status}`)
    this.status = status
    this.problem = problem
  }
}

/** @returns {Promise<readonly GameInfo[]>} what this server plays */
export async function games() {
  const answer = /** @type {Games} */ (await (await call("/api/games")).json())
  return answer.games
}

/** @returns {Promise<readonly RoomOnShow[]>} the tables that their hosts show to everybody */
export async function listed() {
  const answer = /** @type {Rooms} */ (await (await call("/api/rooms")).json())
  return answer.rooms
}

/** @param {string} name @param {{clauses: boolean}} what @returns {Promise<GameInfo>} one of them, with its clauses or without */
export async function game(name, { clauses }) {
  return (await call(`/api/games/${encodeURIComponent(name)}${clauses ? "" : "?clauses=no"}`)).json()
}

/** @param {string} code @returns {Promise<RoomInfo>} */
export async function room(code) {
  return (await call(`/api/rooms/${encodeURIComponent(code)}`)).json()
}

/** @param {CreateRoom} wish @returns {Promise<RoomCreated>} */
export async function createRoom(wish) {
  return (await call("/api/rooms", wish)).json()
}

/** @param {string} text @returns {Promise<SVGElement>} its QR code */
export async function qr(text) {
  const svg = await (await call("/api/qr", { text })).text()
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement
  drawn.setAttribute("viewBox", `0 0 ${drawn.getAttribute("width")} ${drawn.getAttribute("height")}`)
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(drawn, true)))
}

/**
 * Refused where the server says no.
 * @param {string} path @param {object} [body] @param {Record<string, string>} [headers] @returns {Promise<Response>}
 */
export async function call(path, body, headers = {}) {
  const posted = body && { method: "POST", body: JSON.stringify(body) }
  const answer = await fetch(path, {
    ...posted,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
  })
  if (answer.ok) return answer
  throw new Refused(answer.status, answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null)
}
