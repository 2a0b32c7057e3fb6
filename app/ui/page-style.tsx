import { createContext, use } from 'react'
import { Links } from 'react-router'

const PageStyleContext = createContext('')

/** Hands the style sheet of all pages over while the server renders; the browser has it in its page already. */
export const PageStyleProvider = PageStyleContext.Provider

/**
 * The style sheet of all pages, within the page and before its scripts: nothing stands between a page and its first
 * paint. The browser finds it by its name and leaves it as it is. With hot reload the bundler brings the styles.
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
