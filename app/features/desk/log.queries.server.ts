import { orderNumberTyped } from '~/features/orders/rules.ts'
import type { ToldActs } from '~/kernel/facts.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AuditEntry, auditPage } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import { changesOf, isUnchanged, type LogEntry, subjectText } from './log.rules.ts'

/** '' means no condition. */
export interface LogFilter {
  readonly act: string
  /** As typed. */
  readonly order: string
  /** `next` of the previous page. */
  readonly before: string
}

export interface LogPage {
  readonly entries: readonly LogEntry[]
  /** Cursor of older entries; null at the end. */
  readonly next: string | null
  readonly noOrder: boolean
}

/** Shown only on request, because a packer's hundred ticks a day would hide everything else. */
const quietActs = ['packing.tick']

const orderOf = /^order:(.+)$/

/** Newest first, 30 a page; `acts` put them into words. */
export const logPage = async (db: AppContext['db'], filter: LogFilter, acts: ToldActs): Promise<LogPage> => {
  const wanted = filter.order === '' ? null : orderNumberTyped(filter.order)
  const order =
    wanted === null
      ? undefined
      : await db.selectFrom('orders').select('id').where('orderNumber', '=', wanted).executeTakeFirst()
  if (wanted !== null && order === undefined) return { entries: [], next: null, noOrder: true }
  const page = await auditPage(db, {
    act: filter.act,
    subject: order === undefined ? '' : `order:${order.id}`,
    before: filter.before,
    without: filter.act === '' ? quietActs : [],
  })
  const ids = page.entries.flatMap(({ subject }) => orderOf.exec(subject)?.[1] ?? [])
  const numbers = await orderNumbers(db, [...new Set(ids)])
  const entries = page.entries.map((entry) => {
    const number = numbers.get(orderOf.exec(entry.subject)?.[1] ?? '') ?? null
    return {
      ...toldEntry(entry, acts),
      subject: subjectText(acts, entry.subject, number),
      order: number,
      isUnchanged: isUnchanged(acts, entry),
    }
  })
  return { entries, next: page.next, noOrder: false }
}

const toldEntry = (entry: AuditEntry, acts: ToldActs) => ({
  id: entry.id,
  happenedAt: entry.happenedAt,
  who:
    entry.actorRole === 'machine'
      ? 'お店のコンピューター'
      : `${entry.actorName}${entry.actorRole === 'packer' ? '（発送係）' : ''}`,
  act: acts.get(entry.act)?.words ?? entry.act,
  changes: changesOf(acts, entry),
})

/** What was done to one subject, such as `member:ID`: the newest 30, in the owner's words. */
export const logOf = async (db: AppContext['db'], subject: string, acts: ToldActs) => {
  const { entries } = await auditPage(db, { act: '', subject, before: '' })
  return entries.map((entry) => toldEntry(entry, acts))
}

/** By order id. */
export const orderNumbers = async (
  db: AppContext['db'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const numbers = new Map<string, string>()
  for (const chunk of inChunks(ids))
    for (const { id, orderNumber } of await db
      .selectFrom('orders')
      .select(['id', 'orderNumber'])
      .where('id', 'in', chunk)
      .execute())
      numbers.set(id, orderNumber)
  return numbers
}
