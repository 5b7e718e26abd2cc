const LENGTH = 10
const ALPHABET = /^[0-9A-HJKMNP-TV-Z]+$/

/** @param {string} text as people type it @returns {string | null} the canonical room code */
export function parseCode(text) {
  const code = text.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0")
  return code.length === LENGTH && ALPHABET.test(code) ? code : null
}

/** @param {string} code canonical @returns {string} `K7-Q2M9-XDT4` */
export const showCode = (code) => `${code.slice(0, 2)}-${code.slice(2, 6)}-${code.slice(6)}`

/** What people paste: a code or a whole link. @param {string} text @returns {string | null} */
export function findCode(text) {
  const path = /\/r\/([^/?#\s]+)/.exec(text)
  return parseCode(path?.[1] ?? text)
}
