/** Gives focus and caret to the same field of the form that replaces `form`; null when it has no focus. */
export const focusToGiveBack = (form: HTMLFormElement): ((next: HTMLFormElement) => void) | null => {
  const active = document.activeElement
  const name = active?.getAttribute('name')
  if (!active || !name || !form.contains(active)) return null
  const place = fieldsNamed(form, name).indexOf(active)
  const { text, start, end } = textIn(active)
  return (next) => {
    const field = fieldsNamed(next, name)[place]
    if (!(field instanceof HTMLElement)) return
    field.focus({ preventScroll: true })
    const now = textIn(field)
    if (now.field === undefined || now.start === null) return
    if (now.text === text) now.field.setSelectionRange(start, end)
    else now.field.setSelectionRange(now.text.length, now.text.length)
  }
}

const fieldsNamed = (form: HTMLFormElement, name: string): Element[] =>
  [...form.elements].filter((field) => field.getAttribute('name') === name)

const textIn = (field: Element) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? { field, text: field.value, start: field.selectionStart, end: field.selectionEnd }
    : { text: '', start: null, end: null }

export const restoreTypedEarly = (form: ParentNode): void => {
  for (const area of form.querySelectorAll<HTMLTextAreaElement>('textarea[data-typed]')) {
    area.value = area.dataset.typed ?? ''
    delete area.dataset.typed
  }
}
