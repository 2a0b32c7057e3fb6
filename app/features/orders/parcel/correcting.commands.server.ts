import { z } from 'zod'
import { parcelsText } from '~/features/orders/carriers.rules.ts'
import { changeOrder, noteEvent, writeParcels } from '~/features/orders/commands.server.ts'
import { mailFact, orderSubject, parcelFacts } from '~/features/orders/facts.rules.ts'
import { notShippedMail, shippedMail } from '~/features/orders/mails.rules.ts'
import { shippingRecordedAt, unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { claimMissing, layBackSurplus } from '~/features/orders/pieces.commands.server.ts'
import { keepWhatArrivedMeanwhile } from '~/features/orders/refund/arriving.commands.server.ts'
import {
  canUndo,
  lateness,
  longestNote,
  type ParcelRefusal,
  parcelsIn,
} from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { forgetPacked } from '~/features/orders/ticks.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import { takeBackCut } from '~/features/stock/cutting.commands.server.ts'
import { lockStock } from '~/features/stock/queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { displayDate, machineDate, parseDate } from '~/kernel/dates.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, isVisible, plainLines } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueFurtherMail, takeBackMails } from '~/server/mail/outbox.ts'
import { putOrderSearch } from '../search.commands.server.ts'
import { parcelsRead } from './form.server.ts'
import { storedParcels } from './sheet.queries.server.ts'
import { lockedOrderOf, type OrderPage, type ParcelForm } from './shipping.commands.server.ts'

interface Unshipping extends Pick<ParcelForm, 'number' | 'version'> {
  /** Reason; '' for 元に戻す within ten minutes. */
  readonly note: string
  readonly mail: boolean
}

const numbered = z.object({ number: z.string() })
type Numbered = z.infer<typeof numbered>

const unshipFacts = { ...parcelFacts, note: 'メモ', mail: mailFact } as const

/** Undoes shipping. Needs a note, except within ten minutes and before the mail is being sent (N14). */
export const unshipOrder = defineAct({
  name: 'order.unship',
  words: '発送を取り消しました',
  subject: orderSubject,
  facts: unshipFacts,
  who: 'anybody',
  packersSee: true,
  refusals: parcelRefusals,
  content: ({ number, note, mail }: Unshipping) => ({ number, note, mail }),
  answer: numbered,
  form: ({ form, at }: Opened<OrderPage>): Read<Unshipping, 'note-missing'> => {
    const of = { number: at.number, version: versionOf(form) }
    if (fieldOf(form, 'intent') === 'undo') return ok({ ...of, note: '', mail: false })
    const note = fieldOf(form, 'note', 5 * longestNote)
    return isVisible(plainLines(note))
      ? ok({ ...of, note, mail: fieldOf(form, 'mail') !== '' })
      : refused('note-missing')
  },
  run: (trx, { ctx, actor, form }: Doing<Unshipping>) => unship(ctx, trx, actor, form),
})

const unship = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  form: Unshipping,
): Promise<Result<DoneAct<Numbered, keyof typeof unshipFacts>, ParcelRefusal>> => {
  const now = ctx.now()
  const order = await lockedOrderOf(trx, actor, form, now)
  if (order === undefined) return refused('not-found')
  const late = lateness(order, form.version, true)
  if (late !== null) return refused(late)
  const { shippedAt } = order
  if (shippedAt === null) return refused('not-shipped')
  const note = plainLines(form.note)
  if (codePointLength(note) > longestNote) return refused('note-too-long')
  const isUndo = !isVisible(note)
  if (isUndo && !canUndo(await shippingRecordedAt(trx, order), now)) return refused('note-missing')
  const { isBegun } = await takeBackMails(trx, 'order_shipped', order.id, shippedAt)
  if (isUndo && isBegun) return refused('mail-begun')
  // A carrier without a number was chosen for all parcels that were shipped at once.
  const parcels = order.parcels.filter(({ tracking }) => tracking !== null)
  const back = { shippedAt: null, ...(parcels.length < order.parcels.length && { parcels }) }
  const leftOut = await unitsNotShipped(trx, order)
  // All at once: the acts below lock some of them each, in whichever order (K4).
  await lockStock(
    trx,
    order.lines.map(({ number }) => number),
  )
  await changeOrder(trx, order.id, { ...(await writeParcels(trx, order.id, parcels)), shippedAt: null })
  if (isUndo) await promiseAgain(ctx, trx, actor, order, leftOut)
  await keepWhatArrivedMeanwhile(trx, order)
  await layBackGivenBack(ctx, trx, actor, order, leftOut)
  await claimMissing(trx, ctx, actor, order)
  await forgetPacked(trx, order.id)
  await noteEvent(trx, ctx, actor, order.id, 'unshipped', isUndo ? null : note)
  if (!isUndo) {
    await trx
      .insertInto('orderNote')
      .values({
        id: ctx.newId(),
        orderId: order.id,
        writtenAt: now,
        writtenBy: actor.kind === 'desk' ? actor.name : '',
        text: note,
      })
      .execute()
    await putOrderSearch(trx, order.id)
    if (form.mail) await tellOfMistake(ctx, trx, { ...order, shippedAt: null })
  }
  return ok({
    answer: { number: order.number },
    subject: subjectOf(orderSubject, order.id),
    before: { shippedAt, ...(back.parcels && { parcels: order.parcels }) },
    after: { ...back, ...(isUndo ? {} : { note, mail: form.mail }) },
  })
}

