import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { memberId } from '~/kernel/actor.ts'
import { inPortions } from '~/server/database/engine.ts'
import { type RowOfDocument, rowsOf } from './types.ts'
import type { KnownFacts } from './verdicts.rules.ts'

/** What the shop has of the members, recipes and lists that `rows` name. */
export const factsFor = async (db: Kysely<Schema>, rows: readonly RowOfDocument[]): Promise<KnownFacts> => {
  const named = new Set(rows.flatMap(membersNamed))
  const emails = new Set(rowsOf(rows, 'member').map(({ row }) => row.email))
  const members: (readonly [string, string])[] = []
  await inPortions([...named], async (ids) => {
    const found = await db.selectFrom('member').select('id').where('id', 'in', ids).execute()
    const former = await db.selectFrom('formerMember').selectAll().where('id', 'in', ids).execute()
    members.push(...found.map(({ id }) => [id, id] as const))
    members.push(...former.map((each) => [each.id, each.memberId] as const))
  })
  const addresses: { readonly id: string; readonly email: string; readonly emailVerified: number }[] = []
  await inPortions([...emails], async (some) => {
    const found = db.selectFrom('member').select(['id', 'email', 'emailVerified']).where('email', 'in', some)
    addresses.push(...(await found.execute()))
  })
  const recipes = await db.selectFrom('recipe').select('id').execute()
  return {
    members: new Map(members.map(([id, member]) => [id, memberId(member)])),
    addresses: new Map(
      addresses.map(({ id, email, emailVerified }) => [
        email,
        { member: memberId(id), proved: emailVerified === 1 },
      ]),
    ),
    recipes: new Set(recipes.map(({ id }) => id)),
    curated: {
      keywords: await db.selectFrom('popularKeyword').select(['id', 'compared']).execute(),
      situations: await db.selectFrom('situationCategory').select(['id', 'compared']).execute(),
    },
  }
}

const membersNamed = (placed: RowOfDocument): readonly string[] => {
  if (placed.kind === 'member') return [placed.row.id]
  if (placed.kind === 'recipe' || placed.kind === 'comment') return [placed.row.authorId]
  return placed.kind === 'like' || placed.kind === 'favourite' ? [placed.row.memberId] : []
}
