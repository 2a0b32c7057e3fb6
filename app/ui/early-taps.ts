declare global {
  interface Window {
    /** Made by the script in the page's head. */
    earlyTaps?: {
      /** To be called just before React takes the page over: from then on React itself answers taps. */
      end(): void
      /** Presses, once, the buttons tapped until then. */
      replay(): void
    }
  }
}

/**
 * Stands in the page's head and notes taps on buttons that no script serves yet: on a slow line the page is there seconds
 * before React, and a tap on 購入 must not be lost. A second, impatient tap on the same button counts as the first.
 */
export const earlyTapsScript = `(() => {
  const tapped = new Set()
  const note = ({ target }) => {
    const button = target.closest('button[type=button]')
    if (button === null) return
    tapped.add(button)
    button.setAttribute('aria-busy', 'true')
    setTimeout(() => button.removeAttribute('aria-busy'), 10000)
  }
  document.addEventListener('click', note, true)
  window.earlyTaps = {
    end: () => document.removeEventListener('click', note, true),
    replay: () => {
      const buttons = [...tapped]
      tapped.clear()
      for (const button of buttons) {
        button.removeAttribute('aria-busy')
        button.click()
      }
    },
  }
})()`
