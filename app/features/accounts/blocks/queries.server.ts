import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Actor, type Member, type MemberId, memberId, memberIdTyped } from '~/kernel/actor.ts'
import { publicName } from '../profile/rules.ts'
import { type BlockedMember, mostBlocks } from './rules.ts'

/**
 * A condition over `author`, the column of who said something: `viewer` does not block her (R58). Whoever has no session blocks
 * nobody, so that what is kept for visitors is the same for all. What nobody said any more passes.
 */
export const notBlockedBy = (viewer: Actor, author: 'comment.author_id'): RawBuilder<boolean> =>
  viewer.kind === 'member'
    ? sql`not exists (select 1 from member_block
        where member_block.member_id = ${viewer.id} and member_block.blocked_id = ${sql.ref(author)})`
    : sql`1 = 1`

/** Whether the author of `recipe` blocks `member` (R59); within a transaction that has locked that member the answer holds. */
export const isBlockedByAuthor = async (
  db: Kysely<Schema>,
  member: MemberId,
  recipe: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('memberBlock')
    .innerJoin('recipe', 'recipe.authorId', 'memberBlock.memberId')
    .where('recipe.id', '=', recipe)
    .where('memberBlock.blockedId', '=', member)
    .select('memberBlock.blockedId')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether `viewer` blocks the member with this id; null where she cannot: a visitor, or she herself. */
export const ownBlockOf = async (db: Kysely<Schema>, viewer: Actor, id: string): Promise<boolean | null> => {
  if (viewer.kind !== 'member' || viewer.id === id || memberIdTyped(id) === undefined) return null
  const row = await db
    .selectFrom('memberBlock')
    .where('memberId', '=', viewer.id)
    .where('blockedId', '=', id)
    .select('blockedId')
    .executeTakeFirst()
  return row !== undefined
}

/** Whom she blocks, the latest first: at most 500, for nobody but her (R60). */
export const blockedMembers = async (db: Kysely<Schema>, { id }: Member): Promise<BlockedMember[]> => {
  const rows = await db
    .selectFrom('memberBlock')
    .innerJoin('member', 'member.id', 'memberBlock.blockedId')
    .where('memberBlock.memberId', '=', id)
    .select(['member.id', 'member.name'])
    .orderBy('memberBlock.createdAt', 'desc')
    .orderBy('member.id')
    .limit(mostBlocks)
    .execute()
  return rows.map((row) => ({ id: memberId(row.id), name: publicName(row.name) }))
}
