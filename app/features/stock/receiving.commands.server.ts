import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ReceivingTable } from '#db/schema.ts'
import { productNumber } from '~/features/products/rules.ts'
import { type Actor, actorName } from '~/kernel/actor.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  defineAct,
  type FieldErrors,
  noAnswer,
  type Opened,
  type Read,
  subjectOf,
} from '~/server/desk-act.ts'
import { addReceived } from './counting.commands.server.ts'
import { forgetCount } from './ending.commands.server.ts'
import { move } from './ledger.commands.server.ts'
import { type NewPiece, piecesText, stockBounds } from './measures.rules.ts'
import { lockStock, openPieces } from './queries.server.ts'
import { productsToReceive } from './receiving.queries.server.ts'
import {
  isEmptyRow,
  isFree,
  productNamed,
  type ReceivedProduct,
  readReceivedRow,
  receivedBounds,
  rowsIn,
  rowTexts,
  type TypedReceived,
  undoDays,
} from './receiving.rules.ts'
import { layIn } from './shelf.commands.server.ts'

/** What came at one time; the log names its products in the values. */
const receivingSubject = { kind: 'receiving', name: '受け取り', idText: () => '' } as const

const refusals = {
  'not-found': { status: 404, text: 'このページはありません。' },
  'no-rows': { status: 422, text: '受け取ったものを、1行から入力してください。', field: 'number-0' },
  'too-many': {
    status: 422,
    text: `一度に受け取れるのは、つづきの数で${receivedBounds.pieces}本（1つの商品は${stockBounds.pieces}本）までです。行を分けて、2回で受け取ってください。`,
  },
  'no-product': {
    status: 409,
    text: 'この商品は、もうありません。管理番号を確かめてください。',
  },
  undone: { status: 409, text: 'この受け取りは、もう取り消されています。' },
  'too-late': {
    status: 409,
    text: `受け取ってから${undoDays}日が過ぎたので、取り消せません。商品ごとに数え直してください。`,
  },
} as const satisfies Refusals<string>

type Failure = keyof typeof refusals

interface Came {
  readonly products: readonly { readonly number: string; readonly pieces: readonly NewPiece[] }[]
}

/** Rows of one number are received together, in the order of numbers. */
const byProduct = (rows: Came['products']): Came['products'] =>
  [...Map.groupBy(rows, ({ number }) => number)]
    .map(([number, same]) => ({ number, pieces: same.flatMap(({ pieces }) => pieces) }))
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))

/** What the rows say; refuses with a sentence for each row that is wrong. */
const readRows = (
  rows: readonly TypedReceived[],
  products: readonly ReceivedProduct[],
  joined: Joined,
): Read<Came> => {
  const errors: Record<string, string> = {}
  const came: { number: string; pieces: readonly NewPiece[] }[] = []
  for (const [at, row] of rows.entries()) {
    if (isEmptyRow(row)) continue
    const product = productNamed(products, productNumber(row.number))
    if (product === undefined) {
      errors[`number-${at}`] = row.number.trim() === '' ? rowTexts.noNumber : rowTexts.unknown
      continue
    }
    const read = readReceivedRow(row, product, joined)
    if (read.ok) came.push({ number: product.number, pieces: read.value })
    else errors[`${read.error.field}-${at}`] = read.error.text
  }
  return Object.keys(errors).length > 0 ? refused<FieldErrors>(errors) : ok({ products: byProduct(came) })
}

const numberAndType = (trx: AppTransaction, numbers: readonly string[]) =>
  trx.selectFrom('product').select(['number', 'type']).where('number', 'in', numbers).execute()

const raiseVersion = (trx: AppTransaction, number: string) =>
  trx
    .updateTable('stock')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('number', '=', number)
    .execute()

/**
 * 受け取り: adds the bolts of all rows to their shelves, and kits to their pools, in one transaction (K40): all of them or none. Undone by
 * `undoReceiving`.
 */
