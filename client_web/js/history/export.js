/** By then every browser has taken the file over. */
const TAKEN_MS = 10_000

/**
 * Hand a text to the browser as a file; also where the page has no secure origin.
 * @param {string} text @param {string} name of the file @param {string} type such as "text/csv"
 */
export function download(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS)
}

/** Spreadsheets read a file as UTF-8 only where it says so. */
export const BOM = "\ufeff"
