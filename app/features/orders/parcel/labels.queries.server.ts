import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { packerSeesMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { type DeskActor, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import { machineDate, parseDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { labelFacts, labelFiles, unprintable, unprintableFacts } from './label-files.server.ts'
import {
  type Exported,
  isCorrectionOf,
  type Label,
  type LabelChoice,
  type LabelFormat,
  type LabelProblem,
  labelChoices,
  labelFields,
  labelFormats,
  labelOf,
  labelProblems,
  labelsPerPage,
  mostLabels,
  printedLabel,
  senderFits,
  serviceOf,
  type YamatoService,
} from './labels.rules.ts'
import { isPacked, packingOrder, pageNumber } from './rules.ts'
import {
  ordersToShipNumbered,
  ordersWithIds,
  shippedIds,
  ticksOf,
  waitingOrders,
} from './to-ship.queries.server.ts'

const dayMs = 24 * 60 * 60_000
/** About 10 ms on SQLite. */
const labelsPerPortion = 100

export interface LabelQuestion {
  readonly format: LabelFormat
  /** As 2026-11-23. */
  readonly date: string
  /** Shipping days of earlier labels; null for orders to ship. */
  readonly days: { readonly from: number; readonly until: number } | null
  /** Labels of more than one day need the owner's second factor (N3, N17). */
  readonly asksAgain: boolean
  /** Undefined for what is new (N95). */
  readonly which?: LabelChoice | undefined
  readonly page?: string | null
}

/** Parses the query; null when invalid or not permitted. */
export const labelQuestion = (
  query: URLSearchParams,
  actor: DeskActor,
  now: number,
): LabelQuestion | null => {
  const which = labelChoices.find((each) => each === query.get('which'))
  const asked = { ...labelFormOf(query, now), which, page: query.get('page') }
  const [first, last] = [query.get('from') ?? '', query.get('to') ?? '']
  if (first === '' && last === '') return { ...asked, days: null, asksAgain: false }
  const from = parseDate(first || last)
  const to = parseDate(last || first)
  if (from === null || to === null || to < from) return null
  const days = { from, until: to + dayMs }
  if (!mayLabel(actor, days, now)) return null
  return { ...asked, days, asksAgain: isSeveralDays(days) && !isConfirmed(actor, now) }
}

type Days = LabelQuestion['days']

/** Labels of several days are a confirmed owner's (N17). */
export const isSeveralDays = (days: Days): boolean => days !== null && days.until - days.from > dayMs

/** Whether this person may have labels of what was shipped on these days (N12, N17). */
export const mayLabel = (actor: DeskActor, days: Days, now: number): boolean =>
  days === null ||
  isShopOwner(actor) ||
  (!isSeveralDays(days) && now - (days.until - dayMs) <= packerSeesMs.address)

/** Format and shipping day as they were chosen. */
export const labelFormOf = (typed: Pick<URLSearchParams | FormData, 'get'>, now: number) => {
  const date = typed.get('date')
  const planned = parseDate(typeof date === 'string' ? date : '') ?? now
  const format = labelFormats.find((each) => each === typed.get('format')) ?? 'clickpost'
  return { format, date: machineDate(planned) ?? '' }
}

type Shop = Pick<AppContext, 'db' | 'demo' | 'settings'>

/** When these orders last went into a file of labels, or their delivery notes on paper (N94), by their ids. */
export const exportsOf = async (
  db: Kysely<Schema>,
  kind: 'label' | 'note',
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Exported>> => {
  const found = new Map<string, Exported>()
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('orderExport')
      .select(['orderId', 'format', 'service', 'exportedAt'])
      .where('orderId', 'in', ids)
      .where('kind', '=', kind)
      .execute()
    for (const { orderId, format, service, exportedAt } of rows)
      found.set(orderId, {
        at: exportedAt,
        format: labelFormats.find((each) => each === format) ?? null,
        service: serviceOf(service),
      })
  }
  return found
}

/** Those of these orders of which all is in its box. */
const packedAmong = async ({ db, settings }: Shop, orderIds: readonly string[]): Promise<Set<string>> => {
  const begun: string[] = []
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('packingTick')
      .select('orderId')
      .distinct()
      .where('orderId', 'in', ids)
      .where('step', '=', 'packed')
      .execute()
    begun.push(...rows.map(({ orderId }) => orderId))
  }
  const packed = new Set<string>()
  for (const some of inChunks(begun, labelsPerPortion)) {
    const orders = await ordersWithIds(db, some)
    const on = new Set((await ticksOf(db, orders)).keys())
    for (const order of orders)
      if (isPacked(packingOrder(order, on, settings.joined), on)) packed.add(order.id)
    if (begun.length > labelsPerPortion) await setImmediate()
  }
  return packed
}

/** Those of these orders that are chosen: all, what is packed, or what is not yet exported (N95); with how many each is. */
export const chosenOf = async (
  shop: Shop,
  kind: 'label' | 'note',
  ids: readonly string[],
  asked: LabelChoice | undefined,
) => {
  const exported = await exportsOf(shop.db, kind, ids)
  const packed = await packedAmong(shop, ids)
  const fresh = ids.filter((id) => !exported.has(id))
  const which = asked ?? 'new'
  const listed = which === 'new' ? fresh : which === 'ticked' ? ids.filter((id) => packed.has(id)) : ids
  return { exported, which, listed, counts: { all: ids.length, ticked: packed.size, new: fresh.length } }
}

/** A label with what hinders it, and when its order last went into a file. */
interface LabelRow {
  readonly label: Label
  readonly problems: readonly LabelProblem[]
  readonly exported: Exported | null
}

/** The labels of these orders. `exported` tells the kind of parcel that each had, where `services` says none. */
export const labelRows = async (
  db: Kysely<Schema>,
  format: LabelFormat,
  orders: readonly Order[],
  exported: ReadonlyMap<string, Exported>,
  services: ReadonlyMap<string, YamatoService> = new Map(),
): Promise<LabelRow[]> =>
  (await labelsOf(db, orders)).map((label, at) => {
    const before = exported.get(orders[at]?.id ?? '') ?? null
    const printed = { ...printedLabel(label), service: services.get(label.number) ?? before?.service }
    return { label: printed, problems: labelProblems(format, printed, unprintable), exported: before }
  })

/** The orders to choose from and their labels, a page of them. In portions, between which pages are answered (D66). */
export const labelPage = async (shop: Shop, question: LabelQuestion) => {
  const { db, demo, settings } = shop
  const { format, date, days, which: asked, page: typedPage = null } = question
  const all =
    days === null
      ? (await waitingOrders(db, demo)).toShip
      : await shippedIds(db, { practice: demo, ...days, most: mostLabels + 1 })
  const isTooMany = days !== null && all.length > mostLabels
  const ids = isTooMany ? [] : all
  // Who asks for what was shipped wants it again.
  const chosen = await chosenOf(shop, 'label', ids, asked ?? (days === null ? undefined : 'all'))
  const { listed, exported, which, counts } = chosen
  const page = pageNumber(typedPage, listed.length, labelsPerPage)
  const from = (page - 1) * labelsPerPage
  const rows: LabelRow[] = []
  const onPage = listed.slice(from, from + labelsPerPage)
  for (const some of inChunks(onPage, labelsPerPortion)) {
    rows.push(...(await labelRows(db, format, await ordersWithIds(db, some), exported)))
    if (onPage.length > labelsPerPortion) await setImmediate()
  }
  return {
    total: listed.length,
    which,
    counts,
    rows,
    bad: rows.filter(({ problems }) => problems.length > 0),
    page,
    pages: Math.max(1, Math.ceil(listed.length / labelsPerPage)),
    isTooMany,
    ...factsTold(settings, format, date),
  }
}

/** What the settings have of the sender that no label of this format can print. */
export const factsTold = (settings: Shop['settings'], format: LabelFormat, date: string) => {
  const facts = labelFacts(settings, date)
  return { signs: unprintableFacts(facts), senderFits: senderFits(format, facts) }
}

/**
 * One file of what a press exported, in the order of its page, without what is no longer to be shipped; undefined where there is none, or where this person may not see its
 * addresses: labels of several shipping days are a confirmed owner's (N17).
 */
export const labelFile = async (
  { db, demo, settings, now }: Shop & Pick<AppContext, 'now'>,
  actor: DeskActor,
  {
    exportId,
    date: typedDate,
    part,
  }: { readonly exportId: string; readonly date: string; readonly part: number },
) => {
  const rows = await db
    .selectFrom('orderExport')
    .innerJoin('orders', 'orders.id', 'orderExport.orderId')
    .select(['orderExport.orderId', 'orderExport.format', 'orders.orderNumber', 'orders.shippedAt'])
    .where('exportId', '=', exportId)
    .where('kind', '=', 'label')
    .where('orders.practice', '=', demo ? 1 : 0)
    .where('orders.cancelledAt', 'is', null)
    .orderBy('orderExport.position')
    .limit(labelsPerPage)
    .execute()
  const format = labelFormats.find((each) => each === rows[0]?.format)
  if (format === undefined) return undefined
  const shipped = rows.flatMap(({ shippedAt }) => shippedAt ?? [])
  const isOneDay = new Set(shipped.map((at) => machineDate(at))).size < 2
  if (!isShopOwner(actor) && (!isOneDay || shipped.some((at) => now() - at > packerSeesMs.address)))
    return undefined
  if (!isOneDay && !isConfirmed(actor, now())) return undefined
  const waiting = rows.flatMap(({ orderNumber, shippedAt }) =>
    shippedAt === null ? (orderNumber ?? []) : [],
  )
  const toShip = new Set((await ordersToShipNumbered(db, demo, waiting)).map(({ id }) => id))
  const ids = rows.flatMap(({ orderId, shippedAt }) =>
    shippedAt !== null || toShip.has(orderId) ? orderId : [],
  )
  const exported = await exportsOf(db, 'label', ids)
  const fitting = (await labelRows(db, format, await ordersWithIds(db, ids), exported)).filter(
    ({ problems }) => problems.length === 0,
  )
  const labels = fitting.map(({ label }) => label)
  const date = machineDate(parseDate(typedDate) ?? now()) ?? ''
  const files = labelFiles(format, labels, labelFacts(settings, date))
  const bytes = files[part - 1]
  return bytes === undefined ? undefined : { format, date, bytes, isOnly: files.length === 1 }
}

/** The labels of these orders with stored corrections; a correction applies only to the text that it was made for. */
export const labelsOf = async (db: Kysely<Schema>, orders: readonly Order[]): Promise<Label[]> => {
  const texts = new Map<string, { readonly original: string; readonly text: string }>()
  for (const ids of inChunks(orders.map(({ id }) => id))) {
    const rows = await db.selectFrom('labelText').selectAll().where('orderId', 'in', ids).execute()
    for (const { orderId, field, original, text } of rows)
      texts.set(`${orderId} ${field}`, { original, text })
  }
  return orders.map((order) => {
    const label = labelOf(order)
    const mended = labelFields.flatMap((field) => {
      const kept = texts.get(`${order.id} ${field}`)
      return kept !== undefined && isCorrectionOf(order, field, kept.original)
        ? [[field, kept.text] as const]
        : []
    })
    return { ...label, ...Object.fromEntries(mended) }
  })
}
