import { readFile, writeFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { csvOf, headingsOf, rowsOfCsv } from '../support/csv-file.ts'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({
  ownShop: true,
  expectedInConsole: /status of (?:404|422)/,
  viewport: { width: 375, height: 740 },
})

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })

test('products go out to Excel, come back compared, are taken whole and undone @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/products/file', '/admin/products/file/:id', '/admin/feed')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/products')
  await press(page.getByRole('link', { name: 'ファイルでまとめて直す' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ファイルでまとめて直す')
  await expectNoAxeViolations(page)
  const downloading = page.waitForEvent('download')
  await press(page.getByRole('link', { name: 'ファイルを書き出す' }))
  const text = await readFile(await (await downloading).path(), 'utf8')
  const products = rowsOfCsv(text)
  const { 管理番号: number = '', 名前: name = '' } = products[0] ?? {}
  const choose = (file: ReturnType<typeof csv>) => page.getByLabel(/^CSVのファイル/).setInputFiles(file)
  const compare = () => press(page.getByRole('button', { name: 'いまの商品とくらべる' }))
  const count = (of: string) =>
    page.getByRole('term').filter({ hasText: of }).locator('xpath=following-sibling::dd')

  await test.step('N45: what Excel in Japan saves without a touch changes nothing', async () => {
    await choose(csv('商品.csv', iconv.encode(text.slice(1), 'cp932')))
    await compare()
    await expect(page.getByText('変わるところはありません。')).toBeVisible()
    await expect(count('同じ')).toHaveText(String(products.length))
    await expect(page.getByRole('button', { name: 'この内容にする' })).toHaveCount(0)
  })

  await test.step('N44: one bad row is told and stops all', async () => {
    await page.goto('/admin/products/file')
    await compare()
    const file = page.getByLabel(/^CSVのファイル/)
    await expect(file).toHaveAccessibleDescription('ファイルを選んでください。')
    await expect(file).toBeFocused()
    await choose(csv('写真.csv', Buffer.from('これは,表では,ありません')))
    await expect(page.getByText('ファイルを選んでください。')).toHaveCount(0)
    await compare()
    await expect(page.getByRole('alert')).toContainText('見出しがありません')
    await choose(csv('商品.csv', Buffer.from(`管理番号,名前,価格\r\n${number},新しい名,\r\nQ-1,布,660`)))
    await compare()
    await expect(page.getByText('2行目')).toBeVisible()
    await expect(page.getByText(/^価格：/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'この内容にする' })).toHaveCount(0)
    await page.goto('/admin/products/file')
    const onDisk = test.info().outputPath('商品.csv')
    await writeFile(onDisk, 'これは,表では,ありません')
    await file.setInputFiles(onDisk)
    await compare()
    await expect(page.getByRole('alert')).toContainText('見出しがありません')
    // Excel saves under the same name: a browser refuses to send what it had chosen before.
    await writeFile(onDisk, `管理番号,名前,価格\r\n${number},新しい名,\r\n`)
    await compare()
    await expect(file).toHaveAccessibleDescription('ファイルを選んでください。')
    await expect(page.getByText('通信エラー')).toHaveCount(0)
    await file.setInputFiles(onDisk)
    await compare()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ファイルの内容')
  })

  await test.step('N44, N46: the difference is seen, taken at one press and put back', async () => {
    await page.goto('/admin/products/file')
    const changed = { ...products[0], 名前: '見本の新しい名', 価格: '30' }
    const added = Array.from({ length: 50 }, (_, at) => ({
      管理番号: `Q-${at + 1}`,
      種類: '生地',
      名前: '新しい布',
      価格: '660',
      公開: '公開中',
    }))
    const file = csvOf(headingsOf(text), [changed, ...products.slice(1, 2), ...added])
    await choose(csv('商品.csv', Buffer.from(file)))
    await compare()
    await expect(page.getByRole('deletion').first()).toHaveText(name)
    await expect(page.getByText('見本の新しい名').first()).toBeVisible()
    await expect(page.getByText('価格が大きく変わる商品が1点')).toBeVisible()
    await expectNoAxeViolations(page)
    await expectValidHtml(await (await page.request.get(page.url())).text())
    await press(page.getByRole('button', { name: 'この内容にする' }))
    await expect(page.getByText(/^反映しました/)).toBeInViewport()
    expect((await page.request.get('/all-products/Q-1')).status()).toBe(200)
    await press(page.getByRole('link', { name: '次' }))
    await expect(page.getByText('Q-50')).toBeVisible()
    await expect(page.getByText(/^反映しました/), 'a link in the page moves nothing').not.toBeInViewport()
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect(page.getByText(/^元に戻しました/)).toBeVisible()
    expect((await page.request.get('/admin/products/Q-1')).status()).toBe(404)
  })

  await test.step('without script and at 320 px it is the same', async () => {
    const context = await page
      .context()
      .browser()
      ?.newContext({
        javaScriptEnabled: false,
        baseURL: shop.origin,
        viewport: { width: 320, height: 700 },
        storageState: await page.context().storageState(),
      })
    const plain = await context?.newPage()
    if (plain === undefined) throw new Error('no browser')
    await plain.goto('/admin/products/file')
    await plain
      .getByLabel(/^CSVのファイル/)
      .setInputFiles(csv('a.csv', Buffer.from(`管理番号,名前\n${number},別の名`)))
    await press(plain.getByRole('button', { name: 'いまの商品とくらべる' }))
    await expect(plain.getByRole('deletion')).toHaveText(name)
    expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await press(plain.getByRole('button', { name: 'この内容にする' }))
    await expect(plain.getByText(/^反映しました/)).toBeVisible()
    await plain.goto('/admin/products/file')
    const large = Buffer.from(`管理番号,名前\n${number},${'布'.repeat(800_000)}`)
    await plain.getByLabel(/^CSVのファイル/).setInputFiles(csv('大きい.csv', large))
    await press(plain.getByRole('button', { name: 'いまの商品とくらべる' }))
    await expect(plain.getByText('ファイルが大きすぎるため、送られていません。')).toBeVisible()
    await expect(plain.getByRole('button', { name: 'いまの商品とくらべる' })).toBeVisible()
    await plain.goto(`/admin/products/${number}`)
    await plain.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

  await test.step('N47: the feed desk tells what to mend, and what a reading came to, by itself', async () => {
    const now = Date.now()
    changeData(
      shop.dataDir,
      `insert into feed_import (id, active, url_hash, last_attempt_at, last_success_at, failures, item_count)
       values ('feed', 1, 'x', ${now}, ${now}, 0, 1)`,
    )
    changeData(
      shop.dataDir,
      `insert into feed_problem (ordinal, row_number, management_number, reason, detail, raw_text)
       values (0, 3, 'F-2', 'price is not certain', '時価', '{}')`,
    )
    await page.goto('/admin')
    await press(page.getByRole('link', { name: /表の直すところ/ }))
    await expect(page.getByRole('listitem').filter({ hasText: '3行目' })).toContainText('時価')
    await expectNoAxeViolations(page)
    await expectValidHtml(await (await page.request.get('/admin/feed')).text())
    await press(page.getByRole('button', { name: 'いま読み込む' }))
    await expect(page.getByRole('status').filter({ hasText: '表を読み込んでいます' })).toBeVisible()
    const over = 'began_at = asked_at + 1, finished_at = asked_at + 2, changed_count = 2'
    changeData(shop.dataDir, `update feed_import set ${over}`)
    await expect(page.getByText('2点の内容が変わりました。')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

  await test.step('who packs finds nothing of it', async () => {
    await page.context().clearCookies()
    await enterDesk(page, 'packer', shop)
    for (const path of ['/admin/products/file', '/admin/products/file/download', '/admin/feed'])
      expect((await page.request.get(path)).status()).toBe(404)
  })
})
