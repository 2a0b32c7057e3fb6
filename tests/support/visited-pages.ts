import type { BrowserContext, Page } from '@playwright/test'
import { addresses } from '../../app/addresses.ts'
import { patternOf } from '../../app/href.ts'

const pages = Object.entries(addresses).filter(
  ([, { page, onlyInDevelopment }]) => page && !onlyInDevelopment,
)

/** Every page of the shop, as app/addresses.ts writes it. */
export const allPages: readonly string[] = pages.map(([path]) => path)

const patterns = allPages
  .filter((path) => path.includes(':'))
  .map((path) => ({ path, form: patternOf(path) }))

const pageAt = (url: string): string | undefined => {
  const { pathname } = new URL(url)
  return addresses[pathname] !== undefined
    ? allPages.find((path) => path === pathname)
    : patterns.find(({ form }) => form.test(pathname))?.path
}

/** Gives the pages that a browser was shown since, those that the server refused left out. */
export const watchVisits = (context: BrowserContext): (() => readonly string[]) => {
  const shown = new Set<string>()
  const refused = new Set<string>()
  const watch = (page: Page) =>
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url().startsWith('http')) shown.add(frame.url())
    })
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
  context.on('response', (response) => {
    const request = response.request()
    if (request.isNavigationRequest() && request.method() === 'GET' && response.status() >= 400)
      refused.add(response.url())
  })
  return () => [...new Set([...shown].filter((url) => !refused.has(url)).flatMap((url) => pageAt(url) ?? []))]
}
