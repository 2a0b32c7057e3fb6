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
  isCorrectionOf,
  type Label,
  type LabelFormat,
  type LabelProblem,
  labelFields,
  labelFormats,
  labelOf,
  labelProblems,
  mostLabels,
  printedLabel,
} from './labels.rules.ts'
import { ordersWithIds, shippedIds, waitingOrders } from './to-ship.queries.server.ts'

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
}

/** Parses the query; null when invalid or not permitted. */
export const labelQuestion = (
  query: URLSearchParams,
  actor: DeskActor,
  now: number,
): LabelQuestion | null => {
  const typed = query.get('format') ?? ''
  const format = labelFormats.find((each) => each === typed) ?? 'clickpost'
  const planned = parseDate(query.get('date') ?? '') ?? now
  const date = machineDate(planned) ?? ''
  const [first, last] = [query.get('from') ?? '', query.get('to') ?? '']
  if (first === '' && last === '') return { format, date, days: null, asksAgain: false }
  const from = parseDate(first || last)
  const to = parseDate(last || first)
  if (from === null || to === null || to < from) return null
  const isOneDay = from === to
  if (!isShopOwner(actor) && (!isOneDay || now - to > packerSeesMs.address)) return null
  return { format, date, days: { from, until: to + dayMs }, asksAgain: !isOneDay && !isConfirmed(actor, now) }
}

type Shop = Pick<AppContext, 'db' | 'demo' | 'settings'>

/** Of what waits the first ones, of shipped days none when they are too many; `leftOut` of those that wait are for the next time. */
const idsOf = async ({ db, demo }: Shop, days: LabelQuestion['days']) => {
  if (days === null) {
    const { toShip } = await waitingOrders(db, demo)
    return {
      ids: toShip.slice(0, mostLabels),
      leftOut: Math.max(0, toShip.length - mostLabels),
      isTooMany: false,
    }
  }
  const ids = await shippedIds(db, { practice: demo, ...days, most: mostLabels + 1 })
  const isTooMany = ids.length > mostLabels
  return { ids: isTooMany ? [] : ids, leftOut: 0, isTooMany }
}

/** The requested labels: files of those that fit, and the others with their problems. In portions, between which pages are answered (D66). */
export const labelPage = async (shop: Shop, { format, date, days }: LabelQuestion) => {
  const { db, settings } = shop
  const { ids, ...limits } = await idsOf(shop, days)
  const facts = labelFacts(settings, date)
  const signs = unprintableFacts(facts)
  const rows: Array<{ readonly label: Label; readonly problems: readonly LabelProblem[] }> = []
  for (const some of inChunks(ids, labelsPerPortion)) {
    for (const label of await labelsOf(db, await ordersWithIds(db, some))) {
      const printed = printedLabel(label)
      rows.push({ label: printed, problems: labelProblems(format, printed, unprintable) })
    }
    if (ids.length > labelsPerPortion) await setImmediate()
  }
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const good = rows.filter(({ problems }) => problems.length === 0).map(({ label }) => label)
  return {
    total: rows.length,
    fitting: good.length,
    bad,
    ...limits,
    /** Settings that no label can print. */
    signs,
    files: signs.length > 0 ? [] : labelFiles(format, good, facts),
  }
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
