import { createContext, use } from 'react'
import type { ShopFacts } from '~/kernel/shop-settings.ts'

/** What every page may know of the site: its public address (like https://shop.example), where its calls go, whether it is a demo, and what the shop says of itself. */
export interface SiteFacts extends ShopFacts {
  readonly origin: string
  readonly apiBase: string
  readonly demo: boolean
}

const SiteFactsContext = createContext<SiteFacts | undefined>(undefined)

/** Hands the site's facts to the pages below. */
export const SiteFactsProvider = SiteFactsContext.Provider

/** The site's facts. Throws on the one page that is drawn without them, the root's own error page. */
export const useSiteFacts = (): SiteFacts => {
  const facts = use(SiteFactsContext)
  if (facts === undefined) throw new Error('the facts of the site are used outside its pages')
  return facts
}
