declare global {
  interface Window {
    /** Made by the script in the page's head. */
    preHydrationClicks?: {
      /**
       * Ends the recording and presses, once, each button tapped until then. To be called when React has taken the whole
       * page over: a tap that meets it before, while it waits for the page's data, it drops without a word.
       */
      replay(): void
    }
  }
}

/**
 * Stands in the page's head and keeps taps on buttons that no script serves yet: on a slow line the page is there seconds
 * before React, and a tap on 購入 must not be lost. Until the replay no such tap reaches React, so that none counts twice.
 * A second, impatient tap on the same button counts as the first.
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
