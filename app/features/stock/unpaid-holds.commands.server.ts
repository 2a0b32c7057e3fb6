import type { AppContext } from '~/server/app-context.ts'
import { takeAdvisoryLock } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { forgetTimedCounts, raiseTimedCount, timedCount } from '~/server/rate-limit.ts'
import type { ClaimRow } from './queries.server.ts'
import { mostUnpaid, unpaidRowMs, unpaidWaitMs } from './rules.ts'

/** Of holds that end at once each must see what the others counted. Taken after the numbers' locks (K4). */
const unpaidLock = 7_402_602

/** Whose a hold is; hashes. */
export interface HoldOwner {
  readonly client: string
  readonly network: string
}

type Whose = Pick<ClaimRow, 'orderId' | 'state' | 'client' | 'network' | 'claimedAt'>

const subjectOf = (hash: string) => `unpaid-holds:${hash}`

/** Whose orders' holds these are, with the time since when, oldest first. */
const ownersOf = (claims: readonly Whose[]): { readonly hash: string; readonly since: number }[] => {
  const orders = new Map<string, Whose>()
  for (const claim of claims.filter(({ state }) => state === 'held'))
    if (claim.claimedAt < (orders.get(claim.orderId)?.claimedAt ?? Number.POSITIVE_INFINITY))
      orders.set(claim.orderId, claim)
  return [...orders.values()]
    .toSorted((a, b) => a.claimedAt - b.claimedAt)
    .flatMap(({ client, network, claimedAt: since }) =>
      [client ?? [], network ?? []].flat().map((hash) => ({ hash, since })),
    )
}

/**
 * Counts these orders' holds as ended unpaid, within the transaction that ends them; `claims` as they were before. What was held
 * beside the one that counted last, as by households behind one address, counts with it.
 */
export const countUnpaidHolds = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  claims: readonly Whose[],
): Promise<void> => {
  const at = now()
  const owners = ownersOf(claims)
  if (owners.length > 0) await takeAdvisoryLock(trx, unpaidLock)
  for (const { hash, since } of owners) {
    const subject = subjectOf(hash)
    const { count, until } = await timedCount(trx, subject, at)
    if (count > 0 && since < until - unpaidRowMs) continue
    await raiseTimedCount(trx, { subject, from: 0 }, { now: at, until: at + unpaidRowMs })
  }
}

/** A payment ends the row of unpaid holds; within its transaction, with the claims as they were before. */
export const forgetUnpaidHolds = (trx: AppTransaction, claims: readonly Whose[]): Promise<void> =>
  forgetTimedCounts(
    trx,
    ownersOf(claims).map(({ hash }) => subjectOf(hash)),
  )

/** Ms until this client may hold again: an hour after three of its holds in a row, or nine of its network, ended unpaid (K30). */
export const waitAfterUnpaid = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  whose: HoldOwner,
): Promise<number> => {
  const waits: number[] = []
  for (const side of ['client', 'network'] as const) {
    const { count, until } = await timedCount(trx, subjectOf(whose[side]), now())
    if (count >= mostUnpaid[side]) waits.push(until - unpaidRowMs + unpaidWaitMs - now())
  }
  return Math.max(0, ...waits)
}
