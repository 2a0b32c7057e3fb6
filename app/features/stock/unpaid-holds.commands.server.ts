import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { forgetTimedCounts, raiseTimedCount, timedCount } from '~/server/rate-limit.ts'
import type { ClaimRow } from './queries.server.ts'
import { mostUnpaid, unpaidWaitMs } from './rules.ts'

const day = 86_400_000

/** Whose a hold is; hashes. */
export interface HoldOwner {
  readonly client: string
  readonly network: string
}

type Whose = Pick<ClaimRow, 'orderId' | 'state' | 'client' | 'network'>

/** Kept for a day after the last hold (K30). */
const subjectOf = (hash: string) => `unpaid-holds:${hash}`

const ownersOf = (claims: readonly Whose[]): string[] => {
  const orders = new Map(
    claims.filter(({ state }) => state === 'held').map((claim) => [claim.orderId, claim]),
  )
  return [...orders.values()]
    .flatMap(({ client, network }) => [client ?? [], network ?? []].flat())
    .toSorted()
}

/** Counts these orders' holds as ended unpaid, within the transaction that ends them; `claims` as they were before. */
export const countUnpaidHolds = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  claims: readonly Whose[],
): Promise<void> => {
  const at = now()
  for (const hash of ownersOf(claims))
    await raiseTimedCount(trx, { subject: subjectOf(hash), from: 0 }, { now: at, until: at + day })
}

/** A payment ends the row of unpaid holds; within its transaction, with the claims as they were before. */
export const forgetUnpaidHolds = (trx: AppTransaction, claims: readonly Whose[]): Promise<void> =>
  forgetTimedCounts(trx, ownersOf(claims).map(subjectOf))

/** Ms until this client may hold again: an hour after three of its holds in a row, or nine of its network, ended unpaid (K30). */
export const waitAfterUnpaid = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  whose: HoldOwner,
): Promise<number> => {
  const waits: number[] = []
  for (const side of ['client', 'network'] as const) {
    const { count, until } = await timedCount(trx, subjectOf(whose[side]), now())
    if (count >= mostUnpaid[side]) waits.push(until - day + unpaidWaitMs - now())
  }
  return Math.max(0, ...waits)
}
