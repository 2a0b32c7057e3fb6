import { readFile } from 'node:fs/promises'
import { rowsOfCsv, withCells } from '../support/csv-file.ts'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, press, test } from './fixtures.ts'

test.use({
  ownShop: true,
  shopSettings: { DEMO_ORDERS: '1' },
  expectedInConsole: /status of (?:404|409|422)/,
  viewport: { width: 1280, height: 900 },
})

const early = '送っている途中だったので、まだ送っていません'

test('K36, N153: every counted product is a table whose limits and orders are changed in their place', async ({
  page,
  browser,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/stock')
  const table = page.getByRole('table', { name: '在庫' })
  const rows = table.locator('tbody tr')
  const first = rows.first()
  await expectNoAxeViolations(page)
  await press(table.getByRole('link', { name: '最長' }))
  await expect(table.getByRole('columnheader', { name: '最長' })).toHaveAttribute('aria-sort', 'descending')
  const number = (await first.getByRole('link').first().innerText()).split(/\s/)[0] ?? ''
  const low = page.getByLabel(`${number}を「在庫が少ない」とする`)
  const ordered = page.getByLabel(`${number}の頼んだ数`)
  const save = page.getByRole('button', { name: '少ない数・頼んだ数を保存する' })

  await test.step('N68: what cannot be read saves nothing and stays in its field', async () => {
    await low.fill('6')
    await ordered.fill('たくさん')
    await press(save)
    await expect(ordered).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert')).toContainText('「7、4、3×2」')
    expect([await low.inputValue(), await ordered.inputValue()]).toEqual(['6', 'たくさん'])
  })

  await test.step('saved by Enter, on the same page of the list', async () => {
    await ordered.fill('４０')
    await ordered.press('Enter')
    await expect(page.getByText('保存しました。')).toBeVisible()
    await expect(ordered).toHaveValue('40')
    await expect(low).toHaveValue('6')
    await expect(page).toHaveURL(/sort=longest&dir=desc/)
    await expect(first).toContainText(/\d+\/\d+/)
  })

  await test.step('N153: Enter while the page is read again is told as not sent, and what was typed stays', async () => {
    const reading = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    await page.route('**/admin/stock.data*', async (route) => {
      if (route.request().method() === 'GET') {
        isAsked.resolve()
        await reading.promise
      }
      await route.continue()
    })
    await ordered.fill('41')
    await ordered.press('Enter')
    await isAsked.promise
    // The second tap of one press says nothing.
    await ordered.press('Enter')
    await expect(page.getByText(early)).toHaveCount(0)
    await low.fill('8')
    await low.press('Enter')
    await expect(page.getByText(early).filter({ visible: true })).toBeVisible()
    reading.resolve()
    await expect(save).toBeEnabled()
    await page.unroute('**/admin/stock.data*')
    await expect(low).toHaveValue('8')
    await expect(ordered).toHaveValue('41')
    await low.press('Enter')
    await expect
      .poll(() => readData(shop.dataDir, `select low_at from stock where number = '${number}'`))
      .toEqual([{ low_at: 8 }])
    // Read again after the write: a version that another screen makes before is the page's own.
    await expect(save).toBeEnabled()
    await expect(page.getByText(early)).toHaveCount(0)
  })

  await test.step('N90: a row that another screen changed is left out by name, and saved by the next press', async () => {
    await low.fill('7')
    changeData(shop.dataDir, `update stock set version = version + 1 where number = '${number}'`)
    await press(save)
    await expect(page.getByText(`${number} はほかの画面で先に変わったか`)).toBeVisible()
    await expect(low).toHaveValue('7')
    await press(save)
    await expect
      .poll(() => readData(shop.dataDir, `select low_at from stock where number = '${number}'`))
      .toEqual([{ low_at: 7 }])
  })

  await test.step('without script, and narrowed', async () => {
    const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })
    await context.addCookies(await page.context().cookies())
    const plain = await context.newPage()
    await plain.goto(`/admin/stock?state=reordered&q=${number}`)
    await expect(plain.getByText('1件', { exact: true })).toBeVisible()
    await plain.getByLabel(`${number}の頼んだ数`).fill('')
    await press(plain.getByRole('button', { name: '少ない数・頼んだ数を保存する' }))
    await expect(
      plain.getByText('この条件の商品はありません。').or(plain.getByText('は見つかりません。')),
    ).toBeVisible()
    await context.close()
  })

  await test.step('K21: who counts reads what is there, and nothing of what was sold or ordered', async () => {
    changeData(shop.dataDir, "update desk_person set may_count = 1 where role = 'packer'")
    const helper = await browser.newContext({ baseURL: shop.origin, viewport: { width: 1280, height: 900 } })
    const her = await helper.newPage()
    await enterDesk(her, 'packer', shop)
    await her.goto('/admin/stock?sort=soldMonth')
    await expect(her.getByRole('columnheader')).toHaveText([
      '番号',
      '名前',
      '最長 ▲',
      '残り',
      '約束',
      '少ない数',
    ])
    await expect(her.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(her.getByLabel('状態').getByRole('option')).toHaveText([
      'すべて',
      '少ない',
      '売り切れ',
      '約束より少ない',
    ])
    await helper.close()
  })
})

test('K37, K38, K39: the file for a count goes out, comes back, leaves what was sold, and is undone', async ({
  page,
  shop,
}) => {
  const [one, sold] = ['F-1013', 'F-1014']
  for (const number of [one, sold])
    changeData(
      shop.dataDir,
      `insert into stock (number, mode, counted_by, most_units) values ('${number}', 'pieces', 'desk', 7);
       insert into stock_piece (id, number, units, left_units, label, source, received_at)
       values ('of ${number}', '${number}', 7, 7, 'B1', 'counted', 1)`,
    )
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/stock')
  await press(page.getByRole('link', { name: '棚卸のファイル' }))
  // There a link has the same name.
  await expect(page).toHaveURL(/\/admin\/products\/file#count$/)
  const downloading = page.waitForEvent('download')
  await press(page.getByRole('link', { name: '棚卸のファイル', exact: true }))
  const text = await readFile(await (await downloading).path(), 'utf8')
  const written = rowsOfCsv(text).find(({ 管理番号: number }) => number === one)
  expect(written).toMatchObject({ 反物: 'B1 7', 在庫: '7' })
  changeData(shop.dataDir, `update stock_piece set left_units = 6, units = 6 where number = '${sold}'`)
  const file = [one, sold].reduce(
    (sheet, number) => withCells(sheet, { 管理番号: number }, { 在庫: '31' }),
    text,
  )
  await page
    .getByLabel(/^CSVのファイル/)
    .setInputFiles({ name: '棚卸.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await press(page.getByRole('button', { name: 'いまの商品とくらべる' }))
  await expect(page.getByText(`在庫を数え直さない商品が1点あります：${sold}。`)).toBeVisible()
  await expect(page.getByRole('insertion')).toHaveText(['31', '31'])
  await expectNoAxeViolations(page)
  await expect(page.getByText('在庫を数え直す 1点')).toBeVisible()
  await press(page.getByRole('button', { name: 'この内容にする' }))
  await expect(page.getByText(`${sold} はファイルを書き出したあとに売れたか`)).toBeVisible()
  const units = () => readData(shop.dataDir, `select most_units from stock where number = '${one}'`)
  expect(units()).toEqual([{ most_units: 31 }])
  await press(page.getByRole('button', { name: '元に戻す' }))
  await expect(page.getByText(/^元に戻しました/)).toBeVisible()
  expect(units()).not.toEqual([{ most_units: 31 }])
})
