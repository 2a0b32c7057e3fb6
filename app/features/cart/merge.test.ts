import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { applyKitOffer, isFreed } from './offer.rules.ts'
import { isSameCart, mergeCarts } from './storage.rules.ts'
import type { Cart } from './types.ts'

const merge = (base: Cart, mine: Cart, theirs: Cart) => mergeCarts({ base, mine, theirs }, terms)
const linesIn = (cart: Cart) =>
  cart.map(({ managementNumber, quantity }) => `${managementNumber}x${quantity}`).join(' ')

const [A, B, C] = [fabric('A'), fabric('B'), fabric('C')]

describe('C11: two tabs', () => {
  test('both added something: both stand', () => {
    expect(linesIn(merge(cartOf(A), cartOf(A, B), cartOf(A, C)))).toBe('Ax1 Cx1 Bx1')
    expect(linesIn(merge([], cartOf(B), cartOf(C)))).toBe('Cx1 Bx1')
  })

  test('a removal holds, in either tab', () => {
    expect(linesIn(merge(cartOf(A, B), cartOf(A, B), cartOf(B)))).toBe('Bx1')
    expect(linesIn(merge(cartOf(A, B), cartOf(B), cartOf(A, B)))).toBe('Bx1')
    expect(linesIn(merge(cartOf(A, B), cartOf(A, B), []))).toBe('')
  })

  test('each changed another line: both changes stand', () => {
    expect(linesIn(merge(cartOf(A, B), cartOf([A, 5], B), cartOf(A, [B, 7])))).toBe('Ax5 Bx7')
  })

  test('both changed one line: the last saved wins', () => {
    expect(linesIn(merge(cartOf(A), cartOf([A, 5]), cartOf([A, 7])))).toBe('Ax7')
    expect(linesIn(merge(cartOf(A), cartOf([A, 5]), []))).toBe('')
    expect(linesIn(merge(cartOf(A), [], cartOf([A, 7])))).toBe('Ax7')
  })

  test('the order is that of the tab which moved lines; of two, the last saved', () => {
    expect(linesIn(merge(cartOf(A, B, C), cartOf(C, A, B), cartOf(A, B, [C, 2])))).toBe('Cx2 Ax1 Bx1')
    expect(linesIn(merge(cartOf(A, B, C), cartOf(A, B, C), cartOf(B, A, C)))).toBe('Bx1 Ax1 Cx1')
    expect(linesIn(merge(cartOf(A, B, C), cartOf(C, A, B), cartOf(B, A, C)))).toBe('Bx1 Ax1 Cx1')
  })

  test('a line that the other tab put back stands at its place', () => {
    expect(linesIn(merge(cartOf(A, C), cartOf(A, C), cartOf(A, B, C)))).toBe('Ax1 Bx1 Cx1')
  })

  test('fabric removed there, a kit added here: the kits are paid again', () => {
    const merged = merge(cartOf(A, kit('1')), cartOf(A, kit('1'), kit('2')), cartOf(kit('1')))
    expect(linesIn(merged)).toBe('1x1 2x1')
    expect(merged.some(isFreed)).toBe(false)
  })
})

describe('C11: properties', () => {
  test('merging again changes nothing, in whatever way the carts meet again', () => {
    fc.assert(
      fc.property(anyCart, anyCart, anyCart, (base, mine, theirs) => {
        const once = merge(base, mine, theirs)
        expect(merge(base, once, theirs)).toEqual(once)
        expect(merge(theirs, once, theirs)).toEqual(once)
        expect(merge(theirs, once, once)).toEqual(once)
        expect(merge(base, once, once)).toEqual(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('a tab without changes of its own takes what the other one saved', () => {
    fc.assert(
      fc.property(anyCart, anyCart, (base, theirs) => {
        expect(merge(base, base, theirs)).toEqual(theirs)
      }),
    )
  })

  test('a tab keeps its changes when the other one made none', () => {
    fc.assert(
      fc.property(anyCart, anyCart, (base, mine) => {
        const merged = merge(base, mine, base)
        expect([...merged.map(({ managementNumber }) => managementNumber)].sort()).toEqual(
          [...mine.map(({ managementNumber }) => managementNumber)].sort(),
        )
        expect(applyKitOffer(merged, terms.freeKits)).toEqual(merged)
      }),
    )
  })
})

test('isSameCart looks at lines and order, not at where the offer fell', () => {
  expect(isSameCart(cartOf(A, kit('1')), cartOf(A, kit('1')))).toBe(true)
  expect(isSameCart(cartOf(A, B), cartOf(B, A))).toBe(false)
  expect(isSameCart(cartOf(A), cartOf([A, 2]))).toBe(false)
  expect(isSameCart(cartOf(A), cartOf(A, B))).toBe(false)
})
