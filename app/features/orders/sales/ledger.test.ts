import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { waitingOrders } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { salesAreDue } from '~/features/orders/sales-due.commands.server.ts'
import { engineOf } from '~/server/database/engine.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { bookSales } from './booking.commands.server.ts'
import { entriesOfMonth } from './entries.queries.server.ts'
import { monthPage } from './page.queries.server.ts'
import { bestSellers, figuresOfMonth, finalMonth, lateEntries, unsentAtEnd } from './queries.server.ts'
import { monthsLater } from './rules.ts'
import type { SalesBasis, SalesEntry } from './types.ts'

const booker = { kind: 'system', name: 'test' } as const
const hour = 3_600_000
const day = 24 * hour

/** Epoch ms of a moment in Tokyo, such as 2028-02-29T23:59. */
const tokyo = (moment: string): number => Date.parse(`${moment}:00+09:00`)
const dayOf = (moment: number): string => new Date(moment + 9 * hour).toISOString().slice(0, 10)
const monthNow = (ctx: ContextForTests): string => dayOf(ctx.now()).slice(0, 7)

const tax = (amount: number): number => Math.floor((amount * 10) / 110)

/** What the acts of the shop do to rows, by hand, each with its note that something is due. */
const shopOf = (ctx: ContextForTests) => {
  const { db } = ctx
  let made = 0
  const due = (orderId: string) => db.transaction().execute((trx) => salesAreDue(trx, { orderId }))
  const change = async (id: string, values: Partial<ReturnType<typeof orderRowForTests>>) => {
    await db.updateTable('orders').set(values).where('id', '=', id).execute()
    await due(id)
  }
  const put = async (amount: number, parts: Partial<ReturnType<typeof orderRowForTests>> = {}) => {
    made += 1
    const id = `o${String(made).padStart(3, '0')}`
    const row = orderRowForTests(id, {
      total: amount,
      subtotal: amount - 400,
      taxIncluded: tax(amount),
      createdAt: ctx.now(),
      paidAt: ctx.now(),
      ...parts,
    })
    await db.insertInto('orders').values(row).execute()
    const line = {
      orderId: id,
      position: 0,
      number: 'F-1',
      type: 'fabric',
      name: '藍',
      description: '',
    } as const
    await db
      .insertInto('orderLine')
      .values({ ...line, unitPrice: 100, quantity: 3, free: 0, imageUrl: null, picture: null })
      .execute()
    const payment = { orderId: id, sessionId: `cs_${id}`, amount, currency: 'jpy', livemode: 1 }
    await db
      .insertInto('payment')
      .values({ ...payment, paymentIntent: `pi_${id}`, receivedAt: ctx.now(), role: 'first' })
      .execute()
    await due(id)
    return id
  }
  const refund = async (
    id: string,
    amount: number,
    parts: { readonly via?: 'transfer'; readonly at?: number } = {},
  ) => {
    made += 1
    const refundId = `re${made}`
    const { via = 'provider', at = ctx.now() } = parts
    const row = { id: refundId, paymentIntent: `pi_${id}`, amount, state: 'succeeded', askedAt: at, asOf: at }
    await db
      .insertInto('refund')
      .values({ ...row, state: 'succeeded', failureReason: null, via })
      .execute()
    await due(id)
    return refundId
  }
  const dispute = async (id: string, amount: number) => {
    made += 1
    const disputeId = `dp${made}`
    const at = ctx.now()
    const row = { id: disputeId, paymentIntent: `pi_${id}`, amount, reason: 'fraudulent', dueBy: null }
    await db
      .insertInto('dispute')
      .values({
        ...row,
        status: 'needs_response',
        openedAt: at,
        asOf: at,
        closedAt: null,
        withdrawn: 1,
        takenAt: at,
      })
      .execute()
    await due(id)
    return disputeId
  }
  return {
    put,
    change,
    due,
    refund,
    dispute,
    fail: async (id: string, refundId: string) => {
      await db.updateTable('refund').set({ state: 'failed' }).where('id', '=', refundId).execute()
      await due(id)
    },
    decide: async (id: string, disputeId: string, status: 'won' | 'lost') => {
      const values = { status, closedAt: ctx.now(), asOf: ctx.now(), withdrawn: status === 'won' ? 0 : 1 }
      await db.updateTable('dispute').set(values).where('id', '=', disputeId).execute()
      await due(id)
    },
    fee: async (id: string, fee: number) => {
      await db.updateTable('payment').set({ fee }).where('paymentIntent', '=', `pi_${id}`).execute()
      await due(id)
    },
    countBy: (basis: SalesBasis) =>
      db
        .insertInto('salesBasis')
        .values({ fromMonth: monthsLater(monthNow(ctx), 1), basis })
        .onConflict((conflict) => conflict.column('fromMonth').doUpdateSet({ basis }))
        .execute(),
  }
}

