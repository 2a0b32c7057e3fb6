import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { giveRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { asNewVisitor, stopTime, untilServed } from '../support/shopping.ts'
import { test as base, expect, long, press, reach, walks } from './fixtures.ts'

const recipes = Array.from({ length: 14 }, (_, at) => ({
  id: `work-${at}`,
  title: at === 3 ? 'がま口巾着' : `巾着 その${at}`,
  description: '木綿の布で',
  difficulty: ['初級', '中級', '上級'][at % 3] ?? '',
  tags: at < 3 ? ['プレゼント'] : [],
  likes: at === 5 ? 9 : at === 7 ? 8 : 0,
  mainImageUrl: at === 2 ? '' : '/Image/demo/work-kinchaku.svg',
  createdAt: 1_000 + at,
}))

const shopOfRecipes = async () => {
  const shop = await startShop()
  await giveRecipes(shop.dataDir, recipes)
  return shop
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfRecipes)),
})

const list = (page: Page): Locator => page.getByRole('region', { name: '作品の一覧' })
const titles = (page: Page) => list(page).getByRole('heading', { level: 3 })
const count = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '件' })
const filters = (page: Page) => page.getByRole('navigation', { name: 'しぼりこみ' })
const more = (page: Page) => page.getByRole('link', { name: 'もっと見る' })

