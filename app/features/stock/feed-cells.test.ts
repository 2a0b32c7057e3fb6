import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { readRows } from '~/features/products/feed/feed-rows.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { expectBooksAgree } from '../../../tests/support/stock-for-tests.ts'
import { claimPieces } from './claims.commands.server.ts'
import { receivePieces } from './counting.commands.server.ts'
import { markCut } from './cutting.commands.server.ts'
import { sellOut } from './ending.commands.server.ts'
import { takeFeedCells, takeWaitingCell } from './feed-cells.commands.server.ts'

const number = 'F-1'
const owner = { kind: 'owner' } as const
const importer = { kind: 'system', name: 'a test' } as const

onBothEngines('the column stock of a feed', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await inTransaction(ctx, (trx) => putProducts(trx, 0, [fabricForTests({ number })]))
    const cell = (stock?: string) =>
      inTransaction(ctx, (trx) =>
        takeFeedCells(trx, ctx, importer, [
          { number, width: '', isNew: false, ...(stock !== undefined && { stock }) },
        ]),
      )
    const left = async () =>
      (
        await db
          .selectFrom('stockPiece')
          .select('leftUnits')
          .where('number', '=', number)
          .where('leftUnits', '>', 0)
          .execute()
      )
        .map(({ leftUnits }) => leftUnits)
        .toSorted((a, b) => b - a)
    const stock = () => db.selectFrom('stock').selectAll().where('number', '=', number).executeTakeFirst()
    const sell = (orderId: string, units: number) =>
      inTransaction(ctx, (trx) =>
        claimPieces(trx, ctx, importer, { orderId, state: 'promised', until: null }, [
          { number, position: 0, units },
        ]),
      )
    const cut = (orderId: string) => inTransaction(ctx, (trx) => markCut(trx, ctx, importer, { orderId }))
    const form = () => ({ requestId: ctx.newId(), number, version: null })
    return { ctx, db, cell, left, stock, sell, cut, form }
  }

  test('K14: a cell is taken when it says something else; an unchanged one gives back nothing that was sold', async () => {
    const { db, cell, left, sell, cut } = await shop()
    await cell()
    await cell('')
    expect(await left()).toEqual([])
    await cell('7,4')
    expect(await left()).toEqual([7, 4])
    await sell('o1', 4)
    await cut('o1')
    await cell('7,4')
    expect(await left()).toEqual([7])
    await sell('o2', 4)
    await cell('7')
    expect(await left()).toEqual([3])
    await cell('読めない')
    expect(await left()).toEqual([3])
    await expectBooksAgree(db)
  })

  test('0.3, K14: a form of a count of the list that has ended is stale', async () => {
    const { ctx, cell, stock } = await shop()
    await cell('7')
    const { version = null } = (await stock()) ?? {}
    await cell('')
    await cell('3')
    expect(await sellOut(ctx, owner, { requestId: ctx.newId(), number, version })).toEqual({
      ok: false,
      error: 'stale',
    })
  })

  test('K14: a cell that says more than the last one waits for the owner', async () => {
    const { ctx, db, cell, left, stock, form } = await shop()
    await cell('7')
    await cell('7,7')
    expect(await left()).toEqual([7])
    expect(await stock()).toMatchObject({ feedCell: '7', waitingCell: '7,7' })
    expect(await takeWaitingCell(ctx, owner, form())).toEqual({ ok: true, value: null })
    expect(await left()).toEqual([7, 7])
    expect(await takeWaitingCell(ctx, owner, form())).toEqual({ ok: false, error: 'no-cell' })
    await expectBooksAgree(db)
  })

  test('K14: a cell that goes back to what was taken gives back nothing, and nothing waits any more', async () => {
    const { db, cell, left, stock, sell, cut } = await shop()
    await cell('7')
    await sell('o1', 3)
    await cut('o1')
    await cell('9')
    expect(await stock()).toMatchObject({ feedCell: '7', waitingCell: '9' })
    await cell('7')
    expect(await left()).toEqual([4])
    expect(await stock()).toMatchObject({ feedCell: '7', waitingCell: null })
    await expectBooksAgree(db)
  })

  test('K14: what the desk has counted the cell does not change, until the owner goes back to the list', async () => {
    const { ctx, cell, left, stock, form } = await shop()
    await cell('7')
    await receivePieces(ctx, owner, { ...form(), pieces: [{ units: 2, lengthCm: null, widthCm: null }] })
    await cell('5')
    await cell('')
    expect(await left()).toEqual([7, 2])
    await cell('5')
    expect(await stock()).toMatchObject({ countedBy: 'desk', feedCell: null, waitingCell: '5' })
    await takeWaitingCell(ctx, owner, form())
    expect(await left()).toEqual([5])
    expect(await stock()).toMatchObject({ countedBy: 'feed', feedCell: '5', waitingCell: null })
    await cell('')
    expect(await stock()).toBe(undefined)
  })
})

test('K14: the cell of a row is read, told where it cannot be, and is nothing without the column', async () => {
  const row = { managementNumber: 'F-1', name: '布', status: '公開中', price: '100' }
  const { products, problems } = await readRows([
    { ...row, stock: '７、４' },
    { ...row, managementNumber: 'F-2', stock: 3 },
    { ...row, managementNumber: 'F-3', stock: 'たくさん' },
    { ...row, managementNumber: 'F-4' },
    { ...row, managementNumber: 'F-5', stock: '' },
  ])
  expect(products.map(({ stock }) => stock)).toEqual(['７、４', '3', 'たくさん', undefined, ''])
  expect(problems.map(({ managementNumber, reason }) => [managementNumber, reason])).toEqual([
    ['F-3', 'stock cannot be read'],
  ])
})
