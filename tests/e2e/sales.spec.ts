import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

test.use({ ownShop: true, shopSettings: { DEMO_ORDERS: '1' }, expectedInConsole: /status of 404/ })

/** The day is that of Tokyo; `by` months from this one. */
const monthFromNow = (by: number): string => {
  const today = new Date(Date.now() + 9 * 3_600_000)
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + by, 1)).toISOString().slice(0, 7)
}

const nameOf = (month: string) => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`

/** An order of last month and its fee, as the ledger keeps them; the samples have days of their own. */
const sellInLastMonth = (dataDir: string) => {
  const day = `${monthFromNow(-1)}-05`
  changeData(
    dataDir,
    `delete from sales_entry;
     insert into sales_entry (id, cause, turn, kind, takes_back, day, own_day, order_number, practice, rate, amount, tax,
       shipping, fee, payout, shipped_on, paid_on, payment_intent, written_at) values
     ('s', 'sale:s', 0, 'sale', 0, '${day}', '${day}', 'ABCD-2345', 1, 10, 2400, 218, 400, 0, 2400, '${day}', '${day}', 'pi_1', 0),
     ('t', 'fee:s', 0, 'fee', 0, '${day}', '${day}', 'ABCD-2345', 1, 10, 0, 0, 0, 86, -86, '${day}', '${day}', 'pi_1', 0)`,
  )
}

for (const width of [375, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use(width === 375 ? phone(375, 667) : { viewport: { width, height: 800 } })

    test(`M25, M28: an owner reads her month and counts by another day from the next one on${width === 375 ? ' @walk' : ''}`, async ({
      page,
      shop,
    }) => {
      walks('/admin/sales')
      await enterDesk(page, 'owner', shop)
      await page.goto('/admin/sales')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${nameOf(monthFromNow(0))}の売上`)
      sellInLastMonth(shop.dataDir)

      await test.step('from きょう to this month, and back to the one before', async () => {
        await page.goto('/admin')
        await press(page.getByRole('link', { name: '月の売上を見る' }))
        await expect(page.getByText('この月はまだ終わっていません。')).toBeVisible()
        await expectNoAxeViolations(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await press(page.getByRole('link', { name: '← 前の月' }))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${nameOf(monthFromNow(-1))}の売上`)
        const sums = page.getByRole('table', { name: `${nameOf(monthFromNow(-1))}の合計` })
        await expect(sums.getByRole('row', { name: /^売上/ })).toContainText('1件2,400円')
        await expect(sums.getByRole('row', { name: /^商品/ })).toContainText('2,000円')
        await expect(sums.getByRole('row', { name: /^差引/ })).toContainText('2,314円')
        await expect(page.getByRole('region', { name: '入金予定' })).toContainText('2,314円')
      })

      await test.step('the bars are also a table', async () => {
        await press(page.getByText('日ごとの表'))
        const days = page.getByRole('table', { name: /^日ごとの売上/ })
        await expect(days.getByRole('row', { name: /\/5\s/ })).toContainText('1件2,400円')
        await expectNoAxeViolations(page)
      })

      await test.step('another day counts from the next month on', async () => {
        await press(page.getByRole('link', { name: '次の月 →' }))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${nameOf(monthFromNow(0))}の売上`)
        await press(page.getByText('数える日を変える'))
        await press(page.getByRole('radio', { name: /^支払日/ }))
        await expectNoAxeViolations(page)
        const next = nameOf(monthFromNow(1))
        await press(page.getByRole('button', { name: `${next}から、これで数える` }))
        await expect(page.getByText('売上を数える日を変えました。')).toBeVisible()
        await expect(page.getByText(`${next}から支払日で数えます。`)).toBeVisible()
        await expect(page.getByText('いまは発送日で数えています。')).toBeVisible()
        await page.goto('/admin/log?act=sales.basis')
        await expect(page.getByRole('main')).toContainText('売上を数える日を変えました')
      })

      await test.step('months to come and words that are none are not there', async () => {
        for (const month of [monthFromNow(1), '2026-13', 'x'])
          expect((await page.goto(`/admin/sales?month=${month}`))?.status(), month).toBe(404)
        expect((await page.goto('/admin/sales?month=2020-01'))?.status()).toBe(200)
        await expect(page.getByText('この月の売上は、ありません。')).toBeVisible()
      })
    })
  })
}
