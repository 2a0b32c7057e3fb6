import { expect, type Page } from '@playwright/test'

const emptyPage = '**/before-the-visit'

/** Runs `act` in the browser on an empty page of the shop's origin, where no script of the shop runs. */
export const onEmptyPage = async (page: Page, act: (given: string) => void, given = ''): Promise<void> => {
  await page.route(emptyPage, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  // A navigation that the last page had begun may still replace the empty one, before or during `act`.
  await expect(async () => {
    await page.goto('/before-the-visit')
    await page.evaluate(act, given)
  }).toPass({ intervals: [50], timeout: 20_000 })
  // A page with a route takes every request through the runner, and none from its cache.
  await page.unroute(emptyPage)
}
