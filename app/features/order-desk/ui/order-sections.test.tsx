import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { orderLineForTests } from '../../../../tests/support/order-for-tests.ts'
import { siteFacts } from '../../../../tests/support/site-facts-for-tests.ts'
import { OrderLinesOf } from './order-sections.tsx'

test('P29, N18: the piece at the desk is as long as what is sent, and what stays in the shop is named', () => {
  const shown = (notShipped: number, shippedAt: number | null = null) =>
    renderToStaticMarkup(
      <SiteFactsProvider value={siteFacts}>
        <OrderLinesOf
          order={{
            lines: [{ ...orderLineForTests({ quantity: 3 }), notShipped, bolt: null }],
            owners: null,
            shippedAt,
          }}
        />
      </SiteFactsProvider>,
    )
  expect(shown(0)).toContain('3枚分をつなげたまま')
  expect(shown(0)).not.toContain('取りやめ')
  expect(shown(1)).toContain('2枚分をつなげたまま')
  expect(shown(1)).toContain('うち1枚は取りやめ。入れません')
  expect(shown(1, 1)).toContain('うち1枚は取りやめ。入れていません')
})
