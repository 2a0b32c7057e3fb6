import type { Page } from '@playwright/test'

/** What the page is told when its tab is hidden or shown: a window without a screen is always visible. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
