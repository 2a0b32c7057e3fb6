import type { Insertable, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { demoOrders } from '#demo/orders.ts'
import { toldActs } from '~/brought-by-features.server.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { auditOf } from '../../../server/audit.ts'
import { fillOrders } from '../filling.commands.server.ts'
import { orderSearchText } from '../list.queries.server.ts'
import { saveLabelTexts, saveTicks } from '../parcel/commands.server.ts'
import { tickKey } from '../parcel/rules.ts'
import { ordersWithIds, waitingOrders } from '../parcel/to-ship.queries.server.ts'
import { paidOrdersSince } from '../queries.server.ts'
import { packerSeesMs } from '../shipping.rules.ts'
import { writeNote } from './commands.server.ts'
import { removeDemoOrders, seedDemoOrders } from './demo.commands.server.ts'
import { deskCounts, deskOrders, type OrderFilter } from './list.queries.server.ts'
import { deskOrder } from './page.queries.server.ts'
import { listStateOf } from './rules.ts'

const now = Date.UTC(2026, 3, 1, 3)
const day = 86_400_000
const owner = { role: 'owner' } as const
const packer = { role: 'packer' } as const
const filter = (parts: Partial<OrderFilter> = {}): OrderFilter => ({
  state: 'all',
  q: '',
  from: '',
  to: '',
  count: 30,
  demo: false,
  ...parts,
})

const add = async (db: Kysely<Schema>, id: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
  await db.insertInto('orders').values(orderRowForTests(id, parts)).execute()
}

const pay = async (db: Kysely<Schema>, orderId: string, refunded: number, state: 'succeeded' | 'failed') => {
  const money = { sessionId: orderId, currency: 'jpy', livemode: 0, receivedAt: 1, role: 'first' as const }
  await db
    .insertInto('payment')
    .values({ ...money, paymentIntent: `pi ${orderId}`, orderId, amount: 1400 })
    .execute()
  if (refunded > 0)
    await db
      .insertInto('refund')
      .values({
        id: `re ${orderId}`,
        paymentIntent: `pi ${orderId}`,
        amount: refunded,
        state,
        askedAt: 1,
        asOf: 1,
      })
      .execute()
}

/** One order for each standing, with an id that names the case. */
const addAll = async (db: Kysely<Schema>) => {
  for (const state of ['pending', 'failed', 'expired'] as const) await add(db, state, { state })
  await add(db, 'open', { createdAt: 5 })
  await add(db, 'older', { createdAt: 4 })
  await add(db, 'awaiting', { state: 'awaiting_payment' })
  await add(db, 'review', { state: 'needs_review', reviewReason: 'amount' })
  await add(db, 'twice', { reviewReason: 'paid-twice' })
  await add(db, 'settled', { reviewReason: 'not-listed', settledAt: 1, createdAt: 6 })
  await add(db, 'shipped', { shippedAt: now - day })
  await add(db, 'long ago', { shippedAt: now - packerSeesMs.order - 1 })
  await add(db, 'cancelled', { cancelledAt: 1 })
  await add(db, 'given back')
  await pay(db, 'given back', 1400, 'succeeded')
  await add(db, 'in part')
  await pay(db, 'in part', 400, 'succeeded')
  await add(db, 'refund failed')
  await pay(db, 'refund failed', 1400, 'failed')
  await add(db, 'returned', { shippedAt: now - 2 * day })
  await add(db, 'returning', { shippedAt: now - 3 * day })
  for (const [orderId, arrivedAt] of [
    ['returned', 2],
    ['returning', null],
  ] as const)
    await db
      .insertInto('orderReturn')
      .values({ id: orderId, orderId, announcedAt: 1, arrivedAt, lines: '[]' })
      .execute()
  await add(db, 'disputed')
  await pay(db, 'disputed', 0, 'succeeded')
  await db
    .insertInto('dispute')
    .values({
      id: 'du',
      paymentIntent: 'pi disputed',
      amount: 1400,
      reason: '',
      status: 'needs_response',
      dueBy: null,
      openedAt: 1,
      asOf: 1,
      closedAt: null,
    })
    .execute()
}

onBothEngines("the desk's list", (open) => {
  const start = async () => {
    const { db } = await open()
    await addAll(db)
    const listed = async (parts: Partial<OrderFilter>, person: typeof owner | typeof packer = owner) =>
      (await deskOrders(db, person, filter(parts), now)).orders.map(({ number }) => number)
    return { db, listed }
  }

  test('each chip lists what its name says, what waits longest first', async () => {
    const { db, listed } = await start()
    const openOrders = ['disputed', 'in part', 'refund failed', 'older', 'open', 'settled']
    expect(await listed({ state: 'open' })).toEqual(openOrders)
    expect(await listed({ state: 'review' })).toEqual(['review', 'twice'])
    expect(await listed({ state: 'shipped' })).toEqual(['shipped', 'returned', 'returning', 'long ago'])
    expect((await listed({ state: 'over' })).toSorted()).toEqual([
      'cancelled',
      'given back',
      'returned',
      'returning',
    ])
    expect(await listed({ state: 'awaiting' })).toEqual(['awaiting'])
    expect(await listed({ state: 'returning' })).toEqual(['returning'])
    expect(await listed({ state: 'disputed' })).toEqual(['disputed'])
    expect(await listed({ state: 'refund-failed' })).toEqual(['refund failed'])
    const all = await listed({})
    expect(all).toHaveLength(15)
    for (const unpaid of ['pending', 'failed', 'expired']) expect(all).not.toContain(unpaid)
    expect(await deskCounts(db, owner, now, false)).toEqual({ open: 6, review: 2 })
  })

  test('S11, N22: of a shop that was a demo practice orders stand among all orders alone', async () => {
    const { db } = await open()
    await add(db, 'practised', { practice: 1 })
    await add(db, 'practised and sent', { practice: 1, shippedAt: now - day })
    await add(db, 'real', { acceptedAmount: 500 })
    expect((await deskOrders(db, owner, filter({ state: 'open' }), now)).orders[0]?.total).toBe(500)
    const listed = async (parts: Partial<OrderFilter>) =>
      (await deskOrders(db, owner, filter(parts), now)).orders.map(({ number }) => number).toSorted()
    expect(await listed({ state: 'open' })).toEqual(['real'])
    expect(await listed({ state: 'shipped' })).toEqual([])
    expect(await listed({ state: 'open', demo: true })).toEqual(['practised'])
    expect(await listed({ state: 'all' })).toEqual(['practised', 'practised and sent', 'real'])
    expect(await deskCounts(db, owner, now, false)).toEqual({ open: 1, review: 0 })
  })

  test('a mail that never arrived is listed until one that was sent again is not dead', async () => {
    const { db, listed } = await start()
    const mail = (id: string, subjectKey: string, state: 'dead' | 'sent', createdAt: number) =>
      db
        .insertInto('mail')
        .values({
          id,
          kind: 'order_confirmation',
          subjectKey,
          recipient: '',
          subject: '',
          text: '',
          html: '',
          messageId: id,
          state,
          attempts: 1,
          nextAttemptAt: 1,
          claimedUntil: 0,
          lastError: null,
          createdAt,
          sentAt: null,
          holdsToken: 0,
        })
        .execute()
    await mail('m1', 'open', 'dead', 1)
    expect(await listed({ state: 'undelivered' })).toEqual(['open'])
    await mail('m2', 'open again 1', 'sent', 2)
    expect(await listed({ state: 'undelivered' })).toEqual([])
  })

  test('N12: a packer sees what is to be shipped and what was in 14 days, also when she searches, and no sums', async () => {
    const { db, listed } = await start()
    const waiting = ['disputed', 'in part', 'refund failed', 'older', 'open', 'settled']
    expect(await listed({ state: 'open' }, packer)).toEqual(waiting)
    const shipped = ['shipped', 'returned', 'returning']
    expect(await listed({ state: 'shipped' }, packer)).toEqual(shipped)
    expect((await listed({}, packer)).toSorted()).toEqual([...waiting, ...shipped, 'twice'].toSorted())
    const { orders } = await deskOrders(db, packer, filter({ state: 'open' }), now)
    expect(orders.map(({ total }) => total)).toEqual(waiting.map(() => null))
    expect(orders.flatMap(({ standing }) => standing.badges)).toEqual([])
    expect(await deskCounts(db, packer, now, false)).toEqual({ open: 6, review: 0 })
    await db.updateTable('orders').set({ searchText: 'やまだ' }).execute()
    expect(await listed({ q: 'ヤマダ' })).toHaveLength(15)
    expect(await listed({ q: 'ヤマダ' }, packer)).toHaveLength(10)
  })

  test('N12: her page of an order is there as long as the list has it, and tells no address after three days', async () => {
    const { db } = await start()
    const address = { recipient: 'あ', postalCode: '', prefecture: '', city: '', line1: '', line2: '' }
    await db
      .updateTable('orders')
      .set({ shippingAddress: JSON.stringify(address), customerPhone: '090', customerEmail: 'a@example.com' })
      .execute()
    // Searching normalises numbers, so these orders need real ones.
    const numbers = new Map<string, string>()
    for (const [at, { id }] of (await db.selectFrom('orders').select('id').execute()).entries()) {
      const orderNumber = `AAAA-22${String(at + 30)}`
      numbers.set(id, orderNumber)
      await db.updateTable('orders').set({ orderNumber }).where('id', '=', id).execute()
    }
    const page = (id: string, person: typeof owner | typeof packer) =>
      deskOrder(db, person, (numbers.get(id) ?? '').toLowerCase().replace('-', ' '), now, toldActs)
    for (const id of ['review', 'awaiting', 'long ago', 'cancelled', 'given back', 'pending']) {
      expect(await page(id, packer), id).toBeUndefined()
      expect(await page(id, owner), id).toBeDefined()
    }
    expect(await page('open', packer)).toMatchObject({ address, phone: '090', owners: null })
    expect(await page('twice', packer)).toMatchObject({ standing: { line: '要確認' } })
    expect(await page('shipped', packer)).toMatchObject({ address, addressIsHidden: false })
    for (const id of ['returning'])
      expect(await page(id, packer)).toMatchObject({ address: null, phone: null, addressIsHidden: true })
    expect(await page('returning', owner)).toMatchObject({ address, owners: { email: 'a@example.com' } })
    expect(JSON.stringify(await page('open', packer))).not.toMatch(/example\.com|1400|accessToken/)
  })

  test('N18: her page of an order tells what stays in the shop, and what stayed there', async () => {
    const { db } = await open()
    const [waiting, sent] = ['AAAA-2222', 'BBBB-2222'] as const
    for (const id of [waiting, sent]) {
      await add(db, id, id === waiting ? {} : { shippedAt: now - day })
      const line = { orderId: id, position: 0, number: 'F-1', type: 'fabric', name: '布' } as const
      const parts = { description: '', unitPrice: 100, quantity: 3, free: 0, imageUrl: null, picture: null }
      await db
        .insertInto('orderLine')
        .values({ ...line, ...parts })
        .execute()
      await pay(db, id, 200, 'succeeded')
      const part = { refundId: `re ${id}`, ordinal: 0, part: 'lines', position: 0, units: 2 } as const
      await db
        .insertInto('refundLine')
        .values({ ...part, amount: 200 })
        .execute()
    }
    const notShipped = async (id: string) =>
      (await deskOrder(db, packer, id, now, toldActs))?.lines.map((line) => line.notShipped)
    expect([await notShipped(waiting), await notShipped(sent)]).toEqual([[2], [2]])
    await db.updateTable('refund').set({ askedAt: now }).execute()
    expect([await notShipped(waiting), await notShipped(sent)]).toEqual([[2], [0]])
  })

  test('N11: number, name, telephone, e-mail, management number and tracking number find an order, however spelled', async () => {
    const { db } = await open()
    const customer = {
      name: 'ヤマダ 花子',
      email: 'Hanako@Example.com',
      phone: '+819012345678',
      address: { recipient: '鈴木一郎', postalCode: '', prefecture: '', city: '', line1: '', line2: '' },
    }
    const searchText = orderSearchText({ number: 'K7P4-9WXD', customer, lines: [{ number: 'F-1001' }] })
    await add(db, 'one', {
      orderNumber: 'K7P4-9WXD',
      customerEmail: customer.email,
      carrier: 'yamato',
      tracking: '123456789012',
      searchText,
    })
    await db
      .insertInto('furtherParcel')
      .values({ orderId: 'one', position: 1, carrier: 'japanpost', tracking: '998877665544' })
      .execute()
    await add(db, 'other', {
      searchText: orderSearchText({
        number: 'other',
        customer: { ...customer, name: null, phone: null, address: null },
        lines: [],
      }),
    })
    const found = async (q: string, person: typeof owner | typeof packer = owner) =>
      (await deskOrders(db, person, filter({ q }), now)).orders.map(({ number }) => number)
    for (const q of [
      'k7p49wxd',
      'Ｋ７Ｐ４－９ＷＸＤ',
      '9WXD',
      'やまだ',
      'ﾔﾏﾀﾞ 花子',
      '花子',
      '花子 やまだ',
      '鈴木',
      '5678',
      '090-1234-5678',
      'f-1001',
      '1234-5678-9012',
      '9988-7766-5544',
    ])
      expect(await found(q), q).toEqual(['K7P4-9WXD'])
    for (const q of ['hanako@', 'HANAKO@example.com']) {
      expect(await found(q), q).toEqual(['K7P4-9WXD'])
      expect(await found(q, packer), q).toEqual([])
    }
    for (const q of ['%', '_', '!?', "' or 1=1 --", '佐藤', '花子 佐藤'])
      expect(await found(q), q).toEqual([])
  })

  test('W46: a name is found by its other kanji, with and without its blank, and a telephone number by +81', async () => {
    const { db } = await open()
    const customer = {
      name: '髙橋　渡邉\u{e0104}',
      email: 'foo..bar@docomo.ne.jp',
      phone: '+819012345678',
      address: null,
    }
    await add(db, 'one', {
      orderNumber: 'K7P4-9WXD',
      customerEmail: customer.email,
      searchText: orderSearchText({ number: 'K7P4-9WXD', customer, lines: [] }),
    })
    const found = async (q: string) => (await deskOrders(db, owner, filter({ q }), now)).orders.length
    for (const q of [
      '高橋渡辺',
      '髙橋 渡邊',
      '渡辺　高橋',
      '高\u200b橋',
      '+81 90-1234-5678',
      '＋８１９０１２３４５６７８',
      '+81(0)90-1234-5678',
      '+81-90-1234-5678',
      'foo..\u200bbar@',
    ])
      expect(await found(q), q).toBe(1)
    for (const q of ['+81 80-1234-5678', '高島']) expect(await found(q), q).toBe(0)
  })

  test('N11: an order that was paid before there was a search is found after the next start', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    await add(db, 'before', { orderNumber: 'K7P4-9WXD', customerName: 'ヤマダ' })
    await add(db, 'unpaid', { state: 'pending', customerName: 'ヤマダ' })
    const line = { position: 0, number: 'F-1001', type: 'fabric' as const, name: '', description: '' }
    await db
      .insertInto('orderLine')
      .values({ ...line, orderId: 'before', unitPrice: 1000, quantity: 1, free: 0 })
      .execute()
    const found = async (q: string) => (await deskOrders(db, owner, filter({ q }), now)).orders.length
    expect(await found('やまだ')).toBe(0)
    await fillOrders(ctx)
    for (const q of ['やまだ', 'F-1001']) expect(await found(q)).toBe(1)
    expect(await db.selectFrom('orders').select('id').where('searchText', 'is', null).execute()).toEqual([
      { id: 'unpaid' },
    ])
  })

  test('days narrow a list, and what is left out is told', async () => {
    const { db, listed } = await start()
    for (const [at, id] of ['a', 'b', 'c'].entries())
      await add(db, id, { createdAt: Date.UTC(2026, 10, 20 + at, 15) })
    expect(await listed({ from: '2026-11-21', to: '2026-11-22' })).toEqual(['b', 'a'])
    expect(await listed({ from: '2026-11-22' })).toEqual(['c', 'b'])
    const part = await deskOrders(db, owner, filter({ count: 2 }), now)
    expect([part.orders.map(({ number }) => number), part.hasMore]).toEqual([['c', 'b'], true])
    expect((await deskOrders(db, owner, filter({ count: 100 }), now)).hasMore).toBe(false)
  })

  test('the sample orders of a demo are twenty, in every standing, once; they go with the demo', async () => {
    const { db } = await open()
    const ctx = contextForTests(db, { demo: true })
    await seedDemoOrders({ ...ctx, demoOrders: false }, demoOrders)
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
    await seedDemoOrders(ctx, demoOrders)
    await seedDemoOrders(ctx, demoOrders)
    const { orders } = await deskOrders(db, owner, filter({ count: 60 }), ctx.now())
    expect(orders).toHaveLength(20)
    expect(new Set(orders.map(({ standing }) => standing.kind))).toEqual(
      new Set(['open', 'awaiting', 'review', 'shipped', 'cancelled', 'returning', 'returned']),
    )
    expect(new Set(orders.flatMap(({ standing }) => standing.badges.map(({ kind }) => kind)))).toEqual(
      new Set(['mail', 'address', 'refund', 'failure', 'dispute', 'restored']),
    )
    expect(await db.selectFrom('mail').select('state').execute()).toEqual([{ state: 'dead' }])
    expect(await paidOrdersSince(db, 0, true)).toEqual([])
    await add(db, 'own')
    const packed = await ordersWithIds(db, (await waitingOrders(db, true)).toShip)
    const [{ id, number } = { id: '', number: '' }] = packed
    const person = deskPersonForTests(ctx)
    await saveTicks(ctx, person, {
      requestId: 'tick',
      on: [tickKey({ number, position: 0, step: 'cut' })],
      off: [],
    })
    const texts = [{ number, field: 'name', text: '山田' }] as const
    await saveLabelTexts(ctx, person, { requestId: 'label', texts })
    const note = { requestId: 'note', number, text: '山田さんは留守' }
    await writeNote(ctx, person, note)
    expect(await auditOf(db, `order:${id}`)).toMatchObject([{ after: { note: note.text } }])
    await removeDemoOrders(ctx)
    expect(await auditOf(db, `order:${id}`)).toMatchObject([{ act: 'order.note', after: undefined }])
    expect(await db.selectFrom('orders').select('id').execute()).toEqual([{ id: 'own' }])
    for (const table of [
      'payment',
      'refund',
      'dispute',
      'orderReturn',
      'orderNote',
      'packingTick',
      'labelText',
    ] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

test('N12: a packer has three lists, whatever she asks for', () => {
  expect(listStateOf('review', '', 'owner')).toBe('review')
  for (const asked of ['review', 'over', 'awaiting', 'x', null])
    expect(listStateOf(asked, '', 'packer')).toBe('open')
  expect(listStateOf(null, '山田', 'packer')).toBe('all')
  expect(listStateOf('disputed', '山田', 'packer')).toBe('all')
  expect(listStateOf('shipped', '山田', 'packer')).toBe('shipped')
})
