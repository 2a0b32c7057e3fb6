import { expect, test } from 'vitest'
import { press } from '~/features/desk/access/desk-action.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { pressForm } from '../../../../tests/support/press-form.ts'
import { expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { saveProduct } from './commands.server.ts'
import { listedProducts } from './list.queries.server.ts'
import { everyProduct } from './list.rules.ts'
import { deskProduct } from './queries.server.ts'
import { newProduct } from './typed.rules.ts'

onBothEngines('N55: a new product that is counted', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const { pictures: _, ...empty } = newProduct('F-1', null)
    const save = (
      parts: Readonly<Record<string, string>>,
      type: 'fabric' | 'kit' = 'fabric',
      at: { readonly number?: string } = {},
    ) => {
      const form = { ...empty, name: '帆布', price: '660', requestId: 'a form', type, ...parts }
      return pressForm(ctx, deskPersonForTests(ctx), press(saveProduct, { at, done: () => 'saved' }), form)
    }
    const saved = { to: 'saved' }
    const stock = () => db.selectFrom('stock').select(['number', 'mode', 'countedBy', 'mostUnits']).execute()
    return { db, save, saved, stock }
  }

  test('has what she typed, by pieces or by the length of a bolt of its width; empty it is not counted', async () => {
    const { db, save, saved, stock } = await start()
    expect(await save({ stock: '' })).toEqual(saved)
    expect(await stock()).toEqual([])
    await save({ number: 'F-2', requestId: 'b', stock: '７、4' })
    expect(await leftOfPieces(db, 'F-2')).toEqual([7, 4])
    await save({ number: 'F-3', requestId: 'c', stock: '3.5m', material: '綿100%', width: '110cm' })
    expect(await leftOfPieces(db, 'F-3')).toEqual([14])
    await save({ number: 'F-4', requestId: 'd', stock: 'なし' })
    await save({ number: 'K-1', requestId: 'e', stock: '20' }, 'kit')
    expect((await stock()).toSorted((a, b) => (a.number < b.number ? -1 : 1))).toEqual([
      { number: 'F-2', mode: 'pieces', countedBy: 'desk', mostUnits: 7 },
      { number: 'F-3', mode: 'pieces', countedBy: 'desk', mostUnits: 14 },
      { number: 'F-4', mode: 'pieces', countedBy: 'desk', mostUnits: 0 },
      { number: 'K-1', mode: 'count', countedBy: 'desk', mostUnits: 20 },
    ])
    await expectBooksAgree(db)
    const { rows } = await listedProducts(db, everyProduct, { now: 1, demo: false })
    expect(rows.filter(({ soldOut }) => soldOut).map(({ number }) => number)).toEqual(['F-4'])
  })

  test('is not made where that cannot be read, and sent twice it is counted once', async () => {
    const { db, save, saved, stock } = await start()
    expect(await save({ stock: 'たくさん' })).toMatchObject({
      status: 422,
      typed: { stock: 'たくさん', name: '帆布' },
      errors: { stock: expect.stringContaining('「7、4、3×2」') },
    })
    expect(await save({ stock: '2001' }, 'kit')).toMatchObject({
      errors: { stock: '点数を、0から2000までの数で入力してください。' },
    })
    expect(await deskProduct(db, 'F-1')).toBe(undefined)
    const wrongIn = async (parts: Readonly<Record<string, string>>) => {
      const answer = await save(parts)
      return 'errors' in answer ? Object.keys(answer.errors ?? {}) : []
    }
    expect(await wrongIn({ name: '', stock: 'たくさん' }), 'told with what else is wrong').toEqual([
      'name',
      'stock',
    ])
    expect(await wrongIn({ name: '', width: '110cm', stock: '3.5m' })).toEqual(['name'])
    expect(await save({ stock: '7' })).toEqual(saved)
    await save({ stock: '7' })
    expect(await leftOfPieces(db, 'F-1')).toEqual([7])
    expect(await stock()).toHaveLength(1)
  })

  test('a form of one that is there does not count it', async () => {
    const { db, save, saved, stock } = await start()
    await save({})
    const { version } = (await deskProduct(db, 'F-1')) ?? {}
    const parts = { requestId: 'b', version: String(version), stock: '7', name: '麻布' }
    expect(await save(parts, 'fabric', { number: 'F-1' })).toEqual(saved)
    expect(await stock()).toEqual([])
  })
})
