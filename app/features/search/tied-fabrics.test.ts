import { expect, test } from 'vitest'
import { allFabrics, allKits } from '~/features/products/listing.rules.ts'
import { listingOf } from '~/features/recipes/list.rules.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipes } from '../../../tests/support/recipe-for-tests.ts'
import { askedByVisitor, putWholeDemo } from '../../../tests/support/whole-demo.ts'
import { findFabrics, findKits } from './lists.queries.server.ts'
import { findRecipes } from './recipes.queries.server.ts'
import { suggestionsFor } from './suggestions.queries.server.ts'

onBothEngines('fabrics that found recipes are sewn from', (open) => {
  const start = async () => {
    const ctx = askedByVisitor((await open()).db)
    await putWholeDemo(ctx)
    const author = (await ctx.db.selectFrom('recipe').select('authorId').executeTakeFirstOrThrow()).authorId
    const find = async (q: string, change = {}) => findFabrics(ctx, { ...allFabrics(60), q, ...change })
    const numbers = async (q: string) => (await find(q)).page.shown.map(({ number }) => number)
    return { ctx, author, find, numbers }
  }

  test('W54, W31: they come after what holds the words and before what is only near to them', async () => {
    const { ctx, find, numbers } = await start()
    expect(await numbers('通園')).toContain('F-1041')
    const leaves = await find('麻の葉')
    const names = leaves.page.shown.map(({ name }) => name.includes('麻の葉'))
    expect(names.lastIndexOf(true)).toBe(2)
    expect(leaves.page.tied).toBe(leaves.page.total - 3)
    expect(leaves.page.tied).toBeGreaterThan(0)
    // F-1006 is only near to 通園バッグ; a fabric that is near and tied is listed once, before it.
    const bag = await numbers('通園バッグ')
    expect(bag.indexOf('F-1041')).toBeGreaterThanOrEqual(0)
    expect(bag.indexOf('F-1041')).toBeLessThan(bag.indexOf('F-1006'))
    expect(new Set(bag).size).toBe(bag.length)
    // Filters narrow and count them, and other searches count them as the list does.
    expect((await find('通園', { colour: 'red' })).page.total).toBe(1)
    expect((await find('通園')).page.choices.colour).toContainEqual({
      id: 'red',
      name: '赤',
      count: 1,
      most: 1,
    })
    const { elsewhere } = await findRecipes(ctx, listingOf(new URLSearchParams({ q: '通園' }), []), [])
    expect(elsewhere.find(({ area }) => area === 'fabric')?.count).toBe((await find('通園')).page.total)
  })

  test('W54, A7: a hidden recipe lends nothing, not even to who posted it, and none a product of another name', async () => {
    const { ctx, numbers } = await start()
    const actor = await addMember(ctx.db, { id: 'yoko' })
    await addRecipes(ctx.db, actor.id, [
      { id: 'open', title: 'ぷよぷよの袋', ingredients: ['表布 F-1010', '裏布 f-1011'] },
      {
        id: 'renamed',
        title: 'ぷよぷよの箱',
        ingredients: ['表布'],
        ties: [{ line: 0, product: { number: 'F-1012', units: 1, name: '前の名前' } }],
      },
    ])
    expect(await numbers('ぷよぷよ')).toEqual(['F-1010', 'F-1011'])
    await ctx.db.updateTable('recipe').set({ hidden: 1 }).where('id', '=', 'open').execute()
    expect(await numbers('ぷよぷよ')).toEqual([])
    expect((await findFabrics({ ...ctx, actor }, { ...allFabrics(60), q: 'ぷよぷよ' })).page.total).toBe(0)
    const proposed = await suggestionsFor(ctx, 'ぷよぷよ', 'fabric')
    expect(proposed.map(({ to }) => to)).toEqual(['/gallery/detail/renamed'])
  })

  test('W54: the newest hundred recipes lend, however many the gallery has', async () => {
    const { ctx, author, numbers } = await start()
    const recipe = (at: number, ingredients: string[]) => ({
      id: `many-${at}`,
      title: 'ぷよぷよの袋',
      createdAt: Date.UTC(2026, 0, 1) + at * 1_000,
      ingredients,
    })
    await addRecipes(ctx.db, author, [
      recipe(0, ['布 F-1020']),
      ...Array.from({ length: 99 }, (_, at) => recipe(at + 1, ['布 F-1021'])),
    ])
    expect(await numbers('ぷよぷよ')).toEqual(['F-1020', 'F-1021'])
    await addRecipes(ctx.db, author, [recipe(100, ['布 F-1022'])])
    expect(await numbers('ぷよぷよ')).toEqual(['F-1021', 'F-1022'])
  })

  test('W54, W32: which part of words that find nothing together is shown, they do not say', async () => {
    const { find } = await start()
    expect(await find('針山')).toMatchObject({ part: null, page: { total: 2, tied: 2, instead: null } })
    expect(await find('針山 くま')).toMatchObject({ part: null, page: { total: 0 } })
    // All of a way's count is there at its end.
    const brown = await find('針山', { colour: 'brown' })
    expect(brown.page).toMatchObject({ total: 0, hints: { wider: 2 } })
  })

  test('W55: nothing found keeps filters, colours, words that find something, and cloth', async () => {
    const { ctx, find } = await start()
    const { page } = await find('ぷよぷよ')
    expect(page.instead?.shown.map(({ number }) => number)).toEqual(
      (await find('')).page.shown.slice(0, 6).map(({ number }) => number),
    )
    expect(page.instead?.choices).toEqual((await find('')).page.choices)
    expect(page.instead?.words.length).toBeGreaterThan(0)
    for (const { q, count } of page.instead?.words ?? []) expect((await find(q)).page.total).toBe(count)
    expect((await find('麻の葉')).page.instead).toBeNull()
    const kits = await findKits(ctx, { ...allKits(6), q: 'ぷよぷよ' })
    expect(kits.page.instead).toMatchObject({
      total: 16,
      words: [{ q: 'バッグ' }, { q: 'クッション' }, { q: 'キッズ' }],
    })
    expect(kits.page.instead?.kits).toHaveLength(6)
    expect((await findKits(ctx, allKits(6))).page.instead).toBeNull()
  })

  test('N52: the kits of a demo begin with what beginners can sew, and the free sheet is last', async () => {
    const { ctx } = await start()
    const { kits } = (await findKits(ctx, allKits(60))).page
    expect(kits.slice(0, 6).map(({ level }) => level)).toEqual(Array(6).fill('beginner'))
    expect(kits.at(-1)?.number).toBe('K-2016')
  })
})
