import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { takeAdvisoryLock } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { clientAt } from '~/server/public-address.ts'
import { textHash } from '~/server/text-hash.ts'
import { claimPieces } from './claims.commands.server.ts'
import type { StockContext } from './ledger.commands.server.ts'
import {
  type ClaimRow,
  hasCounted,
  heldByBrowser,
  holdsAllOf,
  isOpenClaim,
  lockStock,
  openPieces,
} from './queries.server.ts'
import { releaseHolds } from './releasing.commands.server.ts'
import {
  beyondShare,
  type HeldUnits,
  holdShares,
  longestHold,
  type ShortLine,
  type WantedPiece,
} from './rules.ts'
import { countUnpaidHolds, type HoldOwner, waitAfterUnpaid } from './unpaid-holds.commands.server.ts'

/** An order that is being placed. */
export interface HoldOfOrder {
  readonly orderId: string
  readonly browserToken: string
  /** Epoch ms of its payment page's end. */
  readonly until: number
  /** The client's address; null when clients cannot be told apart. */
  readonly address: string | null
  readonly lines: readonly WantedPiece[]
}

/** Why an order gets no stock; `waitMs` until its client may hold again. */
export type HoldRefusal =
  | { readonly why: 'stock'; readonly lines: readonly ShortLine[] }
  | { readonly why: 'too-many-holds' }
  | { readonly why: 'unpaid-holds'; readonly waitMs: number }

/** Lock for counting holds: two concurrent orders of one client must not both be its first. */
const holdsLock = 7_402_601

const heldBy = (trx: AppTransaction, whose: HoldOwner, side: 'client' | 'network'): Promise<HeldUnits[]> =>
  trx
    .selectFrom('stockClaim')
    .select(['orderId', 'number', 'units', 'claimedAt as since'])
    .where(isOpenClaim)
    .where('state', '=', 'held')
    .where(side, '=', whose[side])
    .execute()

const leftOf = async (trx: AppTransaction, numbers: Iterable<string>): Promise<Map<string, number>> => {
  const left = new Map<string, number>()
  for (const number of numbers)
    left.set(
      number,
      (await openPieces(trx, number)).reduce((sum, { leftUnits }) => sum + leftUnits, 0),
    )
  return left
}

/** Whether the order, which has claimed its pieces, holds more than client and network may (K8). */
const shareRefusal = async (
  trx: AppTransaction,
  { orderId, lines }: HoldOfOrder,
  whose: HoldOwner,
  counted: Iterable<string>,
): Promise<HoldRefusal | undefined> => {
  const left = await leftOf(trx, counted)
  for (const side of ['client', 'network'] as const) {
    const beyond = beyondShare(orderId, await heldBy(trx, whose, side), left, holdShares[side])
    if (beyond === 'too-many') return { why: 'too-many-holds' }
    const short = lines.flatMap((line) => {
      const most = beyond.get(line.number)
      return most === undefined ? [] : { ...line, most, waits: false, isShared: true as const }
    })
    if (short.length > 0) return { why: 'stock', lines: short }
  }
  return undefined
}

const recentOrders = 3

/** Whether one of the browser's last orders was paid: it does not wait for what others at its address left (K30). */
const hasPaidLately = async (
  trx: AppTransaction,
  { orderId, browserToken }: HoldOfOrder,
): Promise<boolean> => {
  const orders = await trx
    .selectFrom('orders')
    .select('state')
    .where('browserToken', '=', browserToken)
    .where('id', '!=', orderId)
    .orderBy('createdAt', 'desc')
    .limit(recentOrders)
    .execute()
  return orders.some(({ state }) => state === 'paid')
}

/**
 * Since when the cart goes on holding what `formers`, released just now, held; null for nothing. What was held too long, or what a cart
 * that holds nothing gave up, has ended unpaid (K30).
 */
const takeOver = async (
  trx: AppTransaction,
  ctx: StockContext,
  formers: readonly ClaimRow[],
  holds: boolean,
): Promise<number | null> => {
  const now = ctx.now()
  const goesOn = ({ claimedAt }: ClaimRow) => holds && now - claimedAt < longestHold
  await countUnpaidHolds(
    trx,
    ctx,
    formers.filter((claim) => !goesOn(claim)),
  )
  const goingOn = formers.filter(goesOn).map(({ claimedAt }) => claimedAt)
  return goingOn.length > 0 ? Math.min(...goingOn) : null
}

/**
 * Holds a piece for each line of an order within the transaction that writes it (K4), and releases what the same browser held for
 * another cart (K5). On refusal the caller rolls back.
 */
export const holdPieces = async (
  trx: AppTransaction,
  ctx: StockContext,
  actor: Actor,
  hold: HoldOfOrder,
): Promise<Result<void, HoldRefusal>> => {
  const numbers = hold.lines.map(({ number }) => number)
  const formers = await heldByBrowser(trx, hold.browserToken)
  if (formers.length === 0 && !(await hasCounted(trx, numbers))) return ok(undefined)
  const place = hold.address === null ? null : clientAt(hold.address)
  const whose = place && { client: textHash(place.client), network: textHash(place.network) }
  if (whose !== null) await takeAdvisoryLock(trx, holdsLock)
  const locked = await lockStock(trx, [...numbers, ...formers.map(({ number }) => number)])
  await releaseHolds(trx, ctx, actor, formers)
  // Read again after a release: what the same browser held is nobody else's.
  const own = formers.length === 0 ? locked : await lockStock(trx, numbers)
  const since = await takeOver(trx, ctx, formers, own.size > 0)
  if (own.size === 0) return ok(undefined)
  const { orderId, until } = hold
  const limited = whose !== null && !(await holdsAllOf(trx, orderId, hold.lines)) ? whose : null
  if (limited !== null && since === null) {
    const waitMs = await waitAfterUnpaid(trx, ctx, limited)
    if (waitMs > 0 && !(await hasPaidLately(trx, hold))) return refused({ why: 'unpaid-holds', waitMs })
  }
  const claimant = { orderId, state: 'held', until, since: since ?? ctx.now(), ...whose } as const
  const lines = await claimPieces(trx, ctx, actor, claimant, hold.lines, own)
  if (lines.length > 0) return refused({ why: 'stock', lines })
  const refusal = limited === null ? undefined : await shareRefusal(trx, hold, limited, own.keys())
  return refusal === undefined ? ok(undefined) : refused(refusal)
}
