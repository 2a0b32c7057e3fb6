import type { Locator, Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, phone, press, reach, test, walks } from './fixtures.ts'

test.use({
  ownShop: true,
  viewport: { width: 1280, height: 900 },
  expectedInConsole: /status of 409/,
})

/** Titles: on a phone a link says more below its title. */
const names = async (page: Page, list: string) => {
  const links = page.getByRole('table', { name: list }).locator('[data-row] [data-opens]')
  return (await links.allInnerTexts()).map((text) => text.split('\n')[0])
}

/** From the middle of one to the middle of the other, in steps as a hand makes them. */
const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  await reach(from)
  const [begin, end] = [await from.boundingBox(), await to.boundingBox()]
  if (begin === null || end === null) throw new Error('nothing to drag')
  await page.mouse.move(begin.x + begin.width / 2, begin.y + begin.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
}

const addLinks = (dataDir: string) =>
  changeData(
    dataDir,
    `delete from link_item; insert into link_item (id, title, price, image_url, apply_url, influencer_url, position, source)
     values ('a', 'あさ', '3,300円', '', '', '', 1, 'own'), ('b', 'いと', '', '', '', '', 2, 'own'), ('c', 'うみ', '', '', '', '', 3, 'own')`,
  )

test('N139, N159: kits and collaborations are dragged to their place, and one that another screen moved first goes back @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/lists/:list')
  await enterDesk(page, 'owner', shop)
  addLinks(shop.dataDir)
  await page.goto('/admin/lists/collaborations')
  const grips = page.getByTitle('引いて動かす', { exact: false })
  await expect(grips).toHaveCount(3)
  await expectNoAxeViolations(page)

  await test.step('a line shows where it will stand, and it is said', async () => {
    await drag(page, grips.first(), grips.last())
    await expect(page.locator('[data-drop="after"]')).toHaveCount(1)
    await expect(page.getByRole('status').filter({ hasText: 'あさを3番目に置きます。' })).toBeAttached()
    await page.mouse.up()
    await expect(page.getByText('順番を変えました。')).toBeVisible()
    expect(await names(page, 'コラボ')).toEqual(['いと', 'うみ', 'あさ'])
    await expect(page.locator('[data-drop], [data-dragged]')).toHaveCount(0)
  })

  await test.step('what another screen has moved meanwhile is refused, and stands as it is stored', async () => {
    changeData(shop.dataDir, "update link_item set position = 9 where id = 'b'")
    await drag(page, grips.last(), grips.first())
    await page.mouse.up()
    await expect(page.getByText(/先に変わりました/)).toBeVisible()
    // The row stands where it was let go until the list has been read again.
    await expect.poll(() => names(page, 'コラボ')).toEqual(['うみ', 'あさ', 'いと'])
  })

  await test.step('arrows move too', async () => {
    await press(page.getByRole('button', { name: 'いとを上へ' }))
    await expect(page.getByText('順番を変えました。')).toBeVisible()
    expect(await names(page, 'コラボ')).toEqual(['うみ', 'いと', 'あさ'])
  })

  await test.step('what is let go while another press is on its way goes back, and says so', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/admin/lists/collaborations.data*', async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await drag(page, grips.first(), grips.last())
    await page.mouse.up()
    await expect.poll(() => names(page, 'コラボ')).toEqual(['いと', 'あさ', 'うみ'])
    await drag(page, grips.first(), grips.nth(1))
    await page.mouse.up()
    await expect(page.getByText('順番は変わっていません。', { exact: false })).toBeVisible()
    held.resolve()
    await expect(page.getByText('順番を変えました。')).toBeVisible()
    expect(await names(page, 'コラボ')).toEqual(['いと', 'あさ', 'うみ'])
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('sorted by a column it has no order to change', async () => {
    await press(page.getByRole('columnheader', { name: '題名' }).getByRole('link'))
    await expect(page).toHaveURL(/sort=title/)
    await expect(grips).toHaveCount(0)
    await expectValidHtml(await (await page.request.get('/admin/lists/collaborations')).text())
    await expectValidHtml(await (await page.request.get('/admin/products/kit-order')).text())
  })

  await test.step('kits', async () => {
    await page.goto('/admin/products/kit-order')
    const [first = '', second = ''] = await names(page, 'キットの順番')
    await drag(page, grips.first(), grips.nth(1))
    await page.mouse.up()
    await expect(page.getByText('順番を変えました。')).toBeVisible()
    expect((await names(page, 'キットの順番')).slice(0, 2)).toEqual([second, first])
    await press(page.getByRole('button', { name: '元に戻す' }))
    await expect.poll(async () => (await names(page, 'キットの順番'))[0]).toBe(first)
  })
})

