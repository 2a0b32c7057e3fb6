import type { Page } from '@playwright/test'
import { demoRecipes } from '../../demo/recipes.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { expect, test } from './fixtures.ts'

test.use({ ownShop: true })

/** The addresses of a page's recipe pictures, once all visible ones are loaded. */
const picturesOf = async (page: Page): Promise<string[]> => {
  const pictures = page.locator('main img[src^="/Image/uploads/"]')
  await expect(pictures.first()).toBeVisible()
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(100)
  }
  return pictures.evaluateAll((all) =>
    all.map((image) => (image instanceof HTMLImageElement ? new URL(image.currentSrc).pathname : '')),
  )
}

test('a new demo shows its recipes: small AVIF photographs in lists, each with its page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/gallery/search?sort=new')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '件' })).toContainText(
    `${demoRecipes.length}件`,
  )
  const sources = await picturesOf(page)
  expect(sources).toHaveLength(6)
  for (const source of sources) expect(source).toMatch(/-400\.avif$/)
  await expectNoAxeViolations(page)
})

test('photographs come in their own formats, and the PDF to be kept', async ({ shop }) => {
  const recipe = demoRecipes.find(({ pdfUrl }) => pdfUrl !== '')
  const type = async (path: string) => (await rawRequest(shop.origin, { path })).headers['content-type']
  const stem = recipe?.mainImageUrl.replace('.jpg', '') ?? ''
  expect(await type(`${stem}.jpg`)).toBe('image/jpeg')
  expect(await type(`${stem}-800.webp`)).toBe('image/webp')
  expect(await type(`${stem}-800.avif`)).toBe('image/avif')
  expect(await type(recipe?.pdfUrl ?? '')).toBe('application/pdf')
})
