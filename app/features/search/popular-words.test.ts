import { expect, test } from 'vitest'
import { createListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { allFabrics, allKits } from '~/features/products/listing.rules.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { askedByVisitor, putWholeDemo } from '../../../tests/support/whole-demo.ts'
import { findFabrics, findKits } from './lists.queries.server.ts'
import { popularFinding } from './popular-words.queries.server.ts'
import { findRecipes } from './recipes.queries.server.ts'

onBothEngines('popular words beside an empty list', (open) => {
  const start = async () => {
    const visitor = askedByVisitor((await open()).db)
    await putWholeDemo(visitor)
    const { db } = visitor
    const ctx = { ...visitor, listedFabrics: createListedFabrics(db) }
    await db.deleteFrom('popularKeyword').execute()
    const say = (name: string, position: number) =>
      db
        .insertInto('popularKeyword')
        .values({ id: name, name, compared: name, position, image: '', updatedAt: 1 })
        .execute()
    await say('ポーチ', 1)
    await say('そんなものはない', 2)
    const nowhere = 'ぷよぷよぷよ'
    const recipes = async (keywords = ['ポーチ', 'そんなものはない'], actor = ctx.actor) => {
      const listing = listingOf(new URLSearchParams({ q: nowhere }), [])
      return (await findRecipes({ ...ctx, actor }, listing, keywords)).ways?.keywords ?? []
    }
    const fabrics = async () =>
      (await findFabrics(ctx, { ...allFabrics(6), q: nowhere })).page.instead?.words ?? []
    const kits = async () => (await findKits(ctx, { ...allKits(6), q: nowhere })).page.instead?.words ?? []
    const pouches = async (counts: Promise<readonly { readonly q: string; readonly count: number }[]>) =>
      (await counts).find(({ q }) => q === 'ポーチ')?.count ?? 0
    const author = await addMember(db, { id: 'yoko' })
    const more = (id: string, hidden = 0) =>
      addRecipe(db, author.id, { id, title: 'ポーチ', ingredients: ['表布 F-1001'], hidden })
    return { ctx, db, say, recipes, fabrics, kits, pouches, author, more }
  }

  test('W70: they are counted once for all who find nothing, of each area by itself, and again after a minute', async () => {
    const { ctx, recipes, fabrics, kits, pouches, more } = await start()
    const counts = async () => [await pouches(recipes()), await pouches(fabrics()), await pouches(kits())]
    const before = await counts()
    const [first = 0] = before
    expect(new Set(before).size).toBeGreaterThan(1)
    expect((await recipes()).map(({ q }) => q)).toEqual(['ポーチ'])
    await more('one more')
    ctx.advance(59_999)
    expect(await counts()).toEqual(before)
    ctx.advance(1)
    expect(await pouches(recipes())).toBe(first + 1)
    // A clock that was set back keeps nothing for longer.
    await more('another')
    ctx.advance(-60_000)
    expect(await pouches(recipes())).toBe(first + 2)
  })

  test('W70: as soon as the list of fabrics or the words are others, they are counted anew', async () => {
    const { db, say, recipes, fabrics, pouches, more } = await start()
    const first = await pouches(recipes())
    await more('one more')
    expect(await pouches(recipes())).toBe(first)
    expect((await recipes(['クッション'])).map(({ q }) => q)).toEqual(['クッション'])
    expect(await pouches(recipes())).toBe(first + 1)
    await say('麻の葉', 0)
    expect((await fabrics()).map(({ q }) => q)).toContain('麻の葉')
    await more('another')
    await db.updateTable('product').set({ status: '非公開' }).where('number', '=', 'F-1041').execute()
    expect(await pouches(recipes())).toBe(first + 2)
  })

  test('W70, A7: what only its author sees counts for nobody', async () => {
    const { ctx, recipes, pouches, more, author } = await start()
    const first = await pouches(recipes())
    await more('hidden', 1)
    ctx.advance(60_000)
    expect(await pouches(recipes(undefined, author))).toBe(first)
  })

  test('W70: what could not be counted is counted again by whoever comes next', async () => {
    const { ctx, say } = await start()
    const away = new Error('the database is away')
    const failing = new Proxy(ctx.db, {
      get: (of, name) => {
        const value: unknown = Reflect.get(of, name, of)
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]) => {
          if (name === 'selectFrom' && String(given[0]) === 'searchWord') throw away
          return Reflect.apply(value, of, given)
        }
      },
    })
    // What was read before a write is read again.
    await say('巾着', 3)
    await expect(popularFinding({ ...ctx, db: failing }, 'recipe', ['ポーチ'])).rejects.toBe(away)
    expect((await popularFinding(ctx, 'recipe', ['ポーチ'])).map(({ q }) => q)).toEqual(['ポーチ'])
  })
})
