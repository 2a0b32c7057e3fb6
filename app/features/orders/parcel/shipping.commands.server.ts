import { z } from 'zod'
import { parcelsText } from '~/features/orders/carriers.rules.ts'
import { changeOrder, noteEvent, writeParcels } from '~/features/orders/commands.server.ts'
import { orderSubject, parcelFacts } from '~/features/orders/facts.rules.ts'
import { shippedMail } from '~/features/orders/mails.rules.ts'
import { moneyOfOrder, unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { lockedOrderBy, takenBack } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import {
  isToldCancelled,
  lateness,
  packersSee,
  parcelsIn,
  type ShippingRefusal,
  shippingRefusal,
  type TypedParcel,
  undoShippingMs,
} from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import type { Order } from '~/features/orders/types.ts'
import { markCut } from '~/features/stock/cutting.commands.server.ts'
import { linesWithoutFabric } from '~/features/stock/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, type DoneAct, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueFurtherMail } from '~/server/mail/outbox.ts'
import { parcelsRead } from './form.server.ts'
import { storedParcels } from './sheet.queries.server.ts'

/** Fields as typed; without `parcels` those that are stored stay. `version` is null on the command line. */
export interface ParcelForm {
  readonly number: string
  readonly version: number | null
  readonly parcels: readonly TypedParcel[]
}

/** As the page's address names it. */
export interface OrderPage {
  readonly number: string
}

interface ShippingForm extends ParcelForm {
  readonly despiteDispute?: boolean
  /** Used if the order has no parcel yet and none was typed. */
  readonly carrierUnlessKept?: string
  /** She was asked about the number that the parcel had before its shipping was taken back. */
  readonly usesOldNumber?: boolean
}

/** `shippedAt` is epoch ms. */
export interface Shipped {
  readonly number: string
  readonly shippedAt: number
}

const shipped: z.ZodType<Shipped> = z.object({ number: z.string(), shippedAt: z.number() })

/**
 * Locks and returns the order if this person may see it (N12). A packer whose form shows it as it was before somebody else was faster is
 * told so (N14): she may have its parcel in her hand.
 */
export const lockedOrderOf = async (
  trx: AppTransaction,
  actor: DeskActor,
  form: Pick<ParcelForm, 'number' | 'version'>,
  now: number,
): Promise<Order | undefined> => {
  const order = await lockedOrderBy(trx, 'orderNumber', orderNumberTyped(form.number))
  if (order === undefined || isShopOwner(actor)) return order
  if (packersSee({ ...order, money: await moneyOfOrder(trx, order.id) }, now)) return order
  const wasSeen = order.shippedAt === null && form.version !== null && form.version < order.version
  if (!wasSeen || form.version < 0) return undefined
  return order.cancelledAt === null || isToldCancelled(order, now) ? order : undefined
}

/** Ships an order; the buyer's mail waits ten minutes for undo (N14). Refuses refunded orders (M11): refunds lock the same row. */
export const shipOrder = defineAct({
  name: 'order.ship',
  words: '発送済みにしました',
  subject: orderSubject,
  facts: parcelFacts,
  who: 'anybody',
  packersSee: true,
  refusals: parcelRefusals,
  content: ({ number, parcels, despiteDispute, carrierUnlessKept, usesOldNumber }: ShippingForm) => ({
    number,
    parcels,
    despiteDispute,
    carrierUnlessKept,
    usesOldNumber,
  }),
  answer: shipped,
  form: ({ form, at }: Opened<OrderPage>): Read<ShippingForm, 'not-found'> => {
    const parcels = parcelsRead(form)
    if (!parcels.ok) return parcels
    const despiteDispute = fieldOf(form, 'despiteDispute') !== ''
    return ok({ number: at.number, version: versionOf(form), parcels: parcels.value, despiteDispute })
  },
  present: storedParcels,
  run: (trx, { ctx, actor, form }: Doing<ShippingForm>) => ship(ctx, trx, actor, form),
})

/** Whether its number is that of a parcel that came back: nobody uses it again unasked (N87). */
const hasOldNumber = async (trx: AppTransaction, { id, parcels }: Order): Promise<boolean> =>
  parcels.some(({ tracking }) => tracking !== null) && (await takenBack(trx, [id])).get(id) === 'unshipped'

const ship = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  form: ShippingForm,
): Promise<Result<DoneAct<Shipped, keyof typeof parcelFacts>, ShippingRefusal>> => {
  const now = ctx.now()
  const order = await lockedOrderOf(trx, actor, form, now)
  if (order === undefined) return refused('not-found')
  const late = lateness(order, form.version, false)
  if (late !== null) return refused(late)
  const isOwner = isShopOwner(actor)
  const despiteDispute = isOwner && form.despiteDispute === true
  const refusal = shippingRefusal(order, await moneyOfOrder(trx, order.id), despiteDispute)
  // Packers neither see disputes (N12) nor decide on them.
  if (refusal !== undefined) return refused(refusal === 'disputed' && !isOwner ? 'needs-review' : refusal)
  if (form.parcels.length === 0 && form.usesOldNumber !== true && (await hasOldNumber(trx, order)))
    return refused('old-number')
  if ((await linesWithoutFabric(trx, [order.id])).size > 0) return refused('without-fabric')
  const isOpen = form.parcels.length === 0 && order.parcels.length === 0
  const unlessKept =
    isOpen && form.carrierUnlessKept ? [{ carrier: form.carrierUnlessKept, tracking: '' }] : []
  const parcels = parcelsIn([...form.parcels, ...unlessKept], order.parcels)
  if (!parcels.ok) return parcels
  const sent = { ...order, parcels: parcels.value, shippedAt: now }
  const first = await writeParcels(trx, order.id, sent.parcels)
  await changeOrder(trx, order.id, { ...first, shippedAt: now })
  await markCut(trx, ctx, actor, { orderId: order.id })
  await noteEvent(trx, ctx, actor, order.id, 'shipped', parcelsText(sent.parcels) || null)
  const mail = shippedMail(sent, ctx, await unitsNotShipped(trx, sent))
  await enqueueFurtherMail(ctx, trx, mail, now + undoShippingMs)
  return ok({
    answer: { number: order.number, shippedAt: now },
    subject: subjectOf(orderSubject, order.id),
    before: { shippedAt: null, parcels: order.parcels },
    after: { shippedAt: now, parcels: sent.parcels },
  })
}
