import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { countedPresses } from '../support/press.ts'
import { readData } from '../support/shop-database.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({
  ownSettings: { joined: 'lengthwise' },
  expectedInConsole: /status of 422/,
  viewport: { width: 1280, height: 800 },
})

test('K40: bolts are received by keyboard alone, a wrong row is named, a reload keeps all, and it is undone @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/receive', '/admin/receive/:id')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/stock')
  await press(page.getByRole('main').getByRole('link', { name: '受け取り' }))
  const row = (at: number) => page.getByRole('group', { name: `${at}行目` })
  await expectNoAxeViolations(page)
  await expectValidHtml(await (await page.request.get('/admin/receive')).text())
  await row(1).getByLabel('管理番号').focus()
  const type = async (...cells: readonly string[]) => {
    for (const cell of cells) {
      await page.keyboard.type(cell)
      await page.keyboard.press('Enter')
    }
  }
  // As a scanner sends it: number, Enter, and on through the row into the next one.
  await type('f-1013', '3.5', '110', '', '2', 'きなり')
  await expect(row(1).getByText('7枚つづき × 4本（ぜんぶで28枚）')).toBeVisible()
  await expect(row(2).getByLabel('管理番号')).toBeFocused()
  await type('F-NONE', '2')
  await expect(row(2).getByText('この管理番号の商品はありません。')).toBeVisible()
  await press(page.getByRole('button', { name: '受け取る' }))
  await expect(row(2).getByLabel('管理番号')).toHaveAttribute('aria-invalid', 'true')
  await expect(row(2).getByLabel('管理番号')).toBeFocused()
  await page.reload()
  await expect(page.getByText('書きかけ').first()).toBeVisible()
  await expect(row(1).getByLabel('反物の名前')).toHaveValue('きなり')
  await expect(row(1).getByText('7枚つづき × 4本（ぜんぶで28枚）')).toBeVisible()
  await row(2).getByLabel('管理番号').fill('リネン')
  await row(2).getByLabel('管理番号').press('ArrowDown')
  const offered = page.getByRole('option').first()
  await expect(offered).toBeVisible()
  await row(2).getByLabel('管理番号').press('ArrowDown')
  await row(2).getByLabel('管理番号').press('Enter')
  await expect(row(2).getByLabel('長さ（m）')).toBeFocused()
  await expect(row(2).getByLabel('管理番号')).toHaveValue(/^F-/)
  await row(2).getByLabel('横に何本').fill('1')
  await press(page.getByRole('button', { name: '受け取る' }))
  await expect(page.getByText('まちがえたときは')).toBeVisible()
  await expect(page.getByText('反物 B1 きなり').first()).toBeVisible()
  await expectNoAxeViolations(page)
  const pieces = () =>
    readData(shop.dataDir, "select left_units from stock_piece where number = 'F-1013' and left_units > 0")
  expect(pieces()).toHaveLength(4)
  await press(page.getByRole('button', { name: '取り消す' }))
  await expect(page.getByText('受け取りを取り消しました')).toBeVisible()
  expect(pieces()).toHaveLength(0)
  await page.goto('/admin/receive')
  await expect(row(1).getByLabel('管理番号')).toHaveValue('')
})

test('K40: twelve bolts are received by one save', async ({ page, shop }) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/receive')
  const row = (at: number) => page.getByRole('group', { name: `${at}行目` })
  await row(1).getByLabel('管理番号').focus()
  for (let at = 1; at <= 12; at += 1) {
    await expect(row(at).getByLabel('管理番号')).toBeFocused()
    for (const cell of [`F-10${at + 11}`, '2', '110', '', '', `B${at}`]) {
      await page.keyboard.type(cell)
      await page.keyboard.press('Enter')
    }
  }
  const { press: count, made } = countedPresses()
  await count(page.getByRole('button', { name: '受け取る' }))
  await expect(page.getByText('まちがえたときは')).toBeVisible()
  expect(made()).toBe(1)
  const acts = "select id from audit where act = 'receiving.save'"
  expect(readData(shop.dataDir, acts)).toHaveLength(1)
  expect(readData(shop.dataDir, 'select distinct number from received_piece')).toHaveLength(12)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } })
  test('K40: on a phone without script rows are added, Enter saves nothing, and one press receives', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/receive')
    const row = (at: number) => page.getByRole('group', { name: `${at}行目` })
    await row(1).getByLabel('管理番号').fill('F-1042')
    await row(1).getByLabel('長さ（m）').fill('2')
    await row(1).getByLabel('横に何本').fill('1')
    await row(1).getByLabel('横に何本').press('Enter')
    await expect(row(1).getByText('4枚つづき × 1本（ぜんぶで4枚）')).toBeVisible()
    await press(page.getByRole('button', { name: '行をふやす' }))
    await expect(row(11)).toBeVisible()
    await row(11).getByLabel('管理番号').fill('F-1042')
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(row(11).getByText('長さを入力してください。')).toBeVisible()
    await row(11).getByLabel('管理番号').fill('リネン無地')
    await row(11).getByLabel('長さ（m）').fill('1')
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(row(11).getByText('もしかして：F-1042')).toBeVisible()
    await row(11).getByLabel('管理番号').fill('F-1042')
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(page.getByText('まちがえたときは')).toBeVisible()
    expect(
      readData(shop.dataDir, "select left_units from stock_piece where number = 'F-1042'").length,
    ).toBeGreaterThan(1)
  })
})
