import { expect, test } from 'vitest'
import { listOrderMark } from '~/kernel/list-order.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipe } from '../../../tests/support/recipe-for-tests.ts'
import { changeHomeShelf } from './home-shelf.commands.server.ts'
import { chosenForHome, chosenOfDesk, homeShelf, recipesToChoose } from './home-shelf.queries.server.ts'
import { homeShelfSize, recipeIdIn } from './home-shelf.rules.ts'
import { topRecipes } from './list.queries.server.ts'

const owner = { kind: 'owner' } as const
const visitor = { kind: 'visitor', address: '' } as const

onBothEngines('the recipes of the shop’s home', (open) => {
  /** Recipes r1 to r8, the first the most liked. */
  const opened = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await addMember(db, { id: 'hanako', name: '糸井はるか' })
    for (let at = 1; at <= 8; at += 1) await addRecipe(db, 'hanako', { id: `r${at}`, likes: 10 - at })
    const change = async (way: 'add' | 'remove' | 'up' | 'down' | number, id: string, version?: string) =>
      changeHomeShelf(ctx, owner, {
        requestId: ctx.newId(),
        id,
        way,
        version: version ?? listOrderMark(await chosenForHome(db)),
      })
    const add = async (...ids: readonly string[]) => {
      for (const id of ids) expect(await change('add', id)).toEqual({ ok: true, value: null })
    }
    const shelf = async () => (await homeShelf(db)).map(({ id }) => String(id))
    return { db, ctx, change, add, shelf }
  }

  test('R49: what the owner chose stands first, in her order, and the most popular fill the shelf', async () => {
    const { db, change, add, shelf } = await opened()
    expect(await shelf()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
    await add('r8', 'r2')
    expect(await shelf()).toEqual(['r8', 'r2', 'r1', 'r3', 'r4', 'r5'])
    expect(await change('up', 'r2')).toEqual({ ok: true, value: null })
    expect((await shelf()).slice(0, 2)).toEqual(['r2', 'r8'])
    expect([await change(2, 'r2'), (await shelf()).slice(0, 2)]).toEqual([
      { ok: true, value: null },
      ['r8', 'r2'],
    ])
    await change(1, 'r2')
    await add('r7', 'r6', 'r5', 'r4')
    expect(await shelf()).toEqual(['r2', 'r8', 'r7', 'r6', 'r5', 'r4'])
    expect(await change('add', 'r1')).toEqual({ ok: false, error: 'full' })
    expect(await change('remove', 'r2')).toEqual({ ok: true, value: null })
    expect(await shelf()).toEqual(['r8', 'r7', 'r6', 'r5', 'r4', 'r1'])
    const popular = await topRecipes(db, visitor, { order: 'popular', limit: 2 })
    expect(
      popular.map(({ id }) => String(id)),
      'the gallery’s own stay',
    ).toEqual(['r1', 'r2'])
    await rememberShopState(db, 'home_recipes', 'no list')
    expect((await shelf())[0]).toBe('r1')
    const many = ['r8', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1']
    await rememberShopState(db, 'home_recipes', JSON.stringify(many))
    expect(await shelf()).toHaveLength(homeShelfSize)
  })

  test('R49: a recipe that is hidden or gone leaves at once, and none is put there', async () => {
    const { db, change, add, shelf } = await opened()
    await add('r8', 'r7')
    await db.updateTable('recipe').set({ hidden: 1 }).where('id', 'in', ['r8', 'r1']).execute()
    expect(await shelf()).toEqual(['r7', 'r2', 'r3', 'r4', 'r5', 'r6'])
    expect(await chosenOfDesk(db)).toMatchObject([
      { id: 'r8', card: null },
      { id: 'r7', card: { id: 'r7' } },
    ])
    expect(await change('add', 'r1')).toEqual({ ok: false, error: 'not-seen' })
    expect(await change('add', 'none')).toEqual({ ok: false, error: 'not-seen' })
    expect(await change('remove', 'r8')).toMatchObject({ ok: true })
    expect(await chosenForHome(db)).toEqual(['r7'])
  })

  test('R49: the works of an author who is suspended never stand there, chosen or popular, and none is put there', async () => {
    const { db, change, add, shelf } = await opened()
    await addMember(db, { id: 'saki', name: '針山さき' })
    for (const [id, likes] of [
      ['s1', 99],
      ['s2', 98],
    ] as const)
      await addRecipe(db, 'saki', { id, likes })
    await add('s2')
    expect((await shelf()).slice(0, 2)).toEqual(['s2', 's1'])
    await db.insertInto('suspendedMember').values({ memberId: 'saki', reason: 'x', suspendedAt: 1 }).execute()
    expect(await shelf()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
    expect(await chosenOfDesk(db)).toEqual([{ id: 's2', card: null }])
    expect(await recipesToChoose(db, 's1')).toEqual([])
    expect(await change('add', 's1')).toEqual({ ok: false, error: 'not-seen' })
    await db.deleteFrom('suspendedMember').execute()
    expect((await shelf()).slice(0, 2)).toEqual(['s2', 's1'])
  })

  test('R49: a list that another screen changed first is refused, with what is not in it', async () => {
    const { change, add, shelf } = await opened()
    await add('r3')
    expect(await change('add', 'r4', '')).toEqual({ ok: false, error: 'stale' })
    expect(await change('add', 'r3')).toEqual({ ok: false, error: 'stale' })
    expect(await change('remove', 'r5')).toEqual({ ok: false, error: 'stale' })
    expect(await change('down', 'r5')).toEqual({ ok: false, error: 'stale' })
    expect((await shelf())[0]).toBe('r3')
  })

  test('R49: a recipe is found by its address, its id or its words', async () => {
    const { db } = await opened()
    const found = async (typed: string) => (await recipesToChoose(db, typed)).map(({ id }) => String(id))
    expect(await found('')).toEqual([])
    expect(await found('https://shop.example/gallery/detail/r4?video=1')).toEqual(['r4'])
    expect(await found('r4')).toEqual(['r4'])
    expect(await found('作品 r5')).toEqual(['r5'])
    await db.updateTable('recipe').set({ hidden: 1 }).where('id', '=', 'r4').execute()
    expect(await found('r4')).toEqual([])
    expect(await found('ありません')).toEqual([])
  })
})

test('R49: an address of the gallery names its recipe, whatever follows it', () => {
  expect(recipeIdIn('/gallery/detail/abc/comments')).toBe('abc')
  expect(recipeIdIn(' abc ')).toBe('abc')
})
