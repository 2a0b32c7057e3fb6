import type { Transaction } from 'kysely'
import type { CuratedTable, Schema } from '#db/schema.ts'
import { searchText } from '~/kernel/search-text.ts'
import { lockTable } from '~/server/database/engine.ts'
import type { CuratedList, ItemInput } from './curation.rules.ts'

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
