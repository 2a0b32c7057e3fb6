import { listLength } from '~/features/orders/desk/list.queries.server.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { waitingOrders } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { href } from '~/href.ts'
import type { DeskCardContext, DeskCardSource } from '~/server/desk-cards.ts'

const inOrders = { place: 'orders', unit: '件' } as const

/** Each card counts the entries of the list that it opens. */
export const orderCards: readonly DeskCardSource[] = [
  {
    ...inOrders,
    kind: 'review',
    text: '確認が必要な注文',
    tone: 'red',
    waits: false,
    ownerOnly: true,
    to: href('/admin/orders', { state: 'review' }),
    read: async (ctx) => ({ count: await listLength(ctx, 'review') }),
  },
  {
    ...inOrders,
    kind: 'ship',
    text: '発送する',
    tone: 'main',
    waits: false,
    ownerOnly: false,
    to: href('/admin/packing'),
    read: async (ctx) => ({
      count: (await waitingOrders(ctx.db, ctx.demo)).toShip.length,
      inList: await listLength(ctx, 'open'),
    }),
  },
  {
    ...inOrders,
    kind: 'awaiting-payment',
    text: '入金待ち',
    tone: 'plain',
    waits: true,
    ownerOnly: true,
    to: href('/admin/orders', { state: 'awaiting' }),
    read: async (ctx) => ({ count: await listLength(ctx, 'awaiting') }),
  },
  {
    ...inOrders,
    kind: 'return',
    text: '返品を待っています',
    tone: 'plain',
    waits: true,
    ownerOnly: true,
    to: href('/admin/orders', { state: 'returning' }),
    read: async (ctx) => ({ count: await listLength(ctx, 'returning') }),
  },
]

interface Summed {
  readonly count: number
  readonly yen: number
}

const summed = (row: { readonly count: unknown; readonly yen: unknown } | undefined): Summed => ({
  count: Number(row?.count ?? 0),
  yen: Number(row?.yen ?? 0),
})

/**
 * Orders paid since `from` (epoch ms), and refunds asked for since then that did not fail, whichever order's; `yen` of both without sign
 * (N107). What a cancelled order gave back is among the refunds, so it stays among the orders; a payment that was never part of a
 * sale, such as a second one, lowers none when it goes back.
 */
export const soldSince = async (
  { db, demo }: DeskCardContext,
  from: number,
): Promise<{ readonly orders: Summed; readonly refunds: Summed }> => {
  const practice = demo ? 1 : 0
  const orders = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      eb.fn.sum(eb.fn.coalesce('acceptedAmount', 'total')).as('yen'),
    ])
    .where('practice', '=', practice)
    .where('state', '=', 'paid')
    .where('paidAt', '>=', from)
    .executeTakeFirst()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('refund.amount').as('yen')])
    .where('refund.askedAt', '>=', from)
    .where('refund.state', 'in', [...refundsThatCount])
    .where('payment.role', '=', 'first')
    .where('orders.practice', '=', practice)
    .where('orders.state', '=', 'paid')
    .executeTakeFirst()
  return { orders: summed(orders), refunds: summed(refunds) }
}
