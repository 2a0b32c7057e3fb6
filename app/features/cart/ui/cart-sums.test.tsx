import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cartOf, fabric, terms } from '../../../../tests/support/sample-carts.ts'
import { cartTotals } from '../totals.rules.ts'
import { CartSums } from './cart-sums.tsx'

const wordsWith = (shippingBands: typeof terms.shippingBands) =>
  renderToString(<CartSums totals={cartTotals(cartOf(fabric('F-1', 550)), { ...terms, shippingBands })} />)

test('C19: a shop that always ships for free says so without an amount', () => {
  expect(wordsWith([])).toContain('送料は無料です。')
  expect(wordsWith([])).not.toContain('円以上のため')
  expect(wordsWith(terms.shippingBands)).toContain('円未満の送料は')
})
