import { useSyncExternalStore } from 'react'

export const useHasScript = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
