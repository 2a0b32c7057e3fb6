import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { cartFromNumbers, cartProductOf } from '~/features/cart/rules.ts'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import { sessionParameters } from '~/features/orders/payment/session-parameters.rules.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { taxInside, times, yen } from '~/kernel/money.ts'
import { orderForTests } from '../../../../tests/support/order-for-tests.ts'
import { newOrder } from './endpoint.server.ts'
import { readCheckoutBody } from './form.server.ts'
import { checkoutRequest } from './request.rules.ts'
import { quoteOf } from './rules.ts'

const terms = shopSettings.cart
const origin = 'https://shop.example'
const product = fc.record({
  number: fc
    .tuple(fc.nat(999), fc.constantFrom(0, 0, 64))
    .map(([number, length]) => `N-${number}`.padEnd(length, '0')),
  type: fc.constantFrom('fabric' as const, 'kit' as const),
  name: fc.stringMatching(
    /^[ぁ-んァ-ヶ一-龠a-zA-Z0-9]([ぁ-んァ-ヶ一-龠a-zA-Z0-9 （）()]{0,20}[ぁ-んァ-ヶa-z0-9])?$/,
  ),
  description: fc.constantFrom('', '綿100%', ' '),
  price: fc
    .oneof(
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 50_000 }),
      fc.constantFrom(4_399, 4_400, 24_199, 24_200, 999_999),
    )
    .map(yen),
  imageUrl: fc.constantFrom('', '/Image/a.svg', 'data:image/png;base64,AA'),
})
const dear = product.map((each) => ({ ...each, price: yen(999_999) }))
const wantedKinds = (minLength: number, maxLength: number, mostUnits: number, products = product) =>
  fc.uniqueArray(
    fc.tuple(products, fc.oneof(fc.constantFrom(1, mostUnits), fc.integer({ min: 1, max: mostUnits }))),
    {
      selector: ([{ number }]) => number,
      minLength,
      maxLength,
    },
  )
/** Up to the limits of a cart (S3), and now and then beyond the 99,999,999 yen that the provider takes. */
const wanted = fc.oneof(
  { weight: 6, arbitrary: wantedKinds(1, 12, 99) },
  { weight: 1, arbitrary: fc.noShrink(wantedKinds(97, 99, 1)) },
  { weight: 2, arbitrary: wantedKinds(1, 2, 99, dear) },
)

const shown = (lines: readonly (readonly [SellableProduct, number])[]) => {
  const products = new Map(lines.map(([each]) => [each.number, each]))
  const { cart } = cartFromNumbers(
    lines.map(([{ number }, quantity]) => ({ managementNumber: number, quantity })),
    (number) => {
      const found = products.get(number)
      return found && cartProductOf(found)
    },
    terms,
  )
  return { products, cart, totals: cartTotals(cart, terms) }
}

test('A7, C6: total shown = total sent by the browser = total quoted = total stored = total asked for', () => {
  fc.assert(
    fc.property(wanted, fc.constantFrom('header-cart' as const, 'react-cart' as const), (lines, from) => {
      const { products, cart, totals } = shown(lines)
      const request = checkoutRequest(cart, { origin, path: '/kits', from }, terms)
      if (request === null) return
      const sumOfRequest = request.line_items.reduce(
        (sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity,
        0,
      )
      const input = readCheckoutBody(JSON.stringify(request), terms)
      if (!input.ok) throw new Error(input.error)
      const quote = quoteOf(input.value.cart, products, terms)
      expect(quote.ok, JSON.stringify(quote)).toBe(totals.total <= 99_999_999)
      if (!quote.ok) return
      const at = { siteOrigin: origin, sessionExpiresAt: 0 }
      const planned = newOrder({ ...input.value, browserToken: 'b' }, quote.value, shopSettings, at)
      const stored = orderForTests({
        ...planned,
        taxIncluded: taxInside(planned.total),
        lines: planned.lines.map((line) => ({ ...line, amount: times(line.unitPrice, line.quantity) })),
      })
      const asked = sessionParameters(stored, origin).line_items.reduce(
        (sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity,
        0,
      )
      const all = [sumOfRequest, quote.value.totals.total, planned.total, asked]
      expect(all).toEqual(Array(4).fill(totals.total))
      expect(planned.subtotal + planned.shipping).toBe(planned.total)
    }),
  )
})

test.each([
  ['/Image/a.svg', `${origin}/Image/a.svg`],
  ['http://192.168.0.2/a.svg', null],
  ['/Image/logo.svg', null],
])('S20: of the picture %s an order keeps %s, which the provider can fetch', (imageUrl, kept) => {
  const one = { number: 'N', type: 'fabric', name: '布', description: '', price: yen(330), imageUrl } as const
  const { products, cart } = shown([[one, 1]])
  const input = readCheckoutBody(
    JSON.stringify(checkoutRequest(cart, { origin, path: '/', from: 'header-cart' }, terms)),
    terms,
  )
  const quote = input.ok ? quoteOf(input.value.cart, products, terms) : input
  if (!input.ok || !quote.ok) throw new Error('no quote')
  const order = newOrder({ ...input.value, browserToken: 'b' }, quote.value, shopSettings, {
    siteOrigin: origin,
    sessionExpiresAt: 0,
  })
  expect(order.lines.map((line) => line.imageUrl)).toEqual([kept])
  // Our own pages show what the shop shows, and a patch in place of the logo.
  expect(order.lines.map((line) => line.picture)).toEqual([imageUrl === '/Image/logo.svg' ? null : imageUrl])
})

test('S1: any other amount than the one that holds is a difference, and only that line is named', () => {
  fc.assert(
    fc.property(wanted, fc.nat(11), fc.integer(), (lines, at, wrong) => {
      const { products, cart, totals } = shown(lines)
      const line = totals.lines[at % totals.lines.length]
      if (line === undefined || wrong === line.unitPrice) return
      const submitted = {
        lines: totals.lines.map((each) => ({
          managementNumber: each.item.managementNumber,
          quantity: each.item.quantity,
          name: each.item.name,
          description: each.item.description,
          unitAmount: each === line ? wrong : each.unitPrice,
        })),
        shipping: totals.shipping,
      }
      const quote = quoteOf(submitted, products, terms)
      expect(cart).toHaveLength(totals.lines.length)
      expect(quote).toMatchObject({
        ok: false,
        error: {
          why: 'changed',
          differences: [{ managementNumber: line.item.managementNumber, newUnitAmount: line.unitPrice }],
        },
      })
    }),
  )
})

test('ASVS 2.2.1, 2.2.2, S3: a body is read exactly when its lines, units, numbers and texts are within their limits', () => {
  const beside = (limit: number) => fc.integer({ min: -1, max: 1 }).map((more) => limit + more)
  const usualOr = (usual: number, limit: number) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: beside(limit) })
  const sizes = fc.record({
    lines: usualOr(2, 100),
    units: fc.oneof(usualOr(1, 99), usualOr(1, 1)),
    numberLength: fc.oneof(usualOr(5, 200), usualOr(5, 1)),
    nameLength: usualOr(8, 5_000),
    cancelLength: usualOr(40, 2_000),
    tokenLength: fc.oneof(usualOr(20, 64), usualOr(20, 16)),
  })
  fc.assert(
    fc.property(sizes, ({ lines, units, numberLength, nameLength, cancelLength, tokenLength }) => {
      const line = {
        price_data: {
          currency: 'jpy',
          product_data: {
            name: '布'.repeat(nameLength),
            metadata: { managementNumber: 'N'.repeat(numberLength) },
          },
          unit_amount: 330,
        },
        quantity: units,
      }
      const body = {
        line_items: Array.from({ length: lines }, () => line),
        mode: 'payment',
        success_url: `${origin}/success`,
        cancel_url: `${origin}/`.padEnd(cancelLength, 'x'),
        metadata: { from: 'header-cart' },
        client_token: 't'.repeat(tokenLength),
      }
      const isWithin = [
        lines <= 100,
        units >= 1 && units <= 99,
        numberLength >= 1 && numberLength <= 200,
        nameLength <= 5_000,
        cancelLength <= 2_000,
        tokenLength >= 16 && tokenLength <= 64,
      ].every(Boolean)
      expect(readCheckoutBody(JSON.stringify(body), terms).ok).toBe(isWithin)
    }),
    { numRuns: 400 },
  )
})

