import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { takeFeedCells } from '~/features/stock/feed-cells.commands.server.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests } from '../../../../tests/support/stock-for-tests.ts'
import { stockCells } from './cells.queries.server.ts'
import { stockCounts, stockLists } from './lists.queries.server.ts'

const payer = { kind: 'system', name: 'a test' } as const

onBothEngines('lists of the stock', (open) => {
  const shop = async (...numbers: string[]) => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await inTransaction(ctx, (trx) =>
      putProducts(
        trx,
        0,
        numbers.map((number) => fabricForTests({ number, description: '巾約110cm' })),
      ),
    )
    const claim = (orderId: string, number: string, units: number, state: 'held' | 'promised') =>
      inTransaction(ctx, async (trx) => {
        await trx.insertInto('orders').values(orderRowForTests(orderId)).execute()
        await claimPieces(trx, ctx, payer, { orderId, state, until: null }, [{ number, position: 0, units }])
      })
    return { ctx, db, claim }
  }

  test('K14: where the list says something else than what is left, however it is written', async () => {
    const { ctx, db, claim } = await shop('F-1', 'F-2', 'F-3', 'F-4')
    await inTransaction(ctx, (trx) =>
      takeFeedCells(
        trx,
        ctx,
        payer,
        ['7,4', '3.5m×110cm', '7', ''].map((stock, at) => ({
          number: `F-${at + 1}`,
          width: '約110cm',
          stock,
          isNew: false,
        })),
      ),
    )
    const sheet = async () =>
      (await stockLists(db, null)).sheet.map(({ number, cell, pieces }) => [number, cell, pieces])
    expect(await sheet()).toEqual([])
    await claim('o1', 'F-1', 4, 'promised')
    await claim('o2', 'F-2', 2, 'promised')
    expect(await sheet()).toEqual([
      ['F-1', '7,4', '7'],
      ['F-2', '3.5m×110cm', '12'],
    ])
    expect([...(await stockCells(db, ['F-1', 'F-2', 'F-4']))]).toEqual([
      ['F-1', '7'],
      ['F-2', '12'],
    ])
    await claim('o3', 'F-3', 7, 'promised')
    expect([...(await stockCells(db, ['F-3']))]).toEqual([['F-3', '0']])
  })

  test('K11, N12: what is low, sold out, promised and not there, and held stands on its list, as many as are counted', async () => {
    const { ctx, db, claim } = await shop('F-1', 'F-2', 'F-3', 'F-4')
    await countForTests(ctx, 'F-1', [4, 3])
    await countForTests(ctx, 'F-2', [5])
    await countForTests(ctx, 'F-3', [2])
    await claim('o1', 'F-2', 3, 'held')
    await claim('o2', 'F-3', 2, 'promised')
    await db.updateTable('stockClaim').set({ pieceId: null }).where('orderId', '=', 'o2').execute()
    const lists = await stockLists(db, null)
    const numbers = (lines: readonly { readonly number: string }[]) => lines.map(({ number }) => number)
    expect([numbers(lists.low), numbers(lists.soldOut), numbers(lists.short)]).toEqual([
      ['F-2', 'F-1'],
      ['F-3'],
      ['F-3'],
    ])
    expect(lists.short).toMatchObject([{ orders: [{ order: 'o2', isPaid: true }] }])
    await db.updateTable('orders').set({ state: 'pending' }).where('id', '=', 'o2').execute()
    expect((await stockLists(db, null)).short).toMatchObject([{ orders: [{ order: 'o2', isPaid: false }] }])
    expect(lists.low).toMatchObject([{ pieces: '2' }, { pieces: '4、3' }])
    expect(lists.holds).toMatchObject([{ order: 'o1', products: [{ number: 'F-2', units: 3 }] }])
    const counts = await Promise.all(
      (['low', 'soldOut', 'short', 'holds', 'recount'] as const).map((list) => stockCounts[list](db)),
    )
    expect(counts).toEqual([2, 1, 1, 1, 0])
  })
})
