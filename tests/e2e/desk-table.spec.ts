import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { expect, press, reach, test, walks } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 1280, height: 900 } })

const table = (page: Page) => page.getByRole('table', { name: '注文' })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /に印/ }) })
const marks = (page: Page) => table(page).getByRole('checkbox', { name: /に印/ })

test('N118: the list of orders is a table: sorted, narrowed and marked by mouse and keyboard', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/orders?state=all')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByText('20件・', { exact: false })).toBeVisible()
  await expectNoAxeViolations(page)

  await test.step('a column sorts by a link, and says so', async () => {
    const head = (name: RegExp) => table(page).getByRole('columnheader', { name })
    await expect(head(/日時/)).toHaveAttribute('aria-sort', 'descending')
    await press(head(/合計/).getByRole('link'))
    await expect(page).toHaveURL('/admin/orders?state=all&sort=total&dir=desc')
    await expect(head(/合計/)).toHaveAttribute('aria-sort', 'descending')
    const sums = (
      await rows(page)
        .locator('td')
        .filter({ hasText: /^[\d,]+円$/ })
        .allTextContents()
    ).map((text) => Number(text.replace(/\D/g, '')))
    expect(sums).toHaveLength(20)
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    await press(head(/合計/).getByRole('link'))
    await expect(page).toHaveURL(/sort=total&dir=asc/)
    await expect(head(/合計/)).toHaveAttribute('aria-sort', 'ascending')
  })

  await test.step('the heading and the bar stay in sight', async () => {
    await reach(rows(page).last())
    await expect(table(page).getByRole('columnheader', { name: '番号', exact: true })).toBeInViewport({
      ratio: 1,
    })
    await expect(page.getByRole('button', { name: '納品書' })).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo(0, 0))
  })

  await test.step('Space marks, Shift a range, arrows go, Esc takes the marks away, Enter opens', async () => {
    await expect(page.getByRole('button', { name: '納品書' })).toBeDisabled()
    await press(marks(page).nth(1))
    await expect(page.getByText('1件を選択')).toBeVisible()
    await page.keyboard.down('Shift')
    await press(marks(page).nth(4))
    await page.keyboard.up('Shift')
    await expect(page.getByText('4件を選択')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(marks(page).nth(5)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByText('5件を選択')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(marks(page).nth(3)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByText('0件を選択')).toBeVisible()
    await expect(marks(page).nth(1)).not.toBeChecked()
    await press(table(page).getByRole('checkbox', { name: 'このページのすべて' }))
    await expect(page.getByText('20件を選択')).toBeVisible()
    await page.keyboard.press('Escape')
    const third = (await marks(page).nth(3).getAttribute('aria-label'))?.replace('に印', '')
    await marks(page).nth(3).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/orders/${third}`)
    await page.goBack()
  })

  await test.step('what is marked is printed alone', async () => {
    await page.goto('/admin/orders')
    await press(marks(page).nth(0))
    await press(marks(page).nth(2))
    await press(page.getByRole('button', { name: '納品書' }))
    await expect(page.getByText('注文の一覧で選んだ2件のページです。')).toBeVisible()
    await expect(page.getByText('納品書2枚を印刷します。')).toBeVisible()
  })

  await test.step('filters stand in the address, and an unknown one is told', async () => {
    await page.goto('/admin/orders?state=all&prefecture=%E6%9D%B1%E4%BA%AC%E9%83%BD&least=%E5%A4%9A%E3%81%84')
    await expect(page.getByText('「合計 円から」は読めなかったので、しぼっていません。')).toBeVisible()
    const found = await rows(page).count()
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(20)
    await press(page.getByLabel('メモあり'))
    await press(page.getByRole('button', { name: 'しぼる' }))
    await expect(page).toHaveURL(/prefecture=.*&noted=1/)
    await press(page.getByRole('link', { name: 'すべて外す' }))
    await expect(page).toHaveURL('/admin/orders?state=all')
    await expect(rows(page)).toHaveCount(20)
  })

  await test.step('marks are of the page in sight, and so is their count', async () => {
    await page.goto('/admin/orders?state=all')
    await press(table(page).getByRole('checkbox', { name: 'このページのすべて' }))
    await expect(page.getByText('20件を選択')).toBeVisible()
    const shipped = page.getByRole('link', { name: '発送済み', exact: true })
    await press(shipped)
    await expect(shipped).toHaveAttribute('aria-current', 'true')
    const marked = await marks(page).and(page.locator(':checked')).count()
    expect(marked).toBeLessThan(20)
    await expect(page.getByText(`${marked}件を選択`, { exact: true })).toBeVisible()
  })

  await test.step('it fits at every width', async () => {
    for (const width of [768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['/admin/orders?state=all', '/admin/orders?state=all&noted=1']) {
        await page.goto(path)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${path} at ${width}`,
        ).toBeLessThanOrEqual(0)
      }
      await expectNoAxeViolations(page)
    }
  })
})

