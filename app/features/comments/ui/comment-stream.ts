const firstPauseMs = 2_000
const longestPauseMs = 8_000

interface Listener {
  /** Of a list, when the stream opens and after each change. */
  readonly onVersion: (version: number) => void
  /** The stream is not open, or was not: what came meanwhile is unknown. */
  readonly onMissed: () => void
}

/**
 * Listens to the stream at `path` while the page is visible; gives the function that stops. A stream that is cut or refused is
 * opened again after growing pauses, and `onMissed` at each of them makes do without it (R16).
 */
export const listenForVersions = (path: string, { onVersion, onMissed }: Listener): (() => void) => {
  let source: EventSource | undefined
  let timer = 0
  let failures = 0

  const close = () => {
    window.clearTimeout(timer)
    source?.close()
    source = undefined
  }

  const open = () => {
    close()
    if (document.visibilityState === 'hidden') return
    const stream = new EventSource(path)
    source = stream
    stream.onmessage = ({ data }) => {
      failures = 0
      const version = Number(data)
      if (Number.isSafeInteger(version)) onVersion(version)
    }
    // The browser's own way back knows one pause and gives up when it is refused.
    stream.onerror = () => {
      close()
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
      failures += 1
      timer = window.setTimeout(open, pause * (0.5 + Math.random()))
      onMissed()
    }
  }

  const openOrClose = () => {
    failures = 0
    if (document.visibilityState === 'hidden') close()
    else open()
  }
  // What the browser keeps for the way back must hold no stream.
  const events = [
    [document, 'visibilitychange', openOrClose],
    [window, 'online', openOrClose],
    [window, 'pageshow', openOrClose],
    [window, 'pagehide', close],
  ] as const
  for (const [target, event, listener] of events) target.addEventListener(event, listener)
  open()
  return () => {
    for (const [target, event, listener] of events) target.removeEventListener(event, listener)
    close()
  }
}