interface Sums {
  readonly orders: number
  readonly sold: number
  readonly back: number
  /** Told by `feesByHand`. */
  readonly fees: number
  readonly units: number
}

const minus = (a: Sums, b: Sums): Sums => ({
  orders: a.orders - b.orders,
  sold: a.sold - b.sold,
  back: a.back - b.back,
  fees: a.fees - b.fees,
  units: a.units - b.units,
})

const none: Sums = { orders: 0, sold: 0, back: 0, fees: 0, units: 0 }

/** Hand sums over the rows of the shop as they are now: everything whose day is at most `until`. */
const scanned = async (db: Kysely<Schema>, until: string): Promise<Sums> => {
  const orders = await db.selectFrom('orders').selectAll().execute()
  const payments = await db.selectFrom('payment').selectAll().execute()
  const refunds = await db.selectFrom('refund').selectAll().execute()
  const disputes = await db.selectFrom('dispute').selectAll().execute()
  const bases = await db.selectFrom('salesBasis').selectAll().orderBy('fromMonth').execute()
  const sums = { ...none }
  for (const order of orders) {
    if (order.practice === 1) continue
    const own = payments.filter(({ orderId }) => orderId === order.id)
    if (order.state !== 'paid' || order.paidAt === null) continue
    const first = own.find(({ role }) => role === 'first')
    const gone = refunds.filter(
      ({ paymentIntent, state }) => paymentIntent === first?.paymentIntent && state === 'succeeded',
    )
    const taken = disputes.filter(({ paymentIntent }) => paymentIntent === first?.paymentIntent)
    const ends = [
      ...gone.map(({ askedAt, amount }) => ({ on: dayOf(askedAt), amount })),
      ...taken.flatMap(({ status, closedAt, amount }) =>
        status === 'lost' ? [{ on: dayOf(closedAt ?? 0), amount }] : [],
      ),
    ]
    const allGone = ends.reduce((sum, { amount }) => sum + amount, 0) >= (first?.amount ?? 0)
    const lastGone = ends
      .map(({ on }) => on)
      .sort()
      .at(-1)
    const month = dayOf(order.paidAt).slice(0, 7)
    const basis = bases.filter(({ fromMonth }) => fromMonth <= month).at(-1)?.basis ?? 'shipped'
    const left = order.shippedAt === null ? undefined : dayOf(order.shippedAt)
    const on = basis === 'paid' ? dayOf(order.paidAt) : (left ?? (allGone ? lastGone : undefined))
    if (on !== undefined && on <= until) {
      sums.orders += 1
      sums.sold += order.acceptedAmount ?? order.total
      if (left !== undefined || order.cancelledAt === null) sums.units += 3
    }
    for (const { askedAt, amount } of gone) if (dayOf(askedAt) <= until) sums.back += amount
    for (const { takenAt, closedAt, status, amount } of taken) {
      if (dayOf(takenAt ?? 0) <= until) sums.back += amount
      if (status === 'won' && dayOf(closedAt ?? 0) <= until) sums.back -= amount
    }
  }
  return sums
}

