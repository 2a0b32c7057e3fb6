import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { auditOf } from '~/server/audit.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { expectBooksAgree, leftOfPieces } from '../../../tests/support/stock-for-tests.ts'
import { receivePieces, recountPieces } from './counting.commands.server.ts'
import { sellOut, setLowAt, stopCounting, undoSoldOut } from './ending.commands.server.ts'
import { move } from './ledger.commands.server.ts'
import { openPieces } from './queries.server.ts'

const number = 'F-1'
const owner = { kind: 'owner' } as const
const pieces = (...units: number[]) => units.map((each) => ({ units: each, lengthCm: null, widthCm: null }))

onBothEngines('the count of a product', (open) => {
  let forms = 0
  const form = (version: number | null = null) => {
    forms += 1
    return { requestId: `form ${forms}`, number, version }
  }
  const shop = async (): Promise<ContextForTests> => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await db
      .transaction()
      .execute((trx) =>
        putProducts(trx, 0, [
          fabricForTests({ number }),
          fabricForTests({ number: 'K-1', name: 'キット', type: 'kit', priceText: '100' }),
        ]),
      )
    return ctx
  }
  const addOrder = async (ctx: ContextForTests, id: string, units: number, parts = {}) => {
    await ctx.db
      .insertInto('orders')
      .values({ ...orderRowForTests(id), state: 'paid', practice: ctx.demo ? 1 : 0, ...parts })
      .execute()
    await ctx.db
      .insertInto('orderLine')
      .values({
        orderId: id,
        position: 0,
        number,
        type: 'fabric',
        name: '布',
        description: '',
        unitPrice: 100,
        quantity: units,
        free: 0,
        imageUrl: null,
        picture: null,
      })
      .execute()
  }
  const claims = (db: Kysely<Schema>) =>
    db
      .selectFrom('stockClaim')
      .leftJoin('stockPiece', 'stockPiece.id', 'stockClaim.pieceId')
      .select(['stockClaim.orderId', 'stockClaim.state', 'stockClaim.units', 'stockPiece.label'])
      .orderBy('stockClaim.orderId')
      .execute()
  const stock = ({ db }: ContextForTests) =>
    db.selectFrom('stock').selectAll().where('number', '=', number).executeTakeFirst()

  test('K2: bolts that were received are on the shelf, with the next labels', async () => {
    const ctx = await shop()
    expect(await receivePieces(ctx, owner, { ...form(), pieces: pieces(7, 7) })).toEqual({
      ok: true,
      value: null,
    })
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(4) })
    expect(await leftOfPieces(ctx.db, number)).toEqual([7, 7, 4])
    expect(await stock(ctx)).toMatchObject({ mode: 'pieces', countedBy: 'desk', mostUnits: 7, version: 2 })
    await expectBooksAgree(ctx.db)
  })

  test('K9: what older orders are still to be sent is claimed first, and nothing else of them', async () => {
    const ctx = await shop()
    await addOrder(ctx, 'open', 3)
    await addOrder(ctx, 'paying', 2, { state: 'pending', sessionExpiresAt: ctx.now() + 1 })
    await addOrder(ctx, 'over', 2, { state: 'pending', sessionExpiresAt: ctx.now() })
    await addOrder(ctx, 'shipped', 1, { shippedAt: 1 })
    await addOrder(ctx, 'cancelled', 1, { cancelledAt: 1 })
    await addOrder(ctx, 'sample', 1, { source: 'demo' })
    await addOrder(ctx, 'practice', 1, { practice: ctx.demo ? 0 : 1 })
    await addOrder(ctx, 'ticked', 1)
    await ctx.db
      .insertInto('packingTick')
      .values({ orderId: 'ticked', position: 0, step: 'cut', tickedAt: 1 })
      .execute()
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(7) })
    expect(await claims(ctx.db)).toEqual([
      { orderId: 'open', state: 'promised', units: 3, label: 'B1' },
      { orderId: 'paying', state: 'held', units: 2, label: 'B1' },
    ])
    expect(await leftOfPieces(ctx.db, number)).toEqual([2])
    await expectBooksAgree(ctx.db)
  })

  test('K9: counted anew, pieces of the same length keep their labels, promises move, and what does not fit stays promised', async () => {
    const ctx = await shop()
    await addOrder(ctx, 'five', 5)
    await addOrder(ctx, 'three', 3)
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(7, 4) })
    expect(await leftOfPieces(ctx.db, number)).toEqual([2, 1])
    await recountPieces(ctx, owner, { ...form(), pieces: pieces(4, 3) })
    expect(await claims(ctx.db)).toEqual([
      { orderId: 'five', state: 'promised', units: 5, label: null },
      { orderId: 'three', state: 'promised', units: 3, label: 'B3' },
    ])
    expect(await leftOfPieces(ctx.db, number)).toEqual([0, 4, 0])
    await expectBooksAgree(ctx.db)
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(9) })
    expect(await claims(ctx.db)).toMatchObject([{ label: 'B4' }, { label: 'B3' }])
    await expectBooksAgree(ctx.db)
  })

  test('K1, K4: no move takes more of a piece than is left', async () => {
    const ctx = await shop()
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(3) })
    await inTransaction(ctx, async (trx) => {
      const [piece] = await openPieces(trx, number)
      if (piece === undefined) throw new Error('a piece of this test is gone')
      const why = { why: 'moved', actor: owner } as const
      expect(await move(trx, ctx, piece, { units: -4 }, why)).toBe(false)
      expect(await move(trx, ctx, piece, { units: -3 }, why)).toBe(true)
    })
    expect(await leftOfPieces(ctx.db, number)).toEqual([0])
  })

  test('K9: sold out in one tap, and back', async () => {
    const ctx = await shop()
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(7, 4) })
    await sellOut(ctx, owner, form())
    expect(await leftOfPieces(ctx.db, number)).toEqual([0, 0])
    expect(await sellOut(ctx, owner, form())).toEqual({ ok: false, error: 'is-sold-out' })
    await expectBooksAgree(ctx.db)
    await undoSoldOut(ctx, owner, form())
    expect(await leftOfPieces(ctx.db, number)).toEqual([7, 4])
    expect(await undoSoldOut(ctx, owner, form())).toEqual({ ok: false, error: 'nothing-to-undo' })
    await sellOut(ctx, owner, form())
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(2) })
    expect(await undoSoldOut(ctx, owner, form())).toEqual({ ok: false, error: 'nothing-to-undo' })
    await expectBooksAgree(ctx.db)
  })

  test('K1: sold out and back it is uncounted where it was, and 数えない gives up all claims', async () => {
    const ctx = await shop()
    await addOrder(ctx, 'open', 3)
    await sellOut(ctx, owner, form(0))
    expect(await stock(ctx)).toMatchObject({ mostUnits: 0 })
    expect(await claims(ctx.db)).toEqual([])
    await undoSoldOut(ctx, owner, form(1))
    expect(await stock(ctx)).toBe(undefined)
    await receivePieces(ctx, owner, { ...form(0), pieces: pieces(7) })
    await stopCounting(ctx, owner, form(1))
    expect(await stock(ctx)).toBe(undefined)
    expect(await claims(ctx.db)).toMatchObject([{ state: 'released' }])
    expect(await leftOfPieces(ctx.db, number)).toEqual([0])
    await expectBooksAgree(ctx.db)
    expect(await stopCounting(ctx, owner, form(0))).toEqual({ ok: false, error: 'not-counted' })
  })

  test('K9: of what was sold out before it was counted older orders are sent first, too', async () => {
    const ctx = await shop()
    await addOrder(ctx, 'open', 3)
    await sellOut(ctx, owner, form(0))
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(7) })
    expect(await claims(ctx.db)).toMatchObject([{ orderId: 'open', state: 'promised', label: 'B1' }])
    expect(await leftOfPieces(ctx.db, number)).toEqual([4])
    await sellOut(ctx, owner, form())
    await ctx.db.updateTable('stockClaim').set({ state: 'released', pieceId: null }).execute()
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(2) })
    expect(await claims(ctx.db)).toMatchObject([{ state: 'released' }])
  })

  test('K9: counted as it lies, no promise loses its room', async () => {
    const ctx = await shop()
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(10) })
    for (const [id, units] of Object.entries({ a: 5, b: 5 })) await addOrder(ctx, id, units)
    await recountPieces(ctx, owner, { ...form(), pieces: pieces(10) })
    await receivePieces(ctx, owner, { ...form(), pieces: pieces(9) })
    for (const id of ['c', 'd', 'e']) await addOrder(ctx, id, 3)
    await recountPieces(ctx, owner, { ...form(), pieces: pieces(10, 9) })
    const labels = (await claims(ctx.db)).map(({ label }) => label)
    expect(labels.toSorted()).toEqual(['B1', 'B1', 'B2', 'B2', 'B2'])
    expect(await leftOfPieces(ctx.db, number)).toEqual([0, 0])
    await expectBooksAgree(ctx.db)
  })

  test('K9: kits are one pool', async () => {
    const ctx = await shop()
    const kit = () => ({ ...form(), number: 'K-1' })
    await receivePieces(ctx, owner, { ...kit(), pieces: pieces(3, 2) })
    await receivePieces(ctx, owner, { ...kit(), pieces: pieces(4) })
    await recountPieces(ctx, owner, { ...kit(), pieces: pieces(2, 2) })
    const rows = await ctx.db
      .selectFrom('stockPiece')
      .select('leftUnits')
      .where('closedAt', 'is', null)
      .execute()
    expect(rows).toEqual([{ leftUnits: 4 }])
    await expectBooksAgree(ctx.db)
  })

  describe('forms', () => {
    test('N2, K9: sent twice it is one act, and one of an older count is stale', async () => {
      const ctx = await shop()
      const first = { ...form(0), pieces: pieces(7) }
      await receivePieces(ctx, owner, first)
      await receivePieces(ctx, owner, first)
      expect(await leftOfPieces(ctx.db, number)).toEqual([7])
      expect(await recountPieces(ctx, owner, { ...form(0), pieces: pieces(1) })).toEqual({
        ok: false,
        error: 'stale',
      })
      expect(await setLowAt(ctx, owner, { ...form(1), lowAt: 6 })).toEqual({ ok: true, value: null })
      expect(await stock(ctx)).toMatchObject({ lowAt: 6, version: 2 })
      expect(await setLowAt(ctx, owner, { ...form(), number: 'K-1', lowAt: 6 })).toEqual({
        ok: false,
        error: 'not-counted',
      })
    })

    test('N1, K11: the log keeps what the threshold of low stock was and is', async () => {
      const ctx = await shop()
      await receivePieces(ctx, owner, { ...form(0), pieces: pieces(7) })
      await setLowAt(ctx, owner, { ...form(1), lowAt: 6 })
      expect(
        (await auditOf(ctx.db, `product:${number}`)).find(({ act }) => act === 'stock.low-at'),
      ).toMatchObject({ before: { lowAt: null }, after: { lowAt: 6 } })
      expect(setLowAt.act.facts.lowAt).toBe('「在庫が少ない」とする枚数')
    })

    test('0.3, K9: a form of a count that was given up is stale', async () => {
      const ctx = await shop()
      await receivePieces(ctx, owner, { ...form(0), pieces: pieces(7) })
      await stopCounting(ctx, owner, form(1))
      await receivePieces(ctx, owner, { ...form(0), pieces: pieces(3) })
      expect(await sellOut(ctx, owner, form(1))).toEqual({ ok: false, error: 'stale' })
    })

    test('K9: a number that the shop does not have is none', async () => {
      const ctx = await shop()
      expect(await receivePieces(ctx, owner, { ...form(), number: 'F-none', pieces: pieces(7) })).toEqual({
        ok: false,
        error: 'no-product',
      })
    })
  })
})
