import { createContext, use } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const PageNonce = NonceContext.Provider

/** For inline scripts (docs/decisions/0003); undefined in the browser. */
export const usePageNonce = (): string | undefined => use(NonceContext)
