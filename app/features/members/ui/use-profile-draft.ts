import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { safeStorage } from '~/ui/safe-storage.ts'
import { profileFields, type TypedProfile } from '../profile.rules.ts'

/** What was typed and not saved, and the `updatedAt` of the profile that it began with (R18). */
export interface ProfileDraft {
  readonly typed: TypedProfile
  readonly basedOn: number
}

const keyOf = (member: string) => `galleryProfileDraft:${member}`

const draftIn = (text: string, otherwise: TypedProfile): ProfileDraft | null => {
  const { typed, basedOn } = fieldsOf(parsedJson(text))
  if (typeof basedOn !== 'number') return null
  const values = fieldsOf(typed)
  const kept = profileFields.map((field) => [field, values[field]] as const)
  return kept.some(([, value]) => typeof value === 'string')
    ? {
        basedOn,
        typed: {
          ...otherwise,
          ...Object.fromEntries(kept.filter(([, value]) => typeof value === 'string')),
        },
      }
    : null
}

/**
 * The draft of `member` on this device: it outlives a reload and an ended session, and goes when `savedAt` opens after its save.
 */
export const useProfileDraft = (member: string, savedAt: string) => {
  const [storage] = useState(() => safeStorage(() => window.localStorage))
  const { state, formMethod, location } = useNavigation()
  const isSaved = state === 'loading' && formMethod === 'POST' && location.pathname === savedAt
  const key = keyOf(member)
  useEffect(() => {
    if (isSaved) storage.forget(key)
  }, [isSaved, key, storage])
  return {
    isSaved,
    read: (saved: TypedProfile) => draftIn(storage.read(key) ?? '', saved),
    keep: (draft: ProfileDraft) => storage.write(key, JSON.stringify(draft)),
    forget: () => storage.forget(key),
  }
}