export const receiveAll = defineAct({
  name: 'receiving.save',
  words: 'まとめて受け取りました',
  done: '受け取りました。まちがえたときは、下の「取り消す」で戻せます。',
  subject: receivingSubject,
  facts: { pieces: '受け取ったもの' },
  who: 'counter',
  form: async ({ form, ctx }: Opened<unknown>): Promise<Read<Came>> => {
    const rows = rowsIn(form)
    const products = await productsToReceive(
      ctx.db,
      rows.map(({ number }) => number),
    )
    return readRows(rows, products, ctx.settings.joined)
  },
  refusals,
  answer: z.object({ id: z.string() }),
  run: async (trx, { ctx, actor, form: { products } }) => {
    if (products.length === 0) return refused<Failure>('no-rows')
    if (products.length > receivedBounds.rows) return refused<Failure>('too-many')
    if (products.flatMap(({ pieces }) => pieces).length > receivedBounds.pieces)
      return refused<Failure>('too-many')
    if (products.some(({ pieces }) => pieces.length > stockBounds.pieces)) return refused<Failure>('too-many')
    const numbers = products.map(({ number }) => number)
    const types = new Map((await numberAndType(trx, numbers)).map(({ number, type }) => [number, type]))
    if (types.size < products.length) return refused<Failure>('no-product')
    const id = ctx.newId()
    await trx
      .insertInto('receiving')
      .values({ id, receivedAt: ctx.now(), receivedBy: actorName(actor), undoneAt: null })
      .execute()
    const stock = await lockStock(trx, numbers)
    for (const { number, pieces } of products) {
      const row = stock.get(number)
      const mode = types.get(number) === 'kit' ? 'count' : 'pieces'
      const grown = await addReceived(trx, ctx, actor, { number, row, mode, pieces })
      const begins = row === undefined ? 1 : 0
      await trx
        .insertInto('receivedPiece')
        .values(
          grown.map((piece) => ({
            receivingId: id,
            pieceId: piece.id,
            number,
            units: piece.units,
            begins,
            state: 'there' as const,
          })),
        )
        .execute()
      await raiseVersion(trx, number)
      await nextTurn()
    }
    const after = products
      .map(({ number, pieces }) => `${number} ${piecesText(pieces.map(({ units }) => units))}`)
      .join('／')
    return ok({ answer: { id }, subject: subjectOf(receivingSubject, id), after: { pieces: after } })
  },
})

interface Returned {
  readonly pieceId: string
  readonly units: number
  readonly begins: number
}

/** Whether nothing came to the shelf of this number from then on that is still there, promised or sold. */
const isAllGone = async (trx: AppTransaction, number: string, since: number): Promise<boolean> =>
  (await trx
    .selectFrom('stockPiece')
    .select('id')
    .where('number', '=', number)
    .where('receivedAt', '>=', since)
    .where('units', '>', 0)
    .executeTakeFirst()) === undefined

/** Takes the free ones of these pieces of one number off the shelf; the others stay. A count that began with them ends when none is left. */
const takeAway = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  { id: receivingId, receivedAt }: Pick<Selectable<ReceivingTable>, 'id' | 'receivedAt'>,
  number: string,
  came: readonly Returned[],
): Promise<number> => {
  const row = (await lockStock(trx, [number])).get(number)
  const pieces = await openPieces(trx, number)
  const why = { why: 'undone', actor } as const
  let taken = 0
  for (const { pieceId, units } of came) {
    const piece = pieces.find(({ id }) => id === pieceId)
    const free =
      piece !== undefined &&
      isFree({ units, all: piece.units, left: piece.leftUnits }, row?.mode === 'count') &&
      (await move(trx, ctx, piece, { units: -units, grows: -units }, why))
    if (!free) continue
    taken += 1
    await trx
      .updateTable('receivedPiece')
      .set({ state: 'undone' })
      .where('receivingId', '=', receivingId)
      .where('pieceId', '=', pieceId)
      .execute()
  }
  await layIn(trx, ctx, number, { why: 'claimed', actor })
  await raiseVersion(trx, number)
  const begins = came.some(({ begins }) => begins === 1)
  // What was marked sold out meanwhile stays sold out.
  if (begins && row?.emptied == null && (await isAllGone(trx, number, receivedAt)))
    await forgetCount(trx, ctx, number, actor)
  return taken
}

/**
 * 取り消す: takes away what came with a receiving of the last 30 days; pieces with a claim on them, that were sold, or whose shelf was
 * counted since stay, and the page names them (K40).
 */
export const undoReceiving = defineAct({
  name: 'receiving.undo',
  words: '受け取りを取り消しました',
  subject: receivingSubject,
  facts: { taken: '取り消した数', left: '残した数' },
  who: 'counter',
  form: ({ at: { id } }: Opened<{ readonly id: string }>): Read<{ readonly id: string }> => ok({ id }),
  refusals,
  answer: noAnswer,
  run: async (trx, { ctx, actor, form: { id } }) => {
    const receiving = await trx
      .selectFrom('receiving')
      .selectAll()
      .where('id', '=', id)
      .$call(forUpdate(trx))
      .executeTakeFirst()
    if (receiving === undefined) return refused('not-found')
    if (receiving.undoneAt !== null) return refused('undone')
    if (ctx.now() - receiving.receivedAt > undoDays * 86_400_000) return refused('too-late')
    const rows = await trx
      .selectFrom('receivedPiece')
      .select(['number', 'pieceId', 'units', 'begins', 'state'])
      .where('receivingId', '=', id)
      .orderBy('number')
      .execute()
    await lockStock(
      trx,
      rows.map(({ number }) => number),
    )
    let taken = 0
    for (const [number, came] of Map.groupBy(
      rows.filter(({ state }) => state === 'there'),
      (row) => row.number,
    )) {
      taken += await takeAway(trx, ctx, actor, receiving, number, came)
      await nextTurn()
    }
    await trx.updateTable('receiving').set({ undoneAt: ctx.now() }).where('id', '=', id).execute()
    return ok({
      answer: null,
      subject: subjectOf(receivingSubject, id),
      after: { taken, left: rows.length - taken },
    })
  },
})
