import { setImmediate } from 'node:timers/promises'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { SalesEntryTable, SalesLineTable, Schema } from '#db/schema.ts'
import { salesSinceAreDue, takeDueSales } from '~/features/orders/sales-due.commands.server.ts'
import { type Actor, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks, takeAdvisoryLock } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { changeShopState, rememberShopState, shopState } from '~/server/shop-state.ts'
import {
  allBackOn,
  type BookedEntry,
  type BookedLine,
  basisOf,
  entriesToAdd,
  linesToAdd,
  type OpenDays,
  type PlannedEntry,
  plannedEntries,
  plannedLines,
} from './booking.rules.ts'
import { waitsToBeBooked } from './entries.queries.server.ts'
import { dayOf, type OrderWithFlags, ordersToBook, paymentsToBook } from './facts.queries.server.ts'
import { basisChanges, finalMonth, openMonth } from './queries.server.ts'
import { daysIn, monthOf, monthsLater, nextMonth } from './rules.ts'

/** One process books at a time; on SQLite a transaction is alone anyway. */
const bookingLock = 4_170_130
/** About 20 ms on SQLite, where pages wait meanwhile. */
const atOnce = 40

type BookingContext = Pick<AppContext, 'db' | 'now' | 'newId' | 'log'>

const entryColumns = ['cause', 'turn', 'kind', 'day', 'ownDay', 'amount', 'tax', 'shipping', 'fee'] as const

const bookedFor = async (trx: Transaction<Schema>, causes: readonly string[]): Promise<BookedEntry[]> => {
  const booked: BookedEntry[] = []
  for (const some of inChunks(causes))
    booked.push(
      ...(await trx
        .selectFrom('salesEntry')
        .select([...entryColumns, 'payout', 'shippedOn', 'paidOn', 'paymentIntent as paymentNumber'])
        .where('cause', 'in', some)
        .execute()),
    )
  return booked
}

/** Causes that stand there for these orders: also such as nobody plans any more. */
const causesThere = async (trx: Transaction<Schema>, orderIds: readonly string[]) =>
  orderIds.length === 0
    ? []
    : await trx
        .selectFrom('salesEntry')
        .select(['cause', 'orderId'])
        .distinct()
        .where('orderId', 'in', orderIds)
        .execute()

const linesThere = async (trx: Transaction<Schema>, orderIds: readonly string[]) =>
  orderIds.length === 0
    ? []
    : await trx
        .selectFrom('salesLine')
        .select(['orderId', 'position', 'turn', 'day', 'number', 'name', 'units', 'amount'])
        .where('orderId', 'in', orderIds)
        .execute()

interface Bound {
  readonly orderId: string | null
  readonly orderNumber: string
  readonly practice: number
}

const entryRow = (
  ctx: BookingContext,
  { paymentNumber, ...entry }: BookedEntry,
  bound: Bound,
): Insertable<SalesEntryTable> => ({
  ...entry,
  ...bound,
  id: ctx.newId(),
  takesBack: entry.turn % 2,
  rate: 10,
  paymentIntent: paymentNumber,
  writtenAt: ctx.now(),
})

/** While the month of a sale runs, its row tells the day on which the order left. */
const tellShipping = async (
  trx: Transaction<Schema>,
  booked: readonly BookedEntry[],
  planned: readonly PlannedEntry[],
  days: OpenDays,
): Promise<void> => {
  for (const entry of planned) {
    const there = booked.filter(({ cause }) => cause === entry.cause).at(-1)
    if (there === undefined || there.shippedOn === entry.shippedOn || there.day < days.from) continue
    await trx
      .updateTable('salesEntry')
      .set({ shippedOn: entry.shippedOn })
      .where('cause', '=', entry.cause)
      .where('day', '>=', days.from)
      .execute()
  }
}

