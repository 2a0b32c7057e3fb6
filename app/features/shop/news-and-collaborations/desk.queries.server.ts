import { listOrderMark } from '~/kernel/list-order.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOf, auditPage } from '~/server/audit.ts'
import { entryState, inFields, type ListName, mostEntries, subjectOfEntry } from './desk.rules.ts'
import { tableOf, typedRow } from './desk.store.server.ts'
import type { EntryRow, EntryView, GoneEntry } from './types.ts'

/** All entries, also hidden ones; news newest first, collaborations in their order. */
export const deskEntries = async (
  ctx: AppContext,
  list: ListName,
): Promise<{
  readonly rows: EntryRow[]
  readonly gone: GoneEntry[]
  readonly mark: string
  readonly requestId: string
}> => {
  const { db, now, newId } = ctx
  const shared = ['id', 'title', 'fromDay', 'toDay'] as const
  const found =
    list === 'news'
      ? await db
          .selectFrom('news')
          .select([...shared, 'date'])
          .orderBy('sortAt', 'desc')
          .orderBy('id')
          .limit(mostEntries)
          .execute()
      : (
          await db
            .selectFrom('linkItem')
            .select([...shared, 'price'])
            .orderBy('position')
            .orderBy('id')
            .limit(mostEntries)
            .execute()
        ).map((row) => ({ ...row, date: row.price }))
  const rows = found.map((row) => ({
    id: row.id,
    title: row.title,
    date: row.date,
    fromDay: row.fromDay,
    toDay: row.toDay,
    state: entryState(row, now()),
  }))
  const ids = rows.map(({ id }) => id)
  return {
    rows,
    gone: await goneEntries(ctx, list, new Set(ids)),
    mark: listOrderMark(ids),
    requestId: newId(),
  }
}

/** An undo takes out what was new before it. */
const actsThatTakeOut = ['list.remove', 'list.undo']

const goneEntries = async ({ db }: AppContext, list: ListName, present: ReadonlySet<string>) => {
  const pages = await Promise.all(
    actsThatTakeOut.map((act) => auditPage(db, { act, subject: '', before: '' })),
  )
  const start = subjectOfEntry(list, '')
  const oldestFirst = pages
    .flatMap(({ entries }) => entries.filter(({ subject }) => subject.startsWith(start)))
    .sort((one, other) => one.happenedAt - other.happenedAt)
  const last = new Map(oldestFirst.map((entry) => [entry.subject.slice(start.length), entry]))
  return [...last].toReversed().flatMap(([id, { before, after }]) => {
    if (present.has(id) || after !== null) return []
    return [{ id, title: typedRow(list, { ...Object(before) }).title ?? '' }]
  })
}

/** Undefined for an id that never existed. */
export const deskEntry = async (
  ctx: AppContext,
  list: ListName,
  id: string,
): Promise<EntryView | undefined> => {
  const { db, newId } = ctx
  const row = await db.selectFrom(tableOf(list)).selectAll().where('id', '=', id).executeTakeFirst()
  const last = (await auditOf(db, subjectOfEntry(list, id))).at(-1)
  if (row === undefined && last === undefined) return undefined
  const typed = inFields(list, typedRow(list, { ...Object(row ?? last?.before) }))
  return { id, typed, version: row?.updatedAt ?? null, canUndo: last !== undefined, requestId: newId() }
}

export const newEntry = ({ newId }: AppContext, list: ListName, date: string): EntryView => ({
  id: newId(),
  typed: typedRow(list, { date }),
  version: null,
  canUndo: false,
  requestId: newId(),
})
