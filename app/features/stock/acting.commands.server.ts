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

/** A form of a product's stock; `version` is of what it showed, 0 where nothing was counted, null for a command of the machine. */
export interface StockForm {
  readonly requestId: string
  readonly number: string
  readonly version: number | null
}

/** What whoever counts does; all else is the owner's (K21). */
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

/** One act on a product's stock, whose row is locked: it is the desk's from then on, and forms that show it as it was are stale. */
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

/** What `emptied` says of what was sold without limit before it was sold out. */
export const wasUncounted = 'uncounted'

/** With which version a count begins: above those of one that was given up, whose forms are stale. */
export const beginningVersion = (trx: AppTransaction, number: string) =>
  trx
    .selectFrom('stockMove')
    .where('number', '=', number)
    .select(({ fn }) => fn.countAll<number>().as('moves'))

/** From now on it is counted, by the desk; two first counts of one number meet at its key. */
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
        // What the list says stays known: she may go back to it.
        waitingCell: sql`coalesce(stock.waiting_cell, stock.feed_cell)`,
        feedCell: null,
        emptied,
      }),
    )
    .execute()
}
