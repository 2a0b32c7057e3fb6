import { expect, test } from 'vitest'
import { isPaymentPage } from './rules.ts'

const own = ['https://shop.example', 'http://localhost:3000']

test.each([
  'https://checkout.stripe.com/c/pay/cs_live_1#x',
  'https://shop.example/practice/pay/cs_test_1',
  'http://localhost:3000/success?session_id=cs_test_1',
])('S10: %s is followed', (address) => {
  expect(isPaymentPage(address, own)).toBe(true)
})

test.each([
  'https://evil.example/pay',
  'http://checkout.stripe.com/c/pay/1',
  'https://checkout.stripe.com.evil.example/',
  'https://evil.example/checkout.stripe.com',
  'https://checkout.stripe.com:8443/',
  'https://checkout.stripe.com@evil.example/',
  'https://user:pass@checkout.stripe.com/',
  'https://user@shop.example/',
  'http://shop.example/practice/pay/1',
  'https://shop.example:8443/',
  'https://xn--checkout-stripe-com.example/',
  '//evil.example/',
  '/practice/pay/1',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/1',
  '',
  'x'.repeat(10_000),
])('S10: %s is not', (address) => {
  expect(isPaymentPage(address, own)).toBe(false)
})

test('S10: an origin that the page does not know admits nothing', () => {
  expect(isPaymentPage('data:text/html,x', [''])).toBe(false)
  expect(isPaymentPage('https://shop.example/', [])).toBe(false)
})
