import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { buyButtons, cartButton, stored } from '../support/shopping.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

const indigo = '麻の葉 シーチング 50cm【藍】'
const heart = (page: Page, name: string) => page.getByRole('button', { name: `気になる：${name}` })
const seenLast = (page: Page) => page.getByRole('region', { name: '最近見た生地・キット' })
const wishesOf = (page: Page) => stored(page, 'mcSquareWishlist')
const toWishlist = (page: Page) => page.getByRole('link', { name: '気になるリスト' }).first()

const scrollDown = (page: Page) => page.evaluate(() => scrollTo(0, 600))

/** The layout shift without a tap. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(shift), 300)
      }),
  )

test.describe('on a phone', () => {
  test.use({ ...phone(375, 667), ownShop: true })

  test('P32: hearts are kept on the device, in every tab, and the list shows them as they are now @walk', async ({
    shop,
    page,
    context,
  }) => {
    walks('/wishlist')
    await page.goto('/all-products')
    const first = heart(page, indigo)
    await expect(first).toHaveAttribute('aria-pressed', 'false')
    const box = await first.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    const other = await context.newPage()
    await other.goto('/all-products/F-1001')
    await expect(heart(other, indigo)).toHaveAttribute('aria-pressed', 'false')

    // Also offline: only the device's storage is read.
    for (const each of [page, other]) await each.waitForLoadState('networkidle')
    await context.setOffline(true)
    await press(first)
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await context.setOffline(false)
    await expect(page).toHaveURL('/all-products')
    await expect(heart(other, indigo)).toHaveAttribute('aria-pressed', 'true')
    expect(await wishesOf(page)).toEqual([{ number: 'F-1001', name: indigo }])

    await other.close()
    await page.goto('/kits')
    await press(page.getByRole('button', { name: /^気になる：/ }).first())
    await press(toWishlist(page))
    await expect(page.getByRole('heading', { level: 1, name: '気になるリスト' })).toBeFocused()
    await expect(page.getByRole('region', { name: '生地' }).getByRole('heading', { level: 3 })).toHaveText([
      indigo,
    ])
    await expect(page.getByRole('region', { name: 'キット' }).getByRole('heading', { level: 3 })).toHaveCount(
      1,
    )
    const sent = await (await page.request.get('/wishlist')).text()
    expect(sent).toContain('このリストのご利用には、ブラウザーのJavaScriptが必要です')
    await expectValidHtml(sent)
    for (const width of [320, 1280, 375]) {
      await page.setViewportSize({ width, height: 667 })
      await expectNoAxeViolations(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    // A mistaken tap is undone in the same place.
    await press(first)
    await expect(first).toHaveAttribute('aria-pressed', 'false')
    await press(first)
    await press(buyButtons(page).first())
    await expect(cartButton(page)).toContainText('1点')

    changeData(shop.dataDir, "update product set price = 777, price_text = '777' where number = 'F-1001'")
    changeData(shop.dataDir, "update product set status = '下書き' where type = 'kit'")
    await scrollDown(page)
    await page.reload()
    await expect(page.getByRole('region', { name: '生地' })).toContainText('777円（税込）')
    expect(await shiftOf(page)).toBeLessThan(0.05)
    expect(await page.evaluate(() => scrollY)).toBe(600)
    const gone = page.getByRole('region', { name: 'いま販売していないもの' })
    await expect(gone.getByRole('listitem')).toHaveCount(1)
    await press(gone.getByRole('button', { name: /をリストから外す$/ }))
    await expect(gone).toHaveCount(0)
    await press(first)
    await page.goto('/wishlist')
    await expect(page.getByText('まだ何も入っていません。')).toBeVisible()
    expect(await shiftOf(page)).toBeLessThan(0.05)
    await expectNoAxeViolations(page)
    await scrollDown(page)
    await page.reload()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(await shiftOf(page)).toBeLessThan(0.05)
    await press(page.getByRole('main').getByRole('link', { name: 'キットを見る' }))
    await expect(page).toHaveURL('/kits')
  })
})

test('P32: what was seen last stands below the next fabric, moves nothing, and is forgotten when told to', async ({
  page,
}) => {
  await page.goto('/all-products/F-1001')
  await expect(heart(page, indigo)).toBeVisible()
  await expect(seenLast(page)).toHaveCount(0)
  await page.goto('/kits')
  await press(page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link'))
  await expect(seenLast(page).getByRole('link')).toHaveText([indigo])
  await page.reload()
  await expect(seenLast(page)).toBeVisible()
  // The browser's scripts leave structured data unchanged.
  const data = await page
    .locator('main script')
    .first()
    .evaluate((script) => script.textContent)
  expect(data).toContain('"@type":"BreadcrumbList"')
  for (const viewport of [
    { width: 375, height: 667 },
    { width: 1280, height: 1024 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/all-products/F-1002')
    await expect(seenLast(page).getByRole('link').last()).toHaveText(indigo)
    await expect(seenLast(page).getByRole('link')).toHaveCount(2)
    expect(await shiftOf(page)).toBeLessThan(0.02)
  }
  await page.goto('/kits/K-2005')
  await expect(seenLast(page).getByRole('link')).toHaveCount(3)
  await scrollDown(page)
  await page.reload()
  await expect(seenLast(page).getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('contentinfo')).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.05)
  await expectNoAxeViolations(page)
  await press(seenLast(page).getByRole('button', { name: '履歴を消す' }))
  await expect(seenLast(page)).toContainText('この端末の履歴を消しました。')
  await page.goto('/all-products/F-1001')
  await expect(heart(page, indigo)).toBeVisible()
  await expect(seenLast(page)).toHaveCount(0)
})

test.describe('storage that cannot be relied on', () => {
  test('P32: what is damaged is read as far as it goes', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('mcSquareWishlist', '[{"number":"F-1001","name":"麻の葉"},{"number":3},"x"]')
      localStorage.setItem('mcSquareLastSeen', '{"broken":')
    })
    await page.goto('/all-products/F-1001')
    await expect(heart(page, indigo)).toHaveAttribute('aria-pressed', 'true')
  })

  test('P32: what is full or forbidden says so, and the page goes on', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto('/all-products/F-1001')
    await press(heart(page, indigo))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('この端末に保存できませんでした')
    await press(alert.getByRole('button', { name: '閉じる' }))
    await expect(alert).toHaveCount(0)
    await expect(heart(page, indigo)).toHaveAttribute('aria-pressed', 'false')

    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    })
    await page.goto('/wishlist')
    await expect(page.getByText('まだ何も入っていません。')).toBeVisible()
    await page.goto('/all-products')
    await press(heart(page, indigo))
    await expect(alert).toContainText('この端末に保存できませんでした')
  })
})

test.describe('without an answer of the shop', () => {
  test.use({ expectedInConsole: /ERR_FAILED|Failed to fetch/ })
  test('P32: the list still says what is on it', async ({ page }) => {
    await page.addInitScript(() =>
      localStorage.setItem('mcSquareWishlist', '[{"number":"F-1001","name":"麻の葉"}]'),
    )
    await page.route('**/api/products*', (route) => route.abort())
    await page.goto('/wishlist')
    await expect(page.getByRole('alert')).toContainText('リストはこの端末に残っています')
    await expect(page.getByText('麻の葉（F-1001）')).toBeVisible()
    await page.unroute('**/api/products*')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/products*', async (route) => {
      await held
      await route.continue()
    })
    await press(page.getByRole('button', { name: 'もう一度読み込む' }))
    await expect(page.getByRole('button', { name: '読み込んでいます…' })).toBeFocused()
    release()
    await expect(page.getByRole('heading', { level: 3, name: indigo })).toBeVisible()
  })
})
