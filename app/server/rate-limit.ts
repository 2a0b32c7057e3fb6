import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** At most `most` times in each span of `spanMs` milliseconds. */
export interface RateLimit {
  readonly most: number
  readonly spanMs: number
}

/** The limits of one costly call: for one client, and for all together (S17). */
export interface CallLimits {
  readonly name: string
  readonly perClient: RateLimit
  readonly together: RateLimit
}

/** IPv6 clients own whole networks of 64 bits: one household, one limit. */
const clientOf = (address: string): string => {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? networkOf(address)
}

const networkOf = (address: string): string => {
  const [head = '', tail] = address.toLowerCase().split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length)
  return [...groups, ...Array<string>(zeros).fill('0'), ...behind].slice(0, 4).join(':')
}

const countOne = async (
  db: Kysely<Schema>,
  now: number,
  subject: string,
  { spanMs }: RateLimit,
): Promise<{ count: number; endsAt: number }> => {
  const start = Math.floor(now / spanMs) * spanMs
  const { count } = await db
    .insertInto('rate_limit')
    .values({ subject, span_start: start, span_end: start + spanMs, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'span_start'])
        .doUpdateSet((eb) => ({ count: eb('rate_limit.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return { count, endsAt: start + spanMs }
}

/**
 * Counts one call of the client at `address` and says for how many ms it must wait; 0 when it may go on. Kept in the
 * database, so that every process counts alike. A refused client is not counted against all the others.
 */
export const waitBeforeCall = async (
  db: Kysely<Schema>,
  now: number,
  limits: CallLimits,
  address: string,
): Promise<number> => {
  const own = await countOne(db, now, `${limits.name}:${clientOf(address)}`, limits.perClient)
  if (own.count > limits.perClient.most) return Math.max(1, own.endsAt - now)
  const all = await countOne(db, now, `${limits.name}:*`, limits.together)
  return all.count > limits.together.most ? Math.max(1, all.endsAt - now) : 0
}

/** Forgets spans that are over: addresses are kept no longer than they are needed. */
export const forgetOldCalls = async (db: Kysely<Schema>, now: number): Promise<void> => {
  await db.deleteFrom('rate_limit').where('span_end', '<', now).execute()
}
