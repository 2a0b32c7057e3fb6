import { z } from 'zod'
import type { DeskActor } from '~/kernel/actor.ts'
import { type Facts, plainFact, wordFact } from '~/kernel/facts.ts'
import type { Result } from '~/kernel/result.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { DoneAct } from '~/server/desk-act.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { packingSubject } from '../facts.rules.ts'
import { labelServicesIn, ordersChosen } from './form.server.ts'
import {
  exportsOf,
  factsTold,
  isSeveralDays,
  type LabelQuestion,
  labelExport,
  labelFormOf,
  labelRows,
  mayLabel,
} from './labels.queries.server.ts'
import {
  formatNames,
  type LabelFormat,
  labelsPerPage,
  rowsPerFile,
  usualService,
  type YamatoService,
} from './labels.rules.ts'
import { type LeftOutOfFile, leftOutOfFile, refusedOrders, whyNotToShip } from './left-out.queries.server.ts'
import { notesPerPrint } from './rules.ts'
import { exportRefusals } from './texts.ts'
import { ordersNumbered, ordersToShipNumbered } from './to-ship.queries.server.ts'

const exportFacts = {
  format: wordFact('送り状の種類', formatNames),
  orders: {
    label: '注文',
    text: (value: unknown) => (Array.isArray(value) ? `${value.length}件` : plainFact(value)),
  },
} as const satisfies Facts

type Days = LabelQuestion['days']

interface LabelsForm {
  readonly format: LabelFormat
  readonly date: string
  /** Of the orders, as they were listed. */
  readonly numbers: readonly string[]
  readonly services: readonly (readonly [number: string, service: YamatoService])[]
  /** Shipping days of earlier labels; null for orders to ship. */
  readonly days: Days
}

const exported = z.object({
  id: z.string(),
  format: z.string(),
  date: z.string(),
  count: z.number(),
  files: z.number(),
  /** Orders that went into no file. */
  left: leftOutOfFile,
})

/** What one press put into files of labels. */
export type ExportedLabels = z.infer<typeof exported>

/** Puts these orders into a carrier's file, kept with each of them (N94, N96); what does not fit or is not there any more is named. */
export const exportLabels = defineAct({
  name: labelExport,
  words: '送り状のファイルを作りました',
  subject: packingSubject,
  facts: exportFacts,
  who: 'anybody',
  confirms: ({ days }: LabelsForm) => isSeveralDays(days),
  form: ({ form, at: { days }, ctx }: Opened<{ readonly days: Days }>): Read<LabelsForm> =>
    ok({
      ...labelFormOf(form, ctx.now()),
      numbers: ordersChosen(form),
      services: labelServicesIn(form),
      days,
    }),
  refusals: exportRefusals,
  answer: exported,
  run: async (trx, { ctx, actor, form }) => {
    const { requestId, format, date, numbers, days } = form
    if (numbers.length === 0) return refused('nothing-chosen')
    if (numbers.length > labelsPerPage) return refused('too-many')
    const facts = factsTold(ctx.settings, format, date)
    if (facts.signs.length > 0 || !facts.senderFits) return refused('sender')
    const found = mayLabel(actor, days, ctx.now()) ? await ordersOf(ctx, trx, numbers, days) : []
    const before = await exportsOf(
      trx,
      'label',
      found.map(({ id }) => id),
    )
    const rows = await labelRows(trx, format, found, before, new Map(form.services))
    const fitting = rows.flatMap(({ label, problems }, at) => {
      const order = found[at]
      return order === undefined || problems.length > 0 ? [] : [{ id: order.id, label }]
    })
    if (fitting.length === 0) return refused('nothing-fits')
    const usual = usualService(ctx.settings.parcels.yamatoKind)
    const kept = { kind: 'label', format, exportId: requestId, exportedAt: ctx.now() } as const
    for (const [position, { id, label }] of fitting.entries())
      await keep(trx, {
        ...kept,
        orderId: id,
        position,
        service: format === 'b2' ? (label.service ?? usual) : null,
      })
    const there = new Set(found.map(({ number }) => number))
    const gone = numbers.filter((number) => !there.has(number))
    const answer = {
      ...{ id: requestId, format, date, count: fitting.length },
      files: Math.ceil(fitting.length / rowsPerFile[format]),
      left: [
        ...(await whyNotListed(ctx, trx, actor, gone, days)),
        ...rows.flatMap(({ label: { number }, problems }) =>
          problems.length > 0 ? { number, why: 'unfit' as const } : [],
        ),
      ],
    }
    const orders = fitting.map(({ label }) => label.number)
    return ok({ answer, subject: subjectOf(packingSubject), after: { format, orders } })
  },
})

