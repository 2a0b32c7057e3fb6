import type { Member } from '~/kernel/actor.ts'
import { displayDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { memberPasskeysOf } from '~/server/auth/member-passkeys.ts'
import type { OwnPasskey } from './rules.ts'

/** Hers, for her settings. */
export const ownPasskeys = async (db: AppContext['db'], member: Member): Promise<OwnPasskey[]> =>
  (await memberPasskeysOf(db, member.id)).map(({ id, label, createdAt, lastUsedAt }) => ({
    id,
    label,
    added: displayDate(createdAt),
    lastUsed: lastUsedAt === null ? null : displayDate(lastUsedAt),
  }))
