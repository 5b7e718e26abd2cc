/**
 * Copy a text, also on a plain-http address, where `navigator.clipboard` is missing: select and copy.
 * @param {HTMLInputElement | HTMLTextAreaElement} field an input that shows the text; it stays selected if copying is refused
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyFrom(field) {
  field.focus()
  field.select()
  field.setSelectionRange(0, field.value.length)
  try {
    if (window.isSecureContext && navigator.clipboard) {
      await navigator.clipboard.writeText(field.value)
      return true
    }
    return document.execCommand("copy")
  } catch {
    return false
  }
}
