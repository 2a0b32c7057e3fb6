import type { Insertable, Transaction } from 'kysely'
import type { PaymentTable, Schema } from '#db/schema.ts'
import {
  type OrderRows,
  putSampleOrder,
  removeSampleOrders,
  removeSampleParts,
} from '~/features/orders/commands.server.ts'
import { orderSearchText } from '~/features/orders/list.queries.server.ts'
import { confirmationMail } from '~/features/orders/mails.rules.ts'
import { forgetPacking } from '~/features/orders/parcel/commands.server.ts'
import { putSamplePayments, removeSamplePayments } from '~/features/orders/payment/samples.commands.server.ts'
import { newAccessToken, orderBy } from '~/features/orders/queries.server.ts'
import {
  putSampleRefunds,
  removeSampleRefunds,
  type SampleRefunds,
} from '~/features/orders/refund/samples.commands.server.ts'
import { issuerToday } from '~/features/orders/rules.ts'
import { putOrderSearch } from '~/features/orders/search.commands.server.ts'
import type { DeliveryAddress, ReviewReason } from '~/features/orders/types.ts'
import { arrivalOfOrder } from '~/features/shop/delivery-dates/queries.server.ts'
import { taxInside, yen } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forgetValues } from '~/server/audit.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'

/** `ago` in ms before the demo's first start; sums in yen. */
export interface SampleOrder {
  readonly number: string
  readonly ago: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: DeliveryAddress
  readonly lines: readonly (readonly [number: string, quantity: number])[]
  readonly awaiting?: boolean
  readonly state?: 'needs_review'
  readonly reviewReason?: ReviewReason
  /** The sum paid, unless it is the order's total. */
  readonly paid?: number
  readonly shipped?: {
    readonly ago: number
    readonly carrier: string | null
    readonly tracking: string | null
    /** Further parcels. */
    readonly further?: readonly { readonly carrier: string; readonly tracking: string }[]
  }
  readonly cancelReason?: string
  readonly refunds?: readonly {
    readonly amount: number | 'all'
    readonly state: 'succeeded' | 'failed'
    readonly reason: string
  }[]
  readonly disputed?: boolean
  readonly returned?: { readonly announcedAgo: number; readonly arrivedAgo: number | null }
  readonly notes?: readonly string[]
  readonly addressChanged?: boolean
  readonly restored?: boolean
  readonly mailDead?: boolean
}

const minute = 60_000
const day = 86_400_000
const shippingFee = 400

/** Runs only at a demo's first start, so that changes made in it stay. */
export const seedDemoOrders = async (ctx: AppContext, orders: readonly SampleOrder[]): Promise<void> => {
  if (!ctx.demoOrders) return
  await inTransaction(ctx, async (trx) => {
    if ((await trx.selectFrom('orders').select('id').limit(1).executeTakeFirst()) !== undefined) return
    for (const order of orders) await putSample(ctx, trx, order)
  })
}

/** Deletes sample orders and everything that refers to them; orders placed in the demo stay. */
export const removeDemoOrders = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    const samples = await trx.selectFrom('orders').select('id').where('source', '=', 'demo').execute()
    const ids = samples.map(({ id }) => id)
    await forgetPacking(trx, ids)
    await forgetValues(
      trx,
      ids.map((id) => `order:${id}`),
    )
    await removeSampleParts(trx)
    await removeSampleRefunds(trx)
    await removeSamplePayments(trx)
    await removeSampleOrders(trx)
  })

const putSample = async (ctx: AppContext, trx: AppTransaction, sample: SampleOrder): Promise<void> => {
  const id = `demo-order-${sample.number.toLowerCase()}`
  const lines = await linesOf(trx, id, sample)
  const subtotal = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const total = subtotal + shippingFee
  await putSampleOrder(trx, rowsOf(ctx, sample, { id, lines, subtotal, total }))
  await putOrderSearch(trx, id)
  const { payments, ...back } = moneyOf(ctx.now(), sample, id, total)
  await putSamplePayments(trx, payments)
  await putSampleRefunds(trx, back)
  const order = sample.mailDead ? await orderBy(trx, 'id', id) : undefined
  if (order === undefined) return
  const quiet = { ...ctx, log: { ...ctx.log, error: () => {} } }
  await enqueueMail(
    quiet,
    trx,
    confirmationMail(order, ctx, await arrivalOfOrder(trx, ctx.settings, order.paidAt)),
  )
}

const linesOf = async (trx: Transaction<Schema>, orderId: string, { lines }: SampleOrder) => {
  const numbers = lines.map(([number]) => number)
  const products = await trx.selectFrom('product').selectAll().where('number', 'in', numbers).execute()
  return lines.flatMap(([number, quantity], position) => {
    const product = products.find((each) => each.number === number)
    if (product === undefined) return []
    const { type, name, description, imageUrl: picture, price } = product
    const line = { orderId, position, number, type, name, description, quantity, free: 0, imageUrl: null }
    return [{ ...line, picture, unitPrice: price ?? 0 }]
  })
}

interface Written {
  readonly id: string
  readonly lines: Awaited<ReturnType<typeof linesOf>>
  readonly subtotal: number
  readonly total: number
}

