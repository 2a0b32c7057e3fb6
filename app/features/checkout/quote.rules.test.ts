import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { cartFromNumbers } from '~/features/cart/cart-from-numbers.rules.ts'
import { checkoutRequest } from '~/features/cart/checkout-request.rules.ts'
import { goodsOf } from '~/features/cart/goods-of-product.rules.ts'
import { cartTotals } from '~/features/cart/totals.rules.ts'
import type { SellableProduct } from '~/features/catalogue/rules.ts'
import { taxInside, times, yen } from '~/kernel/money.ts'
import { orderForTests } from '../../../tests/support/order-for-tests.ts'
import { readCheckoutBody } from './forms.server.ts'
import { newOrder } from './new-order.server.ts'
import { quoteOf } from './quote.rules.ts'
import { sessionParameters } from './session-parameters.rules.ts'

const terms = shopSettings.cart
const origin = 'https://shop.example'
const product = fc.record({
  number: fc.nat(999).map((number) => `N-${number}`),
  type: fc.constantFrom('fabric' as const, 'kit' as const),
  name: fc.stringMatching(
    /^[ぁ-んァ-ヶ一-龠a-zA-Z0-9]([ぁ-んァ-ヶ一-龠a-zA-Z0-9 （）()]{0,20}[ぁ-んァ-ヶa-z0-9])?$/,
  ),
  description: fc.constantFrom('', '綿100%', ' '),
  price: fc.integer({ min: 1, max: 50_000 }).map(yen),
  imageUrl: fc.constantFrom('', '/Image/a.svg', 'data:image/png;base64,AA'),
})
const wanted = fc.uniqueArray(fc.tuple(product, fc.integer({ min: 1, max: 99 })), {
  selector: ([{ number }]) => number,
  minLength: 1,
  maxLength: 12,
})

const shown = (lines: readonly (readonly [SellableProduct, number])[]) => {
  const products = new Map(lines.map(([each]) => [each.number, each]))
  const { cart } = cartFromNumbers(
    lines.map(([{ number }, quantity]) => ({ managementNumber: number, quantity })),
    (number) => {
      const found = products.get(number)
      return found && goodsOf(found)
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
      const wish = readCheckoutBody(JSON.stringify(request), terms)
      if (!wish.ok) throw new Error(wish.error)
      const quote = quoteOf(wish.value.cart, products, terms)
      if (!quote.ok) throw new Error(JSON.stringify(quote.error))
      const at = { siteOrigin: origin, sessionExpiresAt: 0 }
      const planned = newOrder({ ...wish.value, browserToken: 'b' }, quote.value, shopSettings, at)
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

test('S1: any other amount than the one that holds is a difference, and only that line is named', () => {
  fc.assert(
    fc.property(wanted, fc.nat(11), fc.integer(), (lines, at, claim) => {
      const { products, cart, totals } = shown(lines)
      const line = totals.lines[at % totals.lines.length]
      if (line === undefined || claim === line.unitPrice) return
      const claimed = {
        lines: totals.lines.map((each) => ({
          managementNumber: each.item.managementNumber,
          quantity: each.item.quantity,
          name: each.item.name,
          unitAmount: each === line ? claim : each.unitPrice,
        })),
        shipping: totals.shipping,
      }
      const quote = quoteOf(claimed, products, terms)
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
