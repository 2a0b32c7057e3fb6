/**
 * Notes what was typed into text areas before the page is taken over: React gives them back the text with which they came
 * from the server. Called right before; a form that keeps what was typed then calls `bringBackTypedEarly`.
 */
export const noteTypedEarly = (page: ParentNode): void => {
  for (const area of page.querySelectorAll('textarea'))
    if (area.value !== area.defaultValue) area.dataset.typed = area.value
}

/** Puts back, once, what was noted in `form`. */
export const bringBackTypedEarly = (form: ParentNode): void => {
  for (const area of form.querySelectorAll<HTMLTextAreaElement>('textarea[data-typed]')) {
    area.value = area.dataset.typed ?? ''
    delete area.dataset.typed
  }
}
