import { useMemo, useSyncExternalStore } from 'react'
import { safeStorage } from '~/ui/safe-storage.ts'
import { type KeptProduct, keptProducts } from '../rules.ts'

const storage = safeStorage(() => window.localStorage)

export const wishlistKey = 'mcSquareWishlist'
export const lastSeenKey = 'mcSquareLastSeen'

const subscribe = (changed: () => void) => {
  window.addEventListener('storage', changed)
  // A page restored from the back/forward cache missed earlier events.
  window.addEventListener('pageshow', changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener('pageshow', changed)
  }
}

/** The value of `key`, in sync with all tabs; null on the server and in the first render. */
export const useKept = (key: string): readonly KeptProduct[] | null => {
  const text = useSyncExternalStore(
    subscribe,
    () => storage.read(key) ?? '',
    () => null,
  )
  return useMemo(() => (text === null ? null : keptProducts(text)), [text])
}

export const useWishlist = (): readonly KeptProduct[] | null => useKept(wishlistKey)

/** Current value of `key`; null when storage cannot be read. */
export const readKept = (key: string): readonly KeptProduct[] | null => {
  const text = storage.read(key)
  return text === undefined ? null : keptProducts(text ?? '')
}

/** Writes and notifies this tab (the browser notifies the others); false when it could not. */
export const writeKept = (key: string, kept: readonly KeptProduct[]): boolean => {
  const isWritten = storage.write(key, JSON.stringify(kept))
  if (isWritten) window.dispatchEvent(new StorageEvent('storage', { key }))
  return isWritten
}
