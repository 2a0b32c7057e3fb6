import { filesOfVisit } from '../support/first-visit.ts'
import { expect, test } from './fixtures.ts'

/** What a phone on a slow line can be asked to load before a page answers its first tap. */
const mostFiles = 9
const mostScriptBytes = 123_000

const first = (html: string, what: RegExp) => html.search(what)

for (const path of ['/', '/all-products', '/kits']) {
  test(`a first visit of ${path} brings few scripts, in few files`, async ({ request }) => {
    const files = filesOfVisit(await (await request.get(path)).text())
    expect(files.filter((file) => !file.endsWith('.js'))).toEqual([])
    const sizes = await Promise.all(
      files.map(async (file) => {
        const answer = await request.get(file, { headers: { 'accept-encoding': 'br' } })
        return Number(answer.headers()['content-length'])
      }),
    )
    expect(files.length).toBeGreaterThan(2)
    expect(files.length).toBeLessThanOrEqual(mostFiles)
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(mostScriptBytes)
  })

  test(`${path} is seen before its scripts: the styles stand first, one picture is urgent`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text()
    expect(first(html, /<style/)).toBeGreaterThan(0)
    expect(first(html, /<style/)).toBeLessThan(first(html, /modulepreload|<script/))
    expect(html).not.toMatch(/<link(?=[^>]* rel="modulepreload")(?![^>]* fetchpriority="low")/)
    expect(html).not.toMatch(/<link[^>]* rel="preload"[^>]* href="\/Image\/logo/)
    expect(html.match(/<img[^>]* fetchPriority="high"/gi)).toHaveLength(1)
    expect((html.match(/<link rel="preload" as="image"/g) ?? []).length).toBeLessThanOrEqual(1)
  })
}

test("the gallery loads nothing of the shop's frame, and the shop nothing of the gallery's", async ({
  request,
}) => {
  const shop = filesOfVisit(await (await request.get('/all-products')).text())
  const gallery = filesOfVisit(await (await request.get('/gallery')).text())
  expect(gallery.filter((file) => /\/shop-/.test(file))).toEqual([])
  expect(shop.filter((file) => /\/gallery-/.test(file))).toEqual([])
})

test('pages opened within the site keep the styles that came with the first one', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/all-products')
  const lineUp = () => page.locator('header').evaluate((header) => getComputedStyle(header).backgroundColor)
  const before = await lineUp()
  await page.getByRole('link', { name: 'キット' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'キット' })).toBeVisible()
  expect(await lineUp()).toBe(before)
  expect(await page.locator('style').count()).toBe(1)
  expect(asked.filter((url) => url.endsWith('.css'))).toEqual([])
})
