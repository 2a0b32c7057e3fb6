import { useSyncExternalStore } from 'react'

/** False on the server and until hydration. */
export const useHasScript = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
