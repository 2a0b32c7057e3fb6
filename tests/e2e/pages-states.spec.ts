import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, long, press, test } from './fixtures.ts'

test.describe('a list that cannot be read', () => {
  test.use({ ownShop: true, expectedInConsole: /status of 500/ })

  test('P17: the home stands, and a list says so with a number that the log knows', async ({
    page,
    shop,
  }) => {
    await test.step('P17: the home page shows the named text and stands', async () => {
      changeData(shop.dataDir, 'alter table news rename to news_away')
      expect((await page.goto('/'))?.status()).toBe(200)
      await expect(page.getByRole('alert')).toHaveText('お知らせの取得に失敗しました')
      await expect(page.getByRole('heading', { name: '大切にしている3つのこと' })).toBeVisible()
      await expectNoAxeViolations(page)
    })

    await test.step('P17: a list shows fixed words, a number that the log knows, and a button that loads it again', async () => {
      for (const { path, table, what } of [
        { path: '/kits', table: 'kit', what: 'キット' },
        { path: '/influencer_subscription', table: 'link_item', what: 'コラボ商品' },
      ])
        await test.step(`P17: ${path} shows fixed words, a number that the log knows, and a button that loads it again`, async () => {
          changeData(shop.dataDir, `alter table ${table} rename to away`)
          const answer = await page.goto(path)
          expect(answer?.status()).toBe(500)
          expect(answer?.headers()['cache-control']).toBe('no-store')
          const alert = page.getByRole('alert')
          await expect(alert).toContainText(
            `${what}を読み込めませんでした（failed to fetch kits/links: database error）。`,
          )
          await expect(page.getByRole('main')).not.toContainText('no such table')
          const number = /お問い合わせ番号：(\S+)/.exec(await alert.innerText())?.[1] ?? 'none'
          expect(shop.output()).toContain(number)
          await expectNoAxeViolations(page)

          changeData(shop.dataDir, `alter table away rename to ${table}`)
          await press(alert.getByRole('link', { name: '再読み込み' }))
          await expect(page.getByRole('alert')).toHaveCount(0)
          await expect(page.getByRole('main').locator('img').first()).toBeVisible()
        })
    })
  })
})

test.describe('a shop without content', () => {
  test.use({ ownShop: true })

  test('says so on each page', long, async ({ page, shop }) => {
    changeData(
      shop.dataDir,
      "delete from product where type = 'kit'; delete from link_item; delete from news",
    )
    await page.goto('/')
    await expect(page.getByText('お知らせはありません')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto('/kits')
    await expect(page.getByText('ただいま販売中のキットはありません')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto('/influencer_subscription')
    await expect(page.getByText('ただいまご紹介しているコラボ商品はありません')).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test.describe('what others wrote', () => {
  test.use({ ownShop: true })

  test('ASVS 1.2.1, 3.2.2, P12, P15, P16, P20: very long texts, markup, unsafe links and unknown levels are shown as plain text', async ({
    page,
    shop,
  }) => {
    const long = 'とても長い名前のキット'.repeat(18)
    changeData(
      shop.dataDir,
      `update product set name = '${long}', price = null where number = 'K-2016';
       update kit set level = 'other', comment = '<b>太字</b>' where number = 'K-2016';
       update link_item set title = '${long}', apply_url = 'javascript:alert(1)', influencer_url = '' where id = 'collab-01';
       insert into news (id, date, sort_at, title, content, source) values ('x', '3000年ごろ', 9007199254740991, '${long}', '<img src=x onerror=alert(1)>
二行目 https://store.example.com/a', 'own')`,
    )
    await page.setViewportSize({ width: 375, height: 800 })
    for (const path of ['/', '/kits?level=other', '/influencer_subscription']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(long)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await expectNoAxeViolations(page)
    }
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
    await expect(page.getByText('ただいまお申し込みを受け付けていません。')).toBeVisible()
    await page.goto('/kits?level=other')
    await expect(page.getByRole('link', { name: 'その他' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('button', { name: '価格確認中' })).toBeDisabled()
    await page.goto('/')
    await expect(page.getByText('<img src=x onerror=alert(1)>')).toHaveCount(1)
    await expect(page.getByText('3000年ごろ')).toHaveCount(1)
  })
})

test.describe('a shop that has too much to do', () => {
  test.use({ expectedInConsole: /status of 503/ })

  test('says so where a link was followed, and the page can be loaded again', async ({ page }) => {
    await page.goto('/')
    await page.route('**/kits.data*', (route) => route.fulfill({ status: 503, body: '' }))
    await press(page.getByRole('navigation').first().getByRole('link', { name: 'キット' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ただいま混み合っています')
    await expectNoAxeViolations(page)
    await press(page.getByRole('link', { name: 'もう一度読み込む' }))
    await expect(page.getByRole('main').locator('img').first()).toBeVisible()
  })
})
