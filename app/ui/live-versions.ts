import { whenHidden, whenShown } from './page-visibility.ts'

const firstPauseMs = 2_000
const longestPauseMs = 8_000

interface Listener {
  readonly onVersion: (version: number) => void
  /** The stream is or was closed, so changes may have been missed. */
  readonly onMissed: () => void
}

/** Listens while the page is visible; gives the stop function. A lost stream is reopened after growing pauses, with `onMissed` (R16). */
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
    // The browser's own reconnect has a fixed pause and gives up when refused.
    stream.onerror = () => {
      close()
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
      failures += 1
      timer = window.setTimeout(open, pause * (0.5 + Math.random()))
      onMissed()
    }
  }

  const openAnew = () => {
    failures = 0
    open()
  }
  // A page in the back/forward cache must hold no open stream.
  const stops = [whenShown(openAnew), whenHidden(close)]
  window.addEventListener('online', openAnew)
  open()
  return () => {
    for (const stop of stops) stop()
    window.removeEventListener('online', openAnew)
    close()
  }
}
