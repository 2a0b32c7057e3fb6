import iconv from 'iconv-lite'
import { rowsOfCsv } from '../support/csv-file.ts'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, phone, press, test, walks } from './fixtures.ts'

test.use({ ownShop: true, shopSettings: { DEMO_ORDERS: '1' } })

/** The day is that of Tokyo; `by` months from this one. */
const monthFromNow = (by: number): string => {
  const today = new Date(Date.now() + 9 * 3_600_000)
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + by, 1)).toISOString().slice(0, 7)
}

const nameOf = (month: string) => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月のファイル`

/** An order of last month and its fee, as the ledger keeps them. */
const sellInLastMonth = (dataDir: string) => {
  const day = `${monthFromNow(-1)}-05`
  changeData(
    dataDir,
    `insert into sales_entry (id, cause, turn, kind, takes_back, day, own_day, order_number, practice, rate, amount, tax,
       shipping, fee, payout, shipped_on, paid_on, payment_intent, written_at) values
     ('s', 'sale:s', 0, 'sale', 0, '${day}', '${day}', 'ABCD-2345', 1, 10, 2400, 218, 400, 0, 2400, '${day}', '${day}', 'pi_1', 0),
     ('t', 'fee:s', 0, 'fee', 0, '${day}', '${day}', 'ABCD-2345', 1, 10, 0, 0, 0, 86, -86, '${day}', '${day}', 'pi_1', 0)`,
  )
}

test.describe('on a phone', () => {
  test.use(phone(375, 667))

  test('M32, M34, N143: an owner fetches last month’s four files @walk', async ({ page, shop }) => {
    walks('/admin/sales/files', '/admin/settings/:part')
    await enterDesk(page, 'owner', shop)
    sellInLastMonth(shop.dataDir)
    const last = monthFromNow(-1)

    await test.step('the name of an account is set, seen before it is saved', async () => {
      await page.goto('/admin/settings/accounting')
      await page.getByRole('textbox', { name: '売上の科目' }).fill('売上高（通販）')
      await expectNoAxeViolations(page)
      await press(page.getByRole('button', { name: '確かめる' }))
      await expect(page.getByText('次に作る会計ソフトのファイルから、この名前になります。')).toBeVisible()
      await press(page.getByRole('button', { name: 'この内容にする' }))
      await expect(page.getByText('変えました。')).toBeVisible()
    })

    await test.step('one press makes four files', async () => {
      await page.goto(`/admin/sales?month=${last}`)
      await press(page.getByRole('link', { name: /のファイルを作る$/ }))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(last))
      await expectNoAxeViolations(page)
      await press(page.getByRole('button', { name: 'ファイルを作る' }))
      await expect(page.getByText('2行のファイルを作りました。')).toBeVisible()
      await expect(page.getByRole('list', { name: 'ファイル' }).getByRole('listitem')).toHaveCount(4)
      await expectNoAxeViolations(page)
    })

    await test.step('each is fetched, and opens', async () => {
      const fetched = async (name: string) => {
        const link = page.getByRole('list', { name: 'ファイル' }).getByRole('link', { name })
        const file = await page.request.get((await link.getAttribute('href')) ?? '')
        expect([file.status(), file.headers()['cache-control']]).toEqual([200, 'no-store'])
        return { bytes: await file.body(), headers: file.headers() }
      }
      const details = await fetched('明細を保存する')
      expect(rowsOfCsv(details.bytes.toString('utf8'))).toMatchObject([
        { 種類: '練習 売上', 税込金額: '2400', 送料: '400' },
        { 種類: '練習 決済手数料', 手数料: '86', 入金予定額: '-86' },
      ])
      expect(details.headers['content-disposition']).toContain(`practice-details-${last}.csv`)
      const freee = await fetched('freeeを保存する')
      expect(rowsOfCsv(freee.bytes.toString('utf8'))[0]).toMatchObject({
        ...{ 収支区分: '収入', 勘定科目: '売上高（通販）', 金額: '2400' },
      })
      const moneyForward = await fetched('マネーフォワード クラウドを保存する')
      expect(rowsOfCsv(moneyForward.bytes.toString('utf8'))[1]).toMatchObject({
        ...{ 借方勘定科目: '支払手数料', 貸方勘定科目: '売掛金' },
      })
      const yayoi = await fetched('弥生会計を保存する')
      expect(yayoi.headers['content-type']).toBe('text/csv; charset=Shift_JIS')
      expect(iconv.decode(yayoi.bytes, 'cp932')).toMatch(/^2000,,,\d{4}\/\d{2}\/05,売掛金,/)
      const saved = page.waitForEvent('download')
      await press(page.getByRole('link', { name: 'freeeを保存する' }))
      expect((await saved).suggestedFilename()).toBe(`練習-freee-${last}.csv`)
    })

    await test.step('the month that runs says so', async () => {
      await page.goto(`/admin/sales/files?month=${monthFromNow(0)}`)
      await expect(page.getByText('この月はまだ終わっていません。')).toBeVisible()
      await press(page.getByRole('button', { name: 'ファイルを作る' }))
      const saved = page.waitForEvent('download')
      await press(page.getByRole('link', { name: '明細を保存する' }))
      expect((await saved).suggestedFilename()).toBe(`練習-details-${monthFromNow(0)}-途中.csv`)
      await page.goto('/admin/log?act=sales.export')
      await expect(page.getByRole('main')).toContainText('売上のファイルを作りました')
    })
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of (422|404)/ })

  test('a month without entries says so under its heading, and an owner fetches one that has some', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    sellInLastMonth(shop.dataDir)
    await page.goto('/admin/sales/files?month=2020-01')
    await press(page.getByRole('button', { name: 'ファイルを作る' }))
    await expect(page.getByText('この月には、売上・返金・手数料がありません。')).toBeVisible()
    await page.goto('/admin/sales/files')
    await press(page.getByRole('button', { name: 'ファイルを作る' }))
    await expect(page.getByText('2行のファイルを作りました。')).toBeVisible()
    await expectValidHtml(await page.content())
    for (const month of ['2026-13', monthFromNow(1)])
      expect((await page.goto(`/admin/sales/files?month=${month}`))?.status(), month).toBe(404)
  })
})
