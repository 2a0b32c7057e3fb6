import { setImmediate } from 'node:timers/promises'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { productNumber } from '~/features/products/rules.ts'
import { parseDate } from '~/kernel/dates.ts'
import { startOfDay, startOfDayNumber } from '~/kernel/days.ts'
import { pageOf, type SortDirection, sortedBy } from '~/kernel/desk-list.ts'
import type { ToldActs } from '~/kernel/facts.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AuditEntry, auditEntries, auditPage } from '~/server/audit.ts'
import { inChunks } from '~/server/database/engine.ts'
import {
  changesOf,
  isUnchanged,
  type LogEntry,
  type LogFilterKey,
  type LogRow,
  type LogSort,
  machineName,
  mostInFold,
  subjectText,
} from './log.rules.ts'

/** As they stand in the address; '' and a missing one mean no condition. */
export type LogFilter = Readonly<Partial<Record<LogFilterKey | 'press', string>>> & {
  /** `older` of the former window. */
  readonly before?: string
}

export interface LogAsked {
  readonly sort: LogSort | null
  readonly direction: SortDirection
  readonly page: number
  readonly size: number
}

export interface LogPage {
  readonly rows: readonly LogRow[]
  readonly page: number
  readonly pages: number
  readonly found: { readonly count: number; readonly isMore: boolean }
  /** Where what is older than these begins; null at the end. */
  readonly older: string | null
  readonly noOrder: boolean
}

/** Shown only on request, because a packer's hundred ticks a day would hide everything else. */
const quietAct = 'packing.tick'
const isQuiet = sql<boolean>`act <> ${sql.lit(quietAct)}`

/** As many presses are counted and sorted at once. */
const mostListed = 1_000
const portion = 2_000

const orderOf = /^order:(.+)$/
const productOf = /^product:(.+)$/

type Light = Pick<AuditEntry, 'id' | 'happenedAt' | 'actorName' | 'act' | 'subject'> & {
  readonly press: string | null
}

interface Place {
  readonly happenedAt: number
  readonly id: string
}

const placeOf = (before: string | undefined): Place | null => {
  const [, at, id = ''] = /^(\d{1,15})-(.{1,100})$/.exec(before ?? '') ?? []
  return at === undefined ? null : { happenedAt: Number(at), id }
}

const older =
  ({ happenedAt, id }: Place) =>
  (eb: ExpressionBuilder<Schema, 'audit'>) =>
    eb.and([
      // The index is read from here on.
      eb('happenedAt', '<=', happenedAt),
      eb.or([eb('happenedAt', '<', happenedAt), eb('id', '<', id)]),
    ])

/** What of a filter the database reads by an index, one condition of them all, and the rest of it (bounded in time by both). */
const conditionsOf = (filter: LogFilter, subject: string | null) => {
  const { act = '', who = '', press = '', from = '', to = '' } = filter
  const name = who === machineName ? '' : who
  const fromAt = from === '' ? null : parseDate(from)
  const toAt = to === '' ? null : parseDate(to)
  const day = startOfDayNumber(1) - startOfDayNumber(0)
  return {
    first: fromAt === null ? null : startOfDay(fromAt),
    /** Not included. */
    end: toAt === null ? null : startOfDay(toAt) + day,
    by: (eb: ExpressionBuilder<Schema, 'audit'>) => {
      if (press !== '') return eb('press', '=', press)
      if (subject !== null) return eb('subject', '=', subject)
      if (act !== '') return eb('act', '=', act)
      if (who !== '') return eb.and([eb('actorName', '=', name), isQuiet])
      return isQuiet
    },
    matches: (row: Light): boolean =>
      (press === '' || row.press === press) &&
      (subject === null || row.subject === subject) &&
      (act === '' ? press !== '' || row.act !== quietAct : row.act === act) &&
      (who === '' || row.actorName === name),
  }
}

const lightColumns = ['id', 'happenedAt', 'actorName', 'act', 'subject', 'press'] as const

/** Rows of one press, or one row alone, as the list tells them. */
interface Fold {
  readonly head: Light
  readonly count: number
}

/**
 * The newest presses of a filter, at most one more than are listed, read in portions of an index; others are served in between. A press
 * whose newest row stands before the window is none of it.
 */