test.describe('what changes orders', () => {
  test.use({ ownShop: true, expectedInConsole: /status of 422/ })

  test('N119, N120: several orders are noted, shipped, mailed again and written into a file @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/orders/marked/:act', '/admin/orders/file')
    await enterDesk(page, 'owner', shop)
    await test.step('what is marked is noted, shipped and mailed again, each order named first', async () => {
      await page.goto('/admin/orders')
      for (const at of [0, 1]) await press(marks(page).nth(at))
      await press(page.getByRole('button', { name: 'メモ', exact: true }))
      await expect(page.getByRole('list', { name: '選んだ注文' }).getByRole('listitem')).toHaveCount(2)
      await expectNoAxeViolations(page)
      await press(page.getByRole('button', { name: '2件にメモを書く' }))
      await expect(page.getByRole('textbox', { name: 'メモ' })).toHaveAccessibleDescription(
        /入力してください|書いてください/,
      )
      await page.getByRole('textbox', { name: 'メモ' }).fill('急ぎ')
      await press(page.getByRole('button', { name: '2件にメモを書く' }))
      await expect(page.getByText('2件にメモを書きました。')).toBeVisible()
      await page.goto('/admin/orders')
      await expect(rows(page).filter({ hasText: '急ぎ' })).toHaveCount(2)
      await press(marks(page).nth(5))
      await press(page.getByRole('button', { name: '発送済みにする' }))
      await expectNoAxeViolations(page)
      await press(page.getByRole('button', { name: '1件を発送済みにする' }))
      await expect(page.getByText('1件を発送済みにしました。')).toBeVisible()
      await expect(page.getByRole('link', { name: '発送作業へ' })).toBeVisible()
      await page.goto('/admin/orders?state=shipped')
      await press(marks(page).nth(1))
      await press(page.getByRole('button', { name: 'メールを送り直す' }))
      await expect(page.getByRole('list', { name: '送り直すメール' })).toContainText('ご注文の確認')
      await expectNoAxeViolations(page)
    })

    await test.step('a file of the list, and of what is marked', async () => {
      await page.goto('/admin/orders?state=shipped')
      await press(page.getByRole('link', { name: 'CSVに書き出す' }))
      await expect(page.getByText(/^発送済み：\d+件$/)).toBeVisible()
      await expectNoAxeViolations(page)
      await press(page.getByRole('radio', { name: /Shift_JIS/ }))
      await press(page.getByRole('button', { name: 'ファイルを作る' }))
      const link = page.getByRole('link', { name: /件のファイルを保存する/ })
      await expect(link).toBeVisible()
      const file = await page.request.get((await link.getAttribute('href')) ?? '')
      expect([file.status(), file.headers()['cache-control']]).toEqual([200, 'no-store'])
      expect(file.headers()['content-type']).toBe('text/csv; charset=shift_jis')
    })
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('N12, N118: a packer’s table sorts, narrows and marks without script, and has no sums', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/orders')
    await expect(rows(page)).toHaveCount(7)
    await expect(page.getByRole('main')).not.toContainText('円')
    await expectValidHtml(await page.content())
    await press(table(page).getByRole('link', { name: 'お客様' }))
    await expect(page).toHaveURL('/admin/orders?sort=name&dir=asc')
    await press(marks(page).nth(0))
    await press(page.getByRole('button', { name: '送り状' }))
    await expect(page).toHaveURL(/\/admin\/packing\/labels\?order=/)
    await expect(page.getByText('注文の一覧で選んだ1件のページです。')).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await page.goto('/admin/orders?sort=total&dir=asc')
    await expect(rows(page)).toHaveCount(7)
  })
})
