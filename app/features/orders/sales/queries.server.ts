import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { shopState } from '~/server/shop-state.ts'
import { basisOf } from './booking.rules.ts'
import { type MonthFigures, monthFigures, monthOf, type SummedEntries } from './rules.ts'
import type { SalesBasis } from './types.ts'

/** From which month on which basis counts, the first one first. */
export const basisChanges = (
  db: Kysely<Schema>,
): Promise<{ readonly fromMonth: string; readonly basis: SalesBasis }[]> =>
  db.selectFrom('salesBasis').select(['fromMonth', 'basis']).orderBy('fromMonth').execute()

/** The month that runs, as the ledger has it: months before are over. '' before the first end of a month. */
export const openMonth = async (db: Kysely<Schema>): Promise<string> =>
  (await shopState(db, 'sales_open_month')) ?? ''

/** Months before are over for the fees of their payments, too (M37): nothing of them changes any more. '' before the first end of a month. */
export const finalMonth = async (db: Kysely<Schema>): Promise<string> =>
  (await shopState(db, 'sales_final_month')) ?? (await openMonth(db))

interface LedgerContext {
  readonly db: Kysely<Schema>
  readonly demo: boolean
}

const practised = (demo: boolean): number => (demo ? 1 : 0)

/** Sums of a month's entries by day and kind; at most a few hundred rows, whatever the month has. */
const summedEntries = async ({ db, demo }: LedgerContext, month: string): Promise<SummedEntries[]> => {
  const paidIn = sql<string>`substr(paid_on, 1, 7)`
  const hasLeft = sql<number>`case when shipped_on is null then 0 else 1 end`
  // Without parameters: PostgreSQL does not know them again where the rows are grouped.
  const isLate = sql<number>`case when substr(own_day, 1, 7) < substr(day, 1, 7) then 1 else 0 end`
  const rows = await db
    .selectFrom('salesEntry')
    .select((eb) => [
      'day',
      'kind',
      'takesBack',
      paidIn.as('paidIn'),
      hasLeft.as('hasLeft'),
      isLate.as('isLate'),
      eb.fn.countAll().as('count'),
      eb.fn.sum('amount').as('amount'),
      eb.fn.sum('tax').as('tax'),
      eb.fn.sum('shipping').as('shipping'),
      eb.fn.sum('fee').as('fee'),
      eb.fn.sum('payout').as('payout'),
    ])
    .where('practice', '=', practised(demo))
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .groupBy(['day', 'kind', 'takesBack', paidIn, hasLeft, isLate])
    .execute()
  const changes = await basisChanges(db)
  return rows.map((row) => ({
    day: row.day,
    kind: row.kind,
    takesBack: row.takesBack === 1,
    // Counted by its shipping, and never left: its money went back before.
    neverLeft: row.kind === 'sale' && row.hasLeft === 0 && basisOf(changes, row.paidIn) === 'shipped',
    isLate: row.isLate === 1,
    count: Number(row.count),
    amount: Number(row.amount),
    tax: Number(row.tax),
    shipping: Number(row.shipping),
    fee: Number(row.fee),
    payout: Number(row.payout),
  }))
}

/** What a month such as 2026-11 sums up to, by the entries that are booked (M25). */
export const figuresOfMonth = async (ctx: LedgerContext, month: string): Promise<MonthFigures> =>
  monthFigures(month, await summedEntries(ctx, month))

export interface BestSeller {
  readonly number: string
  readonly name: string
  readonly units: number
  readonly amount: number
}

const mostSellers = 20

/** Products by what the orders of a month hold (M29), the dearest sum first. */
export const bestSellers = async ({ db, demo }: LedgerContext, month: string): Promise<BestSeller[]> => {
  const rows = await db
    .selectFrom('salesLine')
    .select((eb) => [
      'number',
      eb.fn.max('name').as('name'),
      eb.fn.sum('units').as('units'),
      eb.fn.sum('amount').as('amount'),
    ])
    .where('practice', '=', practised(demo))
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .groupBy('number')
    .having((eb) => eb(eb.fn.sum('units'), '>', 0))
    .orderBy('amount', 'desc')
    .orderBy('units', 'desc')
    .orderBy('number')
    .limit(mostSellers)
    .execute()
  return rows.map(({ number, name, units, amount }) => ({
    number,
    name,
    units: Number(units),
    amount: Number(amount),
  }))
}

export interface LateEntry {
  readonly id: string
  readonly kind: SummedEntries['kind']
  readonly takesBack: boolean
  readonly day: string
  readonly ownDay: string
  readonly orderNumber: string
  /** Yen by which it changes what remains. */
  readonly amount: number
}

const mostListed = 50

/** What a month corrects of months that were over (M25), at most fifty. */
export const lateEntries = async ({ db, demo }: LedgerContext, month: string): Promise<LateEntry[]> => {
  const rows = await db
    .selectFrom('salesEntry')
    .select(['id', 'kind', 'takesBack', 'day', 'ownDay', 'orderNumber', 'amount', 'fee'])
    .where('practice', '=', practised(demo))
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .where('ownDay', '<', `${month}-01`)
    .orderBy('day')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return rows.map(({ takesBack, amount, fee, ...row }) => ({
    ...row,
    takesBack: takesBack === 1,
    amount: amount - fee,
  }))
}

export interface UnsentOrder {
  readonly number: string
  readonly paidOn: string
  readonly amount: number
}

export interface UnsentOrders {
  readonly count: number
  readonly amount: number
  /** The oldest, at most fifty. */
  readonly orders: readonly UnsentOrder[]
}

/** What had been paid and had not left when the month ended, as it was then (M31). */
export const unsentAtEnd = async ({ db, demo }: LedgerContext, month: string): Promise<UnsentOrders> => {
  const ofMonth = db
    .selectFrom('salesUnsent')
    .where('month', '=', month)
    .where('practice', '=', practised(demo))
  const { count, amount } = await ofMonth
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('amount').as('amount')])
    .executeTakeFirstOrThrow()
  const orders = await ofMonth
    .select(['orderNumber as number', 'paidOn', 'amount'])
    .orderBy('paidOn')
    .orderBy('orderNumber')
    .limit(mostListed)
    .execute()
  return { count: Number(count), amount: Number(amount ?? 0), orders }
}

/** First and last month that have entries; undefined where none has. */
export const monthsWithEntries = async ({
  db,
  demo,
}: LedgerContext): Promise<{ readonly first: string; readonly last: string } | undefined> => {
  const { first, last } = await db
    .selectFrom('salesEntry')
    .select((eb) => [eb.fn.min('day').as('first'), eb.fn.max('day').as('last')])
    .where('practice', '=', practised(demo))
    .executeTakeFirstOrThrow()
  return first === null || last === null ? undefined : { first: monthOf(first), last: monthOf(last) }
}
