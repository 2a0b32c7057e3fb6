import { createContext, use } from 'react'

/** What every page may know of the site: its public address (like https://shop.example), where its calls go, whether it is a demo, its name, and in one sentence what it is. */
export interface SiteFacts {
  readonly origin: string
  readonly apiBase: string
  readonly demo: boolean
  readonly name: string
  readonly description: string
}

const SiteFactsContext = createContext<SiteFacts | undefined>(undefined)

/** Hands the site's facts to the pages below. */
export const SiteFactsProvider = SiteFactsContext.Provider

/** The site's facts, or undefined on an error page that is drawn without them. */
export const useSiteFacts = (): SiteFacts | undefined => use(SiteFactsContext)
