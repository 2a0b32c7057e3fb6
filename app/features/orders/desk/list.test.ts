import type { Insertable, Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { demoOrders } from '#demo/orders.ts'
import { toldActs } from '~/brought-by-features.server.ts'
import { readOrderSearch } from '~/features/orders/search.rules.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { auditOf } from '../../../server/audit.ts'
import { inChunks } from '../../../server/database/engine.ts'
import { saveLabelTexts, saveTicks } from '../parcel/commands.server.ts'
import { tickKey } from '../parcel/rules.ts'
import { ordersWithIds, waitingOrders } from '../parcel/to-ship.queries.server.ts'
import { paidOrdersSince } from '../payment/reconciliation.queries.server.ts'
import { readOrdersAgain, readOrdersJob } from '../search.commands.server.ts'
import { packerSeesMs } from '../shipping.rules.ts'
import { correctAddress, writeNote } from './commands.server.ts'
import { removeDemoOrders, seedDemoOrders } from './demo.commands.server.ts'
import { mostCounted } from './found-orders.queries.server.ts'
import { deskCounts, deskOrders } from './list.queries.server.ts'
import { correctEmail } from './mails.commands.server.ts'
import { deskOrder } from './page.queries.server.ts'
import { listStateOf, type OrderFilter } from './rules.ts'

const now = Date.UTC(2026, 3, 1, 3)
const day = 86_400_000
const owner = { role: 'owner' } as const
const packer = { role: 'packer' } as const
const filter = (parts: Partial<OrderFilter> = {}): OrderFilter => ({
  state: 'all',
  q: '',
  from: '',
  to: '',
  buyer: '',
  count: 30,
  demo: false,
  ...parts,
})

const add = async (db: Kysely<Schema>, id: string, parts: Partial<Insertable<OrdersTable>> = {}) => {
  await db.insertInto('orders').values(orderRowForTests(id, parts)).execute()
}

const readAgain = (db: Kysely<Schema>) => readOrdersAgain(contextForTests(db), new AbortController().signal)

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
    await db.updateTable('orders').set({ customerName: 'やまだ' }).execute()
    await readAgain(db)
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

  const bought = {
    orderNumber: 'K7P4-9WXD',
    customerName: 'ヤマダ 花子',
    customerEmail: 'Hanako@Example.com',
    customerPhone: '+819012345678',
    subtotal: 12_400,
    total: 12_800,
    carrier: 'yamato',
    tracking: '123456789012',
    shippingAddress: JSON.stringify({
      ...{ recipient: '鈴木一郎', postalCode: '530-0001', prefecture: '大阪府', city: '大阪市北区' },
      ...{ line1: '梅田1-25-3', line2: 'コーポ布 203' },
    }),
  }

  /** An order with all that one is found by, and one that has nothing of it. */
  const startSearch = async (parts: Partial<Insertable<OrdersTable>> = {}) => {
    const { db } = await open()
    await add(db, 'one', { ...bought, createdAt: Date.UTC(2026, 2, 20, 3), ...parts })
    await add(db, 'other', { orderNumber: 'other', createdAt: Date.UTC(2026, 2, 21, 3) })
    await db
      .insertInto('furtherParcel')
      .values({ orderId: 'one', position: 1, carrier: 'japanpost', tracking: '998877665544' })
      .execute()
    const line = { position: 0, number: 'F-1001', type: 'fabric' as const, description: '' }
    const amounts = { unitPrice: 1000, quantity: 1, free: 0 }
    await db
      .insertInto('orderLine')
      .values({ ...line, ...amounts, orderId: 'one', name: 'ダブルガーゼ【藍】' })
      .execute()
    await db
      .insertInto('product')
      .values({
        number: 'F-1001',
        type: 'fabric',
        name: '名',
        reading: 'だぶるがーぜ あい',
        description: '',
        priceText: '1',
        price: 1,
        imageUrl: '',
        moreImages: '',
        status: '公開中',
        source: 'own',
        position: 0,
        createdAt: 1,
        updatedAt: 1,
      })
      .execute()
    const note = { id: 'n', orderId: 'one', writtenAt: 1, writtenBy: '' }
    await db
      .insertInto('orderNote')
      .values({ ...note, text: 'のし紙をつける。内線 4321' })
      .execute()
    await readAgain(db)
    const found = async (
      q: string,
      person: typeof owner | typeof packer = owner,
      parts: Partial<OrderFilter> = {},
    ) => (await deskOrders(db, person, filter({ q, ...parts }), now)).orders.map(({ number }) => number)
    return { db, found }
  }

  test.each([
    ...[
      'k7p49wxd',
      'Ｋ７Ｐ４－９ＷＸＤ',
      '9WXD',
      'やまだ',
      'ﾔﾏﾀﾞ 花子',
      '花子',
      '花子 やまだ',
      '鈴木',
      'f-1001',
      '1001',
    ],
    ...[
      'ダブルガーゼ',
      '藍',
      'あい',
      'のし紙',
      '内線4321',
      '4321',
      'ヤマダ様',
      'ヤマダ 花子 様',
      'ヤマダ御中',
      'ヤマダ先生',
    ],
    ...['1234-5678-9012', '123456', '789012', '9988-7766-5544', '様 鈴木 のし紙'],
  ])('N11, N98: an order is found by %s, also by a packer', async (q) => {
    const { found } = await startSearch()
    expect(await found(q)).toEqual(['K7P4-9WXD'])
    expect(await found(q, packer)).toEqual(['K7P4-9WXD'])
  })

  test.each(['様', '御中', ' 〒 様 '])('N11: %s alone finds nothing, and that is told', (q) => {
    expect(readOrderSearch(q, Date.now())).toMatchObject({ isHonorific: true, isEmpty: false })
    expect(readOrderSearch(`${q} 山田`, Date.now()).isHonorific).toBe(false)
    expect(readOrderSearch(`${q} 11/25`, Date.now()).isHonorific).toBe(false)
  })

  test.each([
    ...['大阪府', '大阪市北区', '梅田1-25', 'コーポ布', '5300001', '530-0001', '〒530-0001', '鈴木 大阪'],
    ...['090-1234-5678', '5678', '0901234', '+81 90-1234-5678'],
  ])('N12, N98: %s finds it for a packer as long as she sees where it goes', async (q) => {
    const { db, found } = await startSearch({ shippedAt: now - packerSeesMs.address + 1 })
    expect(await found(q)).toEqual(['K7P4-9WXD'])
    expect(await found(q, packer)).toEqual(['K7P4-9WXD'])
    await db
      .updateTable('orders')
      .set({ shippedAt: now - packerSeesMs.address })
      .where('id', '=', 'one')
      .execute()
    expect(await found(q)).toEqual(['K7P4-9WXD'])
    expect(await found(q, packer)).toEqual([])
  })

  test.each([
    'hanako@',
    'HANAKO@example.com',
    '12,800円',
    '12800',
    '￥12800',
    '１２，８００円',
    'ヤマダ 12,800円',
  ])('N12, N98: by sum and e-mail the owner finds, a packer nothing: %s', async (q) => {
    const { found } = await startSearch()
    expect(await found(q)).toEqual(['K7P4-9WXD'])
    expect(await found(q, packer)).toEqual([])
  })

  test('N98: the sum is the one that was accepted, as the list shows it', async () => {
    const { found } = await startSearch({ acceptedAmount: 9_900 })
    expect(await found('9,900円')).toEqual(['K7P4-9WXD'])
    expect(await found('12,800円')).toEqual([])
  })

  test.each([
    ...['2345', '90', '01', '1-25', '25', '000', '3000', '877665', '80', 'hanako 80'],
    ...['%', '_', '#', '!?', "' or 1=1 --", '佐藤', '花子 佐藤', '佐藤 12,800円', 'ヤマダ 1円', '12', '280'],
  ])(
    'N98: digits match the beginning or the end of one number, three at least; %s finds nothing',
    async (q) => {
      const { found } = await startSearch()
      expect(await found(q)).toEqual([])
    },
  )

  test.each(['3/20', '2026/3/20', '2026-03-20', '3月20日', '３／２０', '2026年3月20日', '3/20 ヤマダ'])(
    'N98: %s finds the orders of that day, in a list by its day',
    async (q) => {
      const { db, found } = await startSearch()
      await add(db, 'third', {
        orderNumber: 'third',
        customerPhone: '03200320320',
        createdAt: Date.UTC(2026, 2, 20, 15),
      })
      await readAgain(db)
      expect(await found(q)).toEqual(['K7P4-9WXD'])
      expect(await found(q, packer)).toEqual(['K7P4-9WXD'])
      expect(await found(q, owner, { to: '2026-03-19' })).toEqual([])
      await db
        .updateTable('orders')
        .set({ shippedAt: now - day })
        .where('id', '=', 'one')
        .execute()
      expect(await found(q, owner, { state: 'shipped' })).toEqual([])
      expect(await found('3/31', owner, { state: 'shipped' })).toEqual(['K7P4-9WXD'])
    },
  )

  test('N98: acts change what an order is found by', async () => {
    const { db, found } = await startSearch()
    const ctx = contextForTests(db)
    const person = deskPersonForTests(ctx)
    const number = 'K7P4-9WXD'
    const done = async (act: Promise<{ readonly ok: boolean }>) =>
      expect(await act).toMatchObject({ ok: true })
    await done(writeNote(ctx, person, { requestId: '1', number, text: '裏口へ' }))
    expect(await found('裏口')).toEqual([number])
    await done(
      correctEmail(ctx, person, {
        requestId: '2',
        number,
        version: null,
        email: 'new@example.com',
        mails: [],
      }),
    )
    expect([await found('new@'), await found('hanako@')]).toEqual([[number], []])
    const address = {
      recipient: '佐藤',
      postalCode: '060-0001',
      prefecture: '北海道',
      city: '札幌市',
      line1: '',
      line2: '',
    }
    const corrected = { requestId: '3', number, version: null, address, phone: '0111112222', mails: false }
    await done(correctAddress(ctx, person, corrected))
    for (const q of ['札幌', '0600001', '2222', '佐藤']) expect(await found(q), q).toEqual([number])
    for (const q of ['大阪', '鈴木', '5678']) expect(await found(q), q).toEqual([])
  })

  test.each([true, false])(
    'N98: a search looks portion by portion, oldest first %s',
    async (isOldestFirst) => {
      const { db } = await open()
      const many = Array.from({ length: 2_500 }, (_, at) => String(at).padStart(4, '0'))
      for (const some of inChunks(many))
        await db
          .insertInto('orders')
          .values(
            some.map((id) =>
              orderRowForTests(id, {
                // Several share their moment, also at the end of a portion.
                createdAt: 1_000 + Math.floor(Number(id) / 7),
                customerName: Number(id) % 1_000 === 999 ? '佐藤' : '鈴木',
              }),
            ),
          )
          .execute()
      await readAgain(db)
      const state = isOldestFirst ? ('open' as const) : ('all' as const)
      const list = async (q: string, count: number) => deskOrders(db, owner, filter({ state, q, count }), now)
      const expected = ['0999', '1999']
      const { orders, hasMore, lookedTo } = await list('佐藤', 30)
      expect(orders.map(({ number }) => number)).toEqual(isOldestFirst ? expected : expected.toReversed())
      expect([hasMore, lookedTo]).toEqual([false, null])
      const some = await list('佐藤', 1)
      expect([some.orders.length, some.hasMore]).toEqual([1, true])
      const moment = (id: string) => Math.floor(Number(id) / 7) * (isOldestFirst ? 1 : -1)
      const inOrder = many
        .filter((id) => !expected.includes(id))
        .toSorted((a, b) => moment(a) - moment(b) || (a < b ? -1 : 1))
      const all = await list('鈴木', 3_000)
      expect(all.orders.map(({ number }) => number)).toEqual(inOrder.slice(0, mostCounted))
      expect([all.hasMore, all.found]).toEqual([
        true,
        { count: mostCounted, isMore: true, sum: mostCounted * 1_400 },
      ])
    },
  )

  test('W46: a name is found by its other kanji, with and without its blank', async () => {
    const { found } = await startSearch({
      customerName: '髙橋　渡邉\u{e0104}',
      customerEmail: 'foo..bar@docomo.ne.jp',
    })
    for (const q of ['高橋渡辺', '髙橋 渡邊', '渡辺　高橋', '高\u200b橋', 'foo..\u200bbar@'])
      expect(await found(q), q).toEqual(['K7P4-9WXD'])
    for (const q of ['＋８１９０１２３４５６７８', '+81(0)90-1234-5678', '+81-90-1234-5678'])
      expect(await found(q), q).toEqual(['K7P4-9WXD'])
    for (const q of ['+81 80-1234-5678', '高島']) expect(await found(q), q).toEqual([])
  })

  test('N98: an order of before, and one that the former release changed, is found by all of it once it was read', async () => {
    const { db } = await open()
    let at = now
    const ctx = contextForTests(db, { now: () => at })
    await add(db, 'before', { orderNumber: 'K7P4-9WXD', customerName: 'ヤマダ' })
    await add(db, 'unpaid', { state: 'pending', customerName: 'ヤマダ' })
    const found = async (q: string) => (await deskOrders(db, owner, filter({ q }), now)).orders.length
    const read = () => readOrdersJob(ctx).run(new AbortController().signal)
    expect(await found('やまだ')).toBe(0)
    await read()
    expect(await found('やまだ')).toBe(1)
    expect(await db.selectFrom('orderSearch').select('orderId').execute()).toEqual([{ orderId: 'before' }])
    await db.updateTable('orders').set({ customerName: '佐藤' }).execute()
    await read()
    expect(await found('佐藤')).toBe(0)
    at += 3_600_000
    await read()
    expect([await found('佐藤'), await found('やまだ')]).toEqual([1, 0])
  })

  test('N101: the owner is told the other orders of the same e-mail address or telephone number', async () => {
    const { db } = await open()
    const ctx = contextForTests(db)
    const one = { orderNumber: 'AAAA-2222', customerEmail: 'A@example.com', customerPhone: '+819011112222' }
    await add(db, 'one', one)
    await add(db, 'by mail', { customerEmail: 'a@EXAMPLE.com', state: 'awaiting_payment', createdAt: 5 })
    await add(db, 'by phone', { customerPhone: '09011112222', cancelledAt: 1, createdAt: 4 })
    await add(db, 'as typed', { customerPhone: '+819011112222', createdAt: 3 })
    await add(db, 'unpaid', { customerEmail: 'a@example.com', state: 'pending' })
    await add(db, 'stranger', {
      orderNumber: 'BBBB-2222',
      customerEmail: 'aa@example.com',
      customerPhone: '0901111222',
    })
    await add(db, 'nobody', { orderNumber: 'CCCC-2222' })
    await add(db, 'nobody else')
    const others = async (number: string, person: typeof owner | typeof packer = owner) =>
      (await deskOrder(db, person, number, ctx.now(), toldActs))?.owners?.others
    expect([await others('AAAA-2222'), await others('BBBB-2222'), await others('CCCC-2222')]).toEqual([
      3, 0, 0,
    ])
    expect(await others('AAAA-2222', packer)).toBeUndefined()
    const listed = async (buyer: string, person: typeof owner | typeof packer = owner) =>
      (await deskOrders(db, person, filter({ buyer }), now)).orders.map(({ number }) => number)
    expect(await listed('aaaa 2222')).toEqual(['by mail', 'by phone', 'as typed'])
    expect(await listed('AAAA-2222', packer)).toEqual([])
    expect(await listed('ZZZZ-2222')).toEqual([])
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

test('N12, P24: a packer has three lists; another one than there is gives the default and is told', () => {
  const known = (state: string) => ({ state, isUnknown: false })
  expect(listStateOf('review', '', 'owner')).toEqual(known('review'))
  for (const asked of ['review', 'over', 'awaiting', 'x'])
    expect(listStateOf(asked, '', 'packer')).toEqual({ state: 'open', isUnknown: true })
  for (const asked of ['', null]) expect(listStateOf(asked, '', 'packer')).toEqual(known('open'))
  expect(listStateOf('x', '', 'owner')).toEqual({ state: 'open', isUnknown: true })
  expect(listStateOf(null, '山田', 'packer')).toEqual(known('all'))
  expect(listStateOf('disputed', '山田', 'packer')).toEqual({ state: 'all', isUnknown: true })
  expect(listStateOf('shipped', '山田', 'packer')).toEqual(known('shipped'))
})
