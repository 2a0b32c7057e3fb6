import { createContext, use } from 'react'

const StaticContext = createContext(false)

/** True for a page that the browser must not render again: it gets no script. */
export const StaticPage = StaticContext.Provider

export const useStaticPage = (): boolean => use(StaticContext)
