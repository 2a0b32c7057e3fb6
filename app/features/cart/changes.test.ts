import { expect, test } from 'vitest'
import { cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { acceptChanges } from './changes.rules.ts'
import { restoreLines } from './rules.ts'
import type { CartProduct } from './types.ts'

const lookupIn =
  (...products: readonly CartProduct[]) =>
  (number: string) =>
    products.find((one) => one.managementNumber === number)

const nothing = { leaving: [], units: new Map<string, number>() }

test('C23, S1: what cannot be had leaves with its free kits, and can be put back in its place', () => {
  const cart = cartOf(fabric('F'), kit('1', 1_500), fabric('G'))
  const {
    cart: left,
    removed,
    notice,
  } = acceptChanges(cart, lookupIn(kit('1', 1_500)), { ...nothing, leaving: ['F', 'G'] }, terms)
  expect(left).toEqual([{ ...kit('1', 1_500), quantity: 1 }])
  expect(notice).toEqual({ kind: 'removed', names: ['布F 50cm角', '布G 50cm角'] })
  expect(restoreLines(left, removed ?? [], terms).cart).toEqual(cart)
})

test('C23: fewer units, new prices and what is gone come in one change; nothing gets more units', () => {
  const cart = cartOf([fabric('F', 550), 5], [fabric('G'), 1], fabric('H'))
  const change = acceptChanges(
    cart,
    lookupIn(fabric('F', 600), fabric('G')),
    {
      ...nothing,
      units: new Map([
        ['F', 3],
        ['G', 2],
      ]),
    },
    terms,
  )
  expect(change.cart).toMatchObject([
    { managementNumber: 'F', quantity: 3, price: 600 },
    { managementNumber: 'G', quantity: 1 },
    { managementNumber: 'H', isGone: true },
  ])
  expect(change.removed).toBeUndefined()
  expect(change.notice).toMatchObject({ kind: 'prices-changed' })
})
