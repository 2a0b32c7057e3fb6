import { expect, test } from 'vitest'
import { putProducts } from '~/features/products/commands.server.ts'
import { chooseFeed } from '~/features/products/feed/feed.commands.server.ts'
import { heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { recountPieces } from '~/features/stock/counting.commands.server.ts'
import { auditOf } from '~/server/audit.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { fabricForTests } from '../../../../tests/support/sample-products.ts'
import { countForTests, expectBooksAgree, leftOfPieces } from '../../../../tests/support/stock-for-tests.ts'
import { turnsWhile } from '../../../../tests/support/turns.ts'
import { moveFabrics } from './fabric-order.commands.server.ts'
import { listedProducts } from './list.queries.server.ts'
import { everyProduct, rowVersion } from './list.rules.ts'
import { setPriceInList } from './price.commands.server.ts'
import { closeMarked, openMarked, sellOutMarked, undoSoldOutMarked } from './several.commands.server.ts'

onBothEngines('N130: acts on several products', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    await db.transaction().execute((trx) =>
      putProducts(
        trx,
        1,
        ['F-1', 'F-2', '藍-3'].map((number, position) => fabricForTests({ number, position })),
      ),
    )
    const rows = async () => (await listedProducts(db, everyProduct, { now: ctx.now(), demo: false })).rows
    /** As the list shows them now. */
    const marked = async (...numbers: readonly string[]) =>
      (await rows())
        .filter(({ number }) => numbers.includes(number))
        .map((row) => ({ number: row.number, version: rowVersion(row) }))
    let forms = 0
    const requestId = () => `form ${++forms}`
    const recount = async (number: string, units: number) => {
      const pieces = [{ units, lengthCm: null, widthCm: null }]
      await recountPieces(ctx, owner, { requestId: requestId(), number, version: null, pieces })
    }
    const named = (done: readonly { readonly number: string }[]) => done.map(({ number }) => number)
    return { db, ctx, owner, rows, marked, requestId, named, recount }
  }

  test('N90: sellOutMarked sells nothing more of those marked, once, and names each that it leaves out; its undo gives them back', async () => {
    const { db, ctx, owner, marked, requestId, named, recount } = await start()
    await countForTests(ctx, 'F-1', [7, 4])
    await countForTests(ctx, 'F-2', [3])
    const products = [...(await marked('F-1', 'F-2', '藍-3')), { number: 'F-9', version: 1 }]
    await recount('F-2', 5)
    const form = { requestId: requestId(), products }
    const sold = await sellOutMarked(ctx, owner, form)
    if (!sold.ok) throw new Error(sold.error)
    expect(named(sold.value.done)).toEqual(['F-1', '藍-3'])
    expect(sold.value.left).toEqual([
      expect.objectContaining({ what: 'F-2', why: 'ほかの画面で先に変わりました' }),
      expect.objectContaining({ what: 'F-9', why: 'もうありません' }),
    ])
    expect([await leftOfPieces(db, 'F-1'), (await leftOfPieces(db, 'F-2')).at(-1)]).toEqual([[0, 0], 5])
    await expectBooksAgree(db)
    expect(await sellOutMarked(ctx, owner, form)).toEqual(sold)
    expect((await auditOf(db, 'product:F-1')).filter(({ act }) => act === 'stock.sold-out')).toHaveLength(1)
    const twice = await sellOutMarked(ctx, owner, { requestId: requestId(), products: await marked('F-1') })
    expect(twice).toMatchObject({ value: { done: [], left: [{ what: 'F-1', why: 'もう売り切れです' }] } })
    const undone = await undoSoldOutMarked(ctx, owner, { requestId: requestId(), products: sold.value.done })
    expect(undone.ok && named(undone.value.done)).toEqual(['F-1', '藍-3'])
    expect(await leftOfPieces(db, 'F-1')).toEqual([7, 4])
    expect(await db.selectFrom('stock').select('number').orderBy('number').execute()).toEqual([
      { number: 'F-1' },
      { number: 'F-2' },
    ])
    await expectBooksAgree(db)
  })

  test('N130: others are served between the products of one press', async () => {
    const { ctx, owner, marked, requestId } = await start()
    const products = await marked('F-1', 'F-2', '藍-3')
    expect(
      await turnsWhile(() => closeMarked(ctx, owner, { requestId: requestId(), products })),
    ).toBeGreaterThanOrEqual(3)
  })

  test('N90: undoSoldOutMarked leaves out what was counted since', async () => {
    const { ctx, owner, marked, requestId, recount } = await start()
    await countForTests(ctx, 'F-1', [7])
    const products = await marked('F-1')
    await sellOutMarked(ctx, owner, { requestId: requestId(), products })
    expect(await undoSoldOutMarked(ctx, owner, { requestId: requestId(), products })).toMatchObject({
      value: { done: [], left: [{ what: 'F-1', why: 'ほかの画面で先に変わりました' }] },
    })
    await recount('F-1', 2)
    const now = { requestId: requestId(), products: await marked('F-1') }
    expect(await undoSoldOutMarked(ctx, owner, now)).toMatchObject({
      value: { done: [], left: [{ what: 'F-1', why: '元に戻せません' }] },
    })
  })

  test('N90: closeMarked sells none of those marked, and leaves out those that are closed already', async () => {
    const { ctx, owner, rows, marked, requestId, named } = await start()
    await closeMarked(ctx, owner, { requestId: requestId(), products: await marked('F-2') })
    const products = [...(await marked('F-1', 'F-2')), { number: '藍-3', version: 7 }]
    const closed = await closeMarked(ctx, owner, { requestId: requestId(), products })
    if (!closed.ok) throw new Error(closed.error)
    expect(named(closed.value.done)).toEqual(['F-1'])
    expect(closed.value.left.map(({ what, why }) => `${what} ${why}`)).toEqual([
      'F-2 もう休止しています',
      '藍-3 ほかの画面で先に変わりました',
    ])
    expect((await rows()).map(({ suspended }) => suspended)).toEqual([true, true, false])
  })

  test('N90: openMarked sells them again, and leaves out those that are open', async () => {
    const { ctx, owner, rows, marked, requestId } = await start()
    await closeMarked(ctx, owner, { requestId: requestId(), products: await marked('F-1') })
    const products = await marked('F-1', 'F-2')
    expect(await openMarked(ctx, owner, { requestId: requestId(), products })).toMatchObject({
      value: { done: [{ number: 'F-1' }], left: [{ what: 'F-2', why: '休止していません' }] },
    })
    expect((await rows()).some(({ suspended }) => suspended)).toBe(false)
  })

  test('N130, K21: no press takes more than a hundred, and who counts may sell out what she may not close', async () => {
    const { ctx, owner, marked, requestId, named } = await start()
    const packer = (mayCount: boolean) => deskPersonForTests(ctx, { role: 'packer', mayCount })
    const one = { requestId: requestId(), products: await marked('F-1') }
    expect(await sellOutMarked(ctx, packer(false), one)).toEqual({ ok: false, error: 'not-found' })
    expect(await closeMarked(ctx, packer(true), one)).toEqual({ ok: false, error: 'not-found' })
    const sold = await sellOutMarked(ctx, packer(true), one)
    expect(sold.ok && named(sold.value.done)).toEqual(['F-1'])
    const products = Array.from({ length: 101 }, (_, at) => ({ number: `X-${at}`, version: 1 }))
    const closed = await closeMarked(ctx, owner, { requestId: requestId(), products })
    expect(closed.ok && closed.value.left).toHaveLength(100)
  })

  test('N43, N1: a price is changed in its place; a doubtful one waits, and what changed meanwhile is refused', async () => {
    const { db, ctx, owner, rows, requestId } = await start()
    const change = async (number: string, price: number, version?: number) => {
      const row = (await rows()).find((each) => each.number === number)
      return setPriceInList(ctx, owner, {
        requestId: requestId(),
        number,
        version: version ?? row?.changedAt ?? 0,
        price: price as never,
      })
    }
    const price = async (number: string) => (await rows()).find((row) => row.number === number)?.price
    expect(await change('F-1', 340)).toEqual({ ok: true, value: { held: false } })
    expect(await price('F-1')).toBe(340)
    expect(await change('F-1', 3_400)).toEqual({ ok: true, value: { held: true } })
    expect([await price('F-1'), (await heldPrices(db)).map(({ price }) => price)]).toEqual([340, [3_400]])
    expect(await change('F-1', 350, 1)).toEqual({ ok: false, error: 'stale' })
    expect(await change('F-1', 0)).toEqual({ ok: false, error: 'free-fabric' })
    expect(await change('F-9', 350)).toEqual({ ok: false, error: 'no-product' })
    await chooseFeed(ctx, 'https://feed.example/list')
    await db.updateTable('product').set({ source: 'feed' }).where('number', '=', 'F-2').execute()
    expect(await change('F-2', 350)).toEqual({ ok: false, error: 'not-own' })
    expect((await auditOf(db, 'product:F-1')).map(({ before, after }) => [before, after])).toEqual([
      [{ priceText: '330' }, { priceText: '340', waitingPrice: null }],
      [{ priceText: '340' }, { priceText: '340', waitingPrice: 3_400 }],
    ])
  })
})

