import { forUpdate } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type ListName, namesOfEntry, type TypedEntry } from './desk.rules.ts'
import { sortNumber } from './rules.ts'

/** `version` changes with each change. */
export interface StoredEntry {
  readonly typed: TypedEntry
  /** Of a collaboration its `position`. */
  readonly place: TypedEntry
  readonly version: number
}

interface Stored {
  readonly source: 'own' | 'demo'
  readonly updatedAt: number
}

const tables = { news: 'news', collaborations: 'linkItem' } as const

export const tableOf = (list: ListName) => tables[list]

export const typedRow = (list: ListName, row: Readonly<Record<string, unknown>>): TypedEntry =>
  Object.fromEntries(namesOfEntry(list).map((name) => [name, String(row[name] ?? '')]))

/** Locked until the transaction ends. */
export const lockedEntry = async (
  trx: AppTransaction,
  list: ListName,
  id: string,
): Promise<StoredEntry | undefined> => {
  const row = await trx
    .selectFrom(tables[list])
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(trx))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const place: TypedEntry = 'position' in row ? { position: String(row.position) } : {}
  return { typed: typedRow(list, { ...row }), place, version: row.updatedAt }
}

const days = ({ fromDay, toDay }: TypedEntry) => ({ fromDay: fromDay || null, toDay: toDay || null })

/** Stores an entry, new or changed; a new collaboration stands at its `position`, or before the others. */
export const writeEntry = async (
  trx: AppTransaction,
  list: ListName,
  id: string,
  typed: TypedEntry,
  { source, updatedAt }: Stored,
): Promise<void> => {
  const text = (name: string) => typed[name] ?? ''
  if (list === 'news') {
    const news = { date: text('date'), title: text('title'), content: text('content') }
    const row = { ...news, ...days(typed), sortAt: sortNumber(news.date), updatedAt }
    await trx
      .insertInto('news')
      .values({ ...row, id, source })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    return
  }
  const [title, price, imageUrl] = [text('title'), text('price'), text('imageUrl')]
  const link = { title, price, imageUrl, applyUrl: text('applyUrl'), influencerUrl: text('influencerUrl') }
  const row = { ...link, ...days(typed), updatedAt }
  await trx
    .insertInto('linkItem')
    .values({ ...row, id, source, position: Number(typed.position ?? (await firstPosition(trx))) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

const firstPosition = async (trx: AppTransaction): Promise<number> => {
  const { first } = await trx
    .selectFrom('linkItem')
    .select(({ fn }) => fn.min('position').as('first'))
    .executeTakeFirstOrThrow()
  return Number(first ?? 1) - 1
}

export const removeEntryRow = async (trx: AppTransaction, list: ListName, id: string): Promise<void> => {
  if (list === 'news') await trx.deleteFrom('news').where('id', '=', id).execute()
  else await trx.deleteFrom('linkItem').where('id', '=', id).execute()
}

export const putInOrder = async (trx: AppTransaction, ids: readonly string[]): Promise<void> => {
  for (const [position, id] of ids.entries())
    await trx.updateTable('linkItem').set({ position }).where('id', '=', id).execute()
}
