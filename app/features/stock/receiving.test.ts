import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { auditOf } from '~/server/audit.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { refusalLines } from '~/server/desk-act.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { fabricForTests } from '../../../tests/support/sample-products.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../tests/support/stock-for-tests.ts'
import { claimPieces } from './claims.commands.server.ts'
import { recountPieces } from './counting.commands.server.ts'
import { sellOut, stopCounting } from './ending.commands.server.ts'
import { stockBounds } from './measures.rules.ts'
import { boltsOf } from './queries.server.ts'
import { receiveAll, undoReceiving } from './receiving.commands.server.ts'
import { lastReceivings, receivingAt } from './receiving.queries.server.ts'
import { isFree, madeText, receivedBounds, rowTexts, undoDays } from './receiving.rules.ts'

const owner = { kind: 'owner' } as const
const payer = { kind: 'system', name: 'a test' } as const
type Row = readonly [
  number: string,
  length?: string,
  width?: string,
  strips?: string,
  bolts?: string,
  name?: string,
]
const rowNames = ['number', 'length', 'width', 'strips', 'bolts', 'name'] as const

onBothEngines('what came at one time', (open) => {
  const shop = async () => {
    const { db } = await open()
    const ctx = { ...contextForTests(db) }
    ctx.settings = { ...ctx.settings, joined: 'lengthwise' }
    await inTransaction(ctx, (trx) =>
      putProducts(trx, 0, [
        ...['F-1', 'F-2', 'F-3'].map((number) => fabricForTests({ number, width: '110cm' })),
        fabricForTests({ number: 'K-1', name: 'キット', type: 'kit', priceText: '100' }),
      ]),
    )
    let forms = 0
    const nextForm = () => {
      forms += 1
      return `form ${forms}`
    }
    /** As the page's form gives it. */
    const read = async (...rows: readonly Row[]) => {
      const form = new FormData()
      for (const [at, row] of rows.entries())
        for (const [place, name] of rowNames.entries()) form.set(`${name}-${at}`, row[place] ?? '')
      const { act } = receiveAll
      if (act.form === undefined) throw new Error('the act has a form')
      return act.form({ form, at: {}, ctx })
    }
    const receive = async (requestId: string, ...rows: readonly Row[]) => {
      const form = await read(...rows)
      if (!form.ok) throw new Error(JSON.stringify(form.error))
      return receiveAll(ctx, owner, { ...form.value, requestId })
    }
    const received = async (...rows: readonly Row[]) => {
      const done = await receive(nextForm(), ...rows)
      if (!done.ok) throw new Error(String(done.error))
      return done.value.id
    }
    const undo = (id: string) => undoReceiving(ctx, owner, { id, requestId: nextForm() })
    const claim = (orderId: string, number: string, units: number) =>
      inTransaction(ctx, async (trx) => {
        await trx
          .insertInto('orders')
          .values({ ...orderRowForTests(orderId), state: 'paid' })
          .execute()
        await claimPieces(trx, ctx, payer, { orderId, state: 'promised', until: null }, [
          { number, position: 0, units },
        ])
      })
    const states = async (id: string) =>
      (await receivingAt(db, id))?.products.map(({ number, pieces }) => [
        number,
        pieces.map(({ state }) => state),
      ])
    const stockOf = (number: string) =>
      db.selectFrom('stock').select(['mode', 'version']).where('number', '=', number).executeTakeFirst()
    return { ctx, db, nextForm, read, receive, received, undo, claim, states, stockOf }
  }

  test('K40: many bolts and kits are received in one act, each bolt with its name, and a form sent twice is one', async () => {
    const { ctx, db, receive, stockOf } = await shop()
    const rows: Row[] = [
      ['f-1', '3.5', '', '', '2', 'きなり'],
      ['K-1', '', '', '', '5'],
      ['Ｆ－２', '2', '55', '1'],
      ['', '', '', '', ''],
      ['F-1', '1m', '', '1'],
    ]
    const [first, again] = [await receive('one', ...rows), await receive('one', ...rows)]
    expect(again).toEqual(first)
    expect(await leftOfPieces(db, 'F-1')).toEqual([7, 7, 7, 7, 2])
    expect(await leftOfPieces(db, 'F-2')).toEqual([4])
    expect(await leftOfPieces(db, 'K-1')).toEqual([5])
    expect((await stockOf('K-1'))?.mode).toBe('count')
    await expectBooksAgree(db)
    if (!first.ok) throw new Error('it was received')
    const made = await receivingAt(db, first.value.id)
    expect(made?.products.map(({ number, pieces }) => [number, pieces.map(({ label }) => label)])).toEqual([
      ['F-1', ['B1 きなり', 'B2 きなり', 'B3 きなり', 'B4 きなり', 'B5']],
      ['F-2', ['B1']],
      ['K-1', ['B1']],
    ])
    expect(await lastReceivings(db)).toMatchObject([{ id: first.value.id, undoneAt: null }])
    const [act] = await auditOf(db, `receiving:${first.value.id}`)
    expect(act?.after).toEqual({ pieces: 'F-1 7×4、2／F-2 4／K-1 5' })
    expect(await receive('two', ['K-1', '', '', '', '3'])).toMatchObject({ ok: true })
    expect(await leftOfPieces(db, 'K-1')).toEqual([8])
    expect(ctx.settings.joined).toBe('lengthwise')
  })

  test('K40: every wrong row is named beside it, and nothing is received', async () => {
    const { db, read, ctx } = await shop()
    const wrong = await read(
      ['F-1', '3.5'],
      ['F-9', '3.5'],
      ['', '3.5'],
      ['F-1', ''],
      ['F-1', '0.3'],
      ['F-1', '3', '', '', '0'],
      ['F-1', '3', '', '', String(receivedBounds.bolts + 1)],
      ['K-1', '3', '', '', '1'],
      ['K-1', '', '', '', ''],
      ['K-1', '', '', '', '0'],
      ['F-1', '3', '', '', '', 'な'.repeat(receivedBounds.name + 1)],
      ['F-1', '3', '', '', String(receivedBounds.bolts), 'な'.repeat(receivedBounds.name)],
    )
    expect(wrong).toEqual({
      ok: false,
      error: {
        'number-1': rowTexts.unknown,
        'number-2': rowTexts.noNumber,
        'length-3': rowTexts.noLength,
        'length-4': rowTexts.length,
        'bolts-5': rowTexts.bolts,
        'bolts-6': rowTexts.bolts,
        'bolts-7': rowTexts.kit,
        'bolts-8': rowTexts.units,
        'bolts-9': rowTexts.units,
        'name-10': rowTexts.name,
      },
    })
    const none = await receiveAll(ctx, owner, { requestId: 'none', products: [] })
    expect(none).toEqual({ ok: false, error: 'no-rows' })
    const gone = { number: 'F-9', pieces: [{ units: 1, lengthCm: null, widthCm: null }] }
    const there = { ...gone, number: 'F-1' }
    expect(await receiveAll(ctx, owner, { requestId: 'gone', products: [there, gone] })).toEqual({
      ok: false,
      error: 'no-product',
    })
    const tooMany = async (requestId: string, numbers: readonly string[], count: number) => {
      const pieces = Array.from({ length: count }, () => ({ units: 1, lengthCm: null, widthCm: null }))
      const products = numbers.map((number) => ({ number, pieces }))
      expect(await receiveAll(ctx, owner, { requestId, products })).toEqual({ ok: false, error: 'too-many' })
    }
    await tooMany('of one', ['F-1'], stockBounds.pieces + 1)
    const seven = Array.from({ length: receivedBounds.pieces / stockBounds.pieces + 1 }, (_, at) => `F-${at}`)
    await tooMany('of all', seven, stockBounds.pieces)
    const sixtyOne = Array.from({ length: receivedBounds.rows + 1 }, (_, at) => ({
      ...gone,
      number: `F-${at}`,
    }))
    expect(await receiveAll(ctx, owner, { requestId: '61', products: sixtyOne })).toEqual({
      ok: false,
      error: 'too-many',
    })
    expect(refusalLines(receiveAll, 'no-rows')).toHaveLength(1)
    expect(await db.selectFrom('stockPiece').select('id').execute()).toEqual([])
    expect(await db.selectFrom('receiving').select('id').execute()).toEqual([])
  })

  test('K40, K4: two who receive the same products at once both do, and a form that is sent twice at once is one', async () => {
    const { db, receive } = await shop()
    const rows: Row[] = [
      ['F-1', '1', '', '1'],
      ['F-2', '1', '', '1'],
      ['K-1', '', '', '', '5'],
    ]
    const done = await Promise.all([
      receive('one', ...rows),
      receive('two', ...rows.toReversed()),
      receive('one', ...rows),
    ])
    expect(done[0]).toEqual(done[2])
    expect(await leftOfPieces(db, 'F-1')).toEqual([2, 2])
    expect(await leftOfPieces(db, 'F-2')).toEqual([2, 2])
    expect(await leftOfPieces(db, 'K-1')).toEqual([10])
    expect(await db.selectFrom('receiving').select('id').execute()).toHaveLength(2)
    await expectBooksAgree(db)
  })

  test('K40.2: undone, a receiving takes away what is free; what is promised stays, and a count that began with it ends', async () => {
    const { db, received, undo, claim, states, stockOf } = await shop()
    await countForTests({ ...contextForTests(db) }, 'F-2', [3])
    const id = await received(
      ['F-1', '3.5', '', '1'],
      ['F-1', '2', '', '1'],
      ['F-2', '2', '', '1'],
      ['F-3', '1', '', '1'],
    )
    await claim('o1', 'F-1', 6)
    const version = (await stockOf('F-1'))?.version
    expect(await undo(id)).toEqual({ ok: true, value: null })
    expect(await leftOfPieces(db, 'F-1')).toEqual([1, 0])
    expect((await stockOf('F-1'))?.version).toBe((version ?? 0) + 1)
    expect(await leftOfPieces(db, 'F-2')).toEqual([3, 0])
    expect(await stockOf('F-2')).toBeDefined()
    expect(await stockOf('F-3'), 'sold without limit again').toBeUndefined()
    expect(await stockOf('F-1'), 'a promised piece is still there').toBeDefined()
    expect(await states(id)).toEqual([
      ['F-1', ['there', 'undone']],
      ['F-2', ['undone']],
      ['F-3', ['undone']],
    ])
    await expectBooksAgree(db)
    expect(await undo(id)).toEqual({ ok: false, error: 'undone' })
    expect(await undo('none')).toEqual({ ok: false, error: 'not-found' })
    expect(await leftOfPieces(db, 'F-2')).toEqual([3, 0])
  })

  test('K40.2: kits go back out of their pool as far as they are not promised', async () => {
    const { db, received, undo, claim, states } = await shop()
    await countForTests({ ...contextForTests(db) }, 'K-1', [4], 'count')
    const [first, second] = [
      await received(['K-1', '', '', '', '5']),
      await received(['K-1', '', '', '', '3']),
    ]
    await claim('o1', 'K-1', 8)
    expect((await undo(first)).ok).toBe(true)
    expect(await leftOfPieces(db, 'K-1')).toEqual([4])
    expect(await states(first)).toEqual([['K-1', ['there']]])
    expect((await undo(second)).ok).toBe(true)
    expect(await leftOfPieces(db, 'K-1')).toEqual([1])
    expect(await states(first)).toEqual([['K-1', ['there']]])
    expect(await states(second)).toEqual([['K-1', ['undone']]])
    await expectBooksAgree(db)
  })

  test('K40.2: cloth that was cut and sold keeps its count, although all the rest is taken away', async () => {
    const { db, received, undo, claim, stockOf } = await shop()
    const id = await received(['F-1', '2', '', '1'], ['F-1', '1', '', '1'])
    await claim('o1', 'F-1', 4)
    await db.updateTable('stockClaim').set({ state: 'cut' }).execute()
    await db.updateTable('stockPiece').set({ closedAt: 1 }).where('leftUnits', '=', 0).execute()
    expect((await undo(id)).ok).toBe(true)
    expect(await leftOfPieces(db, 'F-1')).toEqual([0, 0])
    expect(await stockOf('F-1'), 'sold out, and not without limit').toBeDefined()
  })

  test('K40.2, K9: what was marked sold out since stays sold out', async () => {
    const { ctx, db, nextForm, received, undo, stockOf } = await shop()
    const id = await received(['F-1', '2', '', '1'])
    await sellOut(ctx, owner, { number: 'F-1', version: null, requestId: nextForm() })
    expect((await undo(id)).ok).toBe(true)
    expect(await leftOfPieces(db, 'F-1')).toEqual([0])
    expect(await stockOf('F-1'), 'not without limit').toBeDefined()
    await expectBooksAgree(db)
  })

  test('K40.2: a count of before goes on although nothing is left, and an abandoned one does not come back', async () => {
    const { ctx, db, nextForm, received, undo, claim, states, stockOf } = await shop()
    const before = { ...ctx, now: () => ctx.now() - 1_000 }
    await countForTests(before, 'F-2', [])
    await countForTests(before, 'F-3', [2])
    await claim('o1', 'F-3', 2)
    await db.updateTable('stockClaim').set({ state: 'cut' }).execute()
    await stopCounting(ctx, owner, { requestId: nextForm(), number: 'F-3', version: null })
    const version = (await stockOf('F-2'))?.version ?? 0
    const id = await received(['F-2', '1', '', '1'], ['F-3', '1', '', '1'])
    expect((await stockOf('F-2'))?.version).toBe(version + 1)
    expect((await undo(id)).ok).toBe(true)
    expect(await stockOf('F-2'), 'sold out as before').toBeDefined()
    expect(await stockOf('F-3'), 'sold without limit as before').toBeUndefined()
    const pieces = [{ units: 7, lengthCm: null, widthCm: null }]
    await recountPieces(ctx, owner, { requestId: nextForm(), number: 'F-2', version: null, pieces })
    expect(await states(id)).toEqual([
      ['F-2', ['undone']],
      ['F-3', ['undone']],
    ])
  })

  test('K40.2: what was counted since is the count’s, and after 30 days nothing is undone', async () => {
    const { ctx, db, nextForm, received, undo, states } = await shop()
    const id = await received(['F-1', '3.5', '', '1'], ['F-2', '2', '', '1'], ['F-3', '2', '', '1'])
    const pieces = [{ units: 7, lengthCm: null, widthCm: null }]
    await recountPieces(ctx, owner, { requestId: nextForm(), number: 'F-1', version: null, pieces })
    await sellOut(ctx, owner, { requestId: nextForm(), number: 'F-2', version: null })
    const late = await received(['F-3', '2', '', '1'])
    expect((await undo(id)).ok).toBe(true)
    expect(await leftOfPieces(db, 'F-1')).toEqual([7])
    expect(await states(id)).toEqual([
      ['F-1', ['counted']],
      ['F-2', ['there']],
      ['F-3', ['undone']],
    ])
    expect(await leftOfPieces(db, 'F-3')).toEqual([0, 4])
    await expectBooksAgree(db)
    const then = { ...ctx, now: () => ctx.now() + undoDays * 86_400_000 + 1 }
    expect(await undoReceiving(then, owner, { id: late, requestId: nextForm() })).toEqual({
      ok: false,
      error: 'too-late',
    })
    expect(await leftOfPieces(db, 'F-3')).toEqual([0, 4])
  })

  test('K41: a bolt’s name stands where its pieces are shown', async () => {
    const { db, received, claim } = await shop()
    await received(['F-1', '3.5', '', '1', '', ' 藍染 3月 '])
    await claim('o1', 'F-1', 2)
    expect((await boltsOf(db, ['o1'])).get('o1 0')).toMatchObject({
      name: '反物 B1 藍染 3月',
      text: '反物 B1 藍染 3月（残り5）',
    })
  })
})

test('K40.2: a piece is free as long as all of it is there, and a pool as long as it holds as much', () => {
  const piece = { units: 7, all: 7, left: 7 }
  expect(isFree(piece, false)).toBe(true)
  expect(isFree({ ...piece, left: 5 }, false)).toBe(false)
  expect(isFree({ ...piece, all: 9 }, false)).toBe(false)
  expect(isFree({ ...piece, all: 20, left: 8 }, true)).toBe(true)
  expect(isFree({ ...piece, all: 20, left: 6 }, true)).toBe(false)
})

test('K40: what a row gives is told before it is sent', () => {
  const fabric = { number: 'F-1', isKit: false, widthCm: 110 }
  const row = { number: 'F-1', length: '3.5', width: '', strips: '', bolts: '2', name: '' }
  expect(madeText(row, fabric, 'lengthwise')).toBe('7枚つづき × 4本（ぜんぶで28枚）')
  expect(madeText({ ...row, length: '3.' }, fabric, 'lengthwise')).toBe('')
  const kit = { number: 'K-1', isKit: true, widthCm: null }
  expect(madeText({ ...row, length: '', bolts: '５' }, kit, null)).toBe('5点')
})
