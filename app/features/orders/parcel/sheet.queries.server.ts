import { type Parcel, parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { moneyOfOrder, shippingRecordedAt } from '~/features/orders/money.queries.server.ts'
import { orderBy, takenBack } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { canUndo, packersSee, shippingRefusal } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import type { Order } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { boltsOfLine } from '~/features/stock/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Opened } from '~/server/desk-act.ts'
import type { Present } from '~/server/merged-form.ts'
import { twinsElsewhere } from './numbers.queries.server.ts'
import { type ParcelSheet, presentParcels, recipientOf } from './rules.ts'
import { lastCarrier, ordersToShipNumbered } from './to-ship.queries.server.ts'

/** Data of one parcel's sheet; undefined when there is no order or a packer may not see it. */
export const parcelSheet = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  typedNumber: string,
): Promise<ParcelSheet | undefined> => {
  const { db } = ctx
  const now = ctx.now()
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(typedNumber))
  if (order === undefined || order.state === 'pending') return undefined
  const { number, version, shippedAt, parcels } = order
  const money = await moneyOfOrder(db, order.id)
  const refusal = shippedAt === null ? shippingRefusal(order, money, false) : undefined
  const isOwner = isShopOwner(actor)
  const trackings = parcels.flatMap(({ tracking }) => tracking ?? [])
  if (!isOwner && !packersSee({ ...order, money }, now)) return undefined
  const told = refusal === 'disputed' && !isOwner ? 'needs-review' : refusal
  return {
    number,
    version,
    recipient: recipientOf(order),
    shippedAt,
    shippedOn: shippedAt === null ? null : machineDate(shippedAt),
    canUndo: canUndo(await shippingRecordedAt(db, order), now),
    parcels: await parcelsShown(db, order),
    parcel: parcelsText(parcels),
    warning: parcelsWarning(parcels),
    hasOldNumber: trackings.length > 0 && (await takenBack(db, [order.id])).get(order.id) === 'unshipped',
    twins: await twinsElsewhere(ctx, actor, trackings, [number]),
    isContested: told === 'disputed',
    hindrance: told === undefined || told === 'disputed' ? null : parcelRefusals[told].text,
  }
}

/** One row at least; that of an order without any has the carrier of the last parcel. */
const parcelsShown = async (
  db: AppContext['db'],
  { parcels, shippedAt }: Pick<Order, 'parcels' | 'shippedAt'>,
): Promise<readonly Parcel[]> =>
  parcels.length > 0
    ? parcels
    : [{ carrier: shippedAt === null ? await lastCarrier(db) : null, tracking: null }]

/** What the form of an order's parcels shows. */
export const storedParcels = async ({
  ctx,
  at,
  form,
}: Opened<{ readonly number: string }>): Promise<Present | undefined> => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(at.number))
  if (order === undefined) return undefined
  const present = presentParcels({ ...order, parcels: await parcelsShown(ctx.db, order) })
  const isTakenBack = form.has('shippedOn') && order.shippedAt === null
  return isTakenBack ? { ...present, failure: parcelRefusals['not-shipped'].text } : present
}

/** A line to ship and the bolts that could hold it (K20); undefined without a claimed bolt. */
export const lineOnBolts = async (
  { db, demo }: Pick<AppContext, 'db' | 'demo'>,
  typedNumber: string,
  typedPosition: string,
) => {
  if (!/^\d{1,3}$/.test(typedPosition)) return undefined
  const position = Number(typedPosition)
  const [order] = await ordersToShipNumbered(db, demo, [orderNumberTyped(typedNumber)])
  const line = order?.lines[position]
  if (order === undefined || line === undefined) return undefined
  const bolts = await boltsOfLine(db, order.id, position)
  if (bolts === undefined) return undefined
  return { order: order.number, position, recipient: recipientOf(order), name: nameWithColour(line), bolts }
}
