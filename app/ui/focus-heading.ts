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

/** The same for the place that `hash` names ('#comments'); false where the page has none. */
export const goToHash = (hash: string): boolean => {
  const place = document.getElementById(hash.slice(1))
  if (hash === '' || place === null) return false
  place.scrollIntoView({ block: 'start', behavior: 'instant' })
  const heading = place.querySelector<HTMLElement>(':scope > [tabindex="-1"]') ?? place
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
  return true
}
