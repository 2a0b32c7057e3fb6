import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { memberSteps } from '~/brought-by-features.server.ts'
import { type Actor, memberId } from '~/kernel/actor.ts'
import { engineOf } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines, untilOneWaits } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe, recipeRow } from '../../../tests/support/recipe-for-tests.ts'
import { indexNextRecipes, indexRecipes, unindexRecipes } from './indexing.commands.server.ts'
import { recipesOf, topRecipes } from './list.queries.server.ts'
import { listingOf } from './list.rules.ts'
import { rankedTexts } from './ranked-texts.queries.server.ts'
import { lockRecipes } from './recipe.commands.server.ts'
import { listedRecipes } from './search.queries.server.ts'

const visitor: Actor = { kind: 'visitor', address: '203.0.113.9' }
const situations = [{ id: 'gift', name: 'ギフト' }]

const listed = async (db: Kysely<Schema>, query: string, viewer: Actor = visitor) => {
  const list = await listedRecipes(db, viewer, listingOf(new URLSearchParams(query), situations))
  return { ids: list.cards.map(({ id }) => String(id)), total: list.total }
}

const idsOf = (cards: ReadonlyArray<{ readonly id: string }>) => cards.map(({ id }) => id)

onBothEngines('lists of recipes', (open) => {
  const opened = async () => {
    const { db } = await open()
    const hanako = await addMember(db, { id: 'hanako', name: '糸井はるか' })
    return { db, hanako }
  }

  test('R26: the most liked come first, then the newest, then by id', async () => {
    const { db } = await opened()
    await addRecipe(db, 'hanako', { id: 'a', likes: 3, createdAt: 1 })
    await addRecipe(db, 'hanako', { id: 'b', likes: 3, createdAt: 2 })
    await addRecipe(db, 'hanako', { id: 'c', likes: 3, createdAt: 2 })
    await addRecipe(db, 'hanako', { id: 'd', likes: 0, createdAt: 9 })

    expect(idsOf(await topRecipes(db, visitor, { order: 'popular', limit: 4 }))).toEqual(['c', 'b', 'a', 'd'])
    expect(idsOf(await topRecipes(db, visitor, { order: 'new', limit: 2 }))).toEqual(['d', 'c'])
  })

  test('W47: recipes are ranked in portions, between which the process serves others', async () => {
    const { db } = await opened()
    for (let at = 0; at < 25; at += 1) await addRecipe(db, 'hanako', { id: `r${at}`, title: '巾着' })
    let [turn, isOver] = [0, false]
    const nextTurn = () => {
      turn += 1
      if (!isOver) setImmediate(nextTurn)
    }
    nextTurn()
    const turns: number[] = []
    /** Tells when it is compared with a recipe. */
    const word = Object.assign(['巾着'], {
      [Symbol.iterator]: () => {
        turns.push(turn)
        return ['巾着'].values()
      },
    })
    const listing = { ...listingOf(new URLSearchParams('q=巾着'), situations), count: 60 }
    const list = await listedRecipes(db, visitor, listing, undefined, { exact: [word], wide: [word] })
    isOver = true
    expect(list.total).toBe(25)
    const together = [...Map.groupBy(turns.slice(-25), (at) => at).values()].map(({ length }) => length)
    expect(Math.max(...together)).toBeLessThanOrEqual(10)
  })

  test('W47: what recipes are ranked by is read in portions, stored or not', async () => {
    const { db } = await opened()
    for (let at = 0; at < 105; at += 1) await addRecipe(db, 'hanako', { id: `r${at}`, title: '巾着' })
    const documents = (await db.selectFrom('recipe').select('documentId').execute()).flatMap(
      ({ documentId }) => documentId ?? [],
    )
    let [turn, isOver] = [0, false]
    const nextTurn = () => {
      turn += 1
      if (!isOver) setImmediate(nextTurn)
    }
    nextTurn()
    const reads: Array<readonly [table: string, turn: number]> = []
    const beside = new Proxy(db, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name, of)
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]) => {
          if (name === 'selectFrom') reads.push([String(given[0]), turn])
          return Reflect.apply(value, of, given)
        }
      },
    })
    const turnsOf = (table: string) => new Set(reads.flatMap(([of, at]) => (of === table ? at : []))).size
    expect((await rankedTexts(beside, documents)).size).toBe(105)
    expect([turnsOf('recipeRankedText'), turnsOf('recipe')]).toEqual([2, 0])
    await db.deleteFrom('recipeRankedText').where('recipeId', '<>', 'r0').execute()
    expect((await rankedTexts(beside, documents)).size).toBe(105)
    isOver = true
    expect(turnsOf('recipe')).toBe(11)
  })

  test('A7: a hidden recipe is in every list of its author and in nobody else’s', async () => {
    const { db, hanako } = await opened()
    const other = await addMember(db, { id: 'yoko', name: '洋子' })
    await addRecipe(db, 'hanako', { id: 'shown', title: '巾着', tags: ['ギフト'], likes: 1 })
    await addRecipe(db, 'hanako', { id: 'hidden', title: '巾着', tags: ['ギフト'], likes: 5, hidden: 1 })
    const curator: Actor = { kind: 'curator', address: '', signedInAs: hanako.id }
    const idsFor = async (viewer: Actor) =>
      [
        idsOf(await topRecipes(db, viewer, { order: 'popular', limit: 9 })),
        idsOf(await topRecipes(db, viewer, { order: 'new', limit: 9 })),
        idsOf((await recipesOf(db, viewer, { author: hanako.id, count: 9 })).cards),
        (await listed(db, 'q=巾着', viewer)).ids,
        (await listed(db, 'situation=gift', viewer)).ids,
      ].map((ids) => ids.toSorted())

    for (const viewer of [visitor, other, curator])
      expect(await idsFor(viewer)).toEqual(Array.from({ length: 5 }, () => ['shown']))
    expect(await idsFor(hanako)).toEqual(Array.from({ length: 5 }, () => ['hidden', 'shown']))
    expect(await recipesOf(db, visitor, { author: hanako.id, count: 1 })).toMatchObject({
      totalRecipes: 1,
      totalLikes: 1,
    })
  })

  test('R25: the totals of a member count all her recipes, whatever part of them is shown', async () => {
    const { db, hanako } = await opened()
    await addMember(db, { id: 'yoko' })
    for (let at = 0; at < 8; at++) await addRecipe(db, 'hanako', { id: `w${at}`, likes: at, createdAt: 7 })
    await addRecipe(db, 'yoko', { id: 'other', likes: 100 })

    const { cards, ...totals } = await recipesOf(db, visitor, { author: hanako.id, count: 6 })

    expect(idsOf(cards)).toEqual(['w7', 'w6', 'w5', 'w4', 'w3', 'w2'])
    expect(totals).toEqual({ totalRecipes: 8, totalLikes: 28 })
    expect(await recipesOf(db, visitor, { author: memberId('nobody'), count: 6 })).toEqual({
      cards: [],
      totalRecipes: 0,
      totalLikes: 0,
    })
  })

  test('W47: a search finds title, tags, ingredients, description and author, in this order, or the newest first', async () => {
    const { db } = await opened()
    await addMember(db, { id: 'kinchaku', name: '巾着の木綿子' })
    await addRecipe(db, 'hanako', { id: 'title', title: 'がま口巾着ポーチ', createdAt: 1 })
    await addRecipe(db, 'hanako', { id: 'described', description: '巾着の作り方', createdAt: 3 })
    await addRecipe(db, 'hanako', { id: 'made-of', ingredients: ['布', '巾着のひも'], createdAt: 4 })
    await addRecipe(db, 'hanako', { id: 'tagged', tags: ['巾着'], createdAt: 5 })
    await addRecipe(db, 'kinchaku', { id: 'by', createdAt: 6 })
    await addRecipe(db, 'hanako', { id: 'second-title', title: '巾着', createdAt: 2 })
    await addRecipe(db, 'hanako', { id: 'other', title: '着物の巾', createdAt: 9 })

    const all = ['second-title', 'title', 'tagged', 'made-of', 'described', 'by']
    expect(await listed(db, 'q=巾着')).toEqual({ ids: all, total: 6 })
    expect((await listed(db, 'q=巾着&sort=new')).ids).toEqual([
      'by',
      'tagged',
      'made-of',
      'described',
      'second-title',
      'title',
    ])
  })

  test('R23: a level finds its old name too', async () => {
    const { db } = await opened()
    for (const difficulty of ['初級', '中級', '上級', 'easy', 'medium', 'hard'])
      await addRecipe(db, 'hanako', { id: difficulty, difficulty })

    expect((await listed(db, 'level=beginner')).ids.toSorted()).toEqual(['easy', '初級'])
    expect((await listed(db, 'level=intermediate')).ids.toSorted()).toEqual(['medium', '中級'])
    expect((await listed(db, 'level=advanced')).ids.toSorted()).toEqual(['hard', '上級'])
    const { cards } = await listedRecipes(db, visitor, listingOf(new URLSearchParams('level=advanced'), []))
    expect(cards.map(({ difficulty }) => difficulty)).toEqual(['上級', '上級'])
  })

  test('R22: a situation finds recipes tagged with its name, or with a tag tied to it', async () => {
    const { db } = await opened()
    await db.deleteFrom('situationTag').execute()
    await db.deleteFrom('situationCategory').execute()
    await db
      .insertInto('situationCategory')
      .values(
        ['gift', 'school'].map((id, position) => ({
          id,
          name: id,
          image: '',
          position,
          compared: id,
          updatedAt: 0,
        })),
      )
      .execute()
    await db
      .insertInto('situationTag')
      .values([
        { situationId: 'gift', tag: 'ぷれぜんと', label: 'プレゼント' },
        { situationId: 'school', tag: '入学', label: '入学' },
      ])
      .execute()
    await addRecipe(db, 'hanako', { id: 'named', tags: ['ｷﾞﾌﾄ'] })
    await addRecipe(db, 'hanako', { id: 'tied', tags: ['プレゼント'] })
    await addRecipe(db, 'hanako', { id: 'school', tags: ['入学'] })
    await addRecipe(db, 'hanako', { id: 'longer', tags: ['ギフト用'], title: 'ギフト' })

    expect((await listed(db, 'situation=gift')).ids.toSorted()).toEqual(['named', 'tied'])
    expect((await listed(db, 'situation=gift&q=作品&level=beginner')).ids.toSorted()).toEqual([
      'named',
      'tied',
    ])
    expect((await listed(db, 'situation=gift&level=advanced')).ids).toEqual([])
  })

  test('P24: without anything to find all recipes are listed, the newest first, six more at a time', async () => {
    const { db } = await opened()
    for (let at = 10; at < 24; at++) await addRecipe(db, 'hanako', { id: `w${at}`, createdAt: at })

    const first = await listed(db, '')
    expect(first).toEqual({ ids: ['w23', 'w22', 'w21', 'w20', 'w19', 'w18'], total: 14 })
    expect((await listed(db, 'count=12')).ids).toHaveLength(12)
    expect((await listed(db, 'count=600')).ids).toHaveLength(14)
    expect(await listed(db, 'level=unknown&situation=unknown&sort=unknown')).toEqual(first)
  })

  test('where no word was typed nothing is found', async () => {
    const { db } = await opened()
    await addRecipe(db, 'hanako', { id: 'a' })
    expect(await listed(db, `q=${encodeURIComponent('！？')}`)).toEqual({ ids: [], total: 0 })
  })

  test('results are counted to a thousand', async () => {
    const { db } = await opened()
    const numbers = Array.from({ length: 1_100 }, (_, at) => at)
    await db
      .insertInto('recipe')
      .values(
        numbers.map((at) =>
          recipeRow('hanako', { id: `w${at}`, documentId: at, title: '布', createdAt: at, updatedAt: at }),
        ),
      )
      .execute()
    expect((await listed(db, '')).total).toBe(1_001)
  })

  test('a recipe is found by what it is now, and not when it has gone', async () => {
    const { db, hanako } = await opened()
    await addRecipe(db, 'hanako', { id: 'a', tags: ['ギフト'] })
    await addRecipe(db, 'hanako', { id: 'b' })

    const ctx = contextForTests(db)
    await inTransaction(ctx, async (trx) => {
      await trx.updateTable('member').set({ name: '布川みのり' }).where('id', '=', 'hanako').execute()
      await memberSteps.renamed(trx, hanako.id, '布川みのり')
    })
    expect((await listed(db, 'q=糸井')).total).toBe(0)
    expect((await listed(db, 'q=布川')).total).toBe(2)
    expect((await listed(db, 'situation=gift')).ids).toEqual(['a'])

    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('recipe').where('id', '=', 'a').execute()
      await unindexRecipes(trx, ['a'])
    })
    expect((await listed(db, 'q=布川')).ids).toEqual(['b'])
    const kept = () => db.selectFrom('searchDocument').select('key').execute()
    expect(await kept()).toEqual([{ key: 'b' }])
    await inTransaction(ctx, (trx) => memberSteps.gone(trx, hanako.id, ctx))
    expect(await listed(db, 'q=布川')).toEqual({ ids: [], total: 0 })
    expect(await indexNextRecipes(ctx)).toBe(1)
    expect(await kept()).toEqual([])
  })

  test('whose author changes her name while it is saved, a recipe is found by both afterwards', async () => {
    const { db, hanako } = await opened()
    await addRecipe(db, 'hanako', { id: 'a', tags: ['ギフト'] })
    const rename = () =>
      inTransaction(contextForTests(db), async (trx) => {
        await trx.updateTable('member').set({ name: '布川みのり' }).where('id', '=', 'hanako').execute()
        await memberSteps.renamed(trx, hanako.id, '布川みのり')
      })
    const { renamed } = await db.transaction().execute(async (trx) => {
      await lockRecipes(trx, ['a'])
      const waiting = rename()
      await untilOneWaits(db)
      await trx.updateTable('recipe').set({ title: 'がま口' }).where('id', '=', 'a').execute()
      await indexRecipes(trx, ['a'])
      return { renamed: waiting }
    })
    await renamed
    expect((await listed(db, 'q=布川 がま口')).ids).toEqual(['a'])
  })

  test('a card holds a little text, the present author, and no address of hers', async () => {
    const { db } = await opened()
    await addRecipe(db, 'hanako', { id: 'a', authorName: '昔の名前', description: '👨‍👩‍👧'.repeat(150) })
    await addMember(db, { id: 'nameless', name: ' ' })
    await addRecipe(db, 'nameless', { id: 'b', cookingTime: 'unknown' })

    const [b, a] = await topRecipes(db, visitor, { order: 'new', limit: 2 })

    expect(a).toEqual({
      id: 'a',
      title: '作品 a',
      description: expect.stringMatching(/^(👨‍👩‍👧)+$/u),
      mainImageUrl: '',
      difficulty: '初級',
      cookingTime: '1hour',
      likes: 0,
      createdAt: 0,
      author: { id: 'hanako', name: '糸井はるか', photoUrl: '' },
    })
    expect(b).toMatchObject({ author: { name: '匿名ユーザー' } })
  })

  test('a list is as many queries as it has questions, however many cards it has', async () => {
    const { db, hanako } = await opened()
    for (let at = 0; at < 12; at++)
      await addRecipe(db, 'hanako', { id: `w${at}`, title: '巾着', tags: ['ギフト'] })
    let queries = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1
        return result
      },
    })
    const queriesOf = async (read: () => Promise<unknown>) => {
      queries = 0
      await read()
      return queries
    }
    const narrowed = new URLSearchParams('q=巾着 ギフト&situation=gift&level=beginner&count=12')
    const listing = listingOf(narrowed, situations)

    // The situation's tags, on SQLite the number of recipes with them, the newest, which are the total too, their texts, and the cards.
    expect(await queriesOf(() => listedRecipes(counted, hanako, listing))).toBe(
      engineOf(db) === 'sqlite' ? 5 : 4,
    )
    expect(await queriesOf(() => recipesOf(counted, visitor, { author: hanako.id, count: 12 }))).toBe(1)
    expect(await queriesOf(() => topRecipes(counted, visitor, { order: 'popular', limit: 2 }))).toBe(1)
  })
})
