import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { isAllGivenBack } from '~/features/orders/list.queries.server.ts'
import { heldFor } from '~/features/orders/parcel/to-ship.queries.server.ts'
import type { AppContext, RequestContext } from '~/server/app-context.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { bookSales } from './booking.commands.server.ts'
import { basisOf } from './booking.rules.ts'
import { dayOf } from './facts.queries.server.ts'
import {
  basisChanges,
  bestSellers,
  figuresOfMonth,
  finalMonth,
  lateEntries,
  monthsWithEntries,
  unsentAtEnd,
} from './queries.server.ts'
import { reconciliationOf } from './reconciliation.queries.server.ts'
import { monthOf, monthsLater, monthTyped, nextMonth } from './rules.ts'

/** A month opens although much is due, as after an update; what is left is booked by the job. */
const bookingForMs = 150

const howMany = (which: RawBuilder<boolean>) =>
  sql<number>`coalesce(sum(case when ${which} then 1 else 0 end), 0)`

/** Paid, neither shipped, cancelled nor given back: now; of these some are not among those to ship, as they wait for a look or a dispute (M45). */
const waitingNow = async ({ db, demo }: AppContext) => {
  const { count, amount, review, dispute } = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      eb.fn.sum(eb.fn.coalesce('acceptedAmount', 'total')).as('amount'),
      howMany(heldFor.review).as('review'),
      howMany(heldFor.dispute).as('dispute'),
    ])
    // As the index of the open orders has it.
    .where(sql<boolean>`state = 'paid' and shipped_at is null and cancelled_at is null`)
    .where((eb) => eb.not(isAllGivenBack))
    .where('practice', '=', demo ? 1 : 0)
    .executeTakeFirstOrThrow()
  const held = { review: Number(review), dispute: Number(dispute) }
  return { count: Number(count), amount: Number(amount ?? 0), held }
}

/** The month that an address names, the one that runs without a name; undefined for what is no month, and for those to come. */
export const monthAsked = (ctx: Pick<AppContext, 'now'>, typed: string): string | undefined => {
  const running = monthOf(dayOf(ctx.now()))
  const month = typed === '' ? running : monthTyped(typed)
  return month === undefined || month > running ? undefined : month
}

/** All that the page of a month shows; what is due is booked first. Two further months stand beside it. */
export const monthPage = async (ctx: RequestContext, month: string) => {
  const until = performance.now() + bookingForMs
  const booked = await bookSales(ctx, ctx.actor, () => performance.now() > until)
  const running = monthOf(dayOf(ctx.now()))
  const final = await finalMonth(ctx.db)
  const changes = await basisChanges(ctx.db)
  const withEntries = await monthsWithEntries(ctx)
  await setImmediate()
  const reconciliation = await readOrFailure(ctx, 'reconciliation of a month', (db) =>
    reconciliationOf({ ...ctx, db }, month),
  )
  const later = nextMonth(running)
  // On SQLite others wait while a query runs: they are served between these.
  const inTurn = async <T>(read: Promise<T>): Promise<T> => {
    const found = await read
    await setImmediate()
    return found
  }
  return {
    month,
    isRunning: month === running,
    /** Only then its sums stand for ever. */
    isOver: month < final,
    isComplete: booked === 'all',
    figures: await inTurn(figuresOfMonth(ctx, month)),
    monthBefore: await inTurn(figuresOfMonth(ctx, monthsLater(month, -1))),
    yearBefore: await inTurn(figuresOfMonth(ctx, monthsLater(month, -12))),
    sellers: await inTurn(bestSellers(ctx, month)),
    late: await inTurn(lateEntries(ctx, month)),
    unsent: month === running ? null : await unsentAtEnd(ctx, month),
    waiting: await waitingNow(ctx),
    reconciliation: reconciliation.ok ? reconciliation.value : null,
    basis: {
      now: basisOf(changes, month),
      running: basisOf(changes, running),
      later: basisOf(changes, later),
      fromMonth: later,
    },
    former: withEntries !== undefined && withEntries.first < month ? monthsLater(month, -1) : null,
    next: month < running ? nextMonth(month) : null,
  }
}

export type MonthPage = Awaited<ReturnType<typeof monthPage>>
