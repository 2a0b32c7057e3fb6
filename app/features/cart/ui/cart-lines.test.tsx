import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { cartOf, fabric, kit, terms } from '../../../../tests/support/sample-carts.ts'
import { siteFacts } from '../../../../tests/support/site-facts-for-tests.ts'
import { cartTotals } from '../totals.rules.ts'
import type { CartProduct } from '../types.ts'
import { CartLines } from './cart-lines.tsx'

const noAction = () => undefined
const actions = { setQuantity: noAction, remove: noAction, moveToFront: noAction }

const shown = (product: CartProduct, units = 1) =>
  renderToStaticMarkup(
    <SiteFactsProvider value={siteFacts}>
      <CartLines
        lines={cartTotals(cartOf([product, units]), terms).lines}
        actions={actions}
        minusAtOne="remove"
        unitsPerLine={99}
      />
    </SiteFactsProvider>,
  )

test.each([
  ['as many as there are', { ...fabric('F-1'), most: 3 }, 3, '3枚までです'],
  ['more than there are', { ...fabric('F-1'), most: 3 }, 4, '3枚までです'],
  ['none left', { ...fabric('F-1'), most: 0 }, 1, '売り切れました。'],
  ['a kit of which none is left', { ...kit('K-1'), most: 0 }, 1, '売り切れました。'],
  ['others are paying', { ...fabric('F-1'), most: 0, waits: true as const }, 3, 'お支払い中です。戻ることが'],
  ['others pay for some', { ...fabric('F-1'), most: 2, waits: true as const }, 2, 'お支払い中の分は、戻る'],
])('K10: a line in the cart says what there is: %s', (_, product, units, words) => {
  expect(shown(product, units)).toContain(words)
})

test.each([
  ['fewer than there are', { ...fabric('F-1'), most: 3 }, 2],
  ['what is not counted', fabric('F-1'), 99],
  ['the last kit', { ...kit('K-1'), most: 1 }, 1],
])('K10: a line in the cart says nothing of what there is: %s', (_, product, units) => {
  expect(shown(product, units)).not.toMatch(/までです|売り切れ|お支払い中/)
})

test.each([
  ['none is left', { ...fabric('F-1'), most: 0 }, 3],
  ['less is left', { ...fabric('F-1'), most: 2 }, 3],
  ['others are paying for the rest', { ...fabric('F-1'), most: 2, waits: true as const }, 3],
  ['its price is asked', fabric('F-1', '要確認'), 3],
])('P29: a line promises no joined piece of what cannot be sent: %s', (_, product, units) => {
  expect(shown(fabric('F-1'), 3)).toContain('3枚分をつなげたまま')
  expect(shown(product, units)).not.toContain('つなげたまま')
})