const bookOrders = async (
  trx: Transaction<Schema>,
  ctx: BookingContext,
  orders: readonly OrderWithFlags[],
  running: OpenDays,
): Promise<void> => {
  const changes = await basisChanges(trx)
  const ids = orders.map(({ id }) => id)
  const planned = new Map(
    orders.map((order) => {
      const basis = basisOf(changes, monthOf(order.paidOn ?? ''))
      return [order.id, { basis, entries: plannedEntries(order, basis) }] as const
    }),
  )
  const there = await causesThere(trx, ids)
  const causes = new Map(there.map(({ cause, orderId }) => [cause, orderId ?? '']))
  for (const [id, { entries }] of planned) for (const { cause } of entries) causes.set(cause, id)
  const booked = Map.groupBy(await bookedFor(trx, [...causes.keys()]), ({ cause }) => causes.get(cause))
  const lines = Map.groupBy(await linesThere(trx, ids), ({ orderId }) => orderId)
  const newEntries: Insertable<SalesEntryTable>[] = []
  const newLines: Insertable<SalesLineTable>[] = []
  for (const order of orders) {
    const { basis, entries } = planned.get(order.id) ?? { basis: 'shipped', entries: [] }
    const days = order.isSample ? { ...running, from: '', feesFrom: '' } : running
    const old = (booked.get(order.id) ?? []).toSorted((a, b) => a.turn - b.turn)
    const added = entriesToAdd(old, entries, days)
    await tellShipping(trx, old, entries, days)
    const practice = order.practice ? 1 : 0
    const bound = { orderId: order.id, orderNumber: order.number, practice }
    newEntries.push(...added.map((entry) => entryRow(ctx, entry, bound)))
    const sale = [...old, ...added].filter(({ kind }) => kind === 'sale').at(-1)
    const oldLines: readonly BookedLine[] = lines.get(order.id) ?? []
    const toAdd = linesToAdd(oldLines, plannedLines(order, basis), sale?.day ?? null, days)
    newLines.push(...toAdd.map((line) => ({ ...line, orderId: order.id, practice })))
  }
  for (const rows of inChunks(newEntries, 40)) await trx.insertInto('salesEntry').values(rows).execute()
  for (const rows of inChunks(newLines, 80)) await trx.insertInto('salesLine').values(rows).execute()
}

type FeeAlone = Awaited<ReturnType<typeof paymentsToBook>>['alone'][number]

const bookFees = async (
  trx: Transaction<Schema>,
  ctx: BookingContext,
  fees: readonly FeeAlone[],
  days: OpenDays,
): Promise<void> => {
  for (const { paymentNumber, day, fee, practice } of fees) {
    const cause = `fee:${paymentNumber}`
    const sums = { amount: 0, tax: 0, shipping: 0, fee, payout: -fee }
    const entry: PlannedEntry = {
      ...sums,
      cause,
      kind: 'fee',
      ownDay: day,
      shippedOn: null,
      paidOn: day,
      paymentNumber,
    }
    const bound = { orderId: null, orderNumber: '', practice: practice ? 1 : 0 }
    const added = entriesToAdd(await bookedFor(trx, [cause]), [entry], days)
    for (const row of added.map((each) => entryRow(ctx, each, bound)))
      await trx.insertInto('salesEntry').values(row).execute()
  }
}

/** About 3 ms on SQLite. */
const numbersAtOnce = 300

/** Gives the entries that have none their numbers (M33), by day; whether there may be more. */
const numberEntries = async (trx: Transaction<Schema>): Promise<boolean> => {
  const { last } = await trx
    .selectFrom('salesEntry')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  const next = trx
    .selectFrom('salesEntry')
    .select(['id', 'day'])
    .where('number', 'is', null)
    .orderBy('day')
    .orderBy('id')
    .limit(numbersAtOnce)
  const inTurn = trx
    .selectFrom(next.as('next'))
    .select('id')
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('day').orderBy('id'))
        .as('turn'),
    )
  const { numUpdatedRows } = await trx
    .updateTable('salesEntry')
    .from(inTurn.as('counted'))
    .set((eb) => ({ number: eb('counted.turn', '+', last ?? 0) }))
    .whereRef('counted.id', '=', 'salesEntry.id')
    .executeTakeFirst()
  return numUpdatedRows === BigInt(numbersAtOnce)
}

