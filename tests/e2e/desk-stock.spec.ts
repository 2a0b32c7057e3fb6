import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { goToPayment, openCart, pay, untilServed } from '../support/shopping.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({
  ownSettings: { joined: 'lengthwise' },
  expectedInConsole: /status of (?:409|422)/,
  viewport: { width: 375, height: 740 },
})

const number = 'F-1013'

test('a bolt is received at the desk, read of in the shop, sold as one piece, and cut @walk', async ({
  page,
  browser,
  shop,
}) => {
  walks('/admin/products/:number/stock', '/admin/packing/bolt', '/admin/packing/found', '/admin/stock')
  await test.step('K2, K9: received by its length, with what the shop makes of it', async () => {
    await enterDesk(page, 'owner', shop)
    await page.goto(`/admin/products/${number}`)
    await press(page.getByRole('link', { name: '在庫', exact: true }))
    await expect(page.getByText('いまは数えていません。')).toBeVisible()
    await expectNoAxeViolations(page)
    await expectValidHtml(await (await page.request.get(`/admin/products/${number}/stock`)).text())
    const bolt = page.getByRole('group', { name: '1本目' })
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(page.getByText('長さを入力してください。')).toBeVisible()
    await bolt.getByLabel('長さ（m）').fill('３．５')
    await expect(page.getByText('長さを入力してください。')).toBeHidden()
    await expect(bolt.getByLabel('長さ（m）')).not.toHaveAttribute('aria-invalid')
    await bolt.getByLabel('長さ（m）').fill('三')
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(bolt.getByLabel('長さ（m）')).toHaveAttribute('aria-invalid', 'true')
    await bolt.getByLabel('巾（cm）').fill('1')
    await bolt.getByLabel('巾（cm）').fill('')
    await press(page.getByRole('link', { name: '在庫の一覧' }))
    await press(page.getByRole('button', { name: '編集を続ける' }))
    await expect(page.getByRole('dialog')).toBeHidden()
    await bolt.getByLabel('長さ（m）').fill('3.5')
    await bolt.getByLabel('巾（cm）').fill('110')
    await expect(bolt.getByRole('status')).toHaveText('7枚つづき × 2本（ぜんぶで14枚）')
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(page.getByText('受け取りました。')).toBeVisible()
    await expect(page.getByText('反物 B2 残り7枚')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('K10: the page says how many, and its stepper ends there', async () => {
    await untilServed(page, `/all-products/${number}`, (html) => html.includes('つなげて7枚まで'))
    await page.goto(`/all-products/${number}`)
    await expect(page.getByText('いま、つなげて7枚までお届けできます')).toBeVisible()
    const more = page.getByRole('main').getByRole('button', { name: '1枚増やす' }).first()
    for (let units = 1; units < 7; units += 1) await press(more)
    await expect(more).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(/つなげて7枚までです/)).toBeVisible()
    await press(
      page
        .getByRole('main')
        .getByRole('button', { name: `（${number}）の生地を購入` })
        .first(),
    )
  })

  await test.step('K4: what was sold meanwhile is told, and the rest is bought', async () => {
    const desk = await page.context().newPage()
    await desk.goto(`/admin/products/${number}/stock`)
    await desk.getByLabel('いま棚にある布').fill('4、3')
    await press(desk.getByRole('button', { name: 'この在庫にする' }))
    await expect(desk.getByText('数え直しました。')).toBeVisible()
    await desk.close()
    await openCart(page)
    await press(page.getByRole('button', { name: '購入へ進む' }))
    const sheet = page.getByRole('dialog', { name: 'カートの内容をご確認ください' })
    await expect(sheet.getByText('つなげて4枚までになりました')).toBeVisible()
    await expectNoAxeViolations(page)
    await press(sheet.getByRole('button', { name: /4枚にする$/ }))
    await goToPayment(page)
  })

  await test.step('N12: a packer reads the number of the order, and opens it once it is paid', async () => {
    const helper = await browser.newContext({ baseURL: shop.origin, viewport: { width: 375, height: 740 } })
    const her = await helper.newPage()
    await enterDesk(her, 'packer', shop)
    const claim = her.getByRole('listitem').filter({ hasText: /4枚（(?:お支払い中|約束ずみ)）$/ })
    const order = claim.last().getByRole('link')
    await her.goto(`/admin/products/${number}/stock`)
    await expect(claim.last()).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}　4枚（お支払い中）$/)
    await expect(order).toHaveCount(0)

    // As if the held piece were lost: it is on the list of claims without stock.
    changeData(shop.dataDir, "update desk_person set may_count = 1 where role = 'packer'")
    const [held] = readData(shop.dataDir, "select id, piece_id from stock_claim where state = 'held'")
    changeData(shop.dataDir, `update stock_claim set piece_id = null where id = '${held?.id}'`)
    await her.goto('/admin/stock')
    const short = her.getByRole('region', { name: '約束より在庫が少ない 1点' }).getByRole('listitem')
    await expect(short).toHaveText(/ご注文 [0-9A-Z]{4}-[0-9A-Z]{4}$/)
    await expect(short.getByRole('link')).toHaveText([new RegExp(number)])
    changeData(shop.dataDir, `update stock_claim set piece_id = '${held?.piece_id}' where id = '${held?.id}'`)
    await her.goto(`/admin/products/${number}/stock`)
    await pay(page)
    await her.reload()
    await press(order)
    await expect(her.getByRole('heading', { level: 1 })).toContainText('注文')
    await helper.close()
  })

  await test.step('K32, K33: what the count has nothing for has no boxes until one press says that it was there', async () => {
    const [claim] = readData(shop.dataDir, "select id, piece_id from stock_claim where state = 'promised'")
    changeData(shop.dataDir, `update stock_claim set piece_id = null where id = '${claim?.id}'`)
    await page.goto('/admin/packing/found')
    await press(page.getByRole('link', { name: '発送作業に戻る' }))
    await expect(page.getByText('約束より在庫が少ない')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: '裁った' })).toHaveCount(0)
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: /^布はありました/ }))
    await expect(page.getByRole('checkbox', { name: '裁った' }).first()).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByRole('link', { name: /「布はありました」と押された生地.*1点/ })).toBeVisible()
    changeData(shop.dataDir, 'delete from found_fabric')
    changeData(
      shop.dataDir,
      `update stock_claim set piece_id = '${claim?.piece_id}' where id = '${claim?.id}'`,
    )
  })

  await test.step('K13: promised at the desk, cut by its tick, and low on the list', async () => {
    await page.goto(`/admin/products/${number}/stock`)
    await expect(page.getByText(/4枚（約束ずみ）/)).toBeVisible()
    await page.getByRole('group', { name: '1本目' }).getByLabel('長さ（m）').fill('2.5')
    await page.getByRole('group', { name: '1本目' }).getByLabel('巾（cm）').fill('50')
    await press(page.getByRole('button', { name: '受け取る' }))
    await expect(page.getByText('受け取りました。')).toBeVisible()
    await page.goto('/admin/packing')
    await press(page.getByRole('link', { name: /別の反物から/ }))
    await expect(page.getByText('残り5枚 → 1枚')).toBeVisible()
    await expectNoAxeViolations(page)
    await expectValidHtml(await (await page.request.get(page.url())).text())
    await press(page.getByRole('button', { name: 'この反物から裁つ' }))
    await expect(page.getByText('（残り1）')).toBeVisible()
    await press(page.getByRole('checkbox', { name: '裁った' }).first())
    await expect
      .poll(async () => (await page.request.get(`/admin/products/${number}/stock`)).text())
      .not.toContain('約束ずみ）')
    await page.goto('/admin')
    await press(page.getByRole('link', { name: /在庫が少ない生地.*1点/ }))
    await expect(page.getByRole('link', { name: new RegExp(number) }).first()).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('K1: what 数えない leads to is told before it is pressed, with and without script', async () => {
    const plain = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })
    await plain.addCookies(await page.context().cookies())
    const hers = await plain.newPage()
    for (const desk of [page, hers]) {
      await desk.goto(`/admin/products/${number}/stock`)
      const button = desk.getByRole('button', { name: '数えない' })
      await expect(button).toBeHidden()
      await press(desk.getByText('在庫を数えるのをやめる'))
      await expect(desk.getByText('売り切れになりません')).toBeVisible()
      await expect(button).toBeVisible()
    }
    await expectNoAxeViolations(page)
    await press(hers.getByRole('button', { name: '数えない' }))
    await expect(hers.getByText('数えるのをやめました。')).toBeVisible()
    await plain.close()
  })
})
