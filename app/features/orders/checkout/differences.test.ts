import { expect, test } from 'vitest'
import type { Cart } from '~/features/cart/types.ts'
import { yen } from '~/kernel/money.ts'
import { cartOf, fabric, kit } from '../../../../tests/support/sample-carts.ts'
import {
  acceptedChangesOf,
  hasOtherFee,
  type LineDifference,
  mayComeBack,
  openDifferences,
} from './differences.rules.ts'

const difference = (managementNumber: string, parts: Partial<LineDifference> = {}): LineDifference => ({
  managementNumber,
  oldName: '布',
  name: '布',
  before: yen(550),
  after: yen(550),
  ...parts,
})
const short = (most: number, why: { readonly waits?: true; readonly isShared?: true } = {}) => ({
  after: most === 0 ? null : yen(550),
  short: { most, waits: why.waits ?? false, isShared: why.isShared ?? false },
})

test('C23: only what nobody can give back leaves by the main button; of others fewer units, or nothing, change', () => {
  const stopped = difference('stopped', { after: null })
  const soldOut = difference('sold-out', short(0))
  const held = difference('held', short(0, { waits: true }))
  const shared = difference('shared', short(0, { isShared: true }))
  const fewer = difference('fewer', short(3, { waits: true }))
  const dearer = difference('dearer', { after: yen(600) })
  const all = [stopped, soldOut, held, shared, fewer, dearer]
  expect(all.filter(mayComeBack)).toEqual([held, shared])
  expect(acceptedChangesOf(all)).toEqual({ leaving: ['stopped', 'sold-out'], units: new Map([['fewer', 3]]) })
})

test('C23: a line stays to be decided on until it left the cart or has no more than there is; the fee is no line', () => {
  const fee = difference('shipping')
  const all = [difference('F', short(3)), difference('K', short(0)), difference('D'), fee]
  const open = (cart: Cart) => openDifferences(all, cart).map(({ managementNumber }) => managementNumber)
  expect(open(cartOf([fabric('F'), 4], kit('K'), fabric('D')))).toEqual(['F', 'K', 'D'])
  expect(open(cartOf([fabric('F'), 3], fabric('D')))).toEqual(['D'])
  expect(open([])).toEqual([])
  expect(hasOtherFee(all)).toBe(true)
  expect(hasOtherFee(all.slice(0, 3))).toBe(false)
})