/** Without statistics SQLite would read every order that was ever paid. */
const isPaid = sql<boolean>`orders.state || '' = 'paid'`

/** Epoch ms at which a month such as 2026-11 begins in Tokyo. */
const startOfMonth = (month: string): number => Date.parse(`${month}-01T00:00:00+09:00`)

/** Of before the ledger; an order that waits longer than half a year is no longer one to be sent. */
const mostMonths = 24
const longestWaitMs = 183 * 86_400_000

/** Of these orders those whose money had all gone back by that day: nothing of them is to be sent, cancelled or not. */
const goneBy = async (
  trx: Transaction<Schema>,
  orderIds: readonly string[],
  lastDay: string,
): Promise<ReadonlySet<string>> => {
  const orders = await ordersToBook(trx, orderIds)
  return new Set(
    orders.flatMap((order) => {
      const on = allBackOn(order)
      return on !== null && on <= lastDay ? [order.id] : []
    }),
  )
}

/** Keeps what had been paid and had not left at the end of each month that is over now (M31). */
const keepUnsent = async (trx: Transaction<Schema>, from: string, until: string): Promise<void> => {
  for (let month = from; month < until; month = nextMonth(month)) {
    const end = startOfMonth(nextMonth(month))
    const unsent = await trx
      .selectFrom('orders')
      .select(['id as orderId', 'orderNumber', 'practice', 'paidAt', 'total', 'acceptedAmount'])
      .where('paidAt', '>=', end - longestWaitMs)
      .where('paidAt', '<', end)
      .where(isPaid)
      .where((eb) => eb.or([eb('shippedAt', 'is', null), eb('shippedAt', '>=', end)]))
      .where((eb) => eb.or([eb('cancelledAt', 'is', null), eb('cancelledAt', '>=', end)]))
      .execute()
    for (const some of inChunks(unsent, atOnce)) {
      const gone = await goneBy(
        trx,
        some.map(({ orderId }) => orderId),
        `${month}-${daysIn(month)}`,
      )
      const rows = some.flatMap(({ paidAt, total, acceptedAmount, ...row }) =>
        gone.has(row.orderId)
          ? []
          : [{ ...row, month, paidOn: dayOf(paidAt ?? end), amount: acceptedAmount ?? total }],
      )
      if (rows.length > 0)
        await trx
          .insertInto('salesUnsent')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      await setImmediate()
    }
  }
}

/** Ends the months before that of `today`: from now on they do not change (M25). */
const endMonths = async (trx: Transaction<Schema>, open: string, today: string): Promise<void> => {
  const month = monthOf(today)
  if (open >= month) return
  const { first } = await trx
    .selectFrom('salesEntry')
    .select((eb) => eb.fn.min('day').as('first'))
    .executeTakeFirstOrThrow()
  const oldest = open !== '' ? open : first === null ? month : monthOf(first)
  const earliest = monthsLater(month, -mostMonths)
  const from = oldest > earliest ? oldest : earliest
  await keepUnsent(trx, from, month)
  await rememberShopState(trx, 'sales_open_month', month)
}

/** A provider that tells a fee later than this tells it too late for its month. */
const feesAwaitedMs = 24 * 3_600_000

