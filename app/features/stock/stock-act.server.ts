import { sql } from 'kysely'
import { productSubject } from '~/features/products/facts.rules.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { versionOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf, type Who } from '~/server/desk-act.ts'
import type { Present } from '~/server/merged-form.ts'
import { joinedKept } from './joined.rules.ts'
import { piecesText } from './measures.rules.ts'
import { lockStock, measuresAt, openClaims, openPieces, type StockRow, shownStock } from './queries.server.ts'
import type { Measured } from './rules.ts'
import { type StockFailure, stockRefusals } from './texts.ts'

/** A stock form; `version` is the one that it showed, 0 before the first count, null for a command line. */
export interface ShownStock {
  readonly number: string
  readonly version: number | null
}

type Step<Form> = (found: {
  readonly trx: AppTransaction
  readonly ctx: AppContext
  readonly form: Form
  readonly row: StockRow | undefined
  readonly mode: StockRow['mode']
  readonly why: { readonly actor: DeskActor }
}) => Promise<StockFailure | undefined>

/** What the address of a product's stock names. */
interface StockPage {
  /** As written in it. */
  readonly number: string
}

const shelfOf = async (trx: AppTransaction, row: StockRow | undefined, number: string) =>
  row === undefined
    ? null
    : {
        pieces: piecesText(
          (await openPieces(trx, number)).flatMap(({ leftUnits }) => (leftUnits > 0 ? leftUnits : [])),
        ),
        claimed: (await openClaims(trx, number)).length,
        lowAt: row.lowAt,
        reorder: row.reorderedUnits,
      }

/**
 * An act on a product's locked stock row: from then on the desk owns the count, and forms that show an older version are stale. Packers
 * who may count may do those of a `counter`; all others are the owner's (K21).
 */
export const defineStockAct = <More extends object = object>({
  step,
  form,
  present,
  ...act
}: {
  readonly name: string
  readonly words: string
  readonly done: string
  readonly who: Who
  readonly form: (form: FormData, stock: Measured, ctx: Pick<AppContext, 'settings'>) => Read<More>
  readonly step: Step<ShownStock & More>
  /** Of a form whose fields show what is stored. */
  readonly present?: (shown: Awaited<ReturnType<typeof shownStock>>) => Present
}) =>
  defineAct({
    ...act,
    ...(present === undefined
      ? {}
      : {
          present: async ({ at, ctx }: Opened<StockPage>) => {
            const stock = await measuresAt(ctx.db, at.number)
            return stock && present(await shownStock(ctx.db, stock))
          },
        }),
    subject: productSubject,
    facts: {
      pieces: '棚の布',
      claimed: '約束・取り置き',
      lowAt: '「在庫が少ない」とする枚数',
      reorder: '頼んだ数',
    },
    refusals: stockRefusals,
    answer: noAnswer,
    form: async ({
      form: sent,
      at,
      ctx,
    }: Opened<StockPage>): Promise<Read<ShownStock & More, 'not-found'>> => {
      const stock = await measuresAt(ctx.db, at.number)
      if (stock === undefined) return refused('not-found')
      const read = form(sent, stock, ctx)
      return read.ok ? ok({ number: stock.number, version: versionOf(sent), ...read.value }) : read
    },
    run: async (trx, { ctx, actor, form }) => {
      const { number, version } = form
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
      const failure = await step({ trx, ctx, form, row, mode, why: { actor } })
      if (failure !== undefined) return refused(failure)
      await trx
        .updateTable('stock')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('number', '=', number)
        .execute()
      const after = await shelfOf(trx, (await lockStock(trx, [number])).get(number), number)
      return ok({ answer: null, subject: subjectOf(productSubject, number), before, after })
    },
  })

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
