import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { OrderLineTable, OrdersTable } from '#db/schema.ts'
import { times, yen } from '~/kernel/money.ts'
import type { Order, OrderLine } from './order.rules.ts'
import type { Customer, DeliveryAddress } from './rules.ts'

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
  unitPrice: yen(row.unit_price),
  quantity: row.quantity,
  amount: times(yen(row.unit_price), row.quantity),
  free: row.free === 1,
  imageUrl: row.image_url,
})

const customerOf = (row: Selectable<OrdersTable>): Customer => ({
  name: row.customer_name,
  email: row.customer_email,
  phone: row.customer_phone,
  address: row.shipping_address === null ? null : deliveryAddress.parse(JSON.parse(row.shipping_address)),
})

/** The order that a row and its lines (in their order) hold. */
export const orderOf = (
  row: Selectable<OrdersTable>,
  lines: readonly Selectable<OrderLineTable>[],
): Order => ({
  id: row.id,
  number: row.order_number,
  state: row.state,
  browserToken: row.browser_token,
  openKey: row.open_key,
  accessToken: row.access_token,
  subtotal: yen(row.subtotal),
  shipping: yen(row.shipping),
  total: yen(row.total),
  taxIncluded: yen(row.tax_included),
  currency: row.currency,
  from: row.from_view,
  cancelPath: row.cancel_path,
  attempt: row.attempt,
  sessionExpiresAt: row.session_expires_at,
  sessionId: row.session_id,
  sessionUrl: row.session_url,
  paymentIntent: row.payment_intent,
  customer: customerOf(row),
  practice: row.practice === 1,
  confirmationText: row.confirmation_text,
  submitText: row.submit_text,
  shippingText: row.shipping_text,
  reviewReason: row.review_reason,
  createdAt: row.created_at,
  paidAt: row.paid_at,
  shippedAt: row.shipped_at,
  lines: lines.map(lineOf),
})
