declare global {
  interface Window {
    preHydrationClicks?: {
      /**
       * Ends the recording and clicks each recorded button once. To be called when the whole page is hydrated: React drops
       * clicks on parts that still wait for data.
       */
      replay(): void
    }
  }
}

/**
 * A script for the page's head that records clicks before hydration, seconds on a slow line: a tap on 購入 must not be lost
 * (docs/decisions/0011). Until the replay none reaches React, so that none counts twice; two on one button count as one.
 */
export const preHydrationClicksScript = `(() => {
  const tapped = new Set()
  const keep = (event) => {
    const button = event.target.closest('button[type=button]')
    if (button === null) return
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