const newest = (from: number, to: number) =>
  recipes
    .slice(to, from + 1)
    .map(({ title }) => title)
    .toReversed()

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} script`, javaScriptEnabled ? {} : long, () => {
    test.use({ javaScriptEnabled })

    test('P6, P7: all recipes, six and six more, and choices that live in the address @walk', async ({
      page,
    }) => {
      walks('/gallery/search')
      await test.step('P6: all recipes, the newest first, six and then six more, by a link', async () => {
        await page.goto('/gallery/search')
        await expect(count(page)).toHaveText('すべての作品 14件')
        await expect(titles(page)).toHaveText(newest(13, 8))
        await press(more(page))
        await expect(page).toHaveURL('/gallery/search?count=12#work-7')
        await expect(titles(page)).toHaveText(newest(13, 2))
        await press(more(page))
        await expect(list(page).getByRole('listitem')).toHaveCount(14)
        await expect(more(page)).toHaveCount(0)
      })

      await test.step('P7: each choice lives in the address and begins with its first page', async () => {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto('/gallery/search?q=%E5%B7%BE%E7%9D%80&count=12')
        await expect(count(page)).toHaveText('「巾着」14件')
        await press(filters(page).getByRole('link', { name: '初級' }))
        await expect(page).toHaveURL(
          `/gallery/search?${new URLSearchParams({ q: '巾着', level: 'beginner' })}`,
        )
        await expect(count(page)).toHaveText('「巾着」初級 5件')
        await press(filters(page).getByRole('link', { name: 'ギフト' }))
        await expect(count(page)).toHaveText('「巾着」初級・ギフト 1件')
        await expect(titles(page)).toHaveText(['巾着 その0'])
        await press(filters(page).getByRole('link', { name: /^初級.*外す/ }))
        await expect(count(page)).toHaveText('「巾着」ギフト 3件')
        await press(filters(page).getByRole('link', { name: '人気順' }))
        await expect(page).toHaveURL(
          `/gallery/search?${new URLSearchParams({ q: '巾着', situation: 'gift', sort: 'popular' })}`,
        )
        await press(filters(page).getByRole('link', { name: 'しぼりこみをすべて外す' }))
        await expect(count(page)).toHaveText('「巾着」14件')
        await expect(titles(page).first()).toHaveText('巾着 その5')
        await press(filters(page).getByRole('link', { name: '関連の高い順' }))
        await expect(page).toHaveURL(`/gallery/search?${new URLSearchParams({ q: '巾着' })}`)
      })

      await test.step('on a phone the choices are a sheet, whose button leads back to the recipes', async () => {
        await page.setViewportSize({ width: 375, height: 800 })
        await page.goto('/gallery/search')
        await expect(filters(page)).toBeHidden()
        await press(page.getByRole('button', { name: 'しぼりこむ' }))
        await expect(filters(page)).toBeVisible()
        await press(page.getByRole('button', { name: '14件を見る' }))
        await expect(filters(page)).toBeHidden()
        await press(page.getByRole('button', { name: 'しぼりこむ' }))
        await press(filters(page).getByRole('link', { name: '中級' }))
        await expect(count(page)).toHaveText('中級 5件')
        await expect(page.getByRole('button', { name: 'しぼりこむ（1）' })).toBeVisible()
      })

      await test.step('P52: where nothing is found, each condition stays and can be undone by itself', async () => {
        await page.setViewportSize({ width: 375, height: 800 })
        const chosen = page.getByRole('list', { name: 'しぼりこんでいる条件' }).getByRole('link')
        const none = { q: '巾着', level: 'advanced', situation: 'kindergarten' }
        await page.goto(`/gallery/search?${new URLSearchParams(none)}`)
        await expect(count(page)).toHaveText('「巾着」上級・幼稚園 0件')
        await expect(chosen).toHaveText([/^上級/, /^幼稚園/])
        await press(page.getByRole('button', { name: 'しぼりこむ（2）' }))
        await expect(filters(page).getByRole('link', { name: /^幼稚園.*外す/ })).toBeVisible()
        await press(page.getByRole('button', { name: '閉じる' }))
        await press(chosen.last())
        await expect(page).toHaveURL(
          `/gallery/search?${new URLSearchParams({ q: '巾着', level: 'advanced' })}`,
        )
        await expect(titles(page).first()).toBeVisible()
      })
    })
  })
}

test('the list keeps its place and its count, leads on, and takes whatever is typed', async ({
  page,
  shop,
}) => {
  await test.step('the first new recipe takes the focus, and the way back keeps what was shown', async () => {
    await page.goto('/gallery/search?level=beginner&category=%E5%88%9D%E7%B4%9A')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('初級の作品')
    await page.goto('/gallery/search')
    await page.waitForLoadState('networkidle')
    await press(more(page))
    await expect(list(page).getByRole('listitem')).toHaveCount(12)
    await expect(list(page).getByRole('listitem').nth(6)).toBeFocused()
    await page.goto('/gallery')
    await page.goBack()
    await expect(list(page).getByRole('listitem')).toHaveCount(12)
  })

  await test.step('the count stays in sight', async () => {
    await asNewVisitor(page)
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/gallery/search?count=12')
      await reach(list(page).getByRole('listitem').nth(10).getByRole('link').first())
      await page.mouse.wheel(0, 400)
      await expect(count(page)).toBeInViewport({ ratio: 1 })
      const header = await page.getByRole('banner').boundingBox()
      const box = await count(page).boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    }
  })

  await test.step('a card leads to its recipe, and its author to hers', async () => {
    await asNewVisitor(page)
    await page.goto('/gallery/search')
    const card = list(page).getByRole('listitem').first()
    await expect(card.getByRole('link', { name: '巾着 その13' })).toHaveAttribute(
      'href',
      '/gallery/detail/work-13',
    )
    await expect(card.getByRole('link', { name: '糸井はるか' })).toHaveAttribute(
      'href',
      '/gallery/user/haruka',
    )
    await expect(card).toContainText(/難易度 中級.*制作時間 1時間.*いいね 0/)
  })

  await test.step('nothing found: other words, and an invitation to post', async () => {
    await asNewVisitor(page)
    await page.goto(`/gallery/search?${new URLSearchParams({ q: 'がま口 リュック', level: 'advanced' })}`)
    await expect(page.getByText('「がま口 リュック」に合う上級の作品は見つかりませんでした。')).toBeVisible()
    await expectNoAxeViolations(page)
    // W32: only words with results are suggested.
    for (const word of ['リュック', 'バッグ'])
      await expect(list(page).getByRole('link', { name: word })).toHaveCount(0)
    await expect(list(page).getByRole('link', { name: 'コットン 14件' })).toBeVisible()
    await expect(list(page).getByRole('link', { name: '作品を投稿する' })).toHaveAttribute(
      'href',
      '/gallery/upload',
    )
    await press(list(page).getByRole('link', { name: 'がま口 1件', exact: true }))
    await expect(page).toHaveURL(`/gallery/search?${new URLSearchParams({ q: 'がま口' })}`)
    await expect(titles(page)).toHaveText(['がま口巾着'])
    await page.goto(`/gallery/search?${new URLSearchParams({ q: '！？' })}`)
    await expect(page.getByText('さがすことばを入力してください')).toBeVisible()
  })

  await test.step('what is typed is text, whatever it holds', async () => {
    await asNewVisitor(page)
    const q = '</script><img src=x onerror=alert(1)>" OR 1=1 -- * : ( NEAR'
    await page.goto(`/gallery/search?${new URLSearchParams({ q, level: '<b>', count: '-1', sort: 'x' })}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('</script><img src=x')
    await expect(page.getByRole('searchbox')).toHaveValue(q)
    const long = await rawRequest(shop.origin, { path: `/gallery/search?q=${'%F0%A0%AE%B7'.repeat(500)}` })
    expect(long.status).toBe(200)
  })

  await test.step('the search is valid HTML and has nothing for axe, on a phone and on a desktop', async () => {
    await asNewVisitor(page)
    await expectValidHtml((await rawRequest(shop.origin, { path: '/gallery/search?level=beginner' })).body)
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/gallery/search?level=beginner&category=%E5%88%9D%E7%B4%9A')
      await expectNoAxeViolations(page)
    }
    await page.setViewportSize({ width: 375, height: 800 })
    await press(page.getByRole('button', { name: /^しぼりこむ/ }))
    await expectNoAxeViolations(page)
  })
})

