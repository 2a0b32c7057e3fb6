import { fieldsOf } from '~/kernel/json.ts'
import { useTabKey } from '~/ui/tab-drafts.ts'
import { useDraft } from '~/ui/use-draft.ts'
import { profileFields, type TypedProfile } from '../profile.rules.ts'

/** What was typed and not saved, and the `updatedAt` of the profile that it began with (R18). */
export interface ProfileDraft {
  readonly typed: TypedProfile
  readonly basedOn: number
}

const draftIn = (stored: unknown, otherwise: TypedProfile): ProfileDraft | null => {
  const { typed, basedOn } = fieldsOf(stored)
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

/** The draft of `member`; it goes when `savedAt` opens after its save. */
export const useProfileDraft = (member: string, savedAt: string) => {
  const key = useTabKey(`galleryProfileDraft:${member}`, true)
  const draft = useDraft(key, ({ pathname }) => pathname === savedAt)
  return {
    ...draft,
    /** Whether drafts can be read and kept. */
    isReady: key !== null,
    read: (saved: TypedProfile) => draftIn(draft.read(), saved),
    keep: (kept: ProfileDraft) => draft.keep(kept),
  }
}
