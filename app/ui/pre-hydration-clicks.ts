declare global {
  interface Window {
    preHydrationClicks?: {
      readonly buttons: Set<HTMLButtonElement>
      readonly keep: (event: MouseEvent) => void
    }
  }
}

/**
 * For the head, in few letters: records taps before hydration, which takes seconds on a slow line (docs/decisions/0126). The browser itself
 * opens a popover: pressed once more, its button would close it again.
 */
export const preHydrationClicksScript = `{const buttons=new Set,keep=event=>{const button=event.target.closest('button[type=button]:not([popovertarget])');if(button){event.stopImmediatePropagation();buttons.add(button);button.ariaBusy='true';setTimeout(()=>button.ariaBusy=null,1e4)}};addEventListener('click',keep,true);window.preHydrationClicks={buttons,keep}}`

/** Clicks each recorded button once. Call it when the whole page is hydrated: React drops earlier clicks. */
export const replayClicks = (): void => {
  if (window.preHydrationClicks === undefined) return
  const { buttons, keep } = window.preHydrationClicks
  window.removeEventListener('click', keep, true)
  const tapped = [...buttons]
  buttons.clear()
  for (const button of tapped) {
    button.removeAttribute('aria-busy')
    button.click()
  }
}
