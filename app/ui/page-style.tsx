import { createContext, use } from 'react'
import { Links } from 'react-router'

const PageStyleContext = createContext('')

/** The style sheet of all pages, given while the server renders. */
export const PageStyleProvider = PageStyleContext.Provider

/**
 * The style sheet inlined before the scripts, so that the first paint waits for nothing. React matches it by its href and
 * leaves it as it is; in development the bundler brings the styles.
 */
export function PageStyle() {
  const style = use(PageStyleContext)
  if (import.meta.env.DEV) return <Links />
  return (
    <style href="pages" precedence="pages">
      {style}
    </style>
  )
}
