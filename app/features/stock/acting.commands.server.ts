import { sql } from 'kysely'
import { type DeskActor, isShopOwner, mayCountStock } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { joinedKept } from './joined.rules.ts'
import { piecesText } from './measures.rules.ts'
import { lockStock, openClaims, openPieces, type StockRow } from './queries.server.ts'
import type { StockFailure } from './texts.ts'

/** A stock form; `version` is the one that it showed, 0 before the first count, null for a command line. */
export interface StockForm {
  readonly requestId: string
  readonly number: string
  readonly version: number | null
}

/** The acts open to packers who may count; all others are the owner's (K21). */
const countersActs: readonly string[] = [
  'stock.receive',
  'stock.recount',
  'stock.sold-out',
  'stock.undo-sold-out',
]

type Step = (found: {
  readonly trx: AppTransaction
  readonly row: StockRow | undefined
  readonly mode: StockRow['mode']
  readonly why: { readonly actor: DeskActor }
}) => Promise<StockFailure | undefined>

const shelfOf = async (trx: AppTransaction, row: StockRow | undefined, number: string) =>
  row === undefined
    ? null
    : {
        pieces: piecesText(
          (await openPieces(trx, number)).flatMap(({ leftUnits }) => (leftUnits > 0 ? leftUnits : [])),
        ),
        claimed: (await openClaims(trx, number)).length,
      }

/** Runs one act on a product's locked stock row: from then on the desk owns the count, and forms that show an older version are stale. */
export const actOnceOnStock = async (
  ctx: AppContext,
  actor: DeskActor,
  act: string,
  { requestId, ...content }: StockForm & { readonly pieces?: unknown; readonly lowAt?: number | null },
  step: Step,
): Promise<Result<null, StockFailure>> => {
  const may = countersActs.includes(act) ? mayCountStock(actor) : isShopOwner(actor)
  if (!may) return refused('not-found')
  const { number, version } = content
  return actOnce(
    ctx,
    actor,
    act,
    { requestId, content },
    () => null,
    async (trx) => {
      const product = await trx
        .selectFrom('product')
        .select('type')
        .where('number', '=', number)
        .executeTakeFirst()
      if (product === undefined) return refused('no-product')
      const row = (await lockStock(trx, [number])).get(number)
      if (version !== null && version !== (row?.version ?? 0)) return refused('stale')
      const before = await shelfOf(trx, row, number)
      const mode = product.type === 'kit' ? 'count' : 'pieces'
      const failure = await step({ trx, row, mode, why: { actor } })
      if (failure !== undefined) return refused(failure)
      await trx
        .updateTable('stock')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('number', '=', number)
        .execute()
      const after = await shelfOf(trx, (await lockStock(trx, [number])).get(number), number)
      return ok({ answer: null, subject: `product:${number}`, before, after })
    },
  )
}

/** Value of `emptied` for a product that was uncounted before it was marked sold out. */
export const wasUncounted = 'uncounted'

/** First version of a new count: above those of an abandoned one, so that its forms are stale. */
export const beginningVersion = (trx: AppTransaction, number: string) =>
  trx
    .selectFrom('stockMove')
    .where('number', '=', number)
    .select(({ fn }) => fn.countAll<number>().as('moves'))

/** Starts counting a product at the desk; the primary key stops a second first count. */
export const count = async (
  trx: AppTransaction,
  { settings }: Pick<AppContext, 'settings'>,
  number: string,
  mode: StockRow['mode'],
  emptied: string | null = null,
): Promise<void> => {
  await trx
    .insertInto('stock')
    .values({
      number,
      mode,
      countedBy: 'desk',
      feedCell: null,
      waitingCell: null,
      lowAt: null,
      version: beginningVersion(trx, number),
      emptied,
      joined: joinedKept(settings.joined),
    })
    .onConflict((conflict) =>
      conflict.column('number').doUpdateSet({
        countedBy: 'desk',
        // The feed's value is kept, so that the owner can return to it.
        waitingCell: sql`coalesce(stock.waiting_cell, stock.feed_cell)`,
        feedCell: null,
        emptied,
      }),
    )
    .execute()
}
