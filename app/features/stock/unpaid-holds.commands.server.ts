import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { ClaimRow } from './queries.server.ts'
import { mostUnpaid, unpaidWaitMs } from './rules.ts'

const day = 86_400_000

/** Whose a hold is; hashes. */
export interface HoldOwner {
  readonly client: string
  readonly network: string
}

type Whose = Pick<ClaimRow, 'orderId' | 'state' | 'client' | 'network'>

/** Beside the other counts that end by themselves; the row ends a day after the last hold (K30). */
const rowOf = (hash: string) => ({ subject: `unpaid-holds:${hash}`, spanStart: 0 })

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
  const spanEnd = now() + day
  for (const hash of ownersOf(claims))
    await trx
      .insertInto('rateLimit')
      .values({ ...rowOf(hash), spanEnd, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'spanStart'])
          .doUpdateSet((eb) => ({ count: eb('rateLimit.count', '+', 1), spanEnd })),
      )
      .execute()
}

/** A payment ends the row of unpaid holds; within its transaction, with the claims as they were before. */
export const forgetUnpaidHolds = async (trx: AppTransaction, claims: readonly Whose[]): Promise<void> => {
  const subjects = ownersOf(claims).map((hash) => rowOf(hash).subject)
  if (subjects.length > 0) await trx.deleteFrom('rateLimit').where('subject', 'in', subjects).execute()
}

/** Ms until this client may hold again: an hour after three of its holds in a row, or nine of its network, ended unpaid (K30). */
export const waitAfterUnpaid = async (
  trx: AppTransaction,
  { now }: Pick<AppContext, 'now'>,
  whose: HoldOwner,
): Promise<number> => {
  const waits: number[] = []
  for (const side of ['client', 'network'] as const) {
    const { subject } = rowOf(whose[side])
    const row = await trx
      .selectFrom('rateLimit')
      .select(['count', 'spanEnd'])
      .where('subject', '=', subject)
      .where('spanEnd', '>', now())
      .executeTakeFirst()
    if (row !== undefined && row.count >= mostUnpaid[side])
      waits.push(Number(row.spanEnd) - day + unpaidWaitMs - now())
  }
  return Math.max(0, ...waits)
}
