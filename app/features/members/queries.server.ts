import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { MemberId } from '~/kernel/actor.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { type MemberFace, memberFaceOf } from './rules.ts'

/** What the frame shows of the member who looks at it: neither address nor role (A5). */
export const memberFace = async (db: Kysely<Schema>, id: MemberId): Promise<MemberFace> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('memberProfile', 'memberProfile.memberId', 'member.id')
    .where('member.id', '=', id)
    .select(['name', 'photoUrl'])
    .executeTakeFirst()
  return memberFaceOf(row?.name ?? '', row?.photoUrl ? displayImageUrl(row.photoUrl) : null)
}
