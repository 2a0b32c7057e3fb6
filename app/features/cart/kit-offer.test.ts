import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePrice } from '~/kernel/money.ts'
import {
  anyCart,
  anyCartProduct,
  anyStoredItem,
  cartOf,
  fabric,
  kit,
  terms,
} from '../../../tests/support/sample-carts.ts'
import {
  applyKitOffer,
  freeKitsLeft,
  freeSuffix,
  isFreed,
  needsRefresh,
  plainName,
  saysFree,
  withoutOffer,
} from './offer.rules.ts'
import { addItem, removeItem } from './rules.ts'
import type { Cart } from './types.ts'

const names = (cart: Cart) => cart.map(({ name }) => name)
const prices = (cart: Cart) => cart.map(({ price }) => price)

describe('C1: two kits and no more', () => {
  test('fabric and four kits: two are free, also after further changes', () => {
    const cart = cartOf(fabric('F'), kit('1'), kit('2'), kit('3'), kit('4'))
    expect(prices(cart)).toEqual([550, '0', '0', '1,500円', '1,500円'])
    expect(applyKitOffer(applyKitOffer(cart, 2), 2)).toEqual(cart)
    expect(prices(addItem(cart, fabric('F'), terms).cart)).toEqual([550, '0', '0', '1,500円', '1,500円'])
  })

  test('a second run changes nothing, whatever storage held', () => {
    fc.assert(
      fc.property(fc.array(anyStoredItem), fc.nat(3), (items, quota) => {
        const once = applyKitOffer(items, quota)
        expect(applyKitOffer(once, quota)).toEqual(once)
      }),
    )
  })

  test('never more kits are free than the quota, and none without fabric', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anyStoredItem,
            anyCartProduct.map((product) => ({ ...product, quantity: 1 })),
          ),
        ),
        fc.nat(3),
        (items, quota) => {
          const cart = applyKitOffer(items, quota)
          const freed = cart.filter(isFreed)
          expect(freed.length).toBeLessThanOrEqual(quota)
          if (!cart.some(({ productType }) => productType === 'fabric')) expect(freed).toEqual([])
          expect(freed.every(({ productType }) => productType === 'kit')).toBe(true)
        },
      ),
    )
  })
})

describe('C2: prices come back', () => {
  test('the fabric leaves, the kits are paid again, exactly as written', () => {
    const cart = cartOf(fabric('F', 300), kit('1', '¥1,500'), kit('2', 800))
    expect(prices(cart)).toEqual([300, '0', '0'])
    const left = removeItem(cart, 'F', terms).cart
    expect(prices(left)).toEqual(['¥1,500', 800])
    expect(names(left)).toEqual(['キット1', 'キット2'])
    expect(left.every((item) => !('originalPrice' in item) && !('originalName' in item))).toBe(true)
  })

  test('without the offer every cart is as the shop wrote it', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        for (const item of applyKitOffer(cart, 0)) {
          expect(item).toEqual(withoutOffer(item))
          expect(saysFree(item.name)).toBe(false)
        }
        expect(applyKitOffer(applyKitOffer(cart, 0), 2)).toEqual(cart)
      }),
    )
  })

  test('a free kit of an old cart, whose price nobody noted, is left alone and takes its place in the quota', () => {
    const old = { ...kit('1', '0'), name: 'キット1 (無料)', quantity: 1 }
    const cart = applyKitOffer([...cartOf(fabric('F')), old, ...cartOf(kit('2'), kit('3'))], 2)
    expect(cart.map(needsRefresh)).toEqual([false, true, false, false])
    expect(prices(cart)).toEqual([550, '0', '0', '1,500円'])
  })

  test('how many more kits are free counts old ones that are still sold, and is never less than none', () => {
    const old = (number: string) => ({ ...kit(number, '0'), name: `キット${number} (無料)`, quantity: 1 })
    const [fabricLine] = cartOf(fabric('F'))
    const left = (...kits: Cart) => freeKitsLeft(fabricLine ? [fabricLine, ...kits] : [], 2)
    expect(left()).toBe(2)
    expect(left(old('1'))).toBe(1)
    expect(left({ ...old('1'), isGone: true })).toBe(2)
    expect(left(old('1'), old('2'), old('3'))).toBe(0)
  })
})

describe('C3: the suffix', () => {
  test('stands once, however often the rule runs and however the price is written', () => {
    fc.assert(
      fc.property(fc.array(anyStoredItem), (items) => {
        for (const item of applyKitOffer(applyKitOffer(items, 2), 2)) {
          if (isFreed(item)) expect(item.name).toBe(`${plainName(item.name)}${freeSuffix}`)
        }
      }),
    )
  })

  test.each([
    ['キット (無料)', 'キット'],
    ['キット(free)', 'キット'],
    ['キット (FREE)', 'キット'],
    ['キット (無料) (無料) (free)', 'キット'],
    ['キット (無料) ', 'キット'],
    [' (無料)', ''],
    ['キット', 'キット'],
    ['キット ', 'キット '],
    ['(無料)キット', '(無料)キット'],
    ['送料無料', '送料無料'],
    ['キット（無料）', 'キット（無料）'],
  ])('%j is plainly %j', (name, plain) => {
    expect(plainName(name)).toBe(plain)
    expect(plainName(plain)).toBe(plain)
  })

  test('a long hostile name costs no time', () => {
    const name = `${' '.repeat(200_000)}x`
    expect(plainName(name)).toBe(name)
  })
})

describe('C4: zero is zero however it is written', () => {
  test.each(['0', 0, '0円', '¥0', '０円'])('a kit freed as %j is not freed once more', (price) => {
    const cart = [
      ...cartOf(fabric('F')),
      {
        ...kit('1', price),
        name: 'キット1 (無料)',
        quantity: 1,
        originalPrice: '1,500円',
        originalName: 'キット1',
      },
    ]
    const [, freed] = applyKitOffer(cart, 2)
    expect(freed).toMatchObject({ price: '0', name: 'キット1 (無料)', originalPrice: '1,500円' })
  })
})

describe('C5: kits that cost nothing anyway', () => {
  test('stay outside the quota, without suffix', () => {
    const cart = cartOf(fabric('F'), kit('gift', '0円'), kit('1'), kit('2'), kit('3'))
    expect(prices(cart)).toEqual([550, '0', '0', '0', '1,500円'])
    expect(names(cart).slice(1)).toEqual(['キットgift', 'キット1 (無料)', 'キット2 (無料)', 'キット3'])
  })

  test('a kit without a certain price uses none of the quota and is not given away', () => {
    const cart = cartOf(fabric('F'), kit('?', '500円〜800円'), kit('1'), kit('2'))
    expect(prices(cart)).toEqual([550, '500円〜800円', '0', '0'])
  })
})

test('C7: the first kits in the order of the cart are the free ones', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const paying = cart.filter(
        (item) => item.productType === 'kit' && parsePrice(withoutOffer(item).price) !== null,
      )
      const isOffered = cart.some(({ productType }) => productType === 'fabric')
      expect(paying.map(isFreed)).toEqual(paying.map((_, place) => isOffered && place < 2))
    }),
  )
})
