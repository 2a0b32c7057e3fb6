import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** How often one subject may try something within each span of `spanMs` (A10). */
export interface AttemptLimits {
  readonly name: string
  readonly spanMs: number
  readonly most: number
}

const rowOf = ({ name, spanMs }: AttemptLimits, subject: string, now: number) => {
  const spanStart = Math.floor(now / spanMs) * spanMs
  return { subject: `${name}:${subject}`, spanStart, spanEnd: spanStart + spanMs }
}

/** Counts one attempt before it is made, for all processes; false when there were too many. */
export const countAttempt = async (
  db: Kysely<Schema>,
  now: number,
  limits: AttemptLimits,
  subject: string,
): Promise<boolean> => {
  const { count } = await db
    .insertInto('rateLimit')
    .values({ ...rowOf(limits, subject, now), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'spanStart'])
        .doUpdateSet((eb) => ({ count: eb('rateLimit.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= limits.most
}

/** Whether one more attempt would be admitted; counts nothing. */
export const mayAttempt = async (
  db: Kysely<Schema>,
  now: number,
  limits: AttemptLimits,
  subject: string,
): Promise<boolean> => {
  const row = rowOf(limits, subject, now)
  const counted = await db
    .selectFrom('rateLimit')
    .where('subject', '=', row.subject)
    .where('spanStart', '=', row.spanStart)
    .select('count')
    .executeTakeFirst()
  return (counted?.count ?? 0) < limits.most
}

/** The attempt was a right one: it counts no longer. */
export const forgiveAttempt = async (
  db: Kysely<Schema>,
  now: number,
  limits: AttemptLimits,
  subject: string,
): Promise<void> => {
  const row = rowOf(limits, subject, now)
  await db
    .updateTable('rateLimit')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', row.subject)
    .where('spanStart', '=', row.spanStart)
    .where('count', '>', 0)
    .execute()
}
