import { data } from 'react-router'
import { orderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { isToldCancelled } from '~/features/orders/shipping.rules.ts'
import { isShopOwner, type Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'

/** The number of an order that was cancelled within a day, for one who packs: she may hold its form, or its box (N90.2). */
export const cancelledNumber = async (
  { db, demo, now }: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: Requester,
  typedNumber: string,
): Promise<string | undefined> => {
  if (actor.kind !== 'desk' || isShopOwner(actor)) return undefined
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(typedNumber))
  return order !== undefined && order.practice === demo && isToldCancelled(order, now())
    ? order.number
    : undefined
}

/** Before a page of an order is read, and before its form is: 410 with nothing but its number, once it was cancelled (N90.2). */
export const throwIfCancelled = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'> & { readonly actor: Requester },
  typedNumber: string,
): Promise<void> => {
  const cancelled = await cancelledNumber(ctx, ctx.actor, typedNumber)
  if (cancelled !== undefined) throw data({ cancelled }, { status: 410 })
}
