import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { searchText } from '~/kernel/search-text.ts'
import { lockedRows, writeRow } from './curated-rows.server.ts'
import { type CuratedList, mostItems } from './curation.rules.ts'

export interface FormerItem {
  readonly id: string
  readonly name: string
  readonly image: string
}

/**
 * A step of a transaction: items of elsewhere, in their order, behind those that are there (A22). One whose id or name is there, or
 * that is one too many, is left out. Gives how many are new.
 */
export const putFormerItems = async (
  trx: Transaction<Schema>,
  {
    list,
    items,
    now,
  }: { readonly list: CuratedList; readonly items: readonly FormerItem[]; readonly now: number },
): Promise<number> => {
  const rows = await lockedRows(trx, list)
  const taken = new Set(rows.flatMap(({ id, compared }) => [`id ${id}`, compared]))
  let position = rows.length
  for (const item of items) {
    const compared = searchText(item.name)
    if (taken.has(`id ${item.id}`) || taken.has(compared) || position >= mostItems) continue
    taken.add(compared)
    await writeRow[list](trx, { ...item, compared, position, updatedAt: now })
    position += 1
  }
  return position - rows.length
}
