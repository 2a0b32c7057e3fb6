import { parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { moneyOfOrder, shippingRecordedAt } from '~/features/orders/money.queries.server.ts'
import { orderBy, takenBack } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { canUndo, packersSee, shippingRefusal, type TypedParcel } from '~/features/orders/shipping.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { boltsOfLine } from '~/features/stock/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Present } from '~/server/desk-act.ts'
import { twinsElsewhere } from './numbers.queries.server.ts'
import { type ParcelSheet, recipientOf } from './rules.ts'
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
    parcels:
      parcels.length > 0
        ? parcels
        : [{ carrier: shippedAt === null ? await lastCarrier(db) : null, tracking: null }],
    parcel: parcelsText(parcels),
    warning: parcelsWarning(parcels),
    hasOldNumber: trackings.length > 0 && (await takenBack(db, [order.id])).get(order.id) === 'unshipped',
    twins: await twinsElsewhere(ctx, actor, trackings, [number]),
    isContested: told === 'disputed',
    hindrance: told === undefined || told === 'disputed' ? null : parcelRefusals[told].text,
  }
}

/** What another screen wrote of these parcels. */
export const presentParcels = async (
  { db }: Pick<AppContext, 'db'>,
  {
    number,
    parcels,
    shippedOn = '',
  }: {
    readonly number: string
    readonly parcels: readonly TypedParcel[]
    readonly shippedOn?: string
  },
): Promise<Present | undefined> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return undefined
  const typed = parcels.map(({ carrier, tracking }) => ({ carrier, tracking }))
  return {
    version: order.version,
    values: {
      parcels: parcelsText(order.parcels) || 'なし',
      shippedOn: order.shippedAt === null ? 'まだ' : (machineDate(order.shippedAt) ?? ''),
    },
    typed: { parcels: parcelsText(typed) || 'なし', shippedOn },
    labels: { parcels: '配送会社と番号', ...(shippedOn === '' ? {} : { shippedOn: '発送日' }) },
  }
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
