import type { Order, OrderLine } from '../../app/features/orders/types.ts'
import { yen } from '../../app/kernel/money.ts'

/** A line of an order, 2 pieces of fabric at 1,300 yen; `parts` says what is different about it. */
export const orderLineForTests = (parts: Partial<OrderLine> = {}): OrderLine => ({
  number: 'F-1',
  type: 'fabric',
  name: '麻の葉',
  description: '綿100%',
  unitPrice: yen(1300),
  quantity: 2,
  amount: yen(2600),
  free: false,
  imageUrl: null,
  ...parts,
})

/** A paid order of 3,000 yen with a free kit; `parts` says what is different about it. */
export const orderForTests = (parts: Partial<Order> = {}): Order => ({
  id: 'order-1',
  number: 'K7P4-9WXD',
  state: 'paid',
  browserToken: 'browser-of-this-test',
  openKey: null,
  accessToken: 'a-token-that-nobody-guesses',
  currency: 'jpy',
  from: 'header-cart',
  cancelPath: '/kits',
  attempt: 1,
  sessionExpiresAt: Date.UTC(2026, 3, 1, 4),
  sessionId: 'cs_test_1',
  sessionUrl: null,
  paymentIntent: 'pi_1',
  customer: {
    name: '山田 <花子>',
    email: 'hanako@example.com',
    phone: '+81312345678',
    address: {
      recipient: '山田 花子',
      postalCode: '100-0001',
      prefecture: '東京都',
      city: '千代田区',
      line1: '千代田1-1',
      line2: '',
    },
  },
  practice: false,
  confirmationText: '',
  submitText: '確認',
  shippingText: '配送',
  reviewReason: null,
  createdAt: Date.UTC(2026, 3, 1, 3),
  paidAt: Date.UTC(2026, 3, 1, 3, 5),
  shippedAt: null,
  subtotal: yen(2600),
  shipping: yen(400),
  total: yen(3000),
  taxIncluded: yen(272),
  lines: [
    orderLineForTests(),
    orderLineForTests({
      number: 'K-1',
      type: 'kit',
      name: 'キット',
      unitPrice: yen(0),
      quantity: 1,
      amount: yen(0),
      free: true,
    }),
  ],
  ...parts,
})
