import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { deleteRecipe } from '~/features/recipes/posting.commands.server.ts'
import type { Member } from '~/kernel/actor.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps } from '../../brought-by-features.server.ts'
import { correctLikeCounts, setReaction } from './commands.server.ts'

/** Random numbers from 0 to 1, repeatable by `seed`. */
const chances = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const recipes = ['a', 'b', 'c']

const untilTaken = <T>(send: () => Promise<T>, tries = 20): Promise<T> =>
  send().catch((error) => {
    if (tries === 0) throw error
    return untilTaken(send, tries - 1)
  })

/** The stored likes, and the counts of the recipes. */
const counted = async (db: Kysely<Schema>) => {
  const rows = await db.selectFrom('recipeLike').select(['recipeId', 'memberId']).execute()
  const likes = await db.selectFrom('recipe').select(['id', 'likes']).orderBy('id').execute()
  return {
    pairs: rows.map(({ recipeId, memberId }) => `${recipeId} ${memberId}`).sort(),
    counts: Object.fromEntries(likes.map((each) => [each.id, each.likes])),
    ofRows: Object.fromEntries(
      likes.map(({ id }) => [id, rows.filter(({ recipeId }) => recipeId === id).length]),
    ),
  }
}

onBothEngines('many at once', (open) => {
  const opened = async () => {
    const { db } = await open()
    const author = await addMember(db, { id: 'author' })
    for (const id of recipes) await addRecipe(db, 'author', { id })
    const members: Member[] = []
    for (let at = 0; at < 50; at++)
      members.push({ ...(await addMember(db, { id: `m${at}` })), address: `198.51.${at}.1` })
    const memberAt = (at: number) => members[at % members.length] ?? author
    return { db, ctx: { ...contextForTests(db), memberSteps }, author, memberAt }
  }

  for (const seed of [1, 2])
    test(`R11: 100 likes and unlikes at once by 50 members, repeated and tried again, end in exactly the right counts (seed ${seed})`, async () => {
      const { db, ctx, memberAt } = await opened()
      const chance = chances(seed)
      const wanted = new Map<string, boolean>()
      // Each member has a series of taps on each of two recipes; a call may be sent repeatedly, and series run in parallel.
      const rows = Array.from({ length: 100 }, (_, at) => {
        const member = memberAt(at)
        const recipe = recipes[(at + 2 * Math.floor(at / 50)) % recipes.length] ?? ''
        const taps = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => chance() < 0.6)
        wanted.set(`${recipe} ${member.id}`, taps.at(-1) ?? false)
        return async () => {
          for (const on of taps) {
            const send = () => setReaction(ctx, member, { kind: 'like', recipe, on })
            // A call that finds no free connection in time changes nothing and is sent again.
            const copies = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => untilTaken(send))
            for (const copy of await Promise.all(copies)) expect(copy).toEqual({ ok: true, value: null })
          }
        }
      })
      await Promise.all(rows.map((run) => run()))
      const { pairs, counts, ofRows } = await counted(db)
      expect(pairs).toEqual([...wanted].flatMap(([pair, on]) => (on ? [pair] : [])).sort())
      expect(counts).toEqual(ofRows)
      expect(await correctLikeCounts(ctx)).toBe(0)
    })

  test('R11, A17: likes while members and recipes go: nobody waits for ever, and every count is its rows', async () => {
    const { db, ctx, author, memberAt } = await opened()
    const outcomes = await Promise.all([
      ...Array.from({ length: 60 }, (_, at) =>
        setReaction(ctx, memberAt(at), { kind: 'like', recipe: recipes[at % 3] ?? '', on: true }),
      ),
      ...Array.from({ length: 8 }, (_, at) =>
        inTransaction(ctx, async (trx) => {
          const { id } = memberAt(at * 3)
          await trx.selectFrom('member').where('id', '=', id).select('id').execute()
          await memberSteps.gone(trx, id, ctx)
        }),
      ),
      deleteRecipe(ctx, author, 'c'),
    ])
    const errors = outcomes.flatMap((outcome) => (outcome && !outcome.ok ? [outcome.error] : []))
    expect([...new Set(errors)].filter((error) => error !== 'not_found')).toEqual([])
    const { counts, ofRows } = await counted(db)
    expect(counts).toEqual(ofRows)
    expect(Object.keys(counts)).toEqual(['a', 'b'])
  })
})
