import type { Page } from '@playwright/test'
import { beginSession } from '../support/member-session.ts'
import { countShifts, expectNoAxeViolations, expectValidHtml, shiftedWhole } from '../support/page-checks.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, expect, press, walks } from './fixtures.ts'

const email = 'admin@demo.example'
const mine = '/gallery/mypage?tab=recipes'

const shopOfMany = async () => {
  const shop = await startShop()
  changeData(shop.dataDir, 'delete from recipe')
  const recipes = Array.from({ length: 44 }, (_, at) => ({
    id: `r${at + 1}`,
    title: `${at % 11 === 0 ? '巾着' : 'かばん'} ${at + 1}号`,
    likes: at === 20 ? 7 : 0,
    createdAt: Date.parse('2026-01-01') + at,
  }))
  const author = await addShopRecipes(shop, email, recipes)
  changeData(shop.dataDir, `update recipe set hidden = 1 where id = 'r44'`)
  await addShopRecipes(shop, 'asagi@demo.example', [{ id: 'other', title: '巾着 ほかの人の' }])
  return Object.assign(shop, { author })
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })
const test = base.extend({ shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfMany)) })

const rows = (page: Page) => page.getByRole('region', { name: /^作品/ }).getByRole('heading', { level: 3 })
const more = (page: Page) => page.getByRole('main').getByRole('link', { name: 'もっと見る' })

const findsHers = async (page: Page, hasScript: boolean) => {
  await page.goto(mine)
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).first()).toHaveText('かばん 44号')
  await press(more(page))
  await expect(rows(page)).toHaveCount(20)
  await expect(page).toHaveURL(`${mine}&count=20#own-work-11`)
  if (hasScript) await expect(page.locator('#own-work-11')).toBeFocused()

  await page.getByRole('searchbox', { name: '自分の作品をさがす' }).fill('巾着')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText(['巾着 34号', '巾着 23号', '巾着 12号', '巾着 1号'])
  await expect(page.getByRole('main').getByText('「巾着」4件')).toBeVisible()
  await expect(page).toHaveURL(({ searchParams }) => [...searchParams.keys()].toSorted().join() === 'q,tab')
  if (hasScript) {
    await expect(page.getByRole('main').getByText('「巾着」4件')).toBeFocused()
    await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
  }

  await page.goto(mine)
  await press(page.getByRole('link', { name: '人気順' }))
  await expect(rows(page).first()).toHaveText('かばん 21号')
  await expect(page).toHaveURL(`${mine}&sort=popular`)

  await page.getByRole('searchbox', { name: '自分の作品をさがす' }).fill('ない物')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('「ない物」に合う作品は見つかりませんでした。')
  await press(page.getByRole('link', { name: 'すべての作品を見る' }))
  await expect(page).toHaveURL(mine)
  await expect(rows(page)).toHaveCount(10)
}

const findsThoseOf = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(rows(page)).toHaveCount(12)
  await expect(rows(page).first()).toHaveText('かばん 43号')
  await press(more(page))
  await expect(rows(page)).toHaveCount(24)
  await expect(page).toHaveURL(`${path}?count=24#work-13`)
  await page.getByRole('searchbox', { name: 'この会員の作品をさがす' }).fill('巾着')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText(['巾着 34号', '巾着 23号', '巾着 12号', '巾着 1号'])
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
}

const publicPath = (shop: object) => `/gallery/user/${'author' in shop ? String(shop.author) : ''}`

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('W52: a member finds hers among forty, ten at a time, in the address, and everybody those of a member @walk', async ({
    page,
    context,
    shop,
  }) => {
    walks('/gallery/mypage', '/gallery/user/:userId')
    await beginSession(context, shop, email)
    await findsHers(page, true)
    await context.clearCookies()
    await findsThoseOf(page, publicPath(shop))
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('W52: a member finds hers among forty, and everybody those of a member', async ({
      page,
      context,
      shop,
    }) => {
      await beginSession(context, shop, email)
      await findsHers(page, false)
      await context.clearCookies()
      await findsThoseOf(page, publicPath(shop))
    })
  })
})

test('W52, W50: a deletion from a search comes back to it', async ({ page, context, shop }) => {
  await beginSession(context, shop, email)
  await page.goto(`${mine}&q=40号`)
  await expect(rows(page)).toHaveText(['かばん 40号'])
  await press(page.getByRole('button', { name: 'かばん 40号を削除' }))
  await press(page.getByRole('button', { name: '削除する' }))
  await expect(page.getByRole('main')).toContainText('作品を削除しました')
  await expect(page.getByRole('main')).toContainText('「40号」に合う作品は見つかりませんでした。')
})

test('W52: at 320 to 1920 px and with text of twice the size it fits, is valid, and nothing moves', async ({
  page,
  context,
  shop,
}) => {
  await beginSession(context, shop, email)
  await countShifts(page)
  const path = publicPath(shop)
  for (const address of [mine, `${mine}&q=巾着`, path]) {
    for (const width of [320, 375, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(address)
      await expect(rows(page).first()).toBeVisible()
      expect(await shiftedWhole(page), `${address} at ${width}`).toBe(0)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await page.goto(address)
    await expectValidHtml(await page.content())
    await expectNoAxeViolations(page)
  }
})
