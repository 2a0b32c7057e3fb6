import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { untilServed } from '../support/shopping.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({ ownShop: true, viewport: { width: 375, height: 740 } })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('R49: without script the owner finds a recipe by its address, and the home of the shop begins with it @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/home-recipes')
    await enterDesk(page, 'owner', shop)
    await page.goto('/gallery/search?sort=new')
    const address = await page.locator('a[href^="/gallery/detail/"]').last().getAttribute('href')
    await page.goto('/admin/shop')
    await press(page.getByRole('link', { name: 'ホームの作品' }))
    await expect(page.getByText('いまは選んでいません。')).toBeVisible()
    const field = page.getByRole('searchbox')
    await field.fill(`${shop.origin}${address}`)
    await field.press('Enter')
    const found = page.getByRole('list', { name: '見つかった作品' })
    await expect(found.getByRole('listitem')).toHaveCount(1)
    await expectValidHtml(await (await page.request.get(page.url())).text())
    await press(found.getByRole('button', { name: 'ホームに載せる' }))
    await expect(page.getByText('ホームの作品を変えました。')).toBeVisible()
    const first = (html: string) => html.slice(html.indexOf('id="works"')).split('/gallery/detail/')[1]
    await untilServed(page, '/', (html) => `/gallery/detail/${first(html)}`.startsWith(`${address}"`))
    await press(page.getByRole('button', { name: /を外す$/ }))
    await expect(page.getByText('いまは選んでいません。')).toBeVisible()
  })
})

test('R49: recipes of the home are found by a word, put there, moved and taken away', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/home-recipes?q=バッグ')
  const found = page.getByRole('list', { name: '見つかった作品' })
  const put = found.getByRole('button', { name: 'ホームに載せる' })
  for (let at = 1; at <= 2; at += 1) {
    await page.goto('/admin/home-recipes?q=バッグ')
    await press(put.nth(0))
    await expect(page.getByText('ホームの作品を変えました。')).toBeVisible()
    await expect(page.getByRole('button', { name: /を外す$/ })).toHaveCount(at)
  }
  await expectNoAxeViolations(page)
  const titles = () => page.getByRole('main').getByRole('link', { name: /./ }).allTextContents()
  const before = await titles()
  await press(page.getByRole('button', { name: /を後ろへ$/ }))
  await expect.poll(titles).not.toEqual(before)
})
