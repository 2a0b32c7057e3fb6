interface EarlyTaps {
  /** Stops listening and gives the buttons tapped so far, each once, in their order. */
  end(): ReadonlySet<HTMLButtonElement>
}

declare global {
  interface Window {
    earlyTaps?: EarlyTaps
  }
}

/**
 * Stands in the page's head and notes taps on buttons that no script serves yet: on a slow line the page is there seconds
 * before React, and a tap on 購入 must not be lost. A second, impatient tap on the same button counts as the first.
 */
export const earlyTapsScript = `(() => {
  const taps = new Set()
  const note = ({ target }) => {
    const button = target.closest('button[type=button]')
    if (button === null) return
    taps.add(button)
    button.setAttribute('aria-busy', 'true')
    setTimeout(() => button.removeAttribute('aria-busy'), 10000)
  }
  document.addEventListener('click', note, true)
  window.earlyTaps = {
    end() {
      document.removeEventListener('click', note, true)
      return taps
    },
  }
})()`

let waiting: ReadonlySet<HTMLButtonElement> = new Set()

/** To be called just before React takes the page over: from then on React itself answers taps. */
export const endEarlyTaps = (): void => {
  waiting = window.earlyTaps?.end() ?? waiting
}

/** Presses, once, the buttons that were tapped before React had taken the page over. */
export const replayEarlyTaps = (): void => {
  const buttons = waiting
  waiting = new Set()
  for (const button of buttons) {
    button.removeAttribute('aria-busy')
    button.click()
  }
}
