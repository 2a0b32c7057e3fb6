/** For when the focused button has disappeared; does not scroll. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Scrolls to the top, and makes screen readers say the heading. */
export const goToHeading = (): void => {
  window.scrollTo({ top: 0, behavior: 'instant' })
  focusHeading()
}

/** Like `goToHeading`, for `hash` such as '#comments'; false when the page lacks it. */
export const goToHash = (hash: string): boolean => {
  const place = document.getElementById(hash.slice(1))
  if (hash === '' || place === null) return false
  place.scrollIntoView({ block: 'start', behavior: 'instant' })
  const heading = place.querySelector<HTMLElement>(':scope > [tabindex="-1"]') ?? place
  // A field keeps its place among the stops of the keyboard.
  if (heading.tabIndex < 0) heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
  return true
}
