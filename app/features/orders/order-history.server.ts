import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { CommandContext } from '~/server/context.ts'

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

const nameOf = (actor: Actor): string => (actor.kind === 'system' ? actor.name : actor.kind)

/** Adds an entry to the history of an order, within the caller's transaction. */
export const noteHappening = (
  { now, newId }: Pick<CommandContext, 'now' | 'newId'>,
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