const told = async (ctx: ContextForTests, month: string): Promise<Sums> => {
  const figures = await figuresOfMonth(ctx, month)
  const { sales, refunds, disputes, won, fees } = figures
  const back = 0 - refunds.amount - disputes.amount - won.amount
  expect(figures.remains, 'what remains').toBe(sales.amount - back - fees.amount)
  expect(
    figures.days.reduce((sum, each) => sum + each.amount, 0),
    'the days',
  ).toBe(sales.amount - back)
  expect(figures.days.reduce((sum, each) => sum + each.orders, 0)).toBe(sales.count)
  return {
    orders: sales.count,
    sold: sales.amount,
    back,
    fees: fees.amount,
    units: (await linesOf(ctx, month)).reduce((sum, { units }) => sum + units, 0),
  }
}

/** The months' fees by hand: those of a month's payments that are told until it is final, and what is told later in the month of that (M37). */
const feesByHand = ({ db, now }: ContextForTests, begin: string) => {
  const sums = new Map<string, number>()
  const counted = new Map<string, { readonly month: string; readonly fee: number }>()
  let final = begin
  const add = (month: string, fee: number) => sums.set(month, (sums.get(month) ?? 0) + fee)
  const monthOf = (moment: number) => dayOf(moment).slice(0, 7)
  return {
    of: (month: string) => sums.get(month) ?? 0,
    final: () => final,
    tell: (id: string, paidAt: number, fee: number) => {
      const running = monthOf(now())
      const open = (month: string) => (month >= final ? month : running)
      const before = counted.get(id)
      if (before !== undefined) add(open(before.month), -before.fee)
      const month = open(monthOf(paidAt))
      add(month, fee)
      counted.set(id, { month, fee })
    },
    booked: async () => {
      const running = monthOf(now())
      const end = tokyo(`${running}-01T00:00`)
      const untold = await db
        .selectFrom('payment')
        .select('receivedAt')
        .where('fee', 'is', null)
        .where('receivedAt', '<', end)
        .execute()
      if (now() >= end + day || untold.every(({ receivedAt }) => monthOf(receivedAt) < final)) final = running
    },
  }
}

const linesOf = ({ db }: ContextForTests, month: string) =>
  db
    .selectFrom('salesLine')
    .select('units')
    .where('practice', '=', 0)
    .where('day', 'like', `${month}%`)
    .execute()

const allEntries = async (ctx: ContextForTests, month: string): Promise<SalesEntry[]> => {
  const entries: SalesEntry[] = []
  for (;;) {
    const { day: lastDay, id } = entries.at(-1) ?? {}
    const after = lastDay === undefined || id === undefined ? null : { day: lastDay, id }
    const some = await entriesOfMonth(ctx, month, after, 3)
    entries.push(...some)
    if (some.length < 3) return entries
  }
}

const step = fc.record({
  what: fc.constantFrom(
    ...([
      'pay',
      'pay',
      'ship',
      'ship',
      'unship',
      'day',
      'refund',
      'all',
      'fail',
      'transfer',
      'take',
    ] as const),
    ...(['decide', 'fee', 'basis', 'review', 'practice', 'accept', 'wait', 'wait', 'wait'] as const),
  ),
  at: fc.nat(5),
  part: fc.integer({ min: 1, max: 9 }),
  // Also into the day in which a month that has ended waits for its fees.
  hours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 400 })),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Does what the step says, where the shop would let it be done. */
