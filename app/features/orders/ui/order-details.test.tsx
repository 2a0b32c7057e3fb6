import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { shopFactsOf } from '~/kernel/shop-settings.ts'
import { SiteFactsProvider } from '~/ui/site-facts.tsx'
import { shopSettings } from '../../../../shop.settings.ts'
import { orderForTests } from '../../../../tests/support/order-for-tests.ts'
import { orderView } from '../rules.ts'
import type { OrderState } from '../types.ts'
import { OrderDetails } from './order-details.tsx'

const states: OrderState[] = ['pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired']

describe('S22: the page of an order', () => {
  test.each(states)('%s: is a delivery note, which says that it is paid, only when it is', (state) => {
    const facts = {
      ...shopFactsOf(shopSettings),
      origin: 'https://shop.example',
      apiBase: '/api',
      demo: false,
    }
    const page = renderToStaticMarkup(
      <SiteFactsProvider value={facts}>
        <OrderDetails order={orderView(orderForTests({ state }), shopSettings)} />
      </SiteFactsProvider>,
    )
    expect(/納品書|お支払い済み）|下記のとおりお届けします/.test(page)).toBe(state === 'paid')
  })
})
