import { type TouchEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { fieldsOf } from '~/kernel/json.ts'
import { whenShown } from '~/ui/page-visibility.ts'
import { useHasScript } from '~/ui/use-has-script.ts'
import { makingHash, pageOfHash, swipeOf } from '../making-mode.rules.ts'

const steps = '#steps'

/**
 * The open page from 0, null while closed. It is in the hash, so that it survives a reload and works offline, and Back closes it;
 * the entry below also has a hash, because React Router loads nothing between two hashes.
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

/** The browser releases the lock when the tab is hidden, so it is requested again; where it is refused the screen sleeps. */
export const useWakeLock = (isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | undefined
    const release = () => void lock?.release().catch(() => {})
    const ask = async () => {
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) release()
      } catch {
        // The browser may refuse; the screen then sleeps.
      }
    }
    void ask()
    const stop = whenShown(() => void ask())
    return () => {
      isOver = true
      stop()
      release()
    }
  }, [isWanted])
}

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

/** One finger turns pages; two fingers, or one on a zoomed page, are left to the browser. */
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