test('the searches of a keyword, a level and a situation are pages of their own, others are not', async ({
  shop,
}) => {
  const headOf = async (search: Record<string, string>) => {
    const { body } = await rawRequest(shop.origin, { path: `/gallery/search?${new URLSearchParams(search)}` })
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    return canonical === undefined ? 'noindex' : decodeURIComponent(canonical.slice(shop.origin.length))
  }
  expect(await headOf({})).toBe('/gallery/search')
  expect(await headOf({ q: 'バッグ', sort: 'new', count: '12' })).toBe('/gallery/search?q=バッグ')
  expect(await headOf({ level: 'beginner' })).toBe('/gallery/search?level=beginner&category=初級')
  expect(await headOf({ situation: 'gift', category: 'x' })).toBe(
    '/gallery/search?situation=gift&category=ギフト',
  )
  expect(await headOf({ q: '巾着' })).toBe('noindex')
  expect(await headOf({ q: 'バッグ', level: 'beginner' })).toBe('noindex')
})

test.describe('on a line that breaks', () => {
  test.use({ expectedInConsole: /ERR_FAILED/ })
  const searchData = '**/gallery/search.data**'

  test('R24: the list is asked for again after 1, 2 and 4 s, with the last good one in sight', async ({
    page,
  }) => {
    await page.goto('/gallery/search')
    await page.waitForLoadState('networkidle')
    await stopTime(page)
    let asked = 0
    await page.route(searchData, (route) => {
      asked += 1
      return route.abort()
    })
    await press(more(page))
    for (const [seconds, times] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 4],
    ] as const) {
      await page.clock.fastForward(seconds * 1_000)
      await expect.poll(() => asked).toBe(times)
      await expect(titles(page)).toHaveText(newest(13, 8))
    }
    await expect(page.getByRole('alert')).toContainText('作品を読み込めませんでした')
    await expect(titles(page)).toHaveText(newest(13, 8))
    await page.clock.resume()
    await expectNoAxeViolations(page)

    await page.unroute(searchData)
    await press(page.getByRole('button', { name: 'もう一度読み込む' }))
    await expect(list(page).getByRole('listitem')).toHaveCount(12)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('R24: who waits longer than 5 s is told, and the next try brings the list', long, async ({ page }) => {
    await page.goto('/gallery/search')
    await page.waitForLoadState('networkidle')
    await stopTime(page)
    let asked = 0
    await page.route(searchData, (route) => {
      asked += 1
      // The first is never answered.
      return asked === 1 ? undefined : route.continue()
    })
    await press(more(page))
    await expect.poll(() => asked).toBe(1)
    await page.clock.fastForward(1_500)
    await expect(page.getByText('作品を読み込んでいます')).toBeVisible()
    await page.clock.fastForward(4_000)
    await expect(page.getByText('もう一度試している')).toBeVisible()
    await page.clock.fastForward(1_000)
    await expect(list(page).getByRole('listitem')).toHaveCount(12)
  })
})

