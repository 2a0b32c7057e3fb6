import { describe, expect, test } from 'vitest'
import { yen } from '~/kernel/money.ts'
import { orderForTests, orderLineForTests } from '../../../../tests/support/order-for-tests.ts'
import { idempotencyKey, sessionParameters } from './session-parameters.rules.ts'

const origin = 'https://shop.example'
const productOf = (line: Parameters<typeof orderLineForTests>[0]) =>
  sessionParameters(orderForTests({ lines: [orderLineForTests(line)] }), origin).line_items[0]?.price_data
    .product_data

describe('the request for a payment page', () => {
  test.each(['', '   '])('S19: an empty description (%j) is the named literal', (description) => {
    expect(productOf({ description })?.description).toBe('management number: F-1')
    expect(productOf({})?.description).toBe('綿100%')
  })

  test('S20: a picture that the provider cannot fetch is left out, not sent empty', () => {
    expect(productOf({ imageUrl: null })).not.toHaveProperty('images')
    expect(productOf({ imageUrl: `${origin}/Image/a.svg` })?.images).toEqual([`${origin}/Image/a.svg`])
  })

  test('the 送料 line, with its description from the product list only', () => {
    const shippingOf = (from: 'header-cart' | 'react-cart') =>
      sessionParameters(orderForTests({ from }), origin).line_items.at(-1)
    expect(shippingOf('header-cart')).toEqual({
      price_data: {
        currency: 'jpy',
        unit_amount: 400,
        product_data: { name: '送料', metadata: { managementNumber: 'shipping' } },
      },
      quantity: 1,
      metadata: { managementNumber: 'shipping' },
    })
    expect(shippingOf('react-cart')?.price_data.product_data.description).toBe('商品の配送料金')
    const free = orderForTests({ shipping: yen(0), subtotal: yen(3000) })
    expect(sessionParameters(free, origin).line_items).toHaveLength(2)
  })

  test('C3: the suffix of a free kit is on the payment page, once', () => {
    expect(productOf({ name: 'キット', free: true })?.name).toBe('キット (無料)')
  })

  test('S12: yen are sent as they are', () => {
    expect(sessionParameters(orderForTests(), origin).line_items[0]?.price_data.unit_amount).toBe(1300)
  })

  test('M2: the same order and attempt make the same request, another attempt another key', () => {
    const order = orderForTests()
    expect(sessionParameters(order, origin)).toEqual(sessionParameters(orderForTests(), origin))
    expect(idempotencyKey(order)).toBe('checkout:order-1:1')
    expect(idempotencyKey({ ...order, attempt: 2 })).toBe('checkout:order-1:2')
    expect(idempotencyKey({ ...order, attempt: 2 }, false)).toBe('checkout:order-1:2:no-pictures')
  })
})
