import { rawRequest } from '../support/raw-request.ts'
import { asNewVisitor } from '../support/shopping.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

const cards = '[aria-labelledby="kits-heading"] ul > li:has(img)'

test('C14, P7, P20: six kits and six more, a level, and one that is in the cart @walk', async ({ page }) => {
  walks('/kits')
  await test.step('6 kits, then 6 more, with the place kept and the focus on the first new one', async () => {
    await page.goto('/kits')
    await expect(page.locator(cards)).toHaveCount(6)
    await page.waitForLoadState('networkidle')
    await press(page.getByRole('link', { name: 'もっと見る' }))
    await expect(page.locator(cards)).toHaveCount(12)
    await expect(page).toHaveURL(/\/kits\?count=12$/)
    await expect(page.locator(cards).nth(6)).toBeFocused()
    await press(page.getByRole('link', { name: 'もっと見る' }))
    await expect(page.locator(cards)).toHaveCount(16)
    await expect(page.getByRole('link', { name: 'もっと見る' })).toHaveCount(0)
  })

  await test.step('P7, P20: a level has its address and button; changing it starts at the first six', async () => {
    await asNewVisitor(page)
    await page.goto('/kits?count=12')
    const levels = page.getByRole('navigation', { name: 'レベルでしぼりこむ' })
    await expect(levels.getByRole('link')).toHaveText(['すべて', '初級', '中級', '上級'])
    await press(levels.getByRole('link', { name: '上級' }))
    await expect(page).toHaveURL(/\/kits\?level=advanced$/)
    await expect(page.locator(cards)).toHaveCount(3)
    await expect(levels.getByRole('link', { name: '上級' })).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveTitle(/上級/)
    await page.goBack()
    await expect(page.locator(cards)).toHaveCount(12)
  })

  await test.step('C14: a kit that is in the cart cannot be added again', async () => {
    await asNewVisitor(page)
    await page.goto('/kits')
    const card = page.locator(cards).nth(1)
    const name = await card.getByRole('heading').innerText()
    await press(card.getByRole('button', { name: `${name}をカートに入れる` }))
    await expect(card.getByRole('button', { name: `${name}はカートに入っています` })).toBeDisabled()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('P6: levels and もっと見る are links', long, async ({ page }) => {
    await page.goto('/kits')
    await press(page.getByRole('link', { name: '初級' }))
    await expect(page.locator(cards)).toHaveCount(6)
    await press(page.getByRole('link', { name: 'もっと見る' }))
    await expect(page.locator(cards)).toHaveCount(7)
  })
})

test('P24: an address that cannot be shows the nearest page', async ({ shop }) => {
  for (const query of ['level=', 'level=easy', 'count=7', 'count=606', 'level=other&level=other'])
    await test.step(`P24: an address that cannot be shows the nearest page: ?${query}`, async () => {
      expect((await rawRequest(shop.origin, { path: `/kits?${query}` })).status).toBe(200)
    })
})
