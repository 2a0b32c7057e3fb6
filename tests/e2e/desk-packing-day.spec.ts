import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { countedPresses } from '../support/press.ts'
import { readData } from '../support/shop-database.ts'
import { expect, long, press, test } from './fixtures.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const day = 61

const shippedIn = (dataDir: string): number =>
  readData(dataDir, "select id from orders where id like 'order-K7P4-%' and shipped_at is not null").length

const actsIn = (dataDir: string): number =>
  readData(dataDir, "select id from audit where act = 'packing.tick'").length

const ticksIn = (dataDir: string, step: string): number =>
  readData(dataDir, `select position from packing_tick where step = '${step}'`).length

const boxes = (page: Page) => page.getByRole('checkbox', { name: '入れた' })

test.describe('発送作業 on a desk', () => {
  test.use({ ownShop: true, ...desk })

  test('N16, N132, N133: a day of 61 parcels on one page, typed and shipped in at most 15 presses beside numbers', async ({
    page,
    shop,
  }) => {
    const numbers = addOrdersToShip(shop, day)
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin')
    const { press: count, made } = countedPresses()
    await count(page.getByRole('link', { name: new RegExp(`発送する.*${day}件`) }))
    await count(page.getByRole('link', { name: `${day}件を1ページで` }))
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(day)
    await expectNoAxeViolations(page)
    const height = await page
      .getByRole('checkbox', { name: `${numbers[0]} K-2001` })
      .evaluate((box) => box.closest('li')?.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(41)
    const all = page.getByRole('checkbox', { name: `${day}件すべてに印` })
    await count(all)
    await expect(page.getByText(`${day}件のうち${day}件に印`)).toBeVisible()
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(2 * day)
    expect(actsIn(shop.dataDir), 'one act').toBe(1)
    await count(page.getByRole('link', { name: '番号を入れる', exact: true }))
    const fields = page.getByRole('textbox', { name: '山田' })
    await expect(fields).toHaveCount(day)
    await fields.first().focus()
    for (let at = 0; at < day; at += 1) {
      const digits = 49_071_495_570 + at
      await page.keyboard.insertText(`${digits}${digits % 7}`)
      await page.keyboard.press('Enter')
    }
    await count(page.getByRole('button', { name: new RegExp(`^保存して${day}件`) }))
    await expect(page.getByText(`${day}件を発送済みにしました`)).toBeVisible()
    expect(shippedIn(shop.dataDir)).toBe(day)
    expect(made()).toBeLessThanOrEqual(15)
  })

  test('N16, N63: a day of 61 parcels with numbers from the carrier’s file leaves in three presses', async ({
    page,
    shop,
  }) => {
    const numbers = addOrdersToShip(shop, day)
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/packing?size=100')
    const { press: count, made } = countedPresses()
    await count(page.getByRole('link', { name: '番号を入れる', exact: true }))
    const rows = numbers.map(
      (number, at) => `${number},0,0,${49_071_495_570 + at}${(49_071_495_570 + at) % 7}`,
    )
    const text = ['お客様管理番号,送り状種類,クール区分,伝票番号', ...rows].join('\r\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'b2.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await count(page.getByRole('button', { name: '照らし合わせる' }))
    await expect(page.getByRole('heading', { name: `${day}件が合いました` })).toBeVisible()
    await count(page.getByRole('button', { name: new RegExp(`^保存して${day}件`) }))
    await expect(page.getByText(`${day}件を発送済みにしました`)).toBeVisible()
    expect(shippedIn(shop.dataDir)).toBe(day)
    expect(made()).toBe(3)
  })

  test('N132: the tick of an order takes back what it set and no more, and others see it', async ({
    page,
    shop,
    browser,
  }) => {
    const [number = ''] = addOrdersToShip(shop, 2)
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/packing')
    const other = await browser.newPage({ ...desk, baseURL: shop.origin })
    await enterDesk(other, 'owner', shop)
    await other.goto('/admin/packing')
    const ofOrder = page.getByRole('checkbox', { name: `${number} に印` })
    await press(boxes(page).first())
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(1)
    await expect(ofOrder).not.toBeChecked()
    expect(await ofOrder.evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).toBe(true)
    await press(ofOrder)
    await expect(page.getByText('2件のうち1件に印')).toBeVisible()
    await expect(other.getByText('2件のうち1件に印')).toBeVisible()
    await expect(other.getByRole('checkbox', { name: `${number} に印` })).toBeChecked()
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(2)
    await press(ofOrder)
    await expect(page.getByText('2件のうち0件に印')).toBeVisible()
    await expect(boxes(page).first()).toBeChecked()
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(1)
    await press(ofOrder)
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(2)
    await press(boxes(page).nth(2))
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(3)
    await press(ofOrder)
    await expect.poll(() => ticksIn(shop.dataDir, 'packed'), 'something was pressed in between').toBe(1)
    await other.close()
  })

  test('N133, N132: by cloth the same boxes, cut by one press; the size of a page stays on this device', async ({
    page,
    shop,
  }) => {
    addOrdersToShip(shop, 31)
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/packing')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(30)
    await press(page.getByRole('link', { name: '31件を1ページで' }))
    await expect(page).toHaveURL('/admin/packing?size=100')
    await page.goto('/admin/packing')
    await expect(page).toHaveURL('/admin/packing?size=100')
    await press(page.getByRole('link', { name: '生地ごと' }))
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('F-1001')
    await expectNoAxeViolations(page)
    await press(page.getByRole('checkbox', { name: /^31つとも入れた/ }))
    await expect.poll(() => ticksIn(shop.dataDir, 'packed')).toBe(31)
    await press(page.getByRole('checkbox', { name: '31件とも裁った' }))
    await expect.poll(() => ticksIn(shop.dataDir, 'cut')).toBe(31)
    await press(page.getByRole('checkbox', { name: /F-1001 .*入れた$/ }))
    await press(page.getByRole('button', { name: /^印のある1件を/ }))
    await expect(page.getByText('1件を発送済みにしました')).toBeVisible()
    await expect(page).toHaveURL('/admin/packing?size=100&by=product')
    await press(page.getByRole('link', { name: '注文ごと' }))
    await expect(page).toHaveURL('/admin/packing?size=100')
    await page.goto('/admin/packing?size=30')
    await page.goto('/admin/packing')
    await expect(page, 'thirty again').toHaveURL('/admin/packing')
  })
})

test.describe('発送作業 on a desk without script', () => {
  test.use({ ownShop: true, javaScriptEnabled: false, ...desk })

  test('N132: ticks of orders and of the page go with the form', long, async ({ page, shop }) => {
    const [number] = addOrdersToShip(shop, 2)
    await enterDesk(page, 'packer', shop)
    const answer = await page.goto('/admin/packing?size=100')
    await expectValidHtml((await answer?.text()) ?? '')
    await press(page.getByRole('checkbox', { name: `${number} に印` }))
    await press(page.getByRole('button', { name: '印を保存する' }))
    await expect(page).toHaveURL('/admin/packing?size=100&done=ticks')
    await expect(boxes(page).nth(1)).toBeChecked()
    await expect(boxes(page).nth(2)).not.toBeChecked()
    await press(page.getByRole('checkbox', { name: `${number} に印` }))
    await press(page.getByRole('button', { name: '印を保存する' }))
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await press(page.getByRole('checkbox', { name: '2件すべてに印' }))
    await press(page.getByRole('button', { name: /発送済みにする/ }))
    await expect(page.getByText('2件を発送済みにしました')).toBeVisible()
  })
})
