import { mailsOfOrders } from '~/features/orders/list.queries.server.ts'
import { ordersNumbered } from '~/features/orders/parcel/to-ship.queries.server.ts'
import { mayBeSentAgain } from '~/features/orders/rules.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AgainKind } from './rules.ts'

/** Of these orders, how many mails of each kind would be sent again now. */
export const mailsToSendAgain = async (
  { db, demo }: Pick<AppContext, 'db' | 'demo'>,
  numbers: readonly string[],
): Promise<Readonly<Record<AgainKind, number>>> => {
  const orders = (await ordersNumbered(db, numbers)).filter(({ practice }) => practice === demo)
  const mails = await mailsOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  const count = (kind: AgainKind) =>
    orders.filter((order) => {
      const sent = (mails.get(order.id) ?? []).filter((mail) => mail.kind === kind)
      return sent.length > 0 && sent.every(({ state }) => state !== 'queued') && mayBeSentAgain(kind, order)
    }).length
  return { order_confirmation: count('order_confirmation'), order_shipped: count('order_shipped') }
}
