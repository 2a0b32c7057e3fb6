import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { inTransaction } from './database/transaction.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'

const minute = 60_000

/** How often one subject may try something in each span. */
export interface Limit {
  readonly name: string
  readonly spanMs: number
  readonly most: number
}

export interface Counted {
  readonly subject: string
  readonly spanMs: number
  readonly most: number
  /** Of a limit for all together: the other subjects of the same call, whose own counts weigh once most of it is used (S30). */
  readonly weighs?: readonly string[]
}

/** The last quarter of a limit for all together is kept for those who called least. */
const openPart = 3 / 4
/** Of that quarter each earlier call of the caller leaves so many places to others. */
const leftToOthers = 25

/**
 * Whether one more call is within the limit, by the counts of the span so far. Of a limit for all together the last quarter is for
 * those who took least of it: first a client that called often is refused, then its network, newcomers last (S30).
 */
export const hasPlace = (
  { subject, most, weighs = [] }: Pick<Counted, 'subject' | 'most' | 'weighs'>,
  countOf: (subject: string) => number,
): boolean => {
  const count = countOf(subject)
  const earlier = weighs.reduce((sum, each) => sum + countOf(each), 0)
  return count < (count < most * openPart ? most : most - leftToOthers * earlier)
}

export const countedFor = ({ name, spanMs, most }: Limit, who: string): Counted => ({
  subject: `${name}:${who}`,
  spanMs,
  most,
})

/** Multiples of the span, so that all processes agree. */
export const spanStart = ({ spanMs }: Pick<Limit, 'spanMs'>, now: number): number =>
  Math.floor(now / spanMs) * spanMs

/** Ms, at least 1. */
export const untilSpanEnds = (limit: Pick<Limit, 'spanMs'>, now: number): number =>
  Math.max(1, spanStart(limit, now) + limit.spanMs - now)

export type CountPlace = { readonly db: Kysely<Schema>; readonly log: Log }

/** Whether one more try is within all limits; counts nothing. */
export const mayTry = async (
  db: Kysely<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<boolean> => {
  const known = await db
    .selectFrom('rateLimit')
    .where((eb) =>
      eb.or(
        counted.map((each) =>
          eb.and([eb('subject', '=', each.subject), eb('spanStart', '=', spanStart(each, now))]),
        ),
      ),
    )
    .select(['subject', 'count'])
    .execute()
  return haveAllPlace(counted, known, 0)
}

/** Counts one try against distinct subjects, or nothing when a limit is reached. Put the most shared last: they stay locked. */
export const countTryWithin = async (
  trx: Transaction<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<boolean> => (await mayTry(trx, now, counted)) && countEach(trx, now, counted)

/** Like `countTryWithin`, in its own transaction; writes nothing once a limit is reached. */
export const countTry = async (ctx: CountPlace, now: number, counted: readonly Counted[]): Promise<boolean> =>
  (await mayTry(ctx.db, now, counted)) && inTransaction(ctx, (trx) => countEach(trx, now, counted))

/** For a try that should not count, such as a right password; `now` is when it was counted. */
export const uncountTry = async (
  db: Kysely<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<void> => {
  for (const each of counted)
    await db
      .updateTable('rateLimit')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('subject', '=', each.subject)
      .where('spanStart', '=', spanStart(each, now))
      .where('count', '>', 0)
      .execute()
}

const countEach = async (
  trx: Transaction<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<boolean> => {
  const counts = await trx
    .insertInto('rateLimit')
    .values(counted.map((each) => rowOf(each, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'spanStart'])
        .doUpdateSet((eb) => ({ count: eb('rateLimit.count', '+', 1) })),
    )
    .returning(['subject', 'count'])
    .execute()
  const isAdmitted = haveAllPlace(counted, counts, 1)
  if (!isAdmitted) await uncountTry(trx, now, counted)
  return isAdmitted
}

const rowOf = (counted: Counted, now: number) => {
  const start = spanStart(counted, now)
  return { subject: counted.subject, spanStart: start, spanEnd: start + counted.spanMs, count: 1 }
}

/** `own`: how many of each count are this call's. */
const haveAllPlace = (
  counted: readonly Counted[],
  counts: ReadonlyArray<Pick<Schema['rateLimit'], 'subject' | 'count'>>,
  own: 0 | 1,
): boolean => {
  const before = new Map(counts.map(({ subject, count }) => [subject, count - own]))
  return counted.every((each) => hasPlace(each, (subject) => before.get(subject) ?? 0))
}

/** A count that begins at `from` (epoch ms) and ends by itself at `until`, beside those with a common span. */
interface TimedCount {
  readonly subject: string
  readonly from: number
}

/** Counts one more, which moves the end of this count to `until`; one that ended before `now` begins anew, cleaned up or not. */
export const raiseTimedCount = (
  trx: Transaction<Schema>,
  { subject, from }: TimedCount,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<unknown> =>
  trx
    .insertInto('rateLimit')
    .values({ subject, spanStart: from, spanEnd: until, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'spanStart']).doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('rateLimit.spanEnd', '>', now)
          .then(eb('rateLimit.count', '+', 1))
          .else(sql.lit(1))
          .end(),
        spanEnd: until,
      })),
    )
    .execute()

export const lowerTimedCount = (db: Kysely<Schema>, { subject, from }: TimedCount): Promise<unknown> =>
  db
    .updateTable('rateLimit')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', subject)
    .where('spanStart', '=', from)
    .where('count', '>', 0)
    .execute()

/** All that stands of a subject at `now`, and when the last of it ends; both 0 for nothing. */
export const timedCount = async (
  db: Kysely<Schema>,
  subject: string,
  now: number,
): Promise<{ readonly count: number; readonly until: number }> => {
  const { count, until } = await db
    .selectFrom('rateLimit')
    .select(({ fn }) => [
      fn.sum<number | null>('count').as('count'),
      fn.max<number | null>('spanEnd').as('until'),
    ])
    .where('subject', '=', subject)
    .where('spanEnd', '>', now)
    .executeTakeFirstOrThrow()
  return { count: Number(count ?? 0), until: Number(until ?? 0) }
}

export const forgetTimedCounts = async (
  trx: Transaction<Schema>,
  subjects: readonly string[],
): Promise<void> => {
  if (subjects.length > 0) await trx.deleteFrom('rateLimit').where('subject', 'in', subjects).execute()
}

/** Subjects hold client addresses, which are kept for their span only. */
export const forgetOldCallsJob = ({
  db,
  now,
}: Pick<CountPlace, 'db'> & { readonly now: () => number }): Job => ({
  name: 'forget old calls',
  everyMs: 10 * minute,
  firstAfterMs: minute,
  limitMs: minute,
  run: async () => {
    await db.deleteFrom('rateLimit').where('spanEnd', '<', now()).execute()
  },
})
