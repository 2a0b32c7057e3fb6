import { type TouchEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { fieldsOf } from '~/kernel/json.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { makingHash, pageOfHash, swipeOf } from '../making-mode.rules.ts'

const steps = '#steps'

/**
 * The page at which the making mode is open, from 0; null while it is closed. It stands in the address: a reload stays, and Back
 * leaves the mode. Below it always lies an entry with a hash, for between two hashes nothing is loaded: everything works offline.
 */
export const useMakingPage = (pages: number) => {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const hasScript = useHasScript()
  const goTo = (target: string, options: { replace?: true; state?: unknown }) =>
    navigate({ search, hash: target }, options)
  return {
    page: hasScript ? pageOfHash(hash, pages) : null,
    enter: async (page: number) => {
      if (hash === '') await goTo(steps, { replace: true, state })
      await goTo(makingHash(page), { state: { liesOnRecipe: true } })
    },
    turnTo: (page: number) => void goTo(makingHash(page), { replace: true, state }),
    leave: () => {
      if (fieldsOf(state).liesOnRecipe === true) void navigate(-1)
      else void goTo(steps, { replace: true })
    },
  }
}

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

/** To the next page (1) and the one before (-1) by the arrow keys. */
export const useArrowKeys = (isOpen: boolean, turn: (by: -1 | 1) => void) => {
  useEffect(() => {
    if (!isOpen) return
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
      if (event.key === 'ArrowRight') turn(1)
      if (event.key === 'ArrowLeft') turn(-1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

/** One finger across the page; two of them zoom, and over an enlarged page a finger moves what is seen. */
export const useSwipe = (turn: (by: -1 | 0 | 1) => void) => {
  const from = useRef<{ readonly x: number; readonly y: number }>(null)
  const placeOf = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches.item(0)
    return { x: touch.clientX, y: touch.clientY }
  }
  return {
    onTouchStart: (event: TouchEvent) => {
      const isOneFinger = event.touches.length === 1 && (window.visualViewport?.scale ?? 1) <= 1.01
      from.current = isOneFinger ? placeOf(event) : null
    },
    onTouchEnd: (event: TouchEvent) => {
      if (from.current !== null) turn(swipeOf(from.current, placeOf(event)))
      from.current = null
    },
    onTouchCancel: () => {
      from.current = null
    },
  }
}
