import type { BrowserContext, Page } from '@playwright/test'
import { addresses } from '../../app/addresses.ts'
import { patternOf } from '../../app/href.ts'

/** The pages that a browser can be shown, as app/addresses.ts writes them. */
export const pagesToWalk: readonly string[] = Object.entries(addresses).flatMap(
  ([path, { page, onlyInDevelopment, file }]) =>
    page && !onlyInDevelopment && file.endsWith('.tsx') ? [path] : [],
)

const patterns = pagesToWalk
  .filter((path) => path.includes(':'))
  .map((path) => ({ path, form: patternOf(path) }))

const pageAt = (url: string): string | undefined => {
  const { pathname } = new URL(url)
  return addresses[pathname] !== undefined ? pathname : patterns.find(({ form }) => form.test(pathname))?.path
}

export interface Visits {
  /** The pages, as app/addresses.ts writes them, at which a window of the browser has been since. */
  pages(): readonly (string | undefined)[]
  stop(): void
}

/** In all windows of the browser. */
export const watchVisits = (own: BrowserContext): Visits => {
  const urls = new Set<string>()
  const watch = (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) urls.add(frame.url())
    })
  const watchAll = (context: BrowserContext) => {
    context.on('page', watch)
    for (const page of context.pages()) watch(page)
  }
  watchAll(own)
  const browser = own.browser()
  browser?.on('context', watchAll)
  return {
    pages: () => [...urls].map(pageAt),
    stop: () => browser?.off('context', watchAll),
  }
}
