import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { SubscriptionList } from './subscription.tsx'

test('W63: a subscription with a picture shows it, and one without shows as many cloths as come', () => {
  const [offer] = shopSettings.subscriptions
  if (offer === undefined) throw new Error('no subscription')
  const shown = (picture: string | undefined) =>
    renderToStaticMarkup(<SubscriptionList offers={[{ ...offer, picture }]} contract="" />)
  expect(shown('/Image/monthly.svg')).toContain('src="/Image/monthly.svg"')
  expect(shown('/Image/monthly.svg')).not.toContain('<rect')
  expect(shown(undefined).match(/<rect/g)).toHaveLength(offer.cloths)
})

test('L3, P19: subscriptions are sold elsewhere, which each button says, beside the price with tax and the terms of the contract', () => {
  const offers = shopSettings.subscriptions
  expect(offers.length).toBeGreaterThan(0)
  const page = renderToStaticMarkup(<SubscriptionList offers={offers} contract="毎月20日に更新されます。" />)
  const times = (text: string) => page.split(text).length - 1
  expect(times('（外部サイトへ）')).toBe(offers.length)
  expect(times('円（税込）')).toBe(offers.length)
  expect(times('毎月20日に更新されます。')).toBe(offers.length)
  for (const { link } of offers) expect(page).toContain(`href="${link}"`)
})
