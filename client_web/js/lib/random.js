const BYTES = 16

/** @returns {string} 128 random bits in hexadecimal; `crypto.randomUUID` is missing on a plain-http address */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
