import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Member, MemberId } from '~/kernel/actor.ts'
import type { Standing, Stop, StopChange } from './rules.ts'

/**
 * True for rows whose member, named by `column` such as `recipe.author_id`, is not suspended, and for rows without one: the one
 * condition by which what a suspended member made is hidden and counted out (R56). The database reads the few suspended once for a query.
 */
export const ofNobodySuspended = (column: string): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} is null or ${sql.ref(column)} not in (select member_id from suspended_member))`

/** Undefined without such a member. */
export const standingOf = async (db: Kysely<Schema>, member: MemberId): Promise<Standing | undefined> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .leftJoin('memberStanding as standing', 'standing.memberId', 'member.id')
    .leftJoin('suspendedMember as suspended', 'suspended.memberId', 'member.id')
    .where('member.id', '=', member)
    .select(['canUpload', 'canComment', 'version', 'uploadReason', 'commentReason'])
    .select(['suspended.reason', 'suspended.suspendedAt'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    version: row.version ?? 0,
    mayPost: row.canUpload !== 0,
    uploadReason: row.uploadReason ?? '',
    mayComment: row.canComment !== 0,
    commentReason: row.commentReason ?? '',
    suspended: row.suspendedAt === null ? null : { since: row.suspendedAt, reason: row.reason ?? '' },
  }
}

/** The stops of a member that stand; none without such a member. */
export const stopsOf = async (
  db: Kysely<Schema>,
  member: MemberId,
): Promise<Readonly<Partial<Record<StopChange, Stop>>>> => {
  const standing = await standingOf(db, member)
  const begun = await db
    .selectFrom('member')
    .leftJoin('memberStanding as standing', 'standing.memberId', 'member.id')
    .leftJoin('suspendedMember as suspended', 'suspended.memberId', 'member.id')
    .where('member.id', '=', member)
    .select(['uploadStop', 'commentStop', 'suspended.stop'])
    .executeTakeFirst()
  if (standing === undefined || begun === undefined) return {}
  const { mayPost, uploadReason: posting, mayComment, commentReason: commenting, suspended } = standing
  return {
    ...(mayPost ? {} : { 'stop-posting': { reason: posting, begunBy: begun.uploadStop ?? '' } }),
    ...(mayComment ? {} : { 'stop-commenting': { reason: commenting, begunBy: begun.commentStop ?? '' } }),
    ...(suspended === null ? {} : { suspend: { reason: suspended.reason, begunBy: begun.stop ?? '' } }),
  }
}

/** Why a member may not use her account; undefined while she may (A27.2). For whoever has proved that it is hers. */
export const suspensionOf = async (
  db: Kysely<Schema>,
  member: string,
): Promise<{ readonly reason: string } | undefined> =>
  db.selectFrom('suspendedMember').where('memberId', '=', member).select('reason').executeTakeFirst()

/** Why the owner stopped her posting; '' where she gave no reason, or did not (A27). */
export const uploadReason = async (
  db: Kysely<Schema>,
  { id, canUpload }: Pick<Member, 'id' | 'canUpload'>,
): Promise<string> => (canUpload ? '' : ((await standingOf(db, id))?.uploadReason ?? ''))

/** Why the owner stopped her comments, as `uploadReason`. */
export const commentReason = async (
  db: Kysely<Schema>,
  { id, canComment }: Pick<Member, 'id' | 'canComment'>,
): Promise<string> => (canComment ? '' : ((await standingOf(db, id))?.commentReason ?? ''))