test.describe('the home of the gallery', () => {
  test('R26: shows the two most liked and the two newest recipes', async ({ page }) => {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/gallery')
      const shown = (name: string) =>
        page.getByRole('region', { name }).getByRole('heading', { level: 3 }).allTextContents()
      expect(await shown('人気の作品')).toEqual(['巾着 その5', '巾着 その7'])
      expect(await shown('新着の作品')).toEqual(['巾着 その13', '巾着 その12'])
      await expectNoAxeViolations(page)
      const picture = page.getByRole('region', { name: '人気の作品' }).getByRole('listitem').first()
      expect((await picture.boundingBox())?.y).toBeLessThanOrEqual(320)
    }
    await press(page.getByRole('link', { name: /すべて見る.*人気の作品/ }))
    await expect(page).toHaveURL('/gallery/search?sort=popular')
    await expect(titles(page).first()).toHaveText('巾着 その5')
  })
})

base.describe('the curated lists', () => {
  base.use({ ownShop: true, expectedInConsole: /status of 500/ })

  base(
    'A23: an emptied list stays empty, and one that cannot be read is the built-in one',
    async ({ page, shop }) => {
      changeData(
        shop.dataDir,
        'delete from popular_keyword; update situation_category set position = 3 - position',
      )
      const keywords = page.getByRole('region', { name: '人気のキーワード' })
      const situations = page.getByRole('region', { name: '場面からさがす' }).getByRole('listitem')
      const firstSituation = (html: string) =>
        /小学校|ギフト/.exec(html.slice(html.indexOf('場面からさがす')))?.[0]
      await untilServed(page, '/gallery', (html) => firstSituation(html) === 'ギフト')
      await page.goto('/gallery')
      await expect(situations.first()).toContainText('ギフト')
      await expect(keywords).toHaveCount(0)

      changeData(
        shop.dataDir,
        'alter table popular_keyword rename to gone; alter table situation_category rename to gone_too',
      )
      await untilServed(page, '/gallery', (html) => firstSituation(html) === '小学校')
      await page.goto('/gallery')
      await expect(situations.first()).toContainText('小学校')
      await expect(keywords.getByRole('listitem')).toHaveText(['バッグ', 'クッション', 'キッズ', 'コットン'])
      await page.goto('/gallery/search?situation=gift&category=%E3%82%AE%E3%83%95%E3%83%88')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('ギフトの作品')
    },
  )

  base(
    'recipes that cannot be read: the rest of the page stands, and says so',
    long,
    async ({ page, shop }) => {
      changeData(shop.dataDir, 'alter table recipe rename to gone')
      await untilServed(page, '/gallery', (html) => html.includes('role="alert"'))
      await page.goto('/gallery')
      await expect(page.getByRole('alert')).toContainText('作品')
      await expect(page.getByRole('region', { name: '場面からさがす' })).toBeVisible()
      expect((await page.goto('/gallery/search'))?.status()).toBe(500)
      await expect(page.getByRole('alert')).toContainText('作品')
      await expectNoAxeViolations(page)
    },
  )
})
