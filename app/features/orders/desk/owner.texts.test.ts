import { expect, test } from 'vitest'
import type { OrderState } from '~/features/orders/types.ts'
import { shopSettings } from '../../../../shop.settings.ts'
import { orderForTests, orderLineForTests } from '../../../../tests/support/order-for-tests.ts'
import { orderText } from './owner.texts.ts'

const facts = { settings: shopSettings, siteOrigin: 'https://shop.example' }

test('M5: the owner is led to the delivery note of what is paid, and of nothing else', () => {
  const states: OrderState[] = ['pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired']
  const note = '納品書 https://shop.example/order/a-token-that-nobody-guesses'
  const withNote = states.filter((state) =>
    orderText(orderForTests({ state }), { kind: 'open', line: '', badges: [] }, [], facts).includes(note),
  )
  expect(withNote).toEqual(['paid'])
})

test('N18: `show` promises no piece longer than what is sent, and says what is not', () => {
  const order = orderForTests({ lines: [orderLineForTests({ quantity: 3 })] })
  const lines = orderText(order, { kind: 'open', line: '', badges: [] }, [], { ...facts, notShipped: [1] })
  expect(lines.join('\n')).toMatch(/2枚分をつなげたまま[\s\S]*お送りしない商品\n麻の葉（F-1）× 1\n/)
})
