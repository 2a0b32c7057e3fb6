import type { DeliveryAddress, OrderAmounts, OrderState } from './rules.ts'
import type { Order, OrderLine } from './types.ts'

/**
 * What an order's page shows to whoever holds its token (S23): nothing of the payment and nothing that tells browsers
 * apart. Times are epoch ms.
 */
export interface OrderView extends OrderAmounts {
  readonly number: string
  readonly state: OrderState
  readonly practice: boolean
  readonly createdAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly lines: readonly Pick<OrderLine, 'number' | 'name' | 'unitPrice' | 'quantity' | 'amount' | 'free'>[]
  readonly recipient: string | null
  readonly address: DeliveryAddress | null
}

/** The order as its page shows it. */
export const orderView = (order: Order): OrderView => ({
  number: order.number,
  state: order.state,
  practice: order.practice,
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  shippedAt: order.shippedAt,
  subtotal: order.subtotal,
  shipping: order.shipping,
  total: order.total,
  taxIncluded: order.taxIncluded,
  lines: order.lines.map(({ number, name, unitPrice, quantity, amount, free }) => ({
    number,
    name,
    unitPrice,
    quantity,
    amount,
    free,
  })),
  recipient: order.customer.address?.recipient || order.customer.name,
  address: order.customer.address,
})
