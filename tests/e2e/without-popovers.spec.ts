import { beginSessionOfNewMember } from '../support/member-session.ts'
import { withoutPopovers } from '../support/without-popovers.ts'
import { expect, press, test } from './fixtures.ts'

test.use({ bypassCSP: true, writes: true })

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const recipe = '/gallery/detail/demo-lesson-bag'

for (const [width, height] of [
  [375, 667],
  [1280, 800],
] as const)
  test(`W50, C31: without popovers a recipe opens at its top, and its question to sign in opens and closes by its buttons, at ${width}x${height}`, async ({
    page,
  }) => {
    await withoutPopovers(page)
    await page.setViewportSize({ width, height })
    await page.goto(recipe)
    const question = page.getByRole('dialog', { name: 'ログインのご案内' })
    await expect(question).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => 'showPopover' in HTMLElement.prototype)).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)

    const keep = page.getByRole('button', { name: '保存' }).first()
    await press(keep)
    await expect(question).toBeInViewport({ ratio: 1 })
    await expect(question.getByText('保存', { exact: false }).first()).toBeFocused()
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
    const box = await question.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    await press(question.getByRole('button', { name: '閉じる' }))
    await expect(question).toHaveCount(0)
    await expect(keep).toBeFocused()
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible')

    await test.step('Escape and a press beside it close it, and another question takes its place', async () => {
      await press(keep)
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await press(keep)
      await expect(question).toHaveCount(1)
      await page.mouse.click(5, 5)
      await expect(question).toHaveCount(0)
      expect(page.url()).toContain(recipe)
    })

    await test.step('it leads to the login, which leads back', async () => {
      await press(keep)
      await press(question.getByRole('link', { name: 'ログイン' }))
      await page.waitForURL(/\/gallery\/login\?/)
      expect(new URL(page.url()).searchParams.get('next')).toBe(recipe)
    })
  })

test('W50: without script and popovers a recipe opens at its top, no question lies open in it, and links open and close it', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    javaScriptEnabled: false,
    bypassCSP: true,
    ...(baseURL ? { baseURL } : {}),
  })
  await withoutPopovers(page)
  await page.goto(recipe)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const question = page.getByRole('dialog', { name: 'ログインのご案内' })
  await press(page.getByRole('link', { name: 'ログインのご案内' }).first())
  await expect(question).toBeInViewport({ ratio: 1 })
  await expect(question.getByRole('link', { name: 'ログイン' })).toBeVisible()
  await press(question.getByRole('link', { name: '閉じる' }))
  await expect(question).toHaveCount(0)
  await page.close()
})

test('W50: without popovers a member deletes a comment and a recipe of hers after a question', async ({
  page,
  context,
  shop,
}) => {
  await beginSessionOfNewMember(context, shop)
  await withoutPopovers(page)
  await page.goto(recipe)
  await page.getByLabel('コメントを書く').fill('すてきです')
  await press(page.getByRole('button', { name: 'コメントする' }))
  const own = page.getByRole('listitem').filter({ hasText: 'すてきです' })
  await press(own.getByRole('button', { name: '自分のコメントを削除' }))
  const question = page.getByRole('dialog', { name: 'コメントの削除' })
  await expect(question).toBeInViewport({ ratio: 1 })
  await press(question.getByRole('button', { name: '削除する' }))
  await expect(question).toHaveCount(0)
  await expect(own).toHaveCount(0)
})
