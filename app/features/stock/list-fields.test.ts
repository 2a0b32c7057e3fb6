import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { countForTests } from '../../../tests/support/stock-for-tests.ts'
import { turnsWhile } from '../../../tests/support/turns.ts'
import { setLowAt } from './ending.commands.server.ts'
import { saveStockFields } from './list-fields.commands.server.ts'
import { lowAtField, readShown, reorderField, shownField } from './list-fields.rules.ts'

const owner = { kind: 'owner' } as const

test('K36: what a row showed is read back, whatever its number', () => {
  for (const number of ['F-1', 'A~1~2', '布 1'])
    for (const rest of [
      { version: 3, lowAt: '', reorder: '' },
      { version: 0, lowAt: '6', reorder: '40' },
    ])
      expect(readShown(shownField({ number, ...rest }))).toEqual({ number, ...rest })
  expect(readShown('F-1')).toBe(null)
})

onBothEngines('fields of the list of the stock', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const fabrics = ['F-1', 'F-2', 'F-3'].map((number) =>
      fabricForTests({ number, description: '綿100%、巾約110cm。' }),
    )
    await inTransaction(ctx, (trx) => putProducts(trx, 0, fabrics))
    for (const number of ['F-1', 'F-2', 'F-3']) await countForTests(ctx, number, [7])
    const shown = ['F-1', 'F-2', 'F-3'].map((number) =>
      shownField({ number, version: 1, lowAt: '', reorder: '' }),
    )
    const read = async (typed: Readonly<Record<string, string>>) => {
      const form = new FormData()
      for (const row of shown) form.append('shown', row)
      for (const number of ['F-1', 'F-2', 'F-3']) {
        form.append(lowAtField(number), typed[lowAtField(number)] ?? '')
        form.append(reorderField(number), typed[reorderField(number)] ?? '')
      }
      return saveStockFields.act.form?.({ form, at: {}, ctx })
    }
    const stock = () =>
      db
        .selectFrom('stock')
        .select(['number', 'lowAt', 'reorderedUnits', 'version'])
        .orderBy('number')
        .execute()
    return { ctx, read, stock }
  }

  test('N90: saveStockFields keeps what was touched, and names the row that another screen changed meanwhile (K36)', async () => {
    const { ctx, read, stock } = await shop()
    const typed = { [lowAtField('F-1')]: '６', [reorderField('F-1')]: '3.5m', [lowAtField('F-2')]: '2' }
    const form = await read(typed)
    if (form?.ok !== true) throw new Error()
    expect(form.value.rows).toEqual([
      { number: 'F-1', version: 1, lowAt: 6, units: 14 },
      { number: 'F-2', version: 1, lowAt: 2 },
    ])
    await setLowAt(ctx, owner, { requestId: 'meanwhile', number: 'F-2', version: 1, lowAt: 9 })
    const sent = { ...form.value, requestId: 'save' }
    const saved = await saveStockFields(ctx, owner, sent)
    expect(saved).toMatchObject({ ok: true, value: { left: [{ what: 'F-2' }] } })
    const after = [
      { number: 'F-1', lowAt: 6, reorderedUnits: 14, version: 3 },
      { number: 'F-2', lowAt: 9, reorderedUnits: null, version: 2 },
      { number: 'F-3', lowAt: null, reorderedUnits: null, version: 1 },
    ]
    expect(await stock()).toEqual(after)
    // Sent twice it is one act (N2).
    expect(await saveStockFields(ctx, owner, sent)).toEqual(saved)
    expect(await stock()).toEqual(after)
  })

  test('K36: others are served between the rows that are saved', async () => {
    const { ctx } = await shop()
    const rows = ['F-1', 'F-2', 'F-3'].map((number) => ({ number, version: 1, lowAt: 2 }))
    expect(
      await turnsWhile(() => saveStockFields(ctx, owner, { requestId: 'save', rows })),
    ).toBeGreaterThanOrEqual(3)
  })

  test('K36, N68: a field that cannot be read keeps the whole form from being saved, and is told by its name', async () => {
    const { read } = await shop()
    const typed = { [lowAtField('F-1')]: '100', [reorderField('F-2')]: 'たくさん', [lowAtField('F-3')]: '5' }
    expect(await read(typed)).toEqual({
      ok: false,
      error: {
        [lowAtField('F-1')]: '0から99までの数で入力してください。',
        [reorderField('F-2')]: expect.stringContaining('「7、4、3×2」'),
      },
    })
  })
})
