import { useEffect, useState } from 'react'
import { type Location, useNavigation } from 'react-router'
import { parsedJson } from '~/kernel/json.ts'
import { safeStorage } from './safe-storage.ts'

/**
 * What was typed into a form and not saved, on this device under `key`: it outlives a reload and an ended session, and goes when
 * the page opens that `isSavedAt` knows as the one after its save (R19).
 */
export const useDraft = (key: string, isSavedAt: (location: Location) => boolean) => {
  const [storage] = useState(() => safeStorage(() => window.localStorage))
  const { state, formMethod, location } = useNavigation()
  const isSaved = state === 'loading' && formMethod === 'POST' && isSavedAt(location)
  useEffect(() => {
    if (isSaved) storage.forget(key)
  }, [isSaved, key, storage])
  return {
    isSaved,
    /** Undefined when there is none. */
    read: (): unknown => parsedJson(storage.read(key) ?? ''),
    /** Whether it was written. */
    keep: (draft: object): boolean => storage.write(key, JSON.stringify(draft)),
    forget: (): void => storage.forget(key),
  }
}