onBothEngines('N130: the order of marked fabrics', (open) => {
  const start = async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const owner = deskPersonForTests(ctx)
    const kit = { level: 'beginner', fabricSize: '', fabricNumbers: '', createdAt: null } as const
    await db
      .transaction()
      .execute((trx) =>
        putProducts(trx, 1, [
          ...['A', 'B', 'C', 'D', 'E'].map((number, position) => fabricForTests({ number, position })),
          fabricForTests({ number: 'Z', position: 3, source: 'feed' }),
          fabricForTests({ number: 'K', type: 'kit', kit }),
        ]),
      )
    const rows = () =>
      db
        .selectFrom('product')
        .select(['number', 'position', 'updatedAt'])
        .where('type', '=', 'fabric')
        .orderBy('position')
        .orderBy('number')
        .execute()
    let forms = 0
    const move = async (place: 'first' | 'last' | 'behind', numbers: string, behind = '') => {
      ctx.advance(1)
      const products = [...numbers].map((number) => ({ number, version: 1 }))
      const versions = new Map((await rows()).map((row) => [row.number, row.updatedAt]))
      const marked = products.map((each) => ({ ...each, version: versions.get(each.number) ?? each.version }))
      return moveFabrics(ctx, owner, { requestId: `move ${++forms}`, products: marked, place, behind })
    }
    /** Without Z, which its list places. */
    const order = async () => (await rows()).map(({ number }) => number.replace('Z', '')).join('')
    return { db, ctx, owner, rows, move, order }
  }

  test('is that which they had, before all, behind all, or behind one', async () => {
    const { db, rows, move, order } = await start()
    expect(await order()).toBe('ABCDE')
    expect(await move('first', 'ED')).toEqual({ ok: true, value: { moved: ['D', 'E'], left: [] } })
    expect(await order()).toBe('DEABC')
    await move('last', 'A')
    expect(await order()).toBe('DEBCA')
    await move('behind', 'EA', 'b')
    expect(await order()).toBe('DBEAC')
    await move('behind', 'D', 'C')
    expect(await order()).toBe('BEACD')
    // Z is the feed's and keeps the place that its list gives it.
    expect((await rows()).find(({ number }) => number === 'Z')).toEqual({
      number: 'Z',
      position: 3,
      updatedAt: 1,
    })
    expect((await rows()).find(({ number }) => number === 'B')?.updatedAt).toBe(1)
    expect(new Set((await rows()).map(({ position }) => position)).size).toBeGreaterThanOrEqual(5)
    const [first] = await auditOf(db, 'product')
    expect(first).toMatchObject({
      act: 'product.order',
      after: { numbers: 'D、E', place: 'first', behind: null },
    })
  })

  test('stands behind one whose place another has as well', async () => {
    const { db, move, order } = await start()
    await db.updateTable('product').set({ position: 1 }).where('source', '=', 'own').execute()
    expect(await order()).toBe('ABCDE')
    await move('behind', 'E', 'B')
    expect(await order()).toBe('ABECD')
    await move('behind', 'A', 'D')
    expect(await order()).toBe('BECDA')
  })

  test('N90: moveFabrics leaves out kits, fabrics of the feed and what changed since, and moves the others', async () => {
    const { ctx, owner, move, order } = await start()
    const products = ['A', 'K', 'Z', 'X'].map((number) => ({ number, version: 1 }))
    const form = {
      requestId: 'a form',
      products: [...products, { number: 'B', version: 2 }],
      place: 'last',
      behind: '',
    } as const
    const moved = await moveFabrics(ctx, owner, form)
    if (!moved.ok) throw new Error(moved.error)
    expect(moved.value.moved).toEqual(['A'])
    expect(moved.value.left.map(({ what, why }) => `${what} ${why}`)).toEqual([
      'K キットです',
      'Z 表の生地です',
      'X もうありません',
      'B ほかの画面で先に変わりました',
    ])
    expect(await order()).toBe('BCDEA')
    expect(await moveFabrics(ctx, owner, { ...form, requestId: 'none', products: [] })).toEqual({
      ok: false,
      error: 'none-marked',
    })
    for (const behind of ['Z', 'C', 'nothing'])
      expect(await move('behind', 'C', behind)).toEqual({ ok: false, error: 'no-place' })
    expect(await order()).toBe('BCDEA')
  })
})
