import { createContext, use } from 'react'

const StaticContext = createContext(false)

/** Given while the server renders a page whose address the browser must not draw anew: it comes without script. */
export const StaticPage = StaticContext.Provider

/** Whether the page has no script. */
export const useStaticPage = (): boolean => use(StaticContext)
