import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { takeAdvisoryLock } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { clientAt } from '~/server/public-address.ts'
import { textHash } from '~/server/text-hash.ts'
import { claimPieces } from './claims.commands.server.ts'
import type { StockContext } from './ledger.commands.server.ts'
import { hasCounted, isOpenClaim, lockStock } from './queries.server.ts'
import { releaseHolds } from './releasing.commands.server.ts'
import { mostHolds, type ShortLine, type WantedPiece } from './rules.ts'

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

/** Why an order gets no stock. */
export type HoldRefusal =
  | { readonly why: 'stock'; readonly lines: readonly ShortLine[] }
  | { readonly why: 'too-many-holds' }

/** Lock for counting holds: two concurrent orders of one client must not both be the sixth. */
const holdsLock = 7_402_601

const isAtLimit = async (
  trx: AppTransaction,
  orderId: string,
  whose: { readonly client: string; readonly network: string },
): Promise<boolean> => {
  const holdsOf = async (column: 'client' | 'network') => {
    const row = await trx
      .selectFrom('stockClaim')
      .select(({ fn }) => fn.count<number>('orderId').distinct().as('orders'))
      .where(isOpenClaim)
      .where('state', '=', 'held')
      .where(column, '=', whose[column])
      .where('orderId', '!=', orderId)
      .executeTakeFirstOrThrow()
    return Number(row.orders)
  }
  return (await holdsOf('client')) >= mostHolds.client || (await holdsOf('network')) >= mostHolds.network
}

/** Holds of the same browser's other unpaid orders, abandoned for this cart. */
const formerHolds = (trx: AppTransaction, { orderId, browserToken }: HoldOfOrder) =>
  trx
    .selectFrom('stockClaim')
    .innerJoin('orders', 'orders.id', 'stockClaim.orderId')
    .selectAll('stockClaim')
    .where(isOpenClaim)
    .where('stockClaim.state', '=', 'held')
    .where('orders.browserToken', '=', browserToken)
    .where('orders.state', '=', 'pending')
    .where('orders.id', '!=', orderId)
    .execute()

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
  const formers = await formerHolds(trx, hold)
  if (formers.length === 0 && !(await hasCounted(trx, numbers))) return ok(undefined)
  const place = hold.address === null ? null : clientAt(hold.address)
  const whose = place && { client: textHash(place.client), network: textHash(place.network) }
  if (whose !== null) await takeAdvisoryLock(trx, holdsLock)
  const counted = await lockStock(trx, [...numbers, ...formers.map(({ number }) => number)])
  await releaseHolds(trx, ctx, actor, formers)
  const own = new Map([...counted].filter(([number]) => numbers.includes(number)))
  if (own.size === 0) return ok(undefined)
  if (whose !== null && (await isAtLimit(trx, hold.orderId, whose))) return refused({ why: 'too-many-holds' })
  const { orderId, until } = hold
  const lines = await claimPieces(
    trx,
    ctx,
    actor,
    { orderId, state: 'held', until, ...whose },
    hold.lines,
    own,
  )
  return lines.length === 0 ? ok(undefined) : refused({ why: 'stock', lines })
}