const taken = async (
  ctx: ContextForTests,
  shop: ReturnType<typeof shopOf>,
  ids: string[],
  fees: ReturnType<typeof feesByHand>,
  { what, at, part, hours }: Step,
) => {
  const { db } = ctx
  if (what === 'pay') ids.push(await shop.put(401 + 97 * part))
  if (what === 'review')
    ids.push(await shop.put(900 + part, { state: 'needs_review', paidAt: null, reviewReason: 'amount' }))
  if (what === 'practice') await shop.put(5_000, { practice: 1, shippedAt: ctx.now() })
  if (what === 'basis') await shop.countBy(part % 2 === 0 ? 'paid' : 'shipped')
  const id = ids[at % Math.max(1, ids.length)]
  if (id === undefined) return
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const refunds = await db.selectFrom('refund').selectAll().where('paymentIntent', '=', `pi_${id}`).execute()
  const disputes = await db
    .selectFrom('dispute')
    .selectAll()
    .where('paymentIntent', '=', `pi_${id}`)
    .execute()
  const gone = [
    ...refunds.filter(({ state }) => state === 'succeeded'),
    ...disputes.filter(({ status }) => status !== 'won'),
  ].reduce((sum, { amount }) => sum + amount, 0)
  const left = order.total - gone
  const isOpen = order.state === 'paid' && order.shippedAt === null && order.cancelledAt === null
  if (what === 'ship' && isOpen && left > 0) await shop.change(id, { shippedAt: ctx.now() })
  if (what === 'unship' && order.shippedAt !== null) await shop.change(id, { shippedAt: null })
  if (what === 'day' && order.shippedAt !== null)
    await shop.change(id, { shippedAt: Math.max(order.paidAt ?? 0, ctx.now() - part * 4 * day) })
  if (what === 'refund' && left > 40 * part) await shop.refund(id, 40 * part)
  if (what === 'all' && left > 0) {
    await shop.refund(id, left)
    if (isOpen) await shop.change(id, { cancelledAt: ctx.now() })
  }
  const given = refunds.filter(({ state }) => state === 'succeeded').at(-1)
  if (what === 'fail' && given !== undefined) await shop.fail(id, given.id)
  const failed = refunds.find(({ state }) => state === 'failed')
  // A transfer may be noted days after it was made.
  const sentAt = Math.max(order.createdAt, ctx.now() - part * 2 * day)
  if (what === 'transfer' && failed !== undefined && failed.amount <= left)
    await shop.refund(id, failed.amount, { via: 'transfer', at: sentAt })
  if (what === 'take' && left > 0 && disputes.length === 0) await shop.dispute(id, left)
  const open = disputes.find(({ status }) => status === 'needs_response')
  if (what === 'decide' && open !== undefined) await shop.decide(id, open.id, part % 2 === 0 ? 'won' : 'lost')
  if (what === 'fee') {
    await shop.fee(id, 36 + part)
    fees.tell(id, order.createdAt, 36 + part)
  }
  if (what === 'accept' && order.state === 'needs_review')
    await shop.change(id, { state: 'paid', paidAt: ctx.now(), acceptedAmount: order.total - 100 })
  if (what === 'wait') ctx.advance(hours * hour)
}

