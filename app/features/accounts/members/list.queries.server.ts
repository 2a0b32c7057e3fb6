import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { memberId } from '~/kernel/actor.ts'
import { type ListAsked, pageOf, sortedBy } from '~/kernel/desk-list.ts'
import { closedUp, searchWords } from '~/kernel/search-text.ts'
import { type ListedMember, type MemberFilterKey, type MemberSort, mostMembersLookedAt } from './rules.ts'

/** Read at once: a few ms on either engine. */
const portion = 250

type Asked = Pick<ListAsked<MemberSort, MemberFilterKey>, 'sort' | 'direction' | 'size' | 'page' | 'filters'>

/** The newest first; `before` is the last row of the portion before. */
const membersBefore = (
  db: Kysely<Schema>,
  filters: Asked['filters'],
  before: { readonly createdAt: string; readonly id: string } | undefined,
) => {
  const { verified, recipes, posting, commenting, suspended } = filters
  // Constants alone reach these, so that no condition is built of what was typed.
  const conditions = [
    ...(before === undefined
      ? []
      : [
          sql<boolean>`(member.created_at < ${before.createdAt} or (member.created_at = ${before.createdAt} and member.id < ${before.id}))`,
        ]),
    ...(verified === undefined ? [] : [sql<boolean>`member.email_verified = ${verified === 'yes' ? 1 : 0}`]),
    ...(recipes === undefined
      ? []
      : [
          recipes === 'yes'
            ? sql<boolean>`exists (select 1 from recipe where recipe.author_id = member.id)`
            : sql<boolean>`not exists (select 1 from recipe where recipe.author_id = member.id)`,
        ]),
    ...(posting === undefined
      ? []
      : [sql<boolean>`coalesce(profile.can_upload, 1) = ${posting === 'yes' ? 1 : 0}`]),
    ...(commenting === undefined
      ? []
      : [sql<boolean>`coalesce(profile.can_comment, 1) = ${commenting === 'yes' ? 1 : 0}`]),
    ...(suspended === undefined ? [] : [sql<boolean>`suspended.member_id is not null`]),
  ]
  return db
    .selectFrom('member')
    .leftJoin('memberProfile as profile', 'profile.memberId', 'member.id')
    .leftJoin('suspendedMember as suspended', 'suspended.memberId', 'member.id')
    .where((eb) => eb.and(conditions))
    .select(['member.id', 'member.name', 'member.email', 'member.createdAt', 'member.emailVerified'])
    .select(['profile.canUpload', 'profile.canComment', 'suspended.suspendedAt'])
    .select([
      sql<number>`(select count(*) from recipe where recipe.author_id = member.id)`.as('recipes'),
      sql<number>`(select count(*) from comment where comment.author_id = member.id)`.as('comments'),
    ])
    .orderBy('member.createdAt', 'desc')
    .orderBy('member.id', 'desc')
    .limit(portion)
    .execute()
}

type Row = Awaited<ReturnType<typeof membersBefore>>[number]

const listed = (row: Row): ListedMember => ({
  id: memberId(row.id),
  name: row.name,
  email: row.email,
  joinedAt: Date.parse(row.createdAt),
  isVerified: row.emailVerified === 1,
  recipes: Number(row.recipes),
  comments: Number(row.comments),
  mayPost: row.canUpload !== 0,
  mayComment: row.canComment !== 0,
  isSuspended: row.suspendedAt !== null,
})

/** By each word in the name, in any kana, or by a part of the address. */
const holds = (q: string): ((row: Pick<Row, 'name' | 'email'>) => boolean) => {
  const words = searchWords(q).map(closedUp)
  const address = q.trim().toLowerCase()
  return ({ name, email }) => {
    if (address !== '' && email.toLowerCase().includes(address)) return true
    if (words.length === 0) return false
    const folded = closedUp(name)
    return words.every((word) => folded.includes(word))
  }
}

const sortKeys: Readonly<Record<MemberSort, (row: ListedMember) => string | number>> = {
  name: ({ name }) => closedUp(name),
  joined: ({ joinedAt }) => joinedAt,
  recipes: ({ recipes }) => recipes,
  comments: ({ comments }) => comments,
}

/**
 * The members whom the filters and `q` choose, for owners: one page, and how many there are. Looks at the newest 20,000; others are served
 * between the portions.
 */
export const listedMembers = async (
  db: Kysely<Schema>,
  { q, sort, direction, size, page, filters }: Asked & { readonly q: string },
) => {
  const isWanted = q === '' ? () => true : holds(q)
  // With its key, so that folding 20,000 names is no piece of its own.
  const found: { readonly member: ListedMember; readonly key: string | number }[] = []
  let [before, lookedAt]: [Row | undefined, number] = [undefined, 0]
  for (;;) {
    const rows: Row[] = await membersBefore(db, filters, before)
    for (const row of rows) {
      if (!isWanted(row)) continue
      const member = listed(row)
      found.push({ member, key: sort === null ? 0 : sortKeys[sort](member) })
    }
    lookedAt += rows.length
    before = rows.at(-1)
    if (rows.length < portion || lookedAt >= mostMembersLookedAt) break
    await setImmediate()
  }
  const isMore = lookedAt >= mostMembersLookedAt
  const sorted = sort === null ? found : sortedBy(found, ({ key }) => key, direction)
  const paged = pageOf(sorted, { page, size })
  return {
    ...paged,
    rows: paged.rows.map(({ member }) => member),
    found: { count: found.length, isMore },
  }
}

/** At most `most` members whom a search of the desk finds, the newest first. */
export const membersFound = async (
  db: Kysely<Schema>,
  q: string,
  most: number,
): Promise<{ readonly rows: readonly ListedMember[]; readonly hasMore: boolean }> => {
  const { rows, found } = await listedMembers(db, {
    q,
    ...{ sort: null, direction: 'asc', size: 50, page: 1, filters: {} },
  })
  return { rows: rows.slice(0, most), hasMore: found.count > most }
}
