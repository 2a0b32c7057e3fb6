import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import { anyCart, anyFullCart, cartOf, fabric, kit, terms } from '../../../../tests/support/sample-carts.ts'
import { checkoutRequest } from './request.rules.ts'

const place = { origin: 'https://nuno.example', path: '/kits', from: 'header-cart' } as const

test('the body, field by field', () => {
  const cart = cartOf([fabric('F', '1,100円'), 2], { ...kit('1'), description: ' ' })
  expect(checkoutRequest(cart, place, terms)).toEqual({
    line_items: [
      {
        price_data: {
          currency: 'jpy',
          product_data: {
            name: '布F 50cm角',
            description: '綿100%',
            metadata: { managementNumber: 'F' },
            images: ['https://nuno.example/Image/F.svg'],
          },
          unit_amount: 1_100,
        },
        quantity: 2,
      },
      {
        price_data: {
          currency: 'jpy',
          product_data: {
            name: 'キット1 (無料)',
            description: 'management number: 1',
            metadata: { managementNumber: '1' },
          },
          unit_amount: 0,
        },
        quantity: 1,
      },
      {
        price_data: {
          currency: 'jpy',
          product_data: { name: '送料', metadata: { managementNumber: 'shipping' } },
          unit_amount: 400,
        },
        quantity: 1,
      },
    ],
    mode: 'payment',
    success_url: 'https://nuno.example/success',
    cancel_url: 'https://nuno.example/kits',
    metadata: { from: 'header-cart' },
  })
})

test('the product list comes back to itself and describes its shipping line', () => {
  const body = checkoutRequest(cartOf(fabric('F')), { ...place, from: 'react-cart' }, terms)
  expect(body).toMatchObject({
    cancel_url: 'https://nuno.example/all-products',
    metadata: { from: 'react-cart' },
  })
  expect(body?.line_items.at(-1)?.price_data.product_data.description).toBe('商品の配送料金')
})

test('pictures are named by an absolute http(s) address or not at all', () => {
  const body = checkoutRequest(cartOf({ ...fabric('F'), imageUrl: 'data:image/png;base64,AA' }), place, terms)
  expect(body?.line_items[0]?.price_data.product_data).not.toHaveProperty('images')
})

describe('nothing is asked for', () => {
  test.each([
    ['an empty cart', cartOf()],
    ['free kits alone', cartOf(kit('gift', 0))],
    ['an uncertain price', cartOf(fabric('F'), fabric('G', '時価'))],
  ])('%s', (_, cart) => {
    expect(checkoutRequest(cart, place, terms)).toBeNull()
  })
})

test('S12: whole yen, adding up to the total shown', () => {
  fc.assert(
    fc.property(fc.oneof(anyCart, anyFullCart), (cart) => {
      const body = checkoutRequest(cart, place, terms)
      if (!body) return
      const amounts = body.line_items.map(({ price_data, quantity }) => price_data.unit_amount * quantity)
      expect(amounts.every(Number.isInteger)).toBe(true)
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(cartTotals(cart, terms).total)
      expect(body.line_items.length).toBeLessThanOrEqual(100)
    }),
  )
})