/** Whether the provider has still to tell a fee of a payment in earnest that came in these months. */
const awaitsFees = async (trx: Transaction<Schema>, from: string, until: string): Promise<boolean> => {
  const missing = await trx
    .selectFrom('payment')
    .select('paymentIntent')
    .where('receivedAt', '>=', from === '' ? 0 : startOfMonth(from))
    .where('receivedAt', '<', startOfMonth(until))
    .where('fee', 'is', null)
    .where('currency', '=', 'jpy')
    .where('livemode', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return missing !== undefined
}

/** Ends those months for fees, too, once all of their payments are booked, or a day after their end (M37). */
const endFees = async (trx: Transaction<Schema>, ctx: BookingContext, today: string): Promise<void> => {
  const [final, month] = [await shopState(trx, 'sales_final_month'), monthOf(today)]
  if (final !== undefined && final >= month) return
  const waits = ctx.now() < startOfMonth(month) + feesAwaitedMs
  if (waits && final !== undefined && (await awaitsFees(trx, final, month))) return
  // Read after them: a fee that was told meanwhile is noted as due.
  if (waits && (await trx.selectFrom('salesDue').select('subject').limit(1).executeTakeFirst()) !== undefined)
    return
  await rememberShopState(trx, 'sales_final_month', month)
}

/** Books one portion; false when nothing more was due, and the months that are over have ended. */
const bookPortion = (ctx: BookingContext): Promise<boolean> =>
  inTransaction(ctx, async (trx) => {
    await takeAdvisoryLock(trx, bookingLock)
    const due = await takeDueSales(trx, atOnce)
    const today = dayOf(ctx.now())
    const open = await openMonth(trx)
    // What is due when a month is over and has not ended was done in it, but for the last minute.
    const isLate = open !== '' && open < monthOf(today)
    const known = isLate ? `${open}-${daysIn(open)}` : today
    const final = await finalMonth(trx)
    const [from, feesFrom] = [open, final].map((month) => (month === '' ? '' : `${month}-01`))
    const days = { from: from ?? '', feesFrom: feesFrom ?? '', today: known }
    const { orderIds, alone } = await paymentsToBook(trx, due.paymentIntents)
    const orders = await ordersToBook(trx, [...new Set([...due.orderIds, ...orderIds])])
    await bookOrders(trx, ctx, orders, days)
    await bookFees(trx, ctx, alone, days)
    const hasUnnumbered = await numberEntries(trx)
    if (due.hasMore || hasUnnumbered) return true
    await endMonths(trx, open, today)
    await endFees(trx, ctx, today)
    return false
  })

/** Longer than an order waits for its parcel. */
const lookedBackMs = 45 * 86_400_000

/** Once a day what was paid or given back lately is looked at again: during an update the former release changes orders and notes nothing. */
const lookAgain = async (ctx: BookingContext): Promise<void> => {
  const today = dayOf(ctx.now())
  if ((await shopState(ctx.db, 'sales_looked_at')) === today) return
  await inTransaction(ctx, async (trx) => {
    if (await changeShopState(trx, 'sales_looked_at', today))
      await salesSinceAreDue(trx, ctx.now() - lookedBackMs)
  })
}

/**
 * Writes into the ledger what changed since (M25), in portions, until nothing is due or `isOver` says so; gives whether something is left. Safe
 * to repeat, and beside another process; for the owner and the shop's own jobs, for anybody else nothing is done. A month ends here, once all that was known of it is booked.
 */
export const bookSales = async (
  ctx: BookingContext,
  actor: Actor,
  isOver: () => boolean = () => false,
): Promise<'all' | 'some-left'> => {
  if (!isShopOwner(actor) && actor.kind !== 'system') return 'some-left'
  await lookAgain(ctx)
  while (await bookPortion(ctx)) {
    // The last portion does not know that it was the last.
    if (isOver() && (await waitsToBeBooked(ctx.db))) return 'some-left'
    await setImmediate()
  }
  return 'all'
}

const minute = 60_000
const booker: Actor = { kind: 'system', name: 'sales' }

/** What is due is also booked whenever somebody looks at a month. */
export const bookSalesJob = (ctx: AppContext): Job => ({
  name: 'book sales',
  everyMs: minute,
  firstAfterMs: 3_000,
  limitMs: 30 * minute,
  run: async (signal) => {
    await bookSales(ctx, booker, () => signal.aborted)
  },
})