/** Why these orders of a form are none of those that are to be shipped, or were on these days. */
const whyNotListed = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  numbers: readonly string[],
  days: Days,
): Promise<LeftOutOfFile> => {
  const whys = await whyNotToShip(trx, ctx, actor, numbers)
  if (days === null) return whys
  const waiting = await ordersToShipNumbered(trx, ctx.demo, numbers)
  const isWaiting = new Set(waiting.map(({ number }) => number))
  return whys.map(({ number, why }) => {
    const isGone = why === 'cancelled' || (why === 'not-found' && !isWaiting.has(number))
    return { number, why: isGone ? why : 'other-day' }
  })
}

/** In the order of the form. */
const ordersOf = async (
  { demo }: Pick<AppContext, 'demo'>,
  trx: AppTransaction,
  numbers: readonly string[],
  days: Days,
) => {
  const orders =
    days === null
      ? await ordersToShipNumbered(trx, demo, numbers)
      : (await ordersNumbered(trx, numbers)).filter(
          ({ shippedAt, practice, cancelledAt }) =>
            practice === demo &&
            cancelledAt === null &&
            shippedAt !== null &&
            shippedAt >= days.from &&
            shippedAt < days.until,
        )
  const found = new Map(orders.map((order) => [order.number, order]))
  return numbers.flatMap((number) => found.get(number) ?? [])
}

interface Kept {
  readonly orderId: string
  readonly kind: 'label' | 'note'
  readonly format: string | null
  readonly service: string | null
  readonly exportId: string
  readonly position: number
  readonly exportedAt: number
}

const keep = async (trx: AppTransaction, row: Kept): Promise<void> => {
  const { orderId: _order, kind: _kind, ...last } = row
  await trx
    .insertInto('orderExport')
    .values(row)
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doUpdateSet(last))
    .execute()
}

interface NotesForm {
  readonly numbers: readonly string[]
}

/** Writes down that the delivery notes of these orders to ship went on paper (N94). */
export const exportNotes = defineAct({
  name: 'note.print',
  words: '納品書を印刷しました',
  subject: packingSubject,
  facts: exportFacts,
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<NotesForm> => ok({ numbers: ordersChosen(form) }),
  refusals: exportRefusals,
  answer: z.object({ refused: refusedOrders }),
  run: async (
    trx,
    { ctx, actor, form: { requestId, numbers } },
  ): Promise<
    Result<
      DoneAct<{ refused: z.infer<typeof refusedOrders> }, 'orders' | 'format'>,
      keyof typeof exportRefusals
    >
  > => {
    if (numbers.length > notesPerPrint) return refused('too-many')
    const orders = await ordersOf(ctx, trx, numbers, null)
    if (orders.length === 0) return refused('nothing-chosen')
    const kept = {
      kind: 'note',
      format: null,
      service: null,
      exportId: requestId,
      exportedAt: ctx.now(),
    } as const
    for (const [position, { id }] of orders.entries()) await keep(trx, { ...kept, orderId: id, position })
    const printed = orders.map(({ number }) => number)
    const gone = numbers.filter((number) => !printed.includes(number))
    const left = await whyNotToShip(trx, ctx, actor, gone)
    return ok({ answer: { refused: left }, subject: subjectOf(packingSubject), after: { orders: printed } })
  },
})
