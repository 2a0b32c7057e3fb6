import type { Page } from '@playwright/test'

/** Holds the page's first script back until the result is called: until then the page is shown, but its buttons do nothing. */
export const holdScript = async (page: Page): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
