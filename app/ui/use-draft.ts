import { useEffect, useState } from 'react'
import { type Location, useNavigation } from 'react-router'
import { parsedJson } from '~/kernel/json.ts'
import { safeStorage } from './safe-storage.ts'

/** Keeps a form's unsaved text under `key`, over reloads and sign-outs, until `isSavedAt` sees its save (R19); null: none. */
export const useDraft = (key: string | null, isSavedAt: (location: Location) => boolean) => {
  const [storage] = useState(() => safeStorage(() => window.localStorage))
  const { state, formMethod, location } = useNavigation()
  // A form is sent to the address on which it stands, which may be that of its last save: only where it leads tells.
  const [sentTo, setSentTo] = useState('')
  if (state === 'submitting' && sentTo !== location.key) setSentTo(location.key)
  const isSaved =
    state === 'loading' && formMethod === 'POST' && location.key !== sentTo && isSavedAt(location)
  useEffect(() => {
    if (isSaved && key !== null) storage.forget(key)
  }, [isSaved, key, storage])
  return {
    isSaved,
    read: (): unknown => parsedJson((key && storage.read(key)) ?? ''),
    /** False when it could not be written; adds the time as `keptAt` (epoch ms). */
    keep: (draft: object): boolean =>
      key !== null && storage.write(key, JSON.stringify({ ...draft, keptAt: Date.now() })),
    forget: (): void => {
      if (key !== null) storage.forget(key)
    },
  }
}