/** For an undo by mistake only: nothing was cut yet, while parcels that come back later were cut (K13). */
const promiseAgain = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  order: Order,
  leftOut: readonly number[],
) => {
  const positions = order.lines.flatMap(({ quantity }, position) =>
    quantity > (leftOut[position] ?? 0) ? position : [],
  )
  await takeBackCut(trx, ctx, actor, { orderId: order.id, positions })
}

/** Units whose money went back while they were away are here again and not packed (M53); what a buyer sent back herself was dealt with then. */
const layBackGivenBack = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  order: Order,
  leftOut: readonly number[],
) => {
  const returned = trx.selectFrom('orderReturn').select('id').where('orderId', '=', order.id)
  if ((await returned.executeTakeFirst()) !== undefined) return
  const stay = await unitsNotShipped(trx, { ...order, shippedAt: null })
  await layBackSurplus(
    trx,
    ctx,
    actor,
    order,
    stay.map((units, at) => Math.max(0, units - (leftOut[at] ?? 0))),
  )
}

const tellOfMistake = async (ctx: AppContext, trx: AppTransaction, order: Order) =>
  enqueueFurtherMail(ctx, trx, notShippedMail(order, ctx, await unitsNotShipped(trx, order)))

const correctionFacts = { ...parcelFacts, mail: mailFact } as const

interface Correction extends ParcelForm {
  /** Day of shipping as typed; '' keeps it. */
  readonly shippedOn: string
  /** Whether to mail the buyer; a queued mail is rewritten in any case. */
  readonly mail: boolean
}

export const saveParcel = defineAct({
  name: 'order.parcel',
  words: '送り状の番号を直しました',
  subject: orderSubject,
  facts: correctionFacts,
  who: 'anybody',
  packersSee: true,
  refusals: parcelRefusals,
  content: ({ number, parcels, shippedOn, mail }: Correction) => ({ number, parcels, shippedOn, mail }),
  answer: numbered,
  form: ({ form, at }: Opened<OrderPage>): Read<Correction, 'bad-date'> => {
    const parcels = parcelsRead(form)
    if (!parcels.ok) return parcels
    const shippedOn = fieldOf(form, 'shippedOn')
    // An order that is not shipped has no such field.
    if (form.has('shippedOn') && shippedOn === '') return refused('bad-date')
    const mail = fieldOf(form, 'mail') !== ''
    return ok({ number: at.number, version: versionOf(form), parcels: parcels.value, shippedOn, mail })
  },
  present: storedParcels,
  run: (trx, { ctx, actor, form }: Doing<Correction>) => save(ctx, trx, actor, form),
})

const save = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  form: Correction,
): Promise<Result<DoneAct<Numbered, keyof typeof correctionFacts>, ParcelRefusal>> => {
  const now = ctx.now()
  const order = await lockedOrderOf(trx, actor, form, now)
  if (order === undefined) return refused('not-found')
  const late = lateness(order, form.version, form.shippedOn !== '')
  if (late !== null) return refused(late)
  if (order.cancelledAt !== null) return refused('cancelled')
  if (order.state !== 'paid') return refused('unpaid')
  const parcels = parcelsIn(form.parcels, order.parcels)
  if (!parcels.ok) return parcels
  const shippedAt = dayIn(form.shippedOn, order, now)
  if (!shippedAt.ok) return shippedAt
  const changed = { ...order, parcels: parcels.value, shippedAt: shippedAt.value }
  const first = await writeParcels(trx, order.id, changed.parcels)
  await changeOrder(trx, order.id, { ...first, shippedAt: shippedAt.value })
  const text = parcelsText(changed.parcels)
  await noteEvent(trx, ctx, actor, order.id, 'parcel', text || null)
  if (order.shippedAt !== null) await tellBuyer(ctx, trx, { order, changed, wanted: form.mail })
  return ok({
    answer: { number: order.number },
    subject: subjectOf(orderSubject, order.id),
    before: { parcels: order.parcels, shippedAt: order.shippedAt },
    after: { parcels: changed.parcels, shippedAt: shippedAt.value, mail: form.mail },
  })
}

/** A queued mail is rewritten and keeps its time. */
const tellBuyer = async (
  ctx: AppContext,
  trx: AppTransaction,
  { order, changed, wanted }: { readonly order: Order; readonly changed: Order; readonly wanted: boolean },
) => {
  const { heldUntil } = await takeBackMails(trx, 'order_shipped', order.id, 0)
  if (heldUntil === null && !wanted) return
  const mail = shippedMail(changed, ctx, await unitsNotShipped(trx, changed))
  await enqueueFurtherMail(ctx, trx, mail, heldUntil)
}

/** Epoch ms of shipping: midnight of a new day, which must lie between payment and today. */
const dayIn = (typed: string, order: Order, now: number): Result<number | null, 'bad-date'> => {
  if (order.shippedAt === null || typed === '' || machineDate(order.shippedAt) === machineDate(typed))
    return ok(order.shippedAt)
  const day = parseDate(typed)
  const first = parseDate(displayDate(order.paidAt ?? order.createdAt)) ?? 0
  return day === null || day > now || day < first ? refused('bad-date') : ok(day)
}
