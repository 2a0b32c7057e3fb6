import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'

/** Everything that is noted about an order. */
export type OrderHappening =
  | 'placed'
  | 'session opened'
  | 'session failed'
  | 'replaced'
  | 'awaiting_payment'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'needs_review'
  | 'shipped'
  | 'late event'

/** As it is stored: whoever buys is a shopper there, with an account or without. */
const nameOf = (actor: Actor): string => {
  if (actor.kind === 'system') return actor.name
  return actor.kind === 'owner' ? 'owner' : 'shopper'
}

/** Adds an entry to the history of an order, within the caller's transaction. */
export const noteHappening = (
  { now, newId }: Pick<AppContext, 'now' | 'newId'>,
  trx: Kysely<Schema>,
  actor: Actor,
  orderId: string,
  what: OrderHappening,
  detail: string | null = null,
): Promise<unknown> =>
  trx
    .insertInto('orderEvent')
    .values({ id: newId(), orderId: orderId, happenedAt: now(), what, actor: nameOf(actor), detail })
    .execute()
