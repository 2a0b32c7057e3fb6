/**
 * For the head, before React: Firefox drops the messages that are under way when it puts a page into its back/forward cache, and
 * React renders nothing more when the one that it sends itself is lost. A message more than React waits for does nothing (S33).
 */
export const keptMessagesScript = `window.MessageChannel = class extends MessageChannel {
  constructor() {
    super()
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.port2.postMessage(null))
  }
}`

const when = (isWanted: boolean, listener: () => void): (() => void) => {
  let wasShown = document.visibilityState === 'visible'
  const look = ({ type }: Event) => {
    const isShown = type !== 'pagehide' && document.visibilityState === 'visible'
    if (isShown !== wasShown && isShown === isWanted) listener()
    wasShown = isShown
  }
  // Of a page that goes into the back/forward cache or comes out of it not every browser says that it is hidden or visible.
  const each = (change: 'addEventListener' | 'removeEventListener') => {
    document[change]('visibilitychange', look)
    window[change]('pagehide', look)
    window[change]('pageshow', look)
  }
  each('addEventListener')
  return () => each('removeEventListener')
}

/** Calls `listener` each time the page becomes visible again: in its tab, or out of the back/forward cache. Gives the stop function. */
export const whenShown = (listener: () => void): (() => void) => when(true, listener)

/**
 * Calls `write` each time the page is hidden: with its tab, or on the way to another page, after which a phone may end it. It sets no
 * state of React (S33); `whenShown` does when she is back. Gives the stop function.
 */
export const whenHidden = (write: () => void): (() => void) => when(false, write)
