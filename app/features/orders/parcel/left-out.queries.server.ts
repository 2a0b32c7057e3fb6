import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { moneyOfOrders } from '~/features/orders/money.queries.server.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { isToldCancelled, packersSee, shippingRefusal } from '~/features/orders/shipping.rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { WhyLeft } from './rules.ts'
import { whysLeft } from './rules.ts'
import { whysNotInFile } from './texts.ts'
import { ordersNumbered, ordersToShipNumbered } from './to-ship.queries.server.ts'

/** Why what a form names is left out (N90); answers of the release before say nothing of it. */
export const refusedOrders = z.array(z.object({ number: z.string(), why: z.enum(whysLeft) })).default([])

/** Why orders that a press names are in none of its files of labels (N90); answers of the release before say it otherwise. */
export const leftOutOfFile = z
  .array(z.object({ number: z.string(), why: z.enum([...whysLeft, ...whysNotInFile]) }))
  .default([])

export type LeftOutOfFile = z.infer<typeof leftOutOfFile>

/** The orders marked in a list that are not to be shipped, with why (N90). */
export const markedNotToShip = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  marked: readonly string[] | null,
): Promise<{ number: string; why: WhyLeft }[]> => {
  if (marked === null) return []
  const there = new Set((await ordersToShipNumbered(ctx.db, ctx.demo, marked)).map(({ number }) => number))
  return whyNotToShip(
    ctx.db,
    ctx,
    actor,
    marked.filter((number) => !there.has(number)),
  )
}

/** Why these orders of a form are not to be packed, as far as this person may know (N12, N90). */
export const whyNotToShip = async (
  db: Kysely<Schema>,
  { demo, now }: Pick<AppContext, 'demo' | 'now'>,
  actor: DeskActor,
  numbers: readonly string[],
): Promise<{ number: string; why: WhyLeft }[]> => {
  const orders = (await ordersNumbered(db, numbers)).filter(({ practice }) => practice === demo)
  const money = await moneyOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  const found = new Map(orders.map((order) => [order.number, order]))
  return numbers.map((number) => {
    const order = found.get(number)
    if (order === undefined) return { number, why: 'not-found' }
    const paid = money.get(order.id) ?? noMoney
    const why = shippingRefusal(order, paid, false) ?? 'not-found'
    if (isShopOwner(actor)) return { number, why }
    if (isToldCancelled(order, now())) return { number, why: 'cancelled' }
    if (!packersSee({ ...order, money: paid }, now())) return { number, why: 'not-found' }
    // Packers neither see disputes (N12) nor decide on them.
    return { number, why: why === 'disputed' ? 'needs-review' : why }
  })
}
