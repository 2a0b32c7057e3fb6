import { listLength } from '~/features/orders/desk/list.queries.server.ts'
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
    read: async ({ db, demo }) => ({ count: (await waitingOrders(db, demo)).toShip.length }),
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

/** Orders paid since `from` (epoch ms) and not cancelled, with their sum in yen. */
export const soldSince = async (
  { db, demo }: DeskCardContext,
  from: number,
): Promise<{ readonly orders: number; readonly yen: number }> => {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll().as('orders'),
      eb.fn.sum(eb.fn.coalesce('acceptedAmount', 'total')).as('yen'),
    ])
    .where('practice', '=', demo ? 1 : 0)
    .where('state', '=', 'paid')
    .where('paidAt', '>=', from)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst()
  return { orders: Number(row?.orders ?? 0), yen: Number(row?.yen ?? 0) }
}
