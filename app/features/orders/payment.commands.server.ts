import type { Updateable } from 'kysely'
import type { OrdersTable } from '#db/schema.ts'
import { arrivalOfOrder } from '~/features/shop/delivery-dates/queries.server.ts'
import { claimPieces } from '~/features/stock/claims.commands.server.ts'
import { extendHolds, releaseUnpaid } from '~/features/stock/releasing.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { tellDesk } from '~/server/audit.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { noteEvent } from './commands.server.ts'
import { orderSearchText } from './list.queries.server.ts'
import { confirmationMail, paidCopyForOwner, reviewMailForOwner } from './mails.rules.ts'
import { unitsTaken } from './money.queries.server.ts'
import { lockedOrderBy, orderBy } from './queries.server.ts'
import { issuerToday } from './rules.ts'
import { putOrderSearch } from './search.commands.server.ts'
import { wantedPieces } from './standing.rules.ts'
import type { Order, Payment, Transition } from './types.ts'

/** Writes state, history and mails of a payment (M3, M6); false, changing nothing, if the owner was mailed about it before. */
export const applyTransition = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  order: Order,
  payment: Payment,
  planned: Transition,
): Promise<boolean> => {
  const transition = await withPieces(trx, ctx, actor, order, planned)
  if (transition.kind === 'review') {
    const { reason } = transition
    if (!(await enqueueMail(ctx, trx, reviewMailForOwner(order, payment, reason, ctx)))) return false
    ctx.log.error('an order needs a look', { order: order.number, reason, alarm: true })
  }
  await trx
    .updateTable('orders')
    .set(changes(ctx, order, payment, transition))
    .where('id', '=', order.id)
    .execute()
  await putOrderSearch(trx, order.id)
  const [what, detail] =
    transition.kind === 'move'
      ? ([transition.to, payment.sessionId] as const)
      : (['needs_review', `${transition.reason} ${payment.sessionId}`] as const)
  await noteEvent(trx, ctx, actor, order.id, what, detail)
  if (what === 'paid') await queuePaidMails(trx, ctx, order.id)
  if (what === 'paid' || what === 'needs_review') tellDesk(ctx, trx)
  return true
}

/** Updates the order's claims; a paid order whose fabric is out of stock goes to review (K6, K7). */
const withPieces = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  order: Order,
  transition: Transition,
): Promise<Transition> => {
  if (order.state === 'paid' || order.state === 'needs_review') return transition
  if (transition.kind === 'move' && (transition.to === 'expired' || transition.to === 'failed')) {
    await releaseUnpaid(trx, ctx, actor, order.id)
    return transition
  }
  if (transition.kind === 'move' && transition.to === 'awaiting_payment') {
    await extendHolds(trx, order.id, null)
    return transition
  }
  const short = await promisePieces(trx, ctx, actor, order)
  return transition.kind === 'move' && short ? { kind: 'review', reason: 'sold-out' } : transition
}

/** Promises the pieces of a paid order; true if a counted line has none. `taken` comes from `unitsTaken`. */
export const promisePieces = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  order: Order,
  taken?: ReadonlyMap<string, number>,
): Promise<boolean> => {
  const claimant = { orderId: order.id, state: 'promised', until: null } as const
  return (await claimPieces(trx, ctx, actor, claimant, wantedPieces(order, taken))).length > 0
}

/** A second payment leaves the order paid, because its products are still due; the second must be refunded. */
const changes = (
  { settings, now }: Pick<AppContext, 'settings' | 'now'>,
  order: Order,
  payment: Payment,
  transition: Transition,
): Updateable<OrdersTable> => {
  const issuer = JSON.stringify(issuerToday(settings))
  if (transition.kind === 'move') {
    const { to } = transition
    if (to === 'expired' || to === 'failed') return { state: to, openKey: null }
    const paid = to === 'paid' ? { paidAt: now(), issuer } : {}
    return { ...paymentColumns(order, payment), state: to, ...paid }
  }
  const reviewReason = transition.reason
  const open = { settledAt: null, settledHow: null }
  return order.state === 'paid' || order.state === 'needs_review'
    ? { reviewReason, ...open }
    : { ...open, ...paymentColumns(order, payment), state: 'needs_review', reviewReason, issuer }
}

const paymentColumns = (
  order: Order,
  { sessionId, paymentIntent, customer: typed }: Payment,
): Updateable<OrdersTable> => {
  // The owner may have corrected the e-mail while the payment was pending; the typed one may be a stranger's (N13).
  const known = order.state === 'awaiting_payment' ? order.customer.email : null
  const customer = { ...typed, email: known ?? typed.email }
  return {
    openKey: null,
    searchText: orderSearchText({ ...order, customer }),
    sessionId,
    paymentIntent,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    shippingAddress: customer.address === null ? null : JSON.stringify(customer.address),
  }
}

const queuePaidMails = async (trx: AppTransaction, ctx: AppContext, orderId: string): Promise<void> => {
  const order = await orderBy(trx, 'id', orderId)
  if (order === undefined) throw new Error('an order vanished')
  const arrival = await arrivalOfOrder(trx, ctx.settings, order.paidAt)
  await enqueueMail(ctx, trx, confirmationMail(order, ctx, arrival))
  await enqueueMail(ctx, trx, paidCopyForOwner(order, ctx))
}

/** Marks the order as paid (N21). `amount` replaces the total on its documents unless null. Returns whether its stock is there. */
export const acceptPayment = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  order: Order,
  amount: number | null,
): Promise<boolean> => {
  const isShort = await promisePieces(trx, ctx, actor, order, await unitsTaken(trx, [order.id]))
  if (order.state === 'paid') return !isShort
  await trx
    .updateTable('orders')
    .set({ state: 'paid', acceptedAmount: amount, paidAt: ctx.now() })
    .where('id', '=', order.id)
    .execute()
  await noteEvent(trx, ctx, actor, order.id, 'paid', amount === null ? null : `${amount}`)
  await queuePaidMails(trx, ctx, order.id)
  return !isShort
}

/** Mails the owner, once, about an order that is paid here but not at the provider; the order is not changed. */
export const reportMissingPayment = (ctx: AppContext, actor: Actor, orderId: string): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const order = await lockedOrderBy(trx, 'id', orderId)
    if (order === undefined || order.reviewReason !== null) return
    const reason = 'not-listed'
    ctx.log.error('a paid order is not known at the provider', { order: order.number, alarm: true })
    await trx.updateTable('orders').set({ reviewReason: reason }).where('id', '=', orderId).execute()
    await noteEvent(trx, ctx, actor, orderId, 'needs_review', reason)
    await enqueueMail(ctx, trx, reviewMailForOwner(order, null, reason, ctx))
  })
