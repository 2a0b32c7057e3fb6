import type { Insertable, Transaction } from 'kysely'
import { z } from 'zod'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { noteEvent } from '~/features/orders/commands.server.ts'
import { orderSubject } from '~/features/orders/facts.rules.ts'
import { orderSearchText } from '~/features/orders/list.queries.server.ts'
import { confirmationMail } from '~/features/orders/mails.rules.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { keepPayment } from '~/features/orders/payment/commands.server.ts'
import { paymentOf } from '~/features/orders/payment/queries.server.ts'
import type { SessionOfOrder } from '~/features/orders/payment/types.ts'
import { promisePieces } from '~/features/orders/payment.commands.server.ts'
import {
  lineRow,
  lockedOrderBy,
  newAccessToken,
  newOrderNumber,
  orderBy,
} from '~/features/orders/queries.server.ts'
import { refreshRefunds } from '~/features/orders/refund/commands.server.ts'
import { issuerToday, namesTokenAndShop } from '~/features/orders/rules.ts'
import { putOrderSearch } from '~/features/orders/search.commands.server.ts'
import type { Order, RestoredOrder } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { taxInside } from '~/kernel/money.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { shopState } from '~/server/shop-state.ts'
import { adoptedOrder, productsNumbered } from './queries.server.ts'
import { restoredOrder } from './rules.ts'
import { type AdoptionFailure, adoptionRefusalText } from './texts.ts'

interface Restored {
  readonly order: Order
  /** False if the order existed already and was left unchanged. */
  readonly isNew: boolean
}

/** Recreates an order from its payment's session, in the caller's transaction (M12). */
const restoreOrder = async (
  trx: AppTransaction,
  ctx: AppContext,
  actor: Actor,
  restored: RestoredOrder,
): Promise<Restored> => {
  const orderNumber = await freeNumber(trx, restored.number)
  const { customer } = restored.payment
  const searchText = orderSearchText({ number: orderNumber, customer, lines: restored.lines })
  const row = await trx
    .insertInto('orders')
    .values({ ...restoredRow(ctx, restored), orderNumber, searchText })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return { order: await presentOrder(trx, restored), isNew: false }
  const lines = restored.lines.map((line, position) => lineRow(row.id, line, position))
  await trx.insertInto('orderLine').values(lines).execute()
  await putOrderSearch(trx, row.id)
  await noteEvent(trx, ctx, actor, row.id, 'restored', restored.payment.sessionId)
  if (await promisePieces(trx, ctx, actor, await presentOrder(trx, restored)))
    await trx.updateTable('orders').set({ reviewReason: 'sold-out' }).where('id', '=', row.id).execute()
  return { order: await presentOrder(trx, restored), isNew: true }
}

const freeNumber = async (trx: Transaction<Schema>, number: string | null): Promise<string> =>
  number === null || (await orderBy(trx, 'orderNumber', number)) !== undefined ? newOrderNumber() : number

const presentOrder = async (
  trx: Transaction<Schema>,
  { id, payment }: Pick<RestoredOrder, 'id' | 'payment'>,
): Promise<Order> => {
  const order =
    (await lockedOrderBy(trx, 'id', id)) ?? (await lockedOrderBy(trx, 'sessionId', payment.sessionId))
  if (order === undefined) throw new Error('an order could not be written, and is not there')
  return order
}

/** Fields missing in the session stay empty; the time of payment is accurate to the hour. */
const restoredRow = (
  ctx: AppContext,
  { lines: _lines, payment, number: _number, from, ...kept }: RestoredOrder,
): Omit<Insertable<OrdersTable>, 'orderNumber'> => ({
  ...kept,
  state: 'paid',
  browserToken: `restored-${kept.id}`,
  cartFingerprint: '',
  openKey: null,
  accessToken: newAccessToken(),
  taxIncluded: taxInside(kept.total),
  currency: 'jpy',
  fromView: from,
  attempt: 1,
  sessionNamesToken: namesTokenAndShop,
  sessionId: payment.sessionId,
  sessionUrl: null,
  paymentIntent: payment.paymentIntent,
  customerName: payment.customer.name,
  customerEmail: payment.customer.email,
  customerPhone: payment.customer.phone,
  shippingAddress: payment.customer.address === null ? null : JSON.stringify(payment.customer.address),
  practice: ctx.demo ? 1 : 0,
  confirmationText: '',
  termsVersion: '',
  reviewReason: null,
  paidAt: kept.createdAt,
  shippedAt: null,
  issuer: JSON.stringify(issuerToday(ctx.settings)),
  restoredAt: ctx.now(),
  checkedAt: ctx.now(),
})

