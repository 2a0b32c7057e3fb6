/** Puts back, once, what entry.client.tsx has noted of the text areas in `form`. */
export const bringBackTypedEarly = (form: ParentNode): void => {
  for (const area of form.querySelectorAll<HTMLTextAreaElement>('textarea[data-typed]')) {
    area.value = area.dataset.typed ?? ''
    delete area.dataset.typed
  }
}
