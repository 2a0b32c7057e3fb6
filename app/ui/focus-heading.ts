/** Puts the focus on the page's heading without moving the page: for what has taken its own button away. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Shows a page from its top, with the focus on its heading, so that a screen reader says where it is. */
export const goToHeading = (): void => {
  window.scrollTo({ top: 0, behavior: 'instant' })
  focusHeading()
}
