import { describe, expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { expectBooksAgree } from '../../../tests/support/stock-for-tests.ts'
import { claimPieces } from './claims.commands.server.ts'
import { receivePieces, recountPieces } from './counting.commands.server.ts'
import { markCut } from './cutting.commands.server.ts'
import { sellOut, undoSoldOut } from './ending.commands.server.ts'
import { reshapeShelves } from './joined.commands.server.ts'
import { reshaped, type ShelfPiece } from './joined.rules.ts'
import { piecesOfBolt } from './measures.rules.ts'

const number = 'F-1'
const owner = { kind: 'owner' } as const

const piece = (units: number, parts: Partial<ShelfPiece> = {}): ShelfPiece => ({
  units,
  lengthCm: 350,
  widthCm: 110,
  receivedAt: 1,
  isWhole: true,
  ...parts,
})
const told = (shelf: readonly ShelfPiece[], now: Joined) => {
  const { pieces, isSure } = reshaped(shelf, now)
  return [pieces.map(({ units }) => units), isSure]
}

describe('K22: what a shelf is when units hang together otherwise', () => {
  test.each([
    ['one piece of 14 is two strips of 7', [piece(14)], 'lengthwise', [7, 7], true],
    ['of a border print one strip', [piece(7)], 'lengthwise', [7], true],
    ['two strips of 7 are one piece of 14', [piece(7), piece(7)], null, [14], true],
    ['four strips are two bolts', [piece(7), piece(7), piece(7), piece(7)], null, [14, 14], true],
    ['bolts of two days are two', [piece(7), piece(7), piece(5, { lengthCm: 250 })], null, [14, 5], false],
    ['a strip whose other is gone', [piece(7)], null, [7], false],
    ['a strip that was cut', [piece(4, { isWhole: false }), piece(7)], null, [4, 7], false],
    ['a bolt that was cut', [piece(9, { isWhole: false })], 'lengthwise', [9], false],
    ['units that fit no strip', [piece(9)], 'lengthwise', [9], false],
    ['a piece without measures', [piece(9, { lengthCm: null })], 'lengthwise', [9], false],
    ['single units are sure', [piece(1, { lengthCm: null })], 'lengthwise', [1], true],
    ['cloth of no width', [piece(7, { widthCm: null })], null, [7], true],
    ['nothing', [], null, [], true],
  ] as const)('%s', (_, shelf, now, units, isSure) => {
    expect(told(shelf, now)).toEqual([units, isSure])
  })
})

onBothEngines('units that hang together otherwise', (open) => {
  const shop = async (joined: Joined) => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const as = (now: Joined) => ({ ...ctx, settings: { ...ctx.settings, joined: now } })
    await inTransaction(ctx, (trx) => putProducts(trx, 0, [fabricForTests({ number })]))
    const receive = () =>
      receivePieces(as(joined), owner, {
        requestId: ctx.newId(),
        number,
        version: null,
        pieces: piecesOfBolt(350, 110, joined),
      })
    const start = (now: Joined) => reshapeShelves(as(now), owner)
    const shelf = async () => {
      await expectBooksAgree(db)
      const rows = db.selectFrom('stockPiece').select(['leftUnits', 'lengthCm']).where('closedAt', 'is', null)
      return (await rows.orderBy('leftUnits', 'desc').execute()).map(({ leftUnits }) => leftUnits)
    }
    const row = () =>
      db
        .selectFrom('stock')
        .select(['joined', 'recount', 'mostUnits'])
        .where('number', '=', number)
        .executeTakeFirst()
    const sell = (units: number) =>
      inTransaction(ctx, (trx) =>
        claimPieces(trx, ctx, owner, { orderId: `o${units}`, state: 'promised', until: null }, [
          { number, position: 0, units },
        ]),
      )
    return { ctx, db, as, receive, start, shelf, row, sell }
  }

  test('K22: a whole bolt is reckoned anew, with what is promised on it, and back again', async () => {
    const { receive, start, shelf, row, sell } = await shop(null)
    await receive()
    await sell(5)
    expect(await shelf()).toEqual([9])
    await start('lengthwise')
    expect(await shelf()).toEqual([7, 2])
    expect(await row()).toEqual({ joined: 'lengthwise', recount: 0, mostUnits: 7 })
    await start('lengthwise')
    expect(await shelf()).toEqual([7, 2])
    await start(null)
    expect(await shelf()).toEqual([9])
    expect(await row()).toMatchObject({ joined: 'none', recount: 0 })
  })

  test('K22: a bolt that was cut stands on きょう until somebody has counted it', async () => {
    const { ctx, as, receive, start, shelf, row, sell } = await shop(null)
    await receive()
    await sell(7)
    await inTransaction(ctx, (trx) => markCut(trx, ctx, owner, { orderId: 'o7' }))
    await start('lengthwise')
    expect(await shelf()).toEqual([7])
    expect(await row()).toMatchObject({ joined: 'lengthwise', recount: 1 })
    await receive()
    expect(await row()).toMatchObject({ recount: 1 })
    const pieces = [{ units: 4, lengthCm: null, widthCm: null }]
    await recountPieces(as('lengthwise'), owner, { requestId: 'r', number, version: null, pieces })
    expect(await row()).toMatchObject({ joined: 'lengthwise', recount: 0 })
  })

  test('K9, K22: what is promised and fits no strip is told, and not dropped', async () => {
    const { db, receive, start, shelf, sell } = await shop(null)
    await receive()
    await sell(8)
    await start('lengthwise')
    expect(await shelf()).toEqual([7, 7])
    expect(await db.selectFrom('stockClaim').select(['state', 'pieceId', 'units']).execute()).toEqual([
      { state: 'promised', pieceId: null, units: 8 },
    ])
  })

  test('K9, K22: what was sold out lay otherwise, and does not come back as it was', async () => {
    const { ctx, receive, start, shelf } = await shop(null)
    const form = () => ({ requestId: ctx.newId(), number, version: null })
    await receive()
    await sellOut(ctx, owner, form())
    await start('lengthwise')
    expect(await undoSoldOut(ctx, owner, form())).toEqual({ ok: false, error: 'nothing-to-undo' })
    expect(await shelf()).toEqual([])
  })

  test('K9, K22: what was sold without limit before it was sold out is so again, however units hang together', async () => {
    const { ctx, start, row } = await shop(null)
    const form = () => ({ requestId: ctx.newId(), number, version: null })
    await sellOut(ctx, owner, form())
    await start('lengthwise')
    expect(await undoSoldOut(ctx, owner, form())).toMatchObject({ ok: true })
    expect(await row()).toBe(undefined)
  })

  test('K22: what was counted before that was kept is taken as it is now, and kits stay as they are', async () => {
    const { db, receive, start, shelf, row } = await shop(null)
    await receive()
    await db.updateTable('stock').set({ joined: null }).execute()
    await start('lengthwise')
    expect(await shelf()).toEqual([14])
    expect(await row()).toMatchObject({ joined: 'lengthwise', recount: 0 })
    await db.updateTable('stock').set({ mode: 'count' }).execute()
    await start(null)
    expect(await row()).toMatchObject({ joined: 'lengthwise' })
  })
})