onBothEngines('the ledger of the month', (open) => {
  test('M25, M26, M27, M37: each month is what a plain scan over the rows says, on both bases and over a switch, and no month that is over ever changes', async () => {
    // Each of PostgreSQL's many small transactions is a way to its server and back, which takes long beside other work.
    const numRuns = engineOf((await open()).db) === 'postgres' ? 12 : 40
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 15, maxLength: 45 }),
        fc.boolean(),
        async (steps, paysFirst) => {
          const database = await open()
          const ctx = contextForTests(database.db)
          // Into a leap year's February, from the year before.
          ctx.setNow(tokyo('2027-12-20T10:00'))
          const shop = shopOf(ctx)
          if (paysFirst)
            await ctx.db.insertInto('salesBasis').values({ fromMonth: '2027-12', basis: 'paid' }).execute()
          const ids: string[] = []
          const fees = feesByHand(ctx, '2027-12')
          const ended = new Map<string, SalesEntry[]>()
          let before = none
          let month = monthNow(ctx)
          const book = async () => {
            await bookSales(ctx, booker)
            await fees.booked()
            for (let over = '2027-12'; over < fees.final(); over = monthsLater(over, 1))
              if (!ended.has(over)) ended.set(over, await allEntries(ctx, over))
          }
          await book()
          for (const each of steps) {
            // What somebody did in a month is booked by the first run after it.
            if (each.at < 3) await book()
            const wasIn = monthNow(ctx)
            const scan = await scanned(ctx.db, `${wasIn}-31`)
            await taken(ctx, shop, ids, fees, each)
            for (const now = monthNow(ctx); month < now; month = monthsLater(month, 1)) {
              await book()
              const upTo = month === wasIn ? scan : await scanned(ctx.db, `${month}-31`)
              expect(await told(ctx, month), month).toEqual({ ...minus(upTo, before), fees: fees.of(month) })
              before = upTo
            }
          }
          await book()
          expect(await told(ctx, month), 'the month that runs').toEqual({
            ...minus(await scanned(ctx.db, `${month}-31`), before),
            fees: fees.of(month),
          })
          for (let over = '2027-12'; over < month; over = monthsLater(over, 1))
            expect((await told(ctx, over)).fees, `fees of ${over}`).toBe(fees.of(over))
          for (const [of, entries] of ended) expect(await allEntries(ctx, of), of).toEqual(entries)
          await database.close()
        },
      ),
      {
        // Shrinking would take longer than the test may.
        numRuns,
        endOnFailure: true,
      },
    )
  })

  const opened = async (at: string) => {
    const ctx = contextForTests((await open()).db)
    ctx.setNow(tokyo(at))
    return { ctx, shop: shopOf(ctx) }
  }

  test('M25: what is corrected when its month is over stands in the month in which it was corrected, with its own day', async () => {
    const { ctx, shop } = await opened('2027-12-31T23:00')
    const id = await shop.put(1_400)
    await shop.change(id, { shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    ctx.setNow(tokyo('2028-01-01T00:00'))
    await bookSales(ctx, booker)
    ctx.setNow(tokyo('2028-01-02T09:00'))
    await shop.change(id, { shippedAt: null })
    await bookSales(ctx, booker)
    expect((await figuresOfMonth(ctx, '2027-12')).sales).toMatchObject({ count: 1, amount: 1_400, tax: 127 })
    const january = await figuresOfMonth(ctx, '2028-01')
    expect(january.sales).toMatchObject({ count: -1, amount: -1_400, tax: -127, shipping: -400 })
    expect(january.late).toEqual({ count: 1, amount: -1_400 })
    expect(await lateEntries(ctx, '2028-01')).toEqual([
      expect.objectContaining({ takesBack: true, day: '2028-01-02', ownDay: '2027-12-31', orderNumber: id }),
    ])
    await shop.change(id, { shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    expect((await figuresOfMonth(ctx, '2028-01')).sales).toMatchObject({ count: 0, amount: 0 })
    expect((await figuresOfMonth(ctx, '2027-12')).days.at(-1)).toEqual({
      day: '2027-12-31',
      orders: 1,
      amount: 1_400,
    })
  })

  test('M25: 29 February and the first of March are two months, and so are the last minute of a year and the next one', async () => {
    const { ctx, shop } = await opened('2028-02-29T23:59')
    await shop.change(await shop.put(1_400), { shippedAt: ctx.now() })
    ctx.setNow(tokyo('2028-03-01T00:00'))
    await shop.change(await shop.put(2_000), { shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    const february = await figuresOfMonth(ctx, '2028-02')
    expect([february.sales.amount, february.days.length, february.days.at(-1)?.orders]).toEqual([
      1_400, 29, 1,
    ])
    expect((await figuresOfMonth(ctx, '2028-03')).sales.amount).toBe(2_000)
    expect((await figuresOfMonth(ctx, '2028-04')).sales).toMatchObject({ count: 0, amount: 0 })
  })

  test('M25: many who book at once write each change once, and what is being changed meanwhile is booked when it is there', async () => {
    const { ctx, shop } = await opened('2026-11-20T10:00')
    const ids: string[] = []
    for (let made = 0; made < 50; made += 1) ids.push(await shop.put(1_400, { shippedAt: ctx.now() }))
    const [first = ''] = ids
    await Promise.all(Array.from({ length: 5 }, () => bookSales(ctx, booker)))
    expect((await figuresOfMonth(ctx, '2026-11')).sales).toMatchObject({ count: 50, amount: 70_000 })
    for (const id of ids) await shop.change(id, { shippedAt: null })
    const meanwhile = ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('orders').set({ shippedAt: ctx.now() }).where('id', '=', first).execute()
      await salesAreDue(trx, { orderId: first })
      // On SQLite they follow each other.
      if (engineOf(ctx.db) === 'postgres') await bookSales(ctx, booker)
    })
    await Promise.all([meanwhile, ...Array.from({ length: 4 }, () => bookSales(ctx, booker))])
    await bookSales(ctx, booker)
    expect((await figuresOfMonth(ctx, '2026-11')).sales).toMatchObject({ count: 1, amount: 1_400 })
    expect(await ctx.db.selectFrom('salesDue').selectAll().execute()).toEqual([])
  })

  test('M25: a demo has its practice orders, and a real shop none', async () => {
    const { ctx, shop } = await opened('2026-11-20T10:00')
    await shop.put(5_000, { practice: 1, shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    expect((await figuresOfMonth(ctx, '2026-11')).sales.count).toBe(0)
    expect((await figuresOfMonth({ ...ctx, demo: true }, '2026-11')).sales.count).toBe(1)
  })

  test('M26: an order counts once when the basis changes: by that of the month in which it was paid', async () => {
    const { ctx, shop } = await opened('2026-10-30T10:00')
    const early = await shop.put(1_400)
    await shop.countBy('paid')
    ctx.setNow(tokyo('2026-11-02T10:00'))
    const late = await shop.put(2_000)
    await shop.change(early, { shippedAt: ctx.now() })
    ctx.setNow(tokyo('2026-12-01T10:00'))
    await shop.change(late, { shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    const sold = async (month: string) => (await figuresOfMonth(ctx, month)).sales.amount
    expect([await sold('2026-10'), await sold('2026-11'), await sold('2026-12')]).toEqual([0, 3_400, 0])
  })

  test('M26, M27: by 発送日 a paid order that never left counts on the day on which its money had all gone back, and again not once that failed', async () => {
    const { ctx, shop } = await opened('2026-11-10T10:00')
    const id = await shop.put(1_400)
    ctx.advance(day)
    await shop.refund(id, 400)
    await bookSales(ctx, booker)
    expect(await figuresOfMonth(ctx, '2026-11')).toMatchObject({
      sales: { count: 0 },
      refunds: { count: 1, amount: -400 },
    })
    ctx.advance(day)
    const rest = await shop.refund(id, 1_000)
    await shop.change(id, { cancelledAt: ctx.now() })
    await bookSales(ctx, booker)
    const ended = await figuresOfMonth(ctx, '2026-11')
    expect(ended).toMatchObject({ remains: 0, neverLeft: { count: 1, amount: 1_400 } })
    expect(ended.sales.tax + ended.refunds.tax, 'taxes of the parts').toBe(0)
    expect(ended.sales.shipping + ended.refunds.shipping).toBe(0)
    expect(ended.days.filter(({ orders }) => orders > 0).map((each) => each.day)).toEqual(['2026-11-12'])
    await shop.fail(id, rest)
    await bookSales(ctx, booker)
    expect(await figuresOfMonth(ctx, '2026-11')).toMatchObject({
      sales: { count: 0 },
      refunds: { amount: -400 },
    })
  })

  test('M27: a dispute counts when the money was taken, and comes back in the month in which it was won', async () => {
    const { ctx, shop } = await opened('2026-11-10T10:00')
    const id = await shop.put(1_400)
    await shop.change(id, { shippedAt: ctx.now() })
    const dispute = await shop.dispute(id, 1_400)
    await bookSales(ctx, booker)
    ctx.setNow(tokyo('2026-12-05T10:00'))
    await shop.decide(id, dispute, 'won')
    await bookSales(ctx, booker)
    expect(await figuresOfMonth(ctx, '2026-11')).toMatchObject({
      disputes: { count: 1, amount: -1_400 },
      remains: 0,
    })
    expect(await figuresOfMonth(ctx, '2026-12')).toMatchObject({
      won: { count: 1, amount: 1_400 },
      remains: 1_400,
    })
  })

  test('M27, M37: a fee counts on the day of its payment, one of the last day too; one that came more than a day late, in the month in which it came, and one without a sale, too', async () => {
    const { ctx, shop } = await opened('2026-11-30T10:00')
    const id = await shop.put(1_400, { state: 'needs_review', paidAt: null })
    await shop.fee(id, 50)
    await bookSales(ctx, booker)
    const [paid, late] = [await shop.put(2_000), await shop.put(3_000)]
    ctx.setNow(tokyo('2026-12-01T10:00'))
    await bookSales(ctx, booker)
    const isOver = async () => '2026-11' < (await finalMonth(ctx.db))
    expect(await isOver(), 'fees are awaited').toBe(false)
    await shop.fee(paid, 30)
    await bookSales(ctx, booker)
    expect(await isOver(), 'one is still awaited').toBe(false)
    ctx.setNow(tokyo('2026-12-02T00:00'))
    await bookSales(ctx, booker)
    expect(await isOver(), 'a day has gone').toBe(true)
    await shop.fee(late, 72)
    await bookSales(ctx, booker)
    const fees = async (month: string) => (await figuresOfMonth(ctx, month)).fees
    expect([await fees('2026-11'), await fees('2026-12')]).toEqual([
      { count: 2, amount: 80 },
      { count: 1, amount: 72 },
    ])
  })

  test('M37: a month is over as soon as all of its fees are told and booked, and waits for none of practice, of other money or of the month that runs', async () => {
    const { ctx, shop } = await opened('2026-11-30T10:00')
    await bookSales(ctx, booker)
    const [id, practice, dollars] = [await shop.put(1_400), await shop.put(900), await shop.put(800)]
    const change = (of: string, values: { readonly livemode?: number; readonly currency?: string }) =>
      ctx.db.updateTable('payment').set(values).where('orderId', '=', of).execute()
    await change(practice, { livemode: 0 })
    await change(dollars, { currency: 'usd' })
    ctx.setNow(tokyo('2026-12-01T00:10'))
    await shop.put(2_000)
    await bookSales(ctx, booker)
    expect(await finalMonth(ctx.db)).toBe('2026-11')
    await shop.fee(id, 50)
    await bookSales(ctx, booker)
    expect(await finalMonth(ctx.db)).toBe('2026-12')
    expect((await figuresOfMonth(ctx, '2026-11')).fees).toEqual({ count: 1, amount: 50 })
  })

  test('M37: while a month waits for its fees, nothing else of it changes', async () => {
    const { ctx, shop } = await opened('2026-11-30T10:00')
    const id = await shop.put(1_400)
    await shop.change(id, { shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    ctx.setNow(tokyo('2026-12-01T00:00'))
    await bookSales(ctx, booker)
    expect(await finalMonth(ctx.db)).toBe('2026-11')
    await shop.change(id, { shippedAt: null })
    await bookSales(ctx, booker)
    expect((await figuresOfMonth(ctx, '2026-11')).sales.amount).toBe(1_400)
    expect((await figuresOfMonth(ctx, '2026-12')).sales.amount).toBe(-1_400)
  })

  test('M29: best sellers are what orders hold, and an exchange counts in the month in which it was made', async () => {
    const { ctx, shop } = await opened('2026-10-30T10:00')
    await ctx.db.insertInto('salesBasis').values({ fromMonth: '2026-10', basis: 'paid' }).execute()
    const id = await shop.put(1_400)
    await shop.put(1_400, { cancelledAt: ctx.now() })
    await bookSales(ctx, booker)
    expect(await bestSellers(ctx, '2026-10')).toEqual([{ number: 'F-1', name: '藍', units: 3, amount: 300 }])
    ctx.setNow(tokyo('2026-11-02T10:00'))
    await bookSales(ctx, booker)
    const exchange = { id: 'ex', requestId: 'r', orderId: id, position: 1, fromPosition: 0, units: 2 }
    const to = { number: 'F-2', type: 'fabric', name: '紅', description: '', unitPrice: 80 } as const
    await ctx.db
      .insertInto('orderExchange')
      .values({
        ...exchange,
        ...to,
        imageUrl: null,
        picture: null,
        refundId: null,
        exchangedAt: 1,
        exchangedBy: '',
        undoneAt: null,
        undoneBy: null,
      })
      .execute()
    await shop.due(id)
    await bookSales(ctx, booker)
    expect((await bestSellers(ctx, '2026-10')).map(({ units }) => units)).toEqual([3])
    expect(await bestSellers(ctx, '2026-11')).toEqual([{ number: 'F-2', name: '紅', units: 2, amount: 160 }])
  })

  test('M27: a refund by bank transfer lessens what remains, and nothing of what the provider pays out', async () => {
    const { ctx, shop } = await opened('2026-11-10T10:00')
    const id = await shop.put(1_400)
    await shop.change(id, { shippedAt: ctx.now() })
    await shop.refund(id, 400, { via: 'transfer' })
    await shop.refund(id, 100)
    await bookSales(ctx, booker)
    expect(await figuresOfMonth(ctx, '2026-11')).toMatchObject({ remains: 900, payout: 1_300 })
  })

  test('M31: what left only after the month, before anybody looked, waited at its end', async () => {
    const { ctx, shop } = await opened('2026-11-29T10:00')
    const id = await shop.put(1_400)
    await bookSales(ctx, booker)
    ctx.setNow(tokyo('2026-12-01T00:00'))
    await shop.change(id, { shippedAt: ctx.now() })
    await bookSales(ctx, booker)
    expect((await unsentAtEnd(ctx, '2026-11')).count).toBe(1)
  })

  test('M31: an order whose money had all gone back did not wait, cancelled or not; one of which some is left, or whose money went back later, did', async () => {
    const { ctx, shop } = await opened('2026-11-29T10:00')
    const [back, part, lost, later] = [
      await shop.put(1_400),
      await shop.put(1_500),
      await shop.put(1_600),
      await shop.put(1_700),
    ]
    await shop.refund(back, 400)
    await shop.refund(back, 1_000)
    await shop.refund(part, 400)
    await shop.decide(lost, await shop.dispute(lost, 1_600), 'lost')
    const waiting = async () =>
      (await monthPage({ ...ctx, actor: deskPersonForTests(ctx), requestId: 'r' }, '2026-11')).waiting
    expect(await waiting()).toEqual({ count: 2, amount: 3_200, held: { review: 0, dispute: 0 } })
    ctx.setNow(tokyo('2026-12-01T00:00'))
    await shop.refund(later, 1_700)
    await bookSales(ctx, booker)
    expect((await unsentAtEnd(ctx, '2026-11')).orders.map(({ number }) => number)).toEqual([part, later])
  })

  test('M45: of what was paid and has not left the running month tells how many きょう does not count as to be shipped: those to look at and, beside them, those in dispute', async () => {
    const { ctx, shop } = await opened('2026-11-29T10:00')
    await shop.put(1_400)
    await shop.put(1_500, { reviewReason: 'paid-twice', settledAt: ctx.now() })
    const [looked, both, asked, won] = [
      await shop.put(1_600, { reviewReason: 'paid-twice' }),
      await shop.put(1_700, { reviewReason: 'not-listed' }),
      await shop.put(1_800),
      await shop.put(1_900),
    ]
    await shop.put(2_000, { state: 'needs_review', reviewReason: 'amount' })
    await shop.dispute(both, 1_700)
    await shop.dispute(asked, 1_800)
    await shop.decide(won, await shop.dispute(won, 1_900), 'won')
    const page = await monthPage({ ...ctx, actor: deskPersonForTests(ctx), requestId: 'r' }, '2026-11')
    expect(page.waiting).toEqual({ count: 6, amount: 9_900, held: { review: 2, dispute: 1 } })
    const { toShip } = await waitingOrders(ctx.db, false)
    expect(toShip).toHaveLength(page.waiting.count - 3)
    expect(toShip).not.toContain(looked)
  })

  test('M31: what waited at the end of a month is kept as it was then', async () => {
    const { ctx, shop } = await opened('2026-11-29T10:00')
    const waits = await shop.put(1_400)
    const left = await shop.put(2_000)
    await shop.change(left, { shippedAt: ctx.now() })
    await shop.put(900, { cancelledAt: ctx.now() })
    await shop.put(5_000, { practice: 1 })
    ctx.setNow(tokyo('2026-12-01T00:00'))
    await bookSales(ctx, booker)
    const kept = { count: 1, amount: 1_400, orders: [{ number: waits, paidOn: '2026-11-29', amount: 1_400 }] }
    expect(await unsentAtEnd(ctx, '2026-11')).toEqual(kept)
    await shop.change(waits, { shippedAt: tokyo('2026-11-30T10:00') })
    await bookSales(ctx, booker)
    expect(await unsentAtEnd(ctx, '2026-11')).toEqual(kept)
  })
})
