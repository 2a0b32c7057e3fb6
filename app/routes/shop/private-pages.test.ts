import { expect, test } from 'vitest'
import { headers as order } from './order.tsx'
import { headers as receipt } from './receipt.tsx'
import { headers as success } from './success.tsx'

test.each([
  ['/order/…', order],
  ['/success', success],
])('S14, S23: %s is kept by nobody, and no other site is told its address', (_path, headers) => {
  expect(headers()).toEqual({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})

test('S14, M19: /order/…/receipt is kept by nobody, and its forms say where they come from', () => {
  expect(receipt()).toEqual({ 'cache-control': 'no-store' })
})
