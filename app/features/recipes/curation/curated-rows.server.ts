import type { Transaction } from 'kysely'
import type { CuratedTable, Schema } from '#db/schema.ts'
import { searchText } from '~/kernel/search-text.ts'
import { lockTable } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { FoldAgain } from '~/server/search/fold-again.ts'
import { type CuratedList, curatedLists, type ItemInput } from './curation.rules.ts'

/** In their order; other writers of the list wait until this transaction ends. */
export const lockedRows = async (trx: Transaction<Schema>, list: CuratedList): Promise<CuratedTable[]> => {
  const table = list === 'keywords' ? 'popularKeyword' : 'situationCategory'
  await lockTable(trx, table)
  return trx.selectFrom(table).selectAll().orderBy('position').orderBy('id').execute()
}

export const writeRow: Readonly<
  Record<CuratedList, (trx: Transaction<Schema>, row: CuratedTable) => Promise<unknown>>
> = {
  keywords: (trx, row) =>
    trx
      .insertInto('popularKeyword')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
  situations: (trx, row) =>
    trx
      .insertInto('situationCategory')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
}

export const removeRow: Readonly<
  Record<CuratedList, (trx: Transaction<Schema>, id: string) => Promise<unknown>>
> = {
  keywords: (trx, id) => trx.deleteFrom('popularKeyword').where('id', '=', id).execute(),
  situations: (trx, id) => trx.deleteFrom('situationCategory').where('id', '=', id).execute(),
}

/** Numbers `ids` from 0; `rows` are the former state. */
export const renumber = async (
  trx: Transaction<Schema>,
  list: CuratedList,
  rows: readonly CuratedTable[],
  ids: readonly string[],
): Promise<void> => {
  const before = new Map(rows.map(({ id, position }) => [id, position]))
  for (const [position, id] of ids.entries()) {
    if (before.get(id) === position) continue
    if (list === 'keywords')
      await trx.updateTable('popularKeyword').set({ position }).where('id', '=', id).execute()
    else await trx.updateTable('situationCategory').set({ position }).where('id', '=', id).execute()
  }
}

const labelsOf = async (trx: Transaction<Schema>, id: string): Promise<string> => {
  const rows = await trx.selectFrom('situationTag').where('situationId', '=', id).select('label').execute()
  return comparedTags(rows.map(({ label }) => label))
}

const comparedTags = (labels: readonly string[]): string => JSON.stringify(labels.toSorted())

/** R22: in their search form, with what was typed. */
export const writeTags = async (
  trx: Transaction<Schema>,
  list: CuratedList,
  situationId: string,
  tags: readonly string[],
): Promise<void> => {
  if (list !== 'situations') return
  await trx.deleteFrom('situationTag').where('situationId', '=', situationId).execute()
  const rows = tags.map((label) => ({ situationId, tag: searchText(label), label }))
  if (rows.length > 0) await trx.insertInto('situationTag').values(rows).execute()
}

export const isSame = async (
  trx: Transaction<Schema>,
  stored: CuratedTable,
  { name, image, tags }: ItemInput,
): Promise<boolean> =>
  stored.name === name && stored.image === image && (await labelsOf(trx, stored.id)) === comparedTags(tags)

/** Of two items whose names have become equal the later one keeps its own form: none is lost, and no third may be called so (A22). */
export const foldListsAgain: FoldAgain = async (ctx) => {
  for (const list of curatedLists)
    await inTransaction(ctx, async (trx) => {
      const rows = await lockedRows(trx, list)
      const taken = new Set(rows.map(({ compared }) => compared))
      for (const row of rows) {
        const compared = searchText(row.name)
        if (taken.has(compared)) continue
        taken.add(compared)
        await writeRow[list](trx, { ...row, compared })
      }
      if (list === 'situations') await foldTags(trx)
    })
}

const foldTags = async (trx: Transaction<Schema>): Promise<void> => {
  const labels = await trx.selectFrom('situationTag').select(['situationId', 'tag', 'label']).execute()
  for (const [situationId, tags] of Map.groupBy(labels, (row) => row.situationId)) {
    if (tags.every(({ tag, label }) => tag === searchText(label))) continue
    const distinct = new Map(tags.map(({ label }) => [searchText(label), label]))
    await writeTags(trx, 'situations', situationId, [...distinct.values()])
  }
}
