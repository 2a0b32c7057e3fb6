import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { inTransaction } from './database/transaction.ts'
import type { Job } from './jobs.ts'
import { clientAt } from './public-address.ts'

const minute = 60_000

/** How often something may be called within each span of `spanMs` (S17). */
export interface CallLimits {
  readonly name: string
  readonly spanMs: number
  readonly perClient: number
  /** For a network of 256 IPv4 addresses (/24), or of 65,536 households with IPv6 (/48). */
  readonly perNetwork: number
  readonly together: number
}

/** So often within each span. */
export interface Counted {
  readonly subject: string
  readonly spanMs: number
  readonly most: number
}

/** What a call of the client at `address` counts against. */
export const countedFor = (limits: CallLimits, address: string) => {
  const { client, network } = clientAt(address)
  const { spanMs } = limits
  const of = (who: string, most: number): Counted => ({ subject: `${limits.name}:${who}`, spanMs, most })
  return {
    client: of(client, limits.perClient),
    network: of(network, limits.perNetwork),
    together: of('*', limits.together),
  }
}

const spanStart = ({ spanMs }: Pick<Counted, 'spanMs'>, now: number): number =>
  Math.floor(now / spanMs) * spanMs

const untilEnd = (limits: CallLimits, now: number): number =>
  Math.max(1, spanStart(limits, now) + limits.spanMs - now)

/**
 * Counts in the memory of this process, for what is cheap. Each call counts one and gives the ms to wait, 0 when it may go on;
 * what is refused is not counted.
 */
export interface CallCounter {
  waitOfClient(limits: CallLimits, address: string, now: number): number
  waitOfOthers(limits: CallLimits, address: string, now: number): number
  size(): number
}

/** Least recent callers are forgotten first. */
const mostKept = 50_000

const forgetOldest = (counts: Map<string, number>, some: number) => {
  for (const oldest of [...counts.keys()].slice(0, some)) counts.delete(oldest)
}

export const createCallCounter = (): CallCounter => {
  const spans = new Map<string, { readonly start: number; readonly counts: Map<string, number> }>()

  const countsNow = (limits: CallLimits, now: number): Map<string, number> => {
    const start = spanStart(limits, now)
    const known = spans.get(limits.name)
    if (known?.start === start) return known.counts
    const counts = new Map<string, number>()
    spans.set(limits.name, { start, counts })
    return counts
  }

  const wait = (limits: CallLimits, counted: readonly Counted[], now: number): number => {
    const counts = countsNow(limits, now)
    if (counted.some(({ subject, most }) => (counts.get(subject) ?? 0) >= most)) return untilEnd(limits, now)
    for (const { subject } of counted) {
      const count = counts.get(subject) ?? 0
      counts.delete(subject)
      counts.set(subject, count + 1)
    }
    if (counts.size > mostKept) forgetOldest(counts, mostKept / 2)
    return 0
  }

  return {
    waitOfClient: (limits, address, now) => wait(limits, [countedFor(limits, address).client], now),
    waitOfOthers: (limits, address, now) => {
      const { network, together } = countedFor(limits, address)
      return wait(limits, [network, together], now)
    },
    size: () => [...spans.values()].reduce((sum, { counts }) => sum + counts.size, 0),
  }
}

/** Rolls back what was counted. */
class TooMany extends Error {}

const rowOf = (counted: Counted, now: number) => {
  const start = spanStart(counted, now)
  return { subject: counted.subject, spanStart: start, spanEnd: start + counted.spanMs, count: 1 }
}

/** One more against each; false when one of them is over its most now. They are locked in their order. */
const countEach = async (db: Kysely<Schema>, now: number, counted: readonly Counted[]): Promise<boolean> => {
  const counts = await db
    .insertInto('rateLimit')
    .values(counted.map((each) => rowOf(each, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'spanStart'])
        .doUpdateSet((eb) => ({ count: eb('rateLimit.count', '+', 1) })),
    )
    .returning(['subject', 'count'])
    .execute()
  const mostOf = new Map(counted.map(({ subject, most }) => [subject, most]))
  return counts.every(({ subject, count }) => count <= (mostOf.get(subject) ?? 0))
}

/**
 * A step of a transaction: counts one against each of them, for all processes; false, and nothing is counted, when one is at its
 * most. No subject may stand twice, and those that most calls share come last.
 */
export const countAgainst = async (
  trx: Transaction<Schema>,
  now: number,
  counted: readonly Counted[],
): Promise<boolean> => {
  const known = await trx
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
  const counts = new Map(known.map(({ subject, count }) => [subject, count]))
  if (counted.some(({ subject, most }) => (counts.get(subject) ?? 0) >= most)) return false
  // Others may have counted since: then it is one too many all the same.
  return countEach(trx, now, counted)
}

/**
 * Counts one costly call of the client at `address` in the database, for all processes; gives the ms to wait, 0 when it may
 * go on. A refused call writes nothing.
 */
export const waitBeforeCostlyCall = async (
  db: Kysely<Schema>,
  now: number,
  limits: CallLimits,
  address: string,
): Promise<number> => {
  const { client, network, together } = countedFor(limits, address)
  try {
    await inTransaction(db, async (trx) => {
      // The rows that most calls share come last: they are locked from here to the commit.
      if (!(await countEach(trx, now, [client, network, together]))) throw new TooMany()
    })
    return 0
  } catch (error) {
    if (error instanceof TooMany) return untilEnd(limits, now)
    throw error
  }
}

/** Addresses are kept no longer than their span. */
export const forgetOldCallsJob = ({
  db,
  now,
}: {
  readonly db: Kysely<Schema>
  readonly now: () => number
}): Job => ({
  name: 'forget old calls',
  everyMs: 10 * minute,
  firstAfterMs: minute,
  limitMs: minute,
  run: async () => {
    await db.deleteFrom('rateLimit').where('spanEnd', '<', now()).execute()
  },
})
