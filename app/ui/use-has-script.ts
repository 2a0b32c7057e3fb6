import { useSyncExternalStore } from 'react'

/** False in what the server sends, true once the page's script runs. */
export const useHasScript = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
