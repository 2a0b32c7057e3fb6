import type { Insertable, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { packerSeesMs } from '~/features/orders/shipping.rules.ts'
import { inChunks } from '~/server/database/engine.ts'
import { onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { mostCounted } from './found-orders.queries.server.ts'
import { deskOrders } from './list.queries.server.ts'
import type { OrderFilter, OrderNarrow } from './rules.ts'

// 12:00 in Tokyo on 15 April 2026.
const now = Date.UTC(2026, 3, 15, 3)
const day = 86_400_000
const owner = { role: 'owner' } as const
const packer = { role: 'packer' } as const
type Asked = NonNullable<Parameters<typeof deskOrders>[4]>
const first: Asked = { sort: null, direction: 'asc', page: 1, size: 50 }
const all: OrderFilter = { state: 'all', q: '', from: '', to: '', buyer: '', demo: false }

const placeIn = (prefecture: string) =>
  JSON.stringify({ recipient: '', postalCode: '', prefecture, city: '', line1: '', line2: '' })

onBothEngines('N118: the table of orders', (open) => {
  const add = async (db: Kysely<Schema>, id: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
    await db.insertInto('orders').values(orderRowForTests(id, parts)).execute()
  }
  const line = async (
    db: Kysely<Schema>,
    orderId: string,
    position: number,
    number: string,
    parts: { readonly quantity?: number; readonly picture?: string | null } = {},
  ) => {
    await db
      .insertInto('orderLine')
      .values({
        ...{ orderId, position, number, type: 'fabric', name: `布 100% ${number}`, description: '' },
        ...{ unitPrice: 100, quantity: 1, free: 0, imageUrl: null, picture: null },
        ...parts,
      })
      .execute()
  }
  const note = async (db: Kysely<Schema>, orderId: string, at: number, text: string) => {
    await db
      .insertInto('orderNote')
      .values({ id: `${orderId} ${at}`, orderId, writtenAt: at, writtenBy: '', text })
      .execute()
  }
  const start = async () => {
    const { db } = await open()
    await add(db, 'a', {
      ...{ createdAt: now - 3_600_000, customerName: 'い', shippingAddress: placeIn('沖縄県') },
      ...{ subtotal: 500, shipping: 0, total: 500 },
    })
    await add(db, 'b', {
      ...{ createdAt: now - 6 * day, customerName: 'あ', shippingAddress: placeIn('北海道') },
      ...{ acceptedAmount: 900, shippedAt: now - day, carrier: 'yamato', tracking: '123456789012' },
    })
    await add(db, 'c', {
      ...{ createdAt: now - 10 * day, shippingAddress: placeIn('東京都'), carrier: 'other' },
      ...{ subtotal: 2_000, shipping: 0, total: 2_000, shippedAt: now - 5 * day, tracking: '' },
    })
    await add(db, 'd', {
      createdAt: now - 20 * day,
      customerName: 'う',
      subtotal: 700,
      shipping: 0,
      total: 700,
    })
    for (const [at, number] of ['F-1', 'F-2', 'F-3', 'F-4', 'F-5'].entries())
      await line(db, 'a', at, number, { picture: at === 0 ? '/Image/a.jpg' : null })
    await line(db, 'b', 0, 'F-10', { quantity: 7 })
    await line(db, 'd', 0, 'f-2', { quantity: 2 })
    await note(db, 'b', 1, '前のメモ')
    await note(db, 'b', 2, 'あ'.repeat(200))
    await db
      .insertInto('furtherParcel')
      .values({ orderId: 'b', position: 1, carrier: 'yamato', tracking: '210987654321' })
      .execute()
    const read = (
      {
        narrow,
        ...asked
      }: Partial<Asked> & { readonly narrow?: OrderNarrow; readonly state?: OrderFilter['state'] },
      person: typeof owner | typeof packer = owner,
    ) => {
      const { state = 'all', ...rest } = asked
      return deskOrders(db, person, { ...all, state, ...(narrow ? { narrow } : {}) }, now, {
        ...first,
        ...rest,
      })
    }
    const listed = async (...asked: Parameters<typeof read>) =>
      (await read(...asked)).orders.map(({ number }) => number).join('')
    return { db, read, listed }
  }

  test('its rows tell goods, pieces, place, parcel, shipping day and the last note', async () => {
    const { read } = await start()
    const { orders, found, order } = await read({})
    expect(orders.map(({ number }) => number)).toEqual(['a', 'b', 'c', 'd'])
    expect(orders[0]).toMatchObject({
      ...{ units: 5, prefecture: '沖縄県', parcel: null, shippedAt: null, note: null, version: 0 },
      goods: {
        first: [
          { name: 'F-1 布 100% F-1', picture: '/Image/a.jpg' },
          { name: 'F-2 布 100% F-2', picture: null },
          { name: 'F-3 布 100% F-3', picture: null },
        ],
        more: 2,
      },
    })
    expect(orders[1]).toMatchObject({
      ...{ units: 7, total: 900, shippedAt: now - day, note: 'あ'.repeat(80) },
      parcel: {
        carrier: 'yamato',
        tracking: '123456789012',
        more: 1,
        link: expect.stringContaining('kuroneko'),
      },
      goods: { more: 0 },
    })
    expect(orders[2]).toMatchObject({ parcel: null, shippedAt: now - 5 * day, goods: { first: [], more: 0 } })
    expect(found).toEqual({ count: 4, isMore: false, sum: 4_100 })
    expect(order).toEqual({ sort: 'at', direction: 'desc' })
  })

  test('R25: each column sorts in both directions, and what has nothing in it stands last', async () => {
    const { listed } = await start()
    const sorted = async (sort: Asked['sort']) => [
      await listed({ sort, direction: 'asc' }),
      await listed({ sort, direction: 'desc' }),
    ]
    expect(await sorted('at')).toEqual(['dcba', 'abcd'])
    expect(await sorted('name')).toEqual(['badc', 'dabc'])
    expect(await sorted('prefecture')).toEqual(['bcad', 'acbd'])
    expect(await sorted('units')).toEqual(['dabc', 'badc'])
    expect(await sorted('total')).toEqual(['adbc', 'cbda'])
  })

  test.each<readonly [OrderNarrow, string]>([
    [{ period: 'today' }, 'a'],
    [{ period: '7days' }, 'ab'],
    [{ period: 'month' }, 'abc'],
    [{ goods: 'f-2' }, 'ad'],
    [{ goods: 'Ｆ－１０' }, 'b'],
    [{ goods: 'F-1' }, 'ab'],
    [{ goods: 'f-1' }, 'ab'],
    [{ goods: '100%' }, 'abd'],
    [{ goods: '1_0%' }, ''],
    [{ goods: '\\' }, ''],
    [{ prefecture: '東京都' }, 'c'],
    [{ prefecture: '京都府' }, ''],
    [{ least: '700' }, 'bcd'],
    [{ most: '900' }, 'abd'],
    [{ least: '600', most: '900' }, 'bd'],
    [{ noted: '1' }, 'b'],
    [{ unnumbered: '1' }, 'acd'],
    [{ unnumbered: '1', goods: 'F-2', most: '600' }, 'a'],
  ])('filters: %o', async (narrow, expected) => {
    const { listed, read } = await start()
    expect(await listed({ narrow })).toBe(expected)
    expect((await read({ narrow })).found.count).toBe(expected.length)
  })

  test('N152: 状態 sorts from what has to be looked at to what is over, equal ones by day, a refund of all as cancelled', async () => {
    const { db } = await start()
    await add(db, 'review', { createdAt: now - 30 * day, state: 'needs_review', reviewReason: 'amount' })
    await add(db, 'waits', { createdAt: now - 2 * day, state: 'awaiting_payment' })
    await add(db, 'over', { createdAt: now, cancelledAt: now })
    await add(db, 'back', { createdAt: now - 3 * day })
    const money = { paymentIntent: 'back', amount: 1_400 }
    await db
      .insertInto('payment')
      .values({
        ...{ ...money, orderId: 'back', sessionId: 'back', currency: 'jpy', livemode: 0, receivedAt: 1 },
        role: 'first',
      })
      .execute()
    await db
      .insertInto('refund')
      .values({ ...money, id: 'back', requestId: 'back', state: 'succeeded', askedAt: 1, asOf: 1 })
      .execute()
    const sorted = async (direction: 'asc' | 'desc') =>
      (await deskOrders(db, owner, all, now, { ...first, sort: 'state', direction })).orders.map(
        ({ number }) => number,
      )
    expect(await sorted('asc')).toEqual(['review', 'waits', 'a', 'd', 'b', 'c', 'over', 'back'])
    expect(await sorted('desc')).toEqual(['over', 'back', 'b', 'c', 'a', 'd', 'waits', 'review'])
  })

  test('N12: a packer reads no sum, sorts and narrows by none, and by no place that she does not see', async () => {
    const { read, listed } = await start()
    const { orders, found } = await read({}, packer)
    expect(found.sum).toBeNull()
    expect(orders.map(({ number, total, prefecture }) => [number, total, prefecture])).toEqual([
      ['a', null, '沖縄県'],
      ['b', null, '北海道'],
      ['c', null, null],
      ['d', null, null],
    ])
    expect(now - 5 * day).toBeLessThan(now - packerSeesMs.address)
    expect(await listed({ narrow: { least: '700' } }, packer)).toBe('abcd')
    expect(await listed({ narrow: { most: '1' } }, packer)).toBe('abcd')
    expect(await listed({ narrow: { prefecture: '東京都' } }, packer)).toBe('')
    expect(await listed({ narrow: { prefecture: '北海道' } }, packer)).toBe('b')
    expect(await listed({ sort: 'prefecture', direction: 'asc' }, packer)).toBe('bacd')
  })

  test('orders that were refunded in part have a list', async () => {
    const { db, listed } = await start()
    const money = { currency: 'jpy', livemode: 0, receivedAt: 1, role: 'first' as const }
    for (const [orderId, amount, state] of [
      ['a', 100, 'succeeded'],
      ['b', 900, 'succeeded'],
      ['c', 100, 'failed'],
    ] as const) {
      const paymentIntent = `pi ${orderId}`
      const paid = orderId === 'b' ? 900 : 2_000
      await db
        .insertInto('payment')
        .values({ ...money, sessionId: orderId, paymentIntent, orderId, amount: paid })
        .execute()
      await db
        .insertInto('refund')
        .values({ id: `re ${orderId}`, paymentIntent, amount, state, askedAt: 1, asOf: 1 })
        .execute()
    }
    expect(await listed({ state: 'refunded-in-part' })).toBe('a')
  })

  test('pages, and a count, a sum and an order of 1,000 orders at most, which says that there are more', async () => {
    const { db } = await open()
    const ids = Array.from({ length: mostCounted + 2 }, (_, at) => String(at).padStart(4, '0'))
    for (const some of inChunks(ids))
      await db
        .insertInto('orders')
        .values(
          some.map((id) =>
            orderRowForTests(id, { createdAt: 1_000 + Number(id), customerName: `${9_999 - Number(id)}` }),
          ),
        )
        .execute()
    const read = (asked: Partial<Asked>, parts: Partial<OrderFilter> = {}) =>
      deskOrders(db, owner, { ...all, ...parts }, now, { ...first, ...asked })
    const numbers = async (...asked: Parameters<typeof read>) =>
      (await read(...asked)).orders.map(({ number }) => number)
    const { found, pages, page, hasMore } = await read({ page: 99 })
    expect([found, pages, page, hasMore]).toEqual([
      { count: mostCounted, isMore: true, sum: mostCounted * 1_400 },
      20,
      20,
      true,
    ])
    expect(await numbers({ page: 2, size: 100 })).toEqual(ids.toReversed().slice(100, 200))
    // Those of the other end, which its own direction does not reach, are no part of another column's order.
    expect((await numbers({ sort: 'name', direction: 'desc' }))[0]).toBe(ids[2])
    expect((await numbers({ sort: 'at', direction: 'asc' }))[0]).toBe(ids[0])
    const few = await read({}, { narrow: { unnumbered: '1' }, to: '1970-01-01', count: 3 })
    expect([few.orders.length, few.found.count, few.hasMore]).toEqual([3, mostCounted, true])
  })
})
