import { shopSettings } from '#settings'
import { shopFactsOf } from '~/kernel/shop-settings.ts'
import type { SiteFacts } from '~/ui/site-facts.tsx'

/** Of the sample's shop, not a demo. */
export const siteFacts: SiteFacts = {
  ...shopFactsOf(shopSettings),
  origin: 'https://shop.example',
  apiBase: '/api',
  demo: false,
}
