import { createContext, use } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

/** The nonce of a page, given while the server renders it; the browser has none. */
export const PageNonce = NonceContext.Provider

/** For an inline script or style of ours (docs/decisions/0063): undefined in the browser. */
export const usePageNonce = (): string | undefined => use(NonceContext)
