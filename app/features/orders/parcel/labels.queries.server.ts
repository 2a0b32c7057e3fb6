import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { packerSeesMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { type DeskActor, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import { machineDate, parseDate } from '~/kernel/dates.ts'
import { fieldsOf } from '~/kernel/json.ts'
import type { AppContext } from '~/server/app-context.ts'
import { auditOfPress } from '~/server/audit.ts'
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
import { type LeftOutOfFile, whyNotToShip } from './left-out.queries.server.ts'
import { markedIn } from './marked.rules.ts'
import { isPacked, packingOrder, pageNumber } from './rules.ts'
import {
  ordersNumbered,
  ordersToShipNumbered,
  ordersWithIds,
  shippedIds,
  ticksOf,
  waitingOrders,
} from './to-ship.queries.server.ts'

/** The act that exports labels, by its name in the log. */
export const labelExport = 'label.export'

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
  /** Orders to ship that were marked in a list; null for all. */
  readonly marked?: readonly string[] | null
}

/** Parses the query; null when invalid or not permitted. */
export const labelQuestion = (
  query: URLSearchParams,
  actor: DeskActor,
  now: number,
): LabelQuestion | null => {
  const which = labelChoices.find((each) => each === query.get('which'))
  const asked = { ...labelFormOf(query, now), which, page: query.get('page'), marked: markedIn(query) }
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
): Promise<ReadonlyMap<string, Exported & { readonly exportId: string }>> => {
  const found = new Map<string, Exported & { readonly exportId: string }>()
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('orderExport')
      .select(['orderId', 'format', 'service', 'exportedAt', 'exportId'])
      .where('orderId', 'in', ids)
      .where('kind', '=', kind)
      .execute()
    for (const { orderId, format, service, exportedAt, exportId } of rows)
      found.set(orderId, {
        at: exportedAt,
        exportId,
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
  const { format, date, days, which: asked, page: typedPage = null, marked = null } = question
  const all =
    days === null
      ? (await waitingOrders(db, demo, marked)).toShip
      : await shippedIds(db, { practice: demo, ...days, most: mostLabels + 1 })
  const isTooMany = days !== null && all.length > mostLabels
  const ids = isTooMany ? [] : all
  // Who asks for what was shipped, or marks it, wants it again.
  const isNamed = days !== null || marked !== null
  const chosen = await chosenOf(shop, 'label', ids, asked ?? (isNamed ? 'all' : undefined))
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

interface FileAgain {
  readonly format: LabelFormat
  /** In the order of its page. */
  readonly labels: readonly Label[]
  /** Orders that the press put into the file and that are not in it any more. */
  readonly left: LeftOutOfFile
}

/**
 * What a press exported, as it is now; undefined where it exported nothing, or where this person may not see its addresses: labels of
 * several shipping days are a confirmed owner's (N17).
 */
export const exportAgain = async (
  ctx: Shop & Pick<AppContext, 'now'>,
  actor: DeskActor,
  exportId: string,
): Promise<FileAgain | undefined> => {
  const { db, demo, now } = ctx
  const { format: kept, orders: listed } = fieldsOf((await auditOfPress(db, labelExport, exportId))?.after)
  const format = labelFormats.find((each) => each === kept)
  if (format === undefined || !Array.isArray(listed)) return undefined
  const numbers = listed.map(String).slice(0, labelsPerPage)
  const orders = new Map(
    (await ordersNumbered(db, numbers))
      .filter(({ practice }) => practice === demo)
      .map((order) => [order.number, order]),
  )
  const shipped = [...orders.values()].flatMap(({ shippedAt }) => shippedAt ?? [])
  const isOneDay = new Set(shipped.map((at) => machineDate(at))).size < 2
  if (!isShopOwner(actor) && (!isOneDay || shipped.some((at) => now() - at > packerSeesMs.address)))
    return undefined
  if (!isOneDay && !isConfirmed(actor, now())) return undefined
  const toShip = new Set((await ordersToShipNumbered(db, demo, numbers)).map(({ number }) => number))
  const isListed = (number: string) => {
    const { shippedAt, cancelledAt } = orders.get(number) ?? { shippedAt: null, cancelledAt: null }
    return toShip.has(number) || (shippedAt !== null && cancelledAt === null)
  }
  const gone = numbers.filter((number) => !isListed(number))
  const there = numbers.filter(isListed).flatMap((number) => orders.get(number) ?? [])
  const exported = await exportsOf(
    db,
    'label',
    there.map(({ id }) => id),
  )
  const isLater = ({ id }: Order) => exported.get(id)?.exportId !== exportId
  const own = there.filter((order) => !isLater(order))
  const rows = await labelRows(db, format, own, exported)
  return {
    format,
    labels: rows.filter(({ problems }) => problems.length === 0).map(({ label }) => label),
    left: [
      ...(await whyNotToShip(db, ctx, actor, gone)),
      ...there.filter(isLater).map(({ number }) => ({ number, why: 'in-later-file' as const })),
      ...rows.flatMap(({ label: { number }, problems }) =>
        problems.length > 0 ? { number, why: 'unfit' as const } : [],
      ),
    ],
  }
}

/** The files of these labels, for a shipping day as typed. */
export const filesOf = (
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  { format, labels }: Pick<FileAgain, 'format' | 'labels'>,
  typedDate: string,
) => {
  const date = machineDate(parseDate(typedDate) ?? now()) ?? ''
  return { date, files: labelFiles(format, labels, labelFacts(settings, date)) }
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