interface AdoptionForm {
  readonly sessionId: string
  readonly mailsBuyer: boolean
  /** What the provider says of it; asked for before the transaction. */
  readonly found?: { readonly session: SessionOfOrder; readonly restored: RestoredOrder }
}

const adoptionAnswer = z.object({
  orderId: z.string(),
  isNew: z.boolean(),
  opensFormerLink: z.boolean(),
  mailsBuyer: z.boolean(),
})

/**
 * Makes an order again from its paid session in one transaction (M12), after a restored backup lost it. Repeatable; `mailsBuyer`
 * sends her the confirmation once. A refusal writes nothing.
 */
export const adoptOrder = defineAct({
  name: 'payment.adopt',
  words: '注文を作り直しました',
  subject: orderSubject,
  facts: { adopted: null, isNew: null },
  who: 'owner',
  form: async ({ form, ctx }: Opened<object, PaymentContext>): Promise<Read<AdoptionForm, 'not-found'>> => {
    const payment = await paymentOf(ctx.db, fieldOf(form, 'payment', 500))
    if (payment === undefined) return refused('not-found')
    return ok({ sessionId: payment.sessionId, mailsBuyer: fieldOf(form, 'mails') === '1' })
  },
  refusals: {},
  told: (failure: AdoptionFailure) => ({ status: 409, text: adoptionRefusalText(failure) }),
  content: ({ sessionId, mailsBuyer }) => ({ sessionId, mailsBuyer }),
  answer: adoptionAnswer,
  prepare: async ({ ctx, form }) => {
    const session = await sessionNamed(ctx, form.sessionId)
    if (session === 'no-answer' || session === undefined) return refused({ why: session ?? 'unknown' })
    const numbers = session.lines.flatMap(({ number }) => number ?? [])
    const products = await productsNumbered(ctx.db, numbers)
    const { livemode } = ctx.gateway
    const shopId = await shopState(ctx.db, 'shop_id')
    const made = restoredOrder(session, { livemode, siteOrigin: ctx.siteOrigin, shopId, products })
    return made.ok ? ok({ ...form, found: { session, restored: made.value } }) : refused({ why: made.error })
  },
  run: async (trx, { ctx, actor, form: { found, mailsBuyer } }) => {
    if (found === undefined) return refused({ why: 'unknown' })
    const { session, restored } = found
    const { order, isNew } = await restoreOrder(trx, ctx, actor, restored)
    if (!isNew && (order.restoredAt === null || order.sessionId !== session.sessionId))
      return refused({ why: 'present', number: order.number })
    await keepPayment(trx, ctx, session, { orderId: order.id, role: 'first' })
    const opensFormerLink = restored.formerTokenHash !== null
    if (mailsBuyer) await enqueueMail(ctx, trx, confirmationMail(order, ctx))
    const answer = { orderId: order.id, isNew, opensFormerLink, mailsBuyer }
    const after = { adopted: session.sessionId, isNew }
    return ok({ answer, subject: subjectOf(orderSubject, order.id), after })
  },
  after: async (ctx, actor, answer) => {
    const { number, sessionId, paymentIntent } = await adoptedOrder(ctx, answer)
    const { isNew } = answer
    ctx.log.info('an order was made again from its payment', { order: number, session: sessionId, isNew })
    await refreshRefunds(ctx, actor, paymentIntent ?? '').catch((error) =>
      ctx.log.warn('the refunds of an order wait for the daily comparison', errorFields(error)),
    )
    return answer
  },
})

const sessionIdForm = /^cs_\w{1,63}$/

const sessionNamed = async (
  { gateway, log }: PaymentContext,
  sessionId: string,
): Promise<SessionOfOrder | undefined | 'no-answer'> => {
  if (!sessionIdForm.test(sessionId)) return undefined
  try {
    return await gateway.sessionOfOrder(sessionId)
  } catch (error) {
    log.warn('the provider could not be asked about a session', errorFields(error))
    return 'no-answer'
  }
}
