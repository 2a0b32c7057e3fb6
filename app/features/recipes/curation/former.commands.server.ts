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

/** Appends imported items in their order (A22), except those whose id or name is taken or beyond the limit; gives how many. */
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
