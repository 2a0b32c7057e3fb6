import { useEffect } from 'react'

/**
 * Keeps the screen awake while `isWanted`. The browser gives the lock back when the tab is hidden, so it is asked for again;
 * where there is none, or the battery is low, the screen sleeps as always.
 */
export const useWakeLock = (isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | undefined
    const release = () => void lock?.release().catch(() => {})
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) release()
      } catch {
        // Refused.
      }
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      release()
    }
  }, [isWanted])
}
