import type { Page } from '@playwright/test'

/** Lets the page's first script come only when it is called: until then the page is there, and nothing serves its buttons. */
export const holdScript = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
