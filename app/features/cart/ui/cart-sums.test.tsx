import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { yen } from '~/kernel/money.ts'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { cartOf, fabric, terms } from '../../../../tests/support/sample-carts.ts'
import { siteFacts } from '../../../../tests/support/site-facts-for-tests.ts'
import { cartTotals } from '../totals.rules.ts'
import { CartSums, feeReason, nextShippingText } from './cart-sums.tsx'

const totalsOf = (price: number, shippingBands = terms.shippingBands) =>
  cartTotals(cartOf(fabric('F-1', price)), { ...terms, shippingBands })

test('C19: a shop that always ships for free says so without an amount', () => {
  expect(feeReason(totalsOf(550, []))).toBe('送料は無料です。')
  expect(feeReason(totalsOf(550))).toBe('小計4,400円未満の送料は400円です。')
  expect(feeReason(totalsOf(24_200))).toBe('小計24,200円以上のため、送料は無料です。')
})

test.each([
  [3_999, null],
  [4_000, '小計が4,400円以上になると、送料は900円になります。'],
  [4_400, null],
  [19_199, null],
  [19_200, 'あと5,000円で送料無料'],
  [24_200, null],
])('C20: at %i yen the cart tells of the next step only when it is near: %s', (price, words) => {
  expect(nextShippingText(yen(price), terms.shippingBands)).toBe(words)
})

test.each([
  [cartOf(), '<dd>0円</dd>'],
  [cartOf(fabric('F-1', 550)), '<dd>400円</dd>'],
  [cartOf(fabric('F-1', 30_000)), '<dd>無料</dd>'],
])('C19: shipping is told in yen, as 無料 only where products are shipped for nothing', (cart, words) => {
  const sums = renderToStaticMarkup(
    <SiteFactsProvider value={siteFacts}>
      <CartSums totals={cartTotals(cart, terms)} bands={terms.shippingBands} />
    </SiteFactsProvider>,
  )
  expect(sums).toContain(`<dt>送料</dt>${words}`)
})
