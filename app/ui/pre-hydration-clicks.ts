declare global {
  interface Window {
    preHydrationClicks?: {
      /** Clicks each recorded button once. Call it when the whole page is hydrated: React drops earlier clicks. */
      replay(): void
    }
  }
}

/**
 * For the head: records taps before hydration, which takes seconds on a slow line (docs/decisions/0126). The browser itself opens a
 * popover: pressed once more, its button would close it again.
 */
export const preHydrationClicksScript = `(() => {
  const tapped = new Set()
  const keep = (event) => {
    const button = event.target.closest('button[type=button]')
    if (button === null || button.hasAttribute('popovertarget')) return
    event.stopImmediatePropagation()
    tapped.add(button)
    button.setAttribute('aria-busy', 'true')
    setTimeout(() => button.removeAttribute('aria-busy'), 10000)
  }
  window.addEventListener('click', keep, true)
  window.preHydrationClicks = {
    replay: () => {
      window.removeEventListener('click', keep, true)
      const buttons = [...tapped]
      tapped.clear()
      for (const button of buttons) {
        button.removeAttribute('aria-busy')
        button.click()
      }
    },
  }
})()`
