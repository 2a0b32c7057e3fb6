import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { inTransaction } from './database/transaction.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import { clientAt } from './public-address.ts'

const minute = 60_000

/** How often something may be tried within each span of `spanMs`, by each of those whom it is counted for. */
export interface Limit {
  readonly name: string
  readonly spanMs: number
  readonly most: number
}

/** A limit for one of them. */
export interface Counted {
  readonly subject: string
  readonly spanMs: number
  readonly most: number
}

export const countedFor = ({ name, spanMs, most }: Limit, who: string): Counted => ({
  subject: `${name}:${who}`,
  spanMs,
  most,
})

/** How often something may be called within each span of `spanMs` (S17). */
export interface CallLimits {
  readonly name: string
  readonly spanMs: number
  readonly perClient: number
  /** For a network of 256 IPv4 addresses (/24), or of 65,536 households with IPv6 (/48). */
  readonly perNetwork: number
  readonly together: number
}

/** What a call of the client at `address` counts against. */
export const countedForCall = (limits: CallLimits, address: string) => {
  const { client, network } = clientAt(address)
  return {
    client: countedFor({ ...limits, most: limits.perClient }, client),
    network: countedFor({ ...limits, most: limits.perNetwork }, network),
    together: countedFor({ ...limits, most: limits.together }, '*'),
  }
}

/** Spans begin at multiples of their length, for all processes alike. */
export const spanStart = ({ spanMs }: Pick<Limit, 'spanMs'>, now: number): number =>
  Math.floor(now / spanMs) * spanMs

/** In ms, at least 1. */
export const untilSpanEnds = (limit: Pick<Limit, 'spanMs'>, now: number): number =>
  Math.max(1, spanStart(limit, now) + limit.spanMs - now)

type Place = { readonly db: Kysely<Schema>; readonly log: Log }

/** Whether one more try would be admitted by each of them; counts nothing. */
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
  return areWithin(counted, known, (count, most) => count < most)
}

/**
 * A step of a transaction: counts one try against each of them, for all processes; false, and it counts against none, when one is
 * at its most. No subject may stand twice, and those that most tries share come last: they are locked from here to the commit.
 */
export const countTryWithin = async (
  trx: Transaction<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<boolean> => (await mayTry(trx, now, counted)) && countEach(trx, now, counted)

/** As `countTryWithin`, in a transaction of its own. Once a limit is reached nothing is written until the span ends. */
export const countTry = async (ctx: Place, now: number, counted: readonly Counted[]): Promise<boolean> =>
  (await mayTry(ctx.db, now, counted)) && inTransaction(ctx, (trx) => countEach(trx, now, counted))

/** The try was none after all, such as a right password: it counts no longer. `now` is when it was counted. */
export const takeTryBack = async (
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

/** Counts one costly call of the client at `address`; gives the ms to wait, 0 when it may go on (S17). */
export const waitBeforeCostlyCall = async (
  ctx: Place,
  now: number,
  limits: CallLimits,
  address: string,
): Promise<number> => {
  const { client, network, together } = countedForCall(limits, address)
  return (await countTry(ctx, now, [client, network, together])) ? 0 : untilSpanEnds(limits, now)
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
  const isAdmitted = areWithin(counted, counts, (count, most) => count <= most)
  // Others have counted since the look.
  if (!isAdmitted) await takeTryBack(trx, now, counted)
  return isAdmitted
}

const rowOf = (counted: Counted, now: number) => {
  const start = spanStart(counted, now)
  return { subject: counted.subject, spanStart: start, spanEnd: start + counted.spanMs, count: 1 }
}

const areWithin = (
  counted: readonly Counted[],
  counts: ReadonlyArray<Pick<Schema['rateLimit'], 'subject' | 'count'>>,
  isWithin: (count: number, most: number) => boolean,
): boolean => {
  const countOf = new Map(counts.map(({ subject, count }) => [subject, count]))
  return counted.every(({ subject, most }) => isWithin(countOf.get(subject) ?? 0, most))
}

/** Addresses are kept no longer than their span. */
export const forgetOldCallsJob = ({ db, now }: Pick<Place, 'db'> & { readonly now: () => number }): Job => ({
  name: 'forget old calls',
  everyMs: 10 * minute,
  firstAfterMs: minute,
  limitMs: minute,
  run: async () => {
    await db.deleteFrom('rateLimit').where('spanEnd', '<', now()).execute()
  },
})
