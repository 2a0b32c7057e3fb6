import { createContext, use } from 'react'

const OwnMarkContext = createContext<string | undefined>(undefined)

/** The mark of a page, given while the server renders it; the browser has none. */
export const OwnMark = OwnMarkContext.Provider

/** What marks a script of ours while the server renders it (docs/decisions/0063): undefined in the browser. */
export const useOwnMark = (): string | undefined => use(OwnMarkContext)
