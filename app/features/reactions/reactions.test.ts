import { expect, test } from 'vitest'
import { deleteRecipe, saveRecipe } from '~/features/recipes/posting.commands.server.ts'
import { recountLikes } from '~/features/recipes/recipe.commands.server.ts'
import { recipeOfId } from '~/features/recipes/recipe.queries.server.ts'
import { deleteMember } from '~/server/auth/account-changes.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines, untilOneWaits } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { memberSteps } from '../../brought-by-features.server.ts'
import { correctLikeCounts, forgetReactionsOf, setReaction } from './commands.server.ts'
import { favouritesOf, favouriteTotal, ownReactions } from './queries.server.ts'

const done = { ok: true, value: null }
const refusal = (error: string) => ({ ok: false, error })

onBothEngines('likes and favourites', (open) => {
  const opened = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const hanako = await addMember(db, { id: 'hanako', name: '花子' })
    const yoko = await addMember(db, { id: 'yoko', name: '洋子' })
    await addRecipe(db, 'hanako', { id: 'work', title: '巾着', mainImageUrl: '/Image/a.jpg', updatedAt: 5 })
    await addRecipe(db, 'hanako', { id: 'other' })
    const set = (
      actor: Parameters<typeof setReaction>[1],
      kind: 'like' | 'favourite',
      recipe: string,
      on: boolean,
    ) => setReaction(ctx, actor, { kind, recipe, on })
    const countOf = async (id: string) =>
      (await db.selectFrom('recipe').where('id', '=', id).select('likes').executeTakeFirst())?.likes
    const likers = async () =>
      (await db.selectFrom('recipeLike').select(['recipeId', 'memberId']).execute())
        .map(({ recipeId, memberId }) => `${recipeId} ${memberId}`)
        .sort()
    const keptBy = async (memberId: string) =>
      (await db.selectFrom('favourite').where('memberId', '=', memberId).select('recipeId').execute())
        .map(({ recipeId }) => recipeId)
        .sort()
    return { db, ctx, hanako, yoko, set, countOf, likers, keptBy }
  }

  test('R11: a like is one row and one in the count, however often it is said, and goes the same way', async () => {
    const { db, hanako, yoko, set, countOf, likers } = await opened()
    for (let time = 0; time < 3; time++) expect(await set(yoko, 'like', 'work', true)).toEqual(done)
    expect(await set(hanako, 'like', 'work', true)).toEqual(done)
    expect(await set(yoko, 'like', 'other', true)).toEqual(done)
    expect(await countOf('work')).toBe(2)
    expect(await likers()).toEqual(['other yoko', 'work hanako', 'work yoko'])
    expect(await ownReactions(db, yoko, { id: 'work', asOf: 7 })).toEqual({
      like: true,
      favourite: false,
      likes: 2,
      asOf: 7,
    })
    for (let time = 0; time < 3; time++) expect(await set(yoko, 'like', 'work', false)).toEqual(done)
    expect(await countOf('work')).toBe(1)
    expect(await countOf('other')).toBe(1)
    expect(await likers()).toEqual(['other yoko', 'work hanako'])
    expect(await ownReactions(db, yoko, { id: 'work', asOf: 7 })).toMatchObject({ like: false, likes: 1 })
    expect(await ownReactions(db, hanako, { id: 'work', asOf: 7 })).toMatchObject({ like: true, likes: 1 })
  })

  test('R11: a count that was wrong is right after the next like, never below zero', async () => {
    const { db, yoko, set, countOf } = await opened()
    await set(yoko, 'like', 'work', true)
    await db.updateTable('recipe').set({ likes: 0 }).execute()
    expect(await set(yoko, 'like', 'work', false)).toEqual(done)
    expect(await countOf('work')).toBe(0)
    await db.updateTable('recipe').set({ likes: 9 }).execute()
    expect(await set(yoko, 'like', 'work', true)).toEqual(done)
    expect(await countOf('work')).toBe(1)
    expect(await countOf('other')).toBe(9)
  })

  test('R11: two likes at the same moment are two', async () => {
    const { db, hanako, yoko, set, countOf } = await opened()
    const { late } = await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('recipeLike')
        .values({ recipeId: 'work', memberId: hanako.id, createdAt: 0 })
        .execute()
      await recountLikes(trx, ['work'])
      const late = set(yoko, 'like', 'work', true)
      await untilOneWaits(db)
      return { late }
    })
    expect(await late).toEqual(done)
    expect(await countOf('work')).toBe(2)
  })

  test('R11, R12, A7: of a recipe a member is told what she has to do with it herself, and nothing of one that is not there for her', async () => {
    const { db, hanako, yoko, set } = await opened()
    await set(yoko, 'favourite', 'work', true)
    await set(yoko, 'like', 'other', true)
    const told = (member: typeof yoko, id: string) => ownReactions(db, member, { id, asOf: 1 })
    expect(await told(yoko, 'work')).toEqual({ like: false, favourite: true, likes: 0, asOf: 1 })
    expect(await told(yoko, 'other')).toEqual({ like: true, favourite: false, likes: 1, asOf: 1 })
    expect(await told(hanako, 'work')).toEqual({ like: false, favourite: false, likes: 0, asOf: 1 })
    await db.updateTable('recipe').set({ hidden: 1 }).where('id', '=', 'work').execute()
    expect(await told(hanako, 'work')).toMatchObject({ favourite: false })
    for (const id of ['work', 'nothing', 'a\0b']) expect(await told(yoko, id)).toBeUndefined()
  })

  test('R11: the daily recount mends wrong counts, and touches no right one', async () => {
    const { db, ctx, yoko, set, countOf } = await opened()
    await set(yoko, 'like', 'work', true)
    expect(await correctLikeCounts(ctx)).toBe(0)
    await db.updateTable('recipe').set({ likes: 5 }).execute()
    expect(await correctLikeCounts(ctx)).toBe(2)
    expect(await countOf('work')).toBe(1)
    expect(await countOf('other')).toBe(0)
  })

  test('A7, R12: a recipe that is gone, hidden or impossible takes neither', async () => {
    const { db, hanako, yoko, set, countOf } = await opened()
    await addRecipe(db, 'hanako', { id: 'hidden', hidden: 1 })
    for (const id of ['hidden', 'nothing', '', 'a\0b', 'x'.repeat(200)])
      for (const kind of ['like', 'favourite'] as const)
        expect(await set(yoko, kind, id, true)).toEqual(refusal('not_found'))
    expect(await set(yoko, 'like', 'hidden', false)).toEqual(refusal('not_found'))
    expect(await countOf('hidden')).toBe(0)
    expect(await set(hanako, 'like', 'hidden', true)).toEqual(done)
    expect(await set(hanako, 'favourite', 'hidden', true)).toEqual(done)
    expect(await countOf('hidden')).toBe(1)
  })

  test('8.2.1: only members who are still there', async () => {
    const { db, yoko, set, likers } = await opened()
    const address = '203.0.113.7'
    for (const actor of [
      { kind: 'visitor', address },
      { kind: 'curator', address, signedInAs: yoko.id },
      { kind: 'owner' },
    ] as const)
      expect(await set(actor, 'like', 'work', true)).toEqual(refusal('not_signed_in'))
    await db.deleteFrom('member').where('id', '=', 'yoko').execute()
    for (const kind of ['like', 'favourite'] as const)
      expect(await set(yoko, kind, 'work', true)).toEqual(refusal('not_signed_in'))
    expect(await likers()).toEqual([])
  })

  test('ASVS 2.3.2, S17: at most 300 a minute from one address', async () => {
    const { ctx, yoko, set } = await opened()
    for (let time = 0; time < 300; time++) await set(yoko, 'favourite', '', false)
    expect(await set(yoko, 'like', 'work', true)).toEqual(refusal('too_many'))
    expect(await set({ ...yoko, address: '198.51.100.7' }, 'like', 'work', true)).toEqual(done)
    ctx.advance(60_000)
    expect(await set(yoko, 'like', 'work', true)).toEqual(done)
  })

  test('R18: a like changes neither the recipe nor its place in searches, and stands in no author’s way', async () => {
    const { db, ctx, hanako, yoko, set } = await opened()
    const indexed = () => db.selectFrom('searchDocument').selectAll().orderBy('id').execute()
    const rowOf = () => db.selectFrom('recipe').where('id', '=', 'work').selectAll().executeTakeFirstOrThrow()
    const [before, documents] = [await rowOf(), await indexed()]
    await set(yoko, 'like', 'work', true)
    expect(await rowOf()).toEqual({ ...before, likes: 1 })
    expect(await indexed()).toEqual(documents)
    const found = await recipeOfId(db, hanako, 'work')
    if (found === undefined) throw new Error('the work is gone')
    const { id, author, likes, isHidden, createdAt, updatedAt, ...content } = found
    const saved = await saveRecipe(ctx, hanako, { id, content: { ...content, title: '新' }, basedOn: 5 })
    expect(saved).toMatchObject({ ok: true })
    expect(await rowOf()).toMatchObject({ title: '新', likes: 1 })
  })

  test('R12: a favourite keeps title, author and picture of its time, and shows the recipe as it is now', async () => {
    const { db, ctx, yoko, set } = await opened()
    for (let time = 0; time < 2; time++) {
      expect(await set(yoko, 'favourite', 'work', true)).toEqual(done)
      ctx.advance(1_000)
    }
    const at = Date.UTC(2026, 3, 1, 3)
    expect(await db.selectFrom('favourite').selectAll().execute()).toEqual([
      {
        memberId: 'yoko',
        recipeId: 'work',
        title: '巾着',
        author: '花子',
        mainImageUrl: '/Image/a.jpg',
        createdAt: at,
      },
    ])
    await db.updateTable('recipe').set({ title: '新しい題名' }).where('id', '=', 'work').execute()
    expect(await favouritesOf(db, yoko, 6)).toMatchObject([
      { recipeId: 'work', card: { title: '新しい題名', author: { name: '花子' } } },
    ])
    expect(await ownReactions(db, yoko, { id: 'work', asOf: 0 })).toMatchObject({
      favourite: true,
      like: false,
    })
  })

  test('R12, A7: a deleted recipe, and one that is hidden from her, stay in the list without a word of theirs', async () => {
    const { db, ctx, hanako, yoko, set, keptBy } = await opened()
    await addRecipe(db, 'hanako', { id: 'hidden' })
    for (const id of ['work', 'other', 'hidden'])
      for (const actor of [hanako, yoko]) await set(actor, 'favourite', id, true)
    await deleteRecipe(ctx, hanako, 'work')
    await db.updateTable('recipe').set({ hidden: 1 }).where('id', '=', 'hidden').execute()
    const shown = async (member: typeof yoko) =>
      (await favouritesOf(db, member, 6)).map(({ recipeId, card }) => `${recipeId} ${card?.title ?? '-'}`)
    expect(await shown(yoko)).toEqual(['work -', 'other 作品 other', 'hidden -'])
    expect(await shown(hanako)).toEqual(['work -', 'other 作品 other', 'hidden 作品 hidden'])
    for (const id of ['work', 'hidden']) expect(await set(yoko, 'favourite', id, false)).toEqual(done)
    expect(await set(yoko, 'favourite', 'work', false)).toEqual(done)
    expect(await keptBy('yoko')).toEqual(['other'])
    expect(await keptBy('hanako')).toEqual(['hidden', 'other', 'work'])
  })

  test('R25: the list begins with what was kept last, by the recipe’s id where two came at once, and counts all', async () => {
    const { db, ctx, hanako, yoko, set } = await opened()
    for (const id of ['a', 'c', 'b', '0']) await addRecipe(db, 'hanako', { id })
    for (const id of ['a', 'c', 'b']) await set(yoko, 'favourite', id, true)
    ctx.advance(1)
    await set(yoko, 'favourite', '0', true)
    await set(hanako, 'favourite', 'other', true)
    const shown = async (count: number) =>
      (await favouritesOf(db, yoko, count)).map(({ recipeId }) => recipeId)
    expect(await shown(6)).toEqual(['0', 'c', 'b', 'a'])
    expect(await shown(2)).toEqual(['0', 'c'])
    expect(await favouriteTotal(db, yoko)).toBe(4)
    expect(await favouriteTotal(db, hanako)).toBe(1)
  })

  test('A17: with a member go her likes, which count no more, her favourites, and her name in those of others', async () => {
    const { db, hanako, yoko, set, countOf, likers, keptBy } = await opened()
    await addRecipe(db, 'yoko', { id: 'of-yoko', title: '洋子の作品' })
    for (const id of ['work', 'other', 'of-yoko'])
      for (const actor of [hanako, yoko])
        for (const kind of ['like', 'favourite'] as const) await set(actor, kind, id, true)
    await db.updateTable('recipe').set({ likes: 7 }).where('id', '=', 'of-yoko').execute()
    const ctx = contextForTests(db)
    await inTransaction(ctx, async (trx) => {
      await memberSteps.gone(trx, yoko.id, ctx)
      expect(await trx.selectFrom('recipe').where('id', '=', 'work').select('likes').execute()).toEqual([
        { likes: 1 },
      ])
      await deleteMember(trx, yoko.id)
    })
    expect(await likers()).toEqual(['other hanako', 'work hanako'])
    expect([await countOf('work'), await countOf('other'), await countOf('of-yoko')]).toEqual([
      1,
      1,
      undefined,
    ])
    expect(await keptBy('yoko')).toEqual([])
    expect(await keptBy('hanako')).toEqual(['of-yoko', 'other', 'work'])
    const copies = await db
      .selectFrom('favourite')
      .select(['recipeId', 'title', 'author'])
      .orderBy('recipeId')
      .execute()
    expect(copies).toEqual([
      { recipeId: 'of-yoko', title: '', author: '' },
      { recipeId: 'other', title: '作品 other', author: '花子' },
      { recipeId: 'work', title: '巾着', author: '花子' },
    ])
  })

  test('A17: a member who liked nothing goes as well', async () => {
    const { db, yoko, likers } = await opened()
    await db.transaction().execute((trx) => forgetReactionsOf(trx, yoko.id))
    expect(await likers()).toEqual([])
  })

  test('A17: a like that comes while her account goes waits for that, and finds nobody', async () => {
    const { db, yoko, set, countOf } = await opened()
    await set(yoko, 'like', 'work', true)
    const liked = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('member').where('id', '=', 'yoko').select('id').$call(forUpdate(trx)).execute()
      const late = set(yoko, 'like', 'work', true)
      await untilOneWaits(db)
      await forgetReactionsOf(trx, yoko.id)
      await deleteMember(trx, yoko.id)
      return { late }
    })
    expect(await liked.late).toEqual(refusal('not_signed_in'))
    expect(await countOf('work')).toBe(0)
  })
})