test.describe('by finger', () => {
  test.use(phone(375, 740))

  test('N139: the handle drags, everything else scrolls', async ({ page, shop }) => {
    await enterDesk(page, 'owner', shop)
    addLinks(shop.dataDir)
    await page.goto('/admin/lists/collaborations')
    const grips = page.getByTitle('引いて動かす', { exact: false })
    const [begin, end] = [await grips.first().boundingBox(), await grips.last().boundingBox()]
    if (begin === null || end === null) throw new Error('nothing to drag')
    const session = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: begin.x + begin.width / 2, y, id: 0 }],
      })
    await finger('touchStart', begin.y + begin.height / 2)
    for (const part of [0.3, 0.6, 1])
      await finger('touchMove', begin.y + begin.height / 2 + (end.y - begin.y) * part)
    await finger('touchEnd')
    await expect(page.getByText('順番を変えました。')).toBeVisible()
    expect(await names(page, 'コラボ')).toEqual(['いと', 'うみ', 'あさ'])
    expect(
      await page
        .locator('[data-row]')
        .first()
        .evaluate((row) => getComputedStyle(row).touchAction),
    ).toBe('auto')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await expectNoAxeViolations(page)
  })
})

test('N140: prices that wait are taken several at once, or one by its own button; what changed meanwhile is named', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  changeData(
    shop.dataDir,
    `update product set source = 'own' where type = 'fabric';
     insert into held_price (number, price_text, price, former_price)
     select number, '66', 66, 660 from product where type = 'fabric' and status = '公開中' order by number limit 4`,
  )
  const sold = () => readData(shop.dataDir, 'select number from product where price = 66').length
  await page.goto('/admin/feed')
  const table = page.getByRole('table', { name: '価格の確認' })
  const marks = table.getByRole('checkbox', { name: /に印/ })
  await expect(marks).toHaveCount(4)
  await expectNoAxeViolations(page)
  await expectValidHtml(await (await page.request.get('/admin/feed')).text())
  const third = (await table.locator('[data-row]').nth(2).locator('[data-opens]').innerText()).split(/\s/)[0]
  await press(marks.nth(1))
  await press(marks.nth(2))
  changeData(shop.dataDir, `update held_price set price = 67 where number = '${third}'`)
  await press(page.getByRole('button', { name: 'この価格にする', exact: true }))
  await expect(page.getByText('1点を、新しい価格にしました。')).toBeVisible()
  await expect(page.getByText(`${third} は価格が先に変わりました。`)).toBeVisible()
  expect(sold()).toBe(1)
  await press(table.getByRole('button', { name: /^この価格にする ：/ }).first())
  await expect(page.getByText('新しい価格で販売します。', { exact: false })).toBeVisible()
  expect(sold()).toBe(2)
  await expect(marks).toHaveCount(2)
  await press(table.getByRole('checkbox', { name: 'このページのすべて' }))
  await press(page.getByRole('button', { name: 'そのままにする' }))
  await expect(page.getByText('これまでの価格のまま販売します。')).toBeVisible()
  await expect(table).toHaveCount(0)
  await page.goto('/admin/log')
  await expect(page.getByText('2件まとめて')).toBeVisible()
})