const foldsOf = async (
  db: Kysely<Schema>,
  { first, end, by, matches }: ReturnType<typeof conditionsOf>,
  before: Place | null,
  isFolded: boolean,
): Promise<readonly Fold[]> => {
  const found = new Map<string, Fold>()
  const earlier = new Set<string>()
  const looked = new Set<string>()
  for (let from = before; found.size <= mostListed; ) {
    const rows: Light[] = await db
      .selectFrom('audit')
      .select(lightColumns)
      .where(by)
      .$if(from !== null, (query) => query.where(older(from ?? { happenedAt: 0, id: '' })))
      .$if(first !== null, (query) => query.where('happenedAt', '>=', first ?? 0))
      .$if(end !== null, (query) => query.where('happenedAt', '<', end ?? 0))
      .orderBy('happenedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(portion)
      .execute()
    if (before !== null && isFolded)
      for (const press of await begunBefore(db, rows, looked, before, matches)) earlier.add(press)
    for (const row of rows) {
      if (!matches(row) || (row.press !== null && earlier.has(row.press))) continue
      const key = isFolded ? (row.press ?? row.id) : row.id
      const fold = found.get(key)
      if (fold === undefined && found.size > mostListed) break
      found.set(key, { head: fold?.head ?? row, count: (fold?.count ?? 0) + 1 })
    }
    const last = rows.at(-1)
    if (rows.length < portion || last === undefined) break
    from = last
    await setImmediate()
  }
  return [...found.values()]
}

/** Of the presses of these rows those with a row that an earlier window has told. */
const begunBefore = async (
  db: Kysely<Schema>,
  rows: readonly Light[],
  looked: Set<string>,
  { happenedAt, id }: Place,
  matches: (row: Light) => boolean,
): Promise<readonly string[]> => {
  const presses = [...new Set(rows.flatMap(({ press }) => press ?? []))].filter((press) => !looked.has(press))
  for (const press of presses) looked.add(press)
  const newer: Light[] = []
  for (const some of inChunks(presses))
    newer.push(
      ...(await db
        .selectFrom('audit')
        .select(lightColumns)
        .where('press', 'in', some)
        .where((eb) =>
          eb.or([
            eb('happenedAt', '>', happenedAt),
            eb.and([eb('happenedAt', '=', happenedAt), eb('id', '>=', id)]),
          ]),
        )
        .execute()),
    )
  return newer.filter(matches).flatMap(({ press }) => press ?? [])
}

const keyOf =
  (acts: ToldActs, sort: LogSort) =>
  ({ head }: Fold): string | number => {
    if (sort === 'at') return head.happenedAt
    return sort === 'who' ? nameOf(head) : (acts.get(head.act)?.words ?? head.act)
  }

const nameOf = ({ actorName }: Pick<AuditEntry, 'actorName'>): string =>
  actorName === '' ? machineName : actorName

/**
 * A page of the log, newest first: rows that one press has written are one, which tells what it was done to (N138). Presses are counted
 * and sorted among the newest 1,000 of the filter; `older` leads to those before.
 */
export const logPage = async (
  db: AppContext['db'],
  filter: LogFilter,
  acts: ToldActs,
  { sort, direction, page: asked, size }: LogAsked,
): Promise<LogPage> => {
  const { order = '', product = '', press = '' } = filter
  const nothing = { rows: [], page: 1, pages: 1, found: { count: 0, isMore: false }, older: null }
  const number = order === '' ? null : orderNumberTyped(order)
  const named =
    number === null
      ? undefined
      : await db.selectFrom('orders').select('id').where('orderNumber', '=', number).executeTakeFirst()
  if (number !== null && named === undefined) return { ...nothing, noOrder: true }
  const ofProduct = product === '' ? null : `product:${productNumber(product) ?? product}`
  const subject = named === undefined ? ofProduct : `order:${named.id}`
  if (ofProduct !== null && subject !== ofProduct) return { ...nothing, noOrder: false }
  const conditions = conditionsOf(filter, subject)
  const isFolded = press === ''
  const all = await foldsOf(db, conditions, placeOf(filter.before), isFolded)
  const listed = all.slice(0, mostListed)
  const isMore = all.length > mostListed
  const sorted =
    sort === null || (sort === 'at' && direction === 'desc')
      ? listed
      : sortedBy(listed, keyOf(acts, sort), direction)
  const { rows: folds, page, pages } = pageOf(sorted, { page: asked, size })
  const last = listed.at(-1)?.head
  return {
    rows: await rowsOf(db, folds, conditions, acts, isFolded),
    ...{ page, pages },
    found: { count: listed.length, isMore },
    older: isMore && last !== undefined ? `${last.happenedAt}-${last.id}` : null,
    noOrder: false,
  }
}

const rowsOf = async (
  db: AppContext['db'],
  folds: readonly Fold[],
  { matches }: ReturnType<typeof conditionsOf>,
  acts: ToldActs,
  isFolded: boolean,
): Promise<readonly LogRow[]> => {
  const parts = new Map<string, Light[]>()
  const presses = isFolded ? folds.flatMap(({ head: { press } }) => press ?? []) : []
  for (const some of inChunks(presses)) {
    const rows = await db
      .selectFrom('audit')
      .select(lightColumns)
      .where('press', 'in', some)
      .orderBy('happenedAt')
      .orderBy('id')
      .execute()
    for (const row of rows.filter(matches))
      parts.set(row.press ?? '', [...(parts.get(row.press ?? '') ?? []), row])
  }
  const partsOf = ({ head, count }: Fold): readonly Light[] =>
    (isFolded && count > 1 ? parts.get(head.press ?? '') : undefined) ?? [head]
  const entries = await auditEntries(
    db,
    folds.map(({ head: { id } }) => id),
  )
  const told = await subjectsOf(
    db,
    acts,
    folds.flatMap((fold) => partsOf(fold).slice(0, mostInFold)),
  )
  return folds.flatMap((fold): LogRow[] => {
    const entry = entries.get(fold.head.id)
    if (entry === undefined) return []
    const subjects = partsOf(fold)
    return [
      {
        ...entryOf(entry, acts),
        subjects: subjects.length === 1 ? [told(entry)] : subjects.slice(0, mostInFold).map(told),
        count: subjects.length,
        press: subjects.length > 1 ? fold.head.press : null,
      },
    ]
  })
}

const entryOf = (
  { id, happenedAt, actorRole, actorName, act, before, after }: AuditEntry,
  acts: ToldActs,
) => ({
  id,
  happenedAt,
  who: actorRole === 'machine' ? machineName : `${actorName}${actorRole === 'packer' ? '（発送係）' : ''}`,
  act: acts.get(act)?.words ?? act,
  changes: changesOf(acts, { act, before, after }),
  isUnchanged: isUnchanged(acts, { act, before, after }),
})

/** In words, with the order or the product that they lead to. */
const subjectsOf = async (
  db: AppContext['db'],
  acts: ToldActs,
  rows: readonly Pick<AuditEntry, 'subject'>[],
) => {
  const named = (pattern: RegExp) => [
    ...new Set(rows.flatMap(({ subject }) => pattern.exec(subject)?.[1] ?? [])),
  ]
  const numbers = await orderNumbers(db, named(orderOf))
  const products = new Set<string>()
  for (const some of inChunks(named(productOf)))
    for (const { number } of await db
      .selectFrom('product')
      .select('number')
      .where('number', 'in', some)
      .execute())
      products.add(number)
  return ({
    subject,
    ...kept
  }: Pick<AuditEntry, 'subject'> & Partial<Pick<AuditEntry, 'before' | 'after'>>) => {
    const order = numbers.get(orderOf.exec(subject)?.[1] ?? '') ?? null
    const product = productOf.exec(subject)?.[1] ?? ''
    return {
      text: subjectText(acts, subject, order, kept),
      order,
      product: products.has(product) ? product : null,
    }
  }
}

/** What was done last, newest first; at most `most`, of 30. */
export const lastActs = async (
  db: AppContext['db'],
  acts: ToldActs,
  most: number,
): Promise<readonly LogEntry[]> => {
  const { entries } = await auditPage(db, { act: '', subject: '', before: '', without: [quietAct] })
  const shown = entries.slice(0, most)
  const told = await subjectsOf(db, acts, shown)
  return shown.map((entry) => ({ ...entryOf(entry, acts), ...told(entry) }))
}

/** What was done to one subject, such as `member:ID`: the newest 30, in the owner's words. */
export const logOf = async (db: AppContext['db'], subject: string, acts: ToldActs) => {
  const { entries } = await auditPage(db, { act: '', subject, before: '' })
  return entries.map((entry) => entryOf(entry, acts))
}

const mostNames = 50

/** Who has rows in the log besides ticks, each name once, by one step of its index a name. */
export const namesInLog = async (db: AppContext['db']): Promise<readonly string[]> => {
  const names: string[] = []
  for (let after: string | null = null; names.length < mostNames; ) {
    const row: { actorName: string } | undefined = await db
      .selectFrom('audit')
      .select('actorName')
      .where(isQuiet)
      .$if(after !== null, (query) => query.where('actorName', '>', after ?? ''))
      .orderBy('actorName')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) break
    after = row.actorName
    names.push(nameOf(row))
  }
  return names
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
