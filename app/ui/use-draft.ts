import { useEffect, useState } from 'react'
import { type Location, useNavigation } from 'react-router'
import { parsedJson } from '~/kernel/json.ts'
import { safeStorage } from './safe-storage.ts'

/**
 * What was typed into a form and not saved, on this device under `key`: it outlives a reload and an ended session, and goes when
 * the page opens that `isSavedAt` knows as the one after its save (R19). Without a key there is none, and none is written.
 */
export const useDraft = (key: string | null, isSavedAt: (location: Location) => boolean) => {
  const [storage] = useState(() => safeStorage(() => window.localStorage))
  const { state, formMethod, location } = useNavigation()
  const isSaved = state === 'loading' && formMethod === 'POST' && isSavedAt(location)
  useEffect(() => {
    if (isSaved && key !== null) storage.forget(key)
  }, [isSaved, key, storage])
  return {
    isSaved,
    /** Undefined when there is none. */
    read: (): unknown => parsedJson((key && storage.read(key)) ?? ''),
    /** Whether it was written; `keptAt` in it is the time in epoch ms. */
    keep: (draft: object): boolean =>
      key !== null && storage.write(key, JSON.stringify({ ...draft, keptAt: Date.now() })),
    forget: (): void => {
      if (key !== null) storage.forget(key)
    },
  }
}
