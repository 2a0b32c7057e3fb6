/** Puts the focus on the page's heading without moving the page: for what has taken its own button away. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
