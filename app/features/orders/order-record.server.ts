import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { OrderLineTable, OrdersTable } from '#db/schema.ts'
import { times, yen } from '~/kernel/money.ts'
import type { Customer, DeliveryAddress } from './rules.ts'
import type { Order, OrderLine } from './types.ts'

const deliveryAddress: z.ZodType<DeliveryAddress> = z.object({
  recipient: z.string(),
  postalCode: z.string(),
  prefecture: z.string(),
  city: z.string(),
  line1: z.string(),
  line2: z.string(),
})

const lineOf = (row: Selectable<OrderLineTable>): OrderLine => ({
  number: row.number,
  type: row.type,
  name: row.name,
  description: row.description,
  unitPrice: yen(row.unitPrice),
  quantity: row.quantity,
  amount: times(yen(row.unitPrice), row.quantity),
  free: row.free === 1,
  imageUrl: row.imageUrl,
})

const customerOf = (row: Selectable<OrdersTable>): Customer => ({
  name: row.customerName,
  email: row.customerEmail,
  phone: row.customerPhone,
  address: row.shippingAddress === null ? null : deliveryAddress.parse(JSON.parse(row.shippingAddress)),
})

/** The order that a row and its lines (in their order) hold. */
export const orderOf = (
  row: Selectable<OrdersTable>,
  lines: readonly Selectable<OrderLineTable>[],
): Order => ({
  id: row.id,
  number: row.orderNumber,
  state: row.state,
  browserToken: row.browserToken,
  openKey: row.openKey,
  accessToken: row.accessToken,
  subtotal: yen(row.subtotal),
  shipping: yen(row.shipping),
  total: yen(row.total),
  taxIncluded: yen(row.taxIncluded),
  currency: row.currency,
  from: row.fromView,
  cancelPath: row.cancelPath,
  attempt: row.attempt,
  sessionExpiresAt: row.sessionExpiresAt,
  sessionId: row.sessionId,
  sessionUrl: row.sessionUrl,
  paymentIntent: row.paymentIntent,
  customer: customerOf(row),
  practice: row.practice === 1,
  confirmationText: row.confirmationText,
  submitText: row.submitText,
  shippingText: row.shippingText,
  reviewReason: row.reviewReason,
  createdAt: row.createdAt,
  paidAt: row.paidAt,
  shippedAt: row.shippedAt,
  lines: lines.map(lineOf),
})
