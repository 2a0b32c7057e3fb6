import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { orderLineForTests } from '../../../../../tests/support/order-for-tests.ts'
import { siteFacts } from '../../../../../tests/support/site-facts-for-tests.ts'
import { addressValues } from '../../address.rules.ts'
import { DeliveryAddressOf, OrderLinesOf } from './order-sections.tsx'

test('P29, N18: the piece at the desk is as long as what is sent, and what stays in the shop is named', () => {
  const shown = (notShipped: number, shippedAt: number | null = null) =>
    renderToStaticMarkup(
      <SiteFactsProvider value={siteFacts}>
        <OrderLinesOf
          order={{
            lines: [{ ...orderLineForTests({ quantity: 3 }), orderedAs: null, notShipped, bolt: null }],
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

test('M15: the desk, its map and what is copied join the parts of the address so that no figure becomes another', () => {
  const parts = { recipient: '花子', postalCode: '060-0001', prefecture: 'Hokkaido', line2: '405' }
  const address = { ...parts, city: '札幌市中央区北1条西1', line1: '2-3' }
  const shown = renderToStaticMarkup(
    <DeliveryAddressOf order={{ address, phone: null, buyer: null, addressIsHidden: false }} />,
  )
  expect(shown).toContain('<br/>北海道札幌市中央区北1条西1 2-3<br/>405<br/>')
  expect(shown).toContain(`query=${encodeURIComponent('北海道札幌市中央区北1条西1 2-3 405')}"`)
})

test('M15, N13: the form shows the address as it is read, and what cannot be read as it was typed', () => {
  const parts = { recipient: '花子', postalCode: '150-0001', line1: '1', line2: '' }
  const valuesWith = (prefecture: string, city: string) =>
    addressValues({ address: { ...parts, prefecture, city }, phone: null })
  expect(valuesWith('JP-13', '東京都渋谷区')).toMatchObject({ prefecture: '東京都', city: '渋谷区' })
  expect(valuesWith('Tokio', 'Shibuya-ku')).toMatchObject({ prefecture: 'Tokio', city: 'Shibuya-ku' })
  expect(addressValues({ address: null, phone: null })).toMatchObject({ prefecture: '', line1: '' })
})
