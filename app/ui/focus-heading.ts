/** Focuses the page's heading without scrolling, where the focused button has disappeared. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Scrolls to the top and focuses the heading, so that a screen reader says where it is. */
export const goToHeading = (): void => {
  window.scrollTo({ top: 0, behavior: 'instant' })
  focusHeading()
}