const rowsOf = (ctx: AppContext, sample: SampleOrder, { id, lines, subtotal, total }: Written): OrderRows => {
  const now = ctx.now()
  const createdAt = now - sample.ago
  const { number, name, email, phone, address, shipped, returned, cancelReason } = sample
  const state = sample.awaiting ? 'awaiting_payment' : (sample.state ?? 'paid')
  const paidAt = state === 'paid' ? createdAt + 2 * minute : null
  const shippedAt = shipped === undefined ? null : now - shipped.ago
  const event = (what: string, happenedAt: number, actor: string) => ({
    id: `${id} ${what}`,
    orderId: id,
    happenedAt,
    what,
    actor,
    detail: null,
  })
  return {
    order: {
      id,
      orderNumber: number,
      state,
      browserToken: id,
      cartFingerprint: '',
      openKey: null,
      accessToken: newAccessToken(),
      subtotal,
      shipping: shippingFee,
      total,
      taxIncluded: taxInside(yen(total)),
      currency: 'jpy',
      fromView: 'header-cart',
      cancelPath: '/',
      attempt: 1,
      sessionExpiresAt: createdAt,
      customerName: name,
      customerEmail: email,
      customerPhone: phone,
      shippingAddress: JSON.stringify(address),
      practice: 1,
      confirmationText: '',
      submitText: '',
      shippingText: '',
      termsVersion: '',
      reviewReason: sample.reviewReason ?? null,
      createdAt,
      paidAt,
      shippedAt,
      issuer: JSON.stringify(issuerToday(ctx.settings)),
      restoredAt: sample.restored ? createdAt + day : null,
      checkedAt: now,
      cancelledAt: cancelReason === undefined ? null : createdAt + day,
      cancelReason: cancelReason ?? null,
      carrier: shipped?.carrier ?? null,
      tracking: shipped?.tracking ?? null,
      searchText: orderSearchText({ number, customer: { name, email, phone, address }, lines }),
      addressChangedAt: sample.addressChanged ? createdAt + 30 * minute : null,
    },
    lines,
    furtherParcels: (shipped?.further ?? []).map((parcel, at) => ({
      orderId: id,
      position: at + 1,
      ...parcel,
    })),
    events: [
      event('placed', createdAt, 'shopper'),
      ...(sample.awaiting ? [event('awaiting_payment', createdAt + minute, 'payment-webhook')] : []),
      ...(paidAt === null ? [] : [event('paid', paidAt, 'payment-webhook')]),
      ...(sample.reviewReason ? [event('needs_review', createdAt + 3 * minute, 'payment-webhook')] : []),
      ...(shippedAt === null ? [] : [event('shipped', shippedAt, 'owner')]),
    ],
    notes: (sample.notes ?? []).map((text, at) => ({
      id: `${id} note ${at}`,
      orderId: id,
      writtenAt: createdAt + 10 * minute,
      writtenBy: '',
      text,
    })),
    returns:
      returned === undefined
        ? []
        : [
            {
              id: `${id} return`,
              orderId: id,
              announcedAt: now - returned.announcedAgo,
              arrivedAt: returned.arrivedAgo === null ? null : now - returned.arrivedAgo,
              lines: JSON.stringify(lines.map(({ position, quantity }) => [position, quantity])),
              condition: returned.arrivedAgo === null ? null : '未使用',
            },
          ],
  }
}

interface MoneyRows extends SampleRefunds {
  readonly payments: readonly Insertable<PaymentTable>[]
}

const moneyOf = (now: number, sample: SampleOrder, id: string, total: number): MoneyRows => {
  const { awaiting, paid = total, reviewReason, refunds = [], disputed } = sample
  if (awaiting) return { payments: [], refunds: [], disputes: [] }
  const receivedAt = now - sample.ago + 2 * minute
  const payment = (role: 'first' | 'second') => ({
    paymentIntent: `pi_${role}_${id}`,
    orderId: id,
    sessionId: `cs_${role}_${id}`,
    amount: paid,
    currency: 'jpy',
    livemode: 0,
    receivedAt,
    role,
    fee: Math.round(paid * 0.036),
    net: paid - Math.round(paid * 0.036),
  })
  const { paymentIntent } = payment('first')
  return {
    payments: [payment('first'), ...(reviewReason === 'paid-twice' ? [payment('second')] : [])],
    refunds: refunds.map(({ amount, state, reason }, at) => ({
      id: `${id} refund ${at}`,
      providerId: `re_${at}_${id}`,
      paymentIntent,
      amount: amount === 'all' ? total : amount,
      state,
      failureReason: state === 'failed' ? 'expired_or_canceled_card' : null,
      askedAt: receivedAt + day,
      asOf: now,
      via: 'provider',
      reason,
      settledAt: receivedAt + 2 * day,
    })),
    disputes: disputed
      ? [
          {
            id: `du_${id}`,
            paymentIntent,
            amount: total,
            reason: 'product_not_received',
            status: 'needs_response',
            dueBy: now + 9 * day,
            openedAt: now - day,
            asOf: now,
            closedAt: null,
          },
        ]
      : [],
  }
}
