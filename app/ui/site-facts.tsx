import { createContext, use } from 'react'
import type { ApiBase } from '~/href.ts'
import type { ShopFacts } from '~/kernel/shop-settings.ts'

export interface SiteFacts extends ShopFacts {
  readonly origin: string
  readonly apiBase: ApiBase
  readonly demo: boolean
}

const SiteFactsContext = createContext<SiteFacts | undefined>(undefined)

export const SiteFactsProvider = SiteFactsContext.Provider

/** Throws on the root's own error page, the only one without them. */
export const useSiteFacts = (): SiteFacts => {
  const facts = use(SiteFactsContext)
  if (facts === undefined) throw new Error('the facts of the site are used outside its pages')
  return facts
}
