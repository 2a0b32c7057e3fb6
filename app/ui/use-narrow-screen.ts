import { useSyncExternalStore } from 'react'

/** The mobile breakpoint (S:L196). */
const narrow = '(max-width: 768px)'

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the screen is 768 px wide or narrower; the server does not know and says no. */
export const useNarrowScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrow).matches,
    () => false,
  )