test('S1, P27: a colour that is not the one that was shown stops the checkout, and both are told', () => {
  const someFabric = {
    number: 'F-1',
    type: 'fabric' as const,
    name: '麻の葉',
    description: '【紺】綿100％',
    price: yen(550),
    imageUrl: '',
  }
  const quoteFor = (description: string, shownAs: Partial<SellableProduct> = {}, name = '麻の葉') => {
    const line = { managementNumber: 'F-1', quantity: 1, name, unitAmount: 550, description }
    const products = new Map([['F-1', { ...someFabric, ...shownAs }]])
    return quoteOf({ lines: [line], shipping: 400 }, products, terms)
  }
  expect(quoteFor('【紺】綿50％').ok).toBe(true)
  expect(quoteFor('').ok).toBe(true)
  expect(quoteFor('management number: F-1', { description: '' }).ok).toBe(true)
  for (const now of ['【紺】綿100％', '綿100％'])
    expect(quoteFor('【藍】綿100％', { description: now })).toMatchObject({
      ok: false,
      error: { differences: [{ oldName: '麻の葉【藍】', reason: 'name' }] },
    })
  expect(quoteFor('【藍】綿100％')).toMatchObject({ error: { differences: [{ name: '麻の葉【紺】' }] } })
  expect(quoteFor('【紺】綿100％', {}, '青海波')).toMatchObject({
    error: { differences: [{ oldName: '青海波【紺】', name: '麻の葉【紺】', reason: 'name' }] },
  })
})

test('S9: an order is found again by the same browser, products and texts alone', () => {
  const someFabric: SellableProduct = {
    number: 'F-1',
    type: 'fabric',
    name: '麻の葉',
    description: '【紺】綿100％',
    price: yen(550),
    imageUrl: '/Image/a.svg',
  }
  const keyOf = (
    parts: Partial<SellableProduct> = {},
    { browserToken = 'b', units = 1, settings = shopSettings } = {},
  ) => {
    const { totals } = shown([[{ ...someFabric, ...parts }, units]])
    const input = { from: 'header-cart', cancelPath: '/kits', browserToken } as const
    const quote = { totals, fingerprint: `F-1 ${units}` }
    return newOrder(input, quote, settings, { siteOrigin: origin, sessionExpiresAt: 0 }).openKey
  }
  const terms = { ...shopSettings.terms, delivery: '10営業日以内に発送します。' }
  const others = [
    keyOf({ description: '【紺】綿55％麻45％' }),
    keyOf({ imageUrl: '/Image/b.svg' }),
    keyOf({ price: yen(551) }),
    keyOf({}, { browserToken: 'c' }),
    keyOf({}, { units: 2 }),
    keyOf({}, { settings: { ...shopSettings, terms } }),
  ]
  expect(keyOf()).toBe(keyOf())
  expect(new Set([keyOf(), ...others]).size).toBe(others.length + 1)
})
