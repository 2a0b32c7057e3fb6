import type { Selectable, Transaction } from 'kysely'
import type { ProductTable, Schema } from '#db/schema.ts'
import { isToldAlike } from '~/features/products/columns.queries.server.ts'
import { putProducts, unpublishProducts } from '~/features/products/commands.server.ts'
import { publishedStatus } from '~/features/products/rules.ts'
import { takeFeedCells } from '~/features/stock/feed-cells.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { withAddition } from './additions.rules.ts'
import { feedId, lockFeedImport, recordTrouble, successAt } from './feed.commands.server.ts'
import { type ListRefusal, refusalOfList } from './feed.rules.ts'
import { type FeedProduct, type FoundProblem, problemOf, type ReadFeed } from './feed-rows.server.ts'
import { holdDoubtfulPrices } from './held-prices.commands.server.ts'

const importer: Actor = { kind: 'system', name: 'product-feed' }

export interface FeedValidators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** `newProblems` is false when the problems are those of the last list. */
export interface StoredFeed {
  readonly shown: number
  readonly written: number
  readonly left: number
  readonly problems: readonly FoundProblem[]
  readonly newProblems: boolean
}

/**
 * Replaces the fabrics by a feed's list in one transaction; rows with numbers of kits or own fabrics are problems and change nothing
 * (C13, N40). Of a refused list (`refusalOfList`) only the attempt and its problems are stored.
 */
export const storeFeed = (
  ctx: AppContext,
  read: ReadFeed,
  validators: FeedValidators,
): Promise<Result<StoredFeed, ListRefusal>> =>
  inTransaction(ctx, async (trx) => {
    const before = await lockFeedImport(trx)
    const stored = await storedProducts(trx)
    const { kits, ...list } = withoutTakenNumbers(read, stored)
    const newProblems = await replaceProblems(trx, list.problems)
    const refusal = refusalOfList(
      {
        rows: read.rows,
        // Rows of own fabrics are there on purpose, so they do not count as bad.
        bad: read.bad + kits,
        almost: read.almost,
        products: list.products.length,
      },
      {
        published: [...stored.values()].filter(isPublishedFromFeed).length,
        shortSince: before.shortSince,
        nothingSince: before.nothingSince,
      },
      ctx.now(),
    )
    if (refusal === null) {
      const held = await holdDoubtfulPrices(ctx, trx, stored, list.products)
      const products = await withAdditions(trx, held)
      const copied = await replaceCopy(trx, stored, { ...list, products }, validators, ctx.now())
      const cells = list.products.map((product) => ({ ...product, isNew: !stored.has(product.number) }))
      await takeFeedCells(trx, ctx, importer, cells)
      return ok({ ...copied, newProblems })
    }
    await recordTrouble(trx, ctx.now(), before, refusal)
    return refused(refusal)
  })

/** Keeps what the desk added, whatever the list says (N48). */
const withAdditions = async (trx: Transaction<Schema>, products: readonly FeedProduct[]) => {
  const rows = await trx.selectFrom('feedAddition').selectAll().execute()
  const additions = new Map(rows.map((row) => [row.number, row]))
  return products.map((product) => withAddition(product, additions.get(product.number)))
}

const storedProducts = async (trx: Transaction<Schema>): Promise<ReadonlyMap<string, Row>> => {
  const rows = await trx.selectFrom('product').selectAll().execute()
  return new Map(rows.map((row) => [row.number, row]))
}

const replaceCopy = async (
  trx: Transaction<Schema>,
  stored: ReadonlyMap<string, Row>,
  { products, problems }: Pick<ReadFeed, 'products' | 'problems'>,
  { etag, lastModified }: FeedValidators,
  now: number,
): Promise<Omit<StoredFeed, 'newProblems'>> => {
  const changed = products.filter((product) => !isSame(stored.get(product.number), product))
  const written = await putProducts(trx, now, changed.map(fromFeed))
  if (!written.ok) throw new Error(`${written.error.number}: ${written.error.reason}`)
  const kept = new Set(products.map(({ number }) => number))
  const published = [...stored.values()].filter(isPublishedFromFeed).map(({ number }) => number)
  const left = published.filter((number) => !kept.has(number))
  await unpublishProducts(trx, now, left)
  // An inserted row moves all later ones, which nobody would call a change.
  const changedCount = changed.filter(
    (product) =>
      !isSame(stored.get(product.number), {
        ...product,
        position: stored.get(product.number)?.position ?? -1,
      }),
  ).length
  await trx
    .updateTable('feedImport')
    .set({
      ...successAt(now),
      etag,
      lastModified,
      itemCount: products.length,
      changedCount,
      leftCount: left.length,
    })
    .where('id', '=', feedId)
    .execute()
  return { shown: products.length, written: changed.length, left: left.length, problems }
}

type Row = Selectable<ProductTable>

const isPublishedFromFeed = (row: Row) => row.source === 'feed' && row.status === publishedStatus

const fromFeed = ({ stock: _cell, ...product }: FeedProduct) =>
  ({ ...product, type: 'fabric', source: 'feed' }) as const

const isSame = (row: Row | undefined, product: FeedProduct): boolean =>
  row !== undefined && isToldAlike(row, fromFeed(product))

type Taken = 'managementNumber belongs to a kit' | 'managementNumber belongs to an own fabric'

const takenBy = (row: Row | undefined): Taken | null => {
  if (row?.type === 'kit') return 'managementNumber belongs to a kit'
  return row?.source === 'own' ? 'managementNumber belongs to an own fabric' : null
}

const withoutTakenNumbers = ({ products, problems }: ReadFeed, stored: ReadonlyMap<string, Row>) => {
  const reasonOf = ({ number }: FeedProduct) => takenBy(stored.get(number))
  const clashes = products.flatMap((product) => {
    const { position, number, name } = product
    const reason = reasonOf(product)
    return reason === null ? [] : [problemOf(position, { managementNumber: number, name }, { reason })]
  })
  return {
    kits: clashes.filter(({ reason }) => reason === 'managementNumber belongs to a kit').length,
    products: products.filter((product) => reasonOf(product) === null),
    problems: [...problems, ...clashes].sort((a, b) => a.row - b.row),
  }
}

/** False when they are those of the last list. */
const replaceProblems = async (trx: Transaction<Schema>, problems: readonly FoundProblem[]) => {
  const rows = problems.map(({ row, managementNumber, reason, detail, rows: rowCount, raw }, ordinal) => ({
    ordinal,
    rowNumber: row,
    rowCount,
    managementNumber,
    reason,
    detail,
    rawText: raw,
  }))
  const before = await trx.selectFrom('feedProblem').selectAll().orderBy('ordinal').execute()
  const keyOf = (row: (typeof before)[number]) =>
    JSON.stringify([row.rowNumber, row.rowCount, row.managementNumber, row.reason, row.detail, row.rawText])
  if (before.map(keyOf).join('\n') === rows.map(keyOf).join('\n')) return false
  await trx.deleteFrom('feedProblem').execute()
  for (const chunk of inChunks(rows)) await trx.insertInto('feedProblem').values(chunk).execute()
  return true
}
