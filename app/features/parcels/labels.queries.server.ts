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
  type Label,
  type LabelFormat,
  labelFields,
  labelFormats,
  labelOf,
  labelProblems,
  mostLabels,
  printedLabel,
} from './labels.rules.ts'
import { ordersShipped, ordersToShip } from './to-ship.queries.server.ts'

const dayMs = 24 * 60 * 60_000

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

/** The requested labels: files of those that fit, and the others with their problems. */
export const labelPage = async ({ db, demo, settings }: Shop, { format, date, days }: LabelQuestion) => {
  const orders =
    days === null
      ? await ordersToShip(db, { practice: demo, from: 0, most: mostLabels + 1 })
      : await ordersShipped(db, { practice: demo, ...days, most: mostLabels + 1 })
  const facts = labelFacts(settings, date)
  const signs = unprintableFacts(facts)
  const labels = (await withTexts(db, orders)).map(printedLabel)
  const rows = labels.map((label) => ({ label, problems: labelProblems(format, label, unprintable) }))
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const good = rows.filter(({ problems }) => problems.length === 0).map(({ label }) => label)
  const isTooMany = orders.length > mostLabels
  return {
    total: labels.length,
    fitting: good.length,
    bad,
    isTooMany,
    /** Settings that no label can print. */
    signs,
    files: isTooMany || signs.length > 0 ? [] : labelFiles(format, good, facts),
  }
}

/** The labels of these orders with stored corrections; a correction applies only to the text that it was made for. */
const withTexts = async (db: Kysely<Schema>, orders: readonly Order[]): Promise<Label[]> => {
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
      return kept !== undefined && kept.original === label[field] ? [[field, kept.text] as const] : []
    })
    return { ...label, ...Object.fromEntries(mended) }
  })
}
