import { readFileSync } from 'node:fs'
import type { Locator, Page, Route } from '@playwright/test'
import { rowsOfCsv } from '../support/csv-file.ts'
import { enterDesk } from '../support/desk-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const shippedMails = (dataDir: string) =>
  readData(
    dataDir,
    "select subject_key from mail where kind = 'order_shipped' and subject_key like 'order-K7P4-%'",
  ).map(({ subject_key: key }) => key)

/** As another screen does meanwhile: `version` is that of the order before. */
const chooseCarrierElsewhere = async (page: Page, number: string, version: number) => {
  const parcel = { carrier: 'sagawa', tracking: '', emptiedGo: '1' }
  const form = { intent: 'save', requestId: `elsewhere-${number}`, version, ...parcel }
  const { origin } = new URL(page.url())
  const saved = await page.request.post(`/admin/orders/${number}/ship`, {
    form,
    headers: { origin },
    maxRedirects: 0,
  })
  expect(saved.status()).toBe(302)
}

const piecesOf = (dataDir: string, number: string) =>
  readData(dataDir, `select left_units from stock_piece where number = '${number}' and left_units > 0`).map(
    ({ left_units: left }) => left,
  )

/** In one turn: each tick through the runner takes a tenth of a second. */
const tickAll = (page: Page, on: boolean) =>
  page.getByRole('checkbox', { name: '入れた' }).evaluateAll<void, boolean, HTMLInputElement>((boxes, to) => {
    for (const box of boxes) if (box.checked !== to) box.click()
  }, on)

test.describe('a helper on her phone', () => {
  test.use({ ownShop: true, ...phone(375, 740), expectedInConsole: /status of (409|422)/ })

  test('N14, N16, N89: prints, packs and ships twelve parcels with six taps beside the ticks, and takes one back @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin', '/admin/packing', '/admin/packing/print')
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    const numbers = addOrdersToShip(shop, 12)
    await enterDesk(page, 'packer', shop)
    let taps = 0
    const tap = async (on: Locator) => {
      taps += 1
      await press(on)
    }
    await page.goto('/admin')
    await tap(page.getByRole('link', { name: /発送する.*12件/ }))
    await expect(page.getByText('発送するもの 12件')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      numbers.map((_, at) => `山田 花子${at} 様`),
    )
    await expectNoAxeViolations(page)
    const last = page.getByRole('checkbox').last()
    await page.getByRole('checkbox').nth(-2).focus()
    await page.keyboard.press('Tab')
    await expect(last).toBeFocused()
    const foot = page.locator('form > div', { hasText: 'のうち0件に印' }).last()
    const boxes = await Promise.all([last.boundingBox(), foot.boundingBox()])
    expect((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0)).toBeLessThanOrEqual(boxes[1]?.y ?? 0)

    await tap(page.getByRole('link', { name: '印刷', exact: true }))
    await expect(page.getByText('納品書12枚')).toBeVisible()
    await expectNoAxeViolations(page)
    await tap(page.getByRole('button', { name: '印刷する' }))
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('納品書', { exact: true })).toHaveCount(12)
    await expect(page.getByText('渋谷区神宮前1-2-3').first()).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await tap(page.getByRole('link', { name: '戻る' }))

    await expect(page.getByText('発送するもの 12件')).toBeVisible()
    await press(page.getByRole('checkbox', { name: '入れた' }).first())
    await tickAll(page, true)
    await expect(page.getByText('12件のうち12件に印')).toBeVisible()
    const ship = page.getByRole('button', { name: /^印のある12件を.*発送済みにする/ })
    const carrier = page.getByRole('combobox', { name: '番号のない荷物の配送会社' })
    await carrier.selectOption('佐川')
    await expect(ship).toHaveText('印のある12件を佐川で発送済みにする')
    // What decides it stands at the button, however far the list is scrolled.
    await expect(carrier).toBeInViewport({ ratio: 1 })
    await expect(ship).toBeInViewport({ ratio: 1 })
    await tap(ship)
    await expect(page.getByText('12件を発送済みにしました')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('発送するものはありません。')).toBeVisible()
    expect(taps).toBeLessThanOrEqual(6)
    expect(shippedMails(shop.dataDir)).toHaveLength(12)
    await expectNoAxeViolations(page)

    await press(page.getByText('注文ごとに見る'))
    await press(page.getByRole('button', { name: new RegExp(`元に戻す.*${numbers[3]}`) }))
    await expect(page.getByText('1件のうち0件に印')).toBeVisible()
    await expect(page.getByText('11件を発送済みにしました')).toBeInViewport({ ratio: 1 })
    expect(shippedMails(shop.dataDir)).not.toContain(`order-${numbers[3]}`)
    expect(shippedMails(shop.dataDir)).toHaveLength(11)
    await press(page.getByRole('button', { name: '11件とも元に戻す' }))
    await expect(page.getByRole('status').filter({ hasText: '元に戻しました。' })).toBeInViewport({
      ratio: 1,
    })
    await press(page.getByRole('checkbox', { name: '入れた' }).last())
    await tickAll(page, false)
    await press(page.getByRole('button', { name: '印のあるものを発送済みにする' }))
    await expect(page.getByRole('alert')).toContainText('商品すべてに「入れた」の印を付けてから')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await tickAll(page, true)
    await expect(page.getByRole('button', { name: /^印のある\d+件を/ })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('N89: after a press the button stands whole above the bar, with little of the list on the screen', async ({
    page,
    shop,
  }) => {
    addOrdersToShip(shop, 3)
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/packing')
    for (const at of [0, 1]) await press(page.getByRole('checkbox', { name: '入れた' }).nth(at))
    await press(page.getByRole('button', { name: /^印のある1件を/ }))
    await expect(page.getByText('1件を発送済みにしました')).toBeInViewport({ ratio: 1 })
    const ship = page.getByRole('button', { name: '印のあるものを発送済みにする' })
    const isFree = (button: HTMLElement) => {
      const { left, width, bottom } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, bottom - 4))
    }
    await expect.poll(() => ship.evaluate(isFree)).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await press(page.getByRole('link', { name: '番号を入れる', exact: true }))
    await expect(page).toHaveURL('/admin/packing/numbers')
  })

  test('N85.2: a tick that was on its way when its order was shipped is none of it when it comes back', async ({
    page,
    shop,
  }) => {
    addOrdersToShip(shop, 2)
    await enterDesk(page, 'packer', shop)
    const held: Route[] = []
    await page.route('**/admin/packing.data*', async (route) => {
      if (route.request().postData()?.includes('intent=tick') === true) held.push(route)
      else await route.continue()
    })
    await page.goto('/admin/packing')
    for (const at of [0, 1]) await press(page.getByRole('checkbox', { name: '入れた' }).nth(at))
    await press(page.getByRole('button', { name: /^印のある1件を/ }))
    await expect(page.getByText('1件を発送済みにしました')).toBeVisible()
    expect(held).toHaveLength(2)
    for (const route of held) await route.continue()
    await press(page.getByRole('button', { name: /^元に戻す/ }))
    await expect(page.getByText('2件のうち0件に印')).toBeVisible()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })

  test('N14: ships one with a carrier and a number, whose last digit is wrong, and corrects it', async ({
    page,
    shop,
  }) => {
    const [number = ''] = addOrdersToShip(shop, 1)
    await enterDesk(page, 'owner', shop)
    await page.goto(`/admin/orders/${number.toLowerCase()}/ship`)
    await expectNoAxeViolations(page)
    await press(page.getByRole('radio', { name: 'ヤマト' }))
    await page.getByLabel('お問い合わせ番号').fill('番号')
    await press(page.getByRole('button', { name: '発送済みにする' }))
    await expect(page.getByText('数字と英字で40文字まで')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'ヤマト' })).toBeChecked()
    await expect(page.getByLabel('お問い合わせ番号')).toHaveValue('番号')
    await page.getByLabel('お問い合わせ番号').fill('1234-5678-9012')
    await press(page.getByRole('button', { name: '発送済みにする' }))
    await expect(page.getByLabel('お問い合わせ番号')).toHaveAccessibleDescription(/最後の数字が合いません/)
    await expect(page.getByLabel('お問い合わせ番号')).toBeFocused()
    expect(shippedMails(shop.dataDir), 'nothing leaves with a doubt that nobody has read').toEqual([])
    await chooseCarrierElsewhere(page, number, 0)
    await press(page.getByRole('button', { name: '発送済みにする' }))
    await expect(page.getByRole('radio', { name: 'いまの値 佐川' })).toBeVisible()
    await press(page.getByRole('radio', { name: 'あなたの入力 ヤマト 1234-5678-9012' }))
    await press(page.getByRole('button', { name: '発送済みにする' }))
    await press(page.getByRole('link', { name: '山田 花子0 様' }))
    await expect(page.getByText('番号の最後の数字が合いません')).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByText('配送会社・番号・発送日を直す'))
    await page.getByLabel('お問い合わせ番号').fill('123456789013')
    const day = page.getByLabel('発送日')
    const shippedOn = await day.inputValue()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    // A part of the day is missing.
    await day.press('Backspace')
    await press(page.getByRole('button', { name: 'この内容に直す' }))
    await expect(day).toBeFocused()
    expect(sent).toEqual([])
    await expect(page.getByText('ヤマト 1234-5678-9012')).toBeVisible()
    await day.fill(shippedOn)
    await press(page.getByRole('button', { name: 'この内容に直す' }))
    await expect(page.getByText('ヤマト 1234-5678-9013')).toBeVisible()
    await expect(page.getByText('番号の最後の数字が合いません')).toBeHidden()
    changeData(
      shop.dataDir,
      `update order_event set happened_at = happened_at - 660000 where what = 'shipped' and order_id = 'order-${number}'`,
    )
    await page.reload()
    const mails = page.getByRole('checkbox', { name: 'お客様へ発送のメールをもう一度送る' })
    await press(mails)
    await page.getByLabel('お問い合わせ番号').fill('123456789024')
    await press(page.getByRole('button', { name: 'この内容に直す' }))
    await expect(page.getByText('ヤマト 1234-5678-9024')).toBeVisible()
    await expect(mails, 'the next correction sends no mail unasked').not.toBeChecked()
    await page.getByLabel('お問い合わせ番号').fill('123456789013')
    await press(page.getByRole('button', { name: 'この内容に直す' }))
    await expect(page.getByText('ヤマト 1234-5678-9013')).toBeVisible()
    await page.goto(`/order/token-of-this-test-${number}`)
    await expect(page.getByRole('link', { name: '1234-5678-9013' })).toHaveAttribute(
      'href',
      'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number00=1&number01=123456789013',
    )
  })
})

test.describe('without script', () => {
  test.use({ ownShop: true, javaScriptEnabled: false, expectedInConsole: /status of 422/ })

  test(
    'N158: what is said of a press stands above the bar at the bottom of a low screen',
    long,
    async ({ page, shop }) => {
      addOrdersToShip(shop, 2)
      await enterDesk(page, 'packer', shop)
      await page.setViewportSize({ width: 375, height: 520 })
      await page.goto('/admin/packing')
      await press(page.getByRole('button', { name: '印のあるものを発送済みにする' }))
      const said = page.getByRole('alert')
      await expect(said).toBeFocused()
      await expect
        .poll(() =>
          said.evaluate((element) => {
            const { left, top, bottom } = element.getBoundingClientRect()
            return [top + 2, bottom - 2].map((at) =>
              element.contains(document.elementFromPoint(left + 20, at)),
            )
          }),
        )
        .toEqual([true, true])
    },
  )

  test(
    'N16: ticks are kept, what is in its box is shipped, and it is undone',
    long,
    async ({ page, shop }) => {
      addOrdersToShip(shop, 2)
      await enterDesk(page, 'packer', shop)
      const answer = await page.goto('/admin/packing')
      await expectValidHtml((await answer?.text()) ?? '')
      const boxes = page.getByRole('checkbox', { name: '入れた' })
      await press(page.getByRole('button', { name: '印のあるものを発送済みにする' }))
      await expect(page.getByText('商品すべてに「入れた」の印を付けてから')).toBeVisible()
      await press(boxes.nth(0))
      await press(page.getByRole('button', { name: '印を保存する' }))
      await expect(boxes.nth(0)).toBeChecked()
      await press(boxes.nth(1))
      await press(boxes.nth(2))
      await press(page.getByRole('button', { name: /発送済みにする/ }))
      await expect(page.getByText('1件を発送済みにしました')).toBeVisible()
      await expect(boxes).toHaveCount(2)
      await expect(boxes.nth(0)).toBeChecked()
      await press(page.getByRole('button', { name: /元に戻す/ }))
      await expect(page.getByRole('status').filter({ hasText: '元に戻しました。' })).toBeVisible()
      await expect(boxes).toHaveCount(4)
    },
  )
})

const cancelElsewhere = (dataDir: string, number: string) =>
  changeData(
    dataDir,
    `update orders set cancelled_at = ${Date.now()}, version = version + 1 where order_number = '${number}'`,
  )

const payNow = (dataDir: string, number: string) =>
  changeData(
    dataDir,
    `update orders set state = 'paid', paid_at = ${Date.now()} where order_number = '${number}';
     insert into order_event (id, order_id, happened_at, what, actor) values ('paid ${number}', 'order-${number}', ${Date.now()}, 'paid', 'system')`,
  )

for (const script of [true, false])
  test.describe(script ? 'two who pack' : 'two who pack, without script', () => {
    test.use({
      ownShop: true,
      ...phone(375, 740),
      javaScriptEnabled: script,
      expectedInConsole: /status of (409|410)/,
    })

    test(
      'N90: a press names what was cancelled meanwhile, and one who packs reads of it that it was',
      long,
      async ({ page, shop }) => {
        const [first = '', second = '', third = ''] = addOrdersToShip(shop, 3)
        await enterDesk(page, 'packer', shop)
        await page.goto(`/admin/orders/${third}/ship`)
        cancelElsewhere(shop.dataDir, third)
        await press(page.getByRole('button', { name: '発送済みにする' }))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`注文 ${third}`)
        await expect(page.getByText('取り消されました。')).toBeVisible()
        await expect(page.getByText('山田')).toHaveCount(0)
        await page.goto(`/admin/orders/${third}`)
        await expect(page.getByText('取り消されました。')).toBeVisible()

        await page.goto('/admin/packing')
        await page
          .getByRole('checkbox', { name: `${second}` })
          .first()
          .waitFor()
        for (const box of await page.getByRole('checkbox', { name: '入れた' }).all()) await press(box)
        if (script) await expect(page.getByText('2件のうち2件に印')).toBeVisible()
        const dispute = `insert into payment (payment_intent, order_id, session_id, amount, currency, livemode, received_at, role)
          values ('pi_x', 'order-${first}', 's', 3000, 'jpy', 0, 1, 'first');
          insert into dispute (id, payment_intent, reason, opened_at, as_of, status, amount)
          values ('d', 'pi_x', '', 1, 1, 'needs_response', 3000)`
        changeData(shop.dataDir, dispute)
        await press(page.getByRole('button', { name: /発送済みにする/ }))
        const left = `${first} はお店の確認が済んでいません。済むまで箱を出さないでください。`
        await expect(page.getByRole('alert').filter({ hasText: left })).toBeVisible()
        await expect(page.getByText('1件を発送済みにしました')).toBeVisible()
      },
    )
  })

test.describe('another one packs at the same time', () => {
  test.use({ ownShop: true, ...phone(375, 740), expectedInConsole: /status of 409/ })

  test(
    'N92, N113: her ticks, what has left and how many came are seen without a press, and no row moves',
    long,
    async ({ page, shop, browser }) => {
      const [first = '', second = '', third = '', fourth = ''] = addOrdersToShip(shop, 4)
      const unpaid = "update orders set state = 'awaiting_payment', paid_at = null where order_number ="
      changeData(shop.dataDir, `${unpaid} '${third}'`)
      await enterDesk(page, 'owner', shop)
      await page.goto('/admin/packing')
      const box = (number: string, name: string) =>
        page.getByRole('checkbox', { name: new RegExp(`${number}.*${name}`) })
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
      const places = () =>
        rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top + window.scrollY))
      const before = await places()
      const other = await browser.newContext({ ...phone(375, 740) })
      const hers = await other.newPage()
      await enterDesk(hers, 'packer', shop)
      await hers.goto(new URL('/admin/packing', page.url()).href)
      await press(hers.getByRole('checkbox', { name: new RegExp(`${first}.*裁った`) }))
      await expect(box(first, '裁った')).toBeChecked()
      expect(await places()).toEqual(before)
      for (const at of [0, 1]) await press(box(second, '入れた').nth(at))
      await expect(page.getByRole('button', { name: /^印のある1件を/ })).toBeVisible()
      cancelElsewhere(shop.dataDir, second)
      await press(hers.getByRole('checkbox', { name: new RegExp(`${first}.*入れた`) }).first())
      await expect(page.getByText('取り消されました。箱を出さないでください。')).toBeVisible()
      await expect(box(second, '裁った')).toBeDisabled()
      expect(await places()).toEqual(before)
      // Her ticks of it stay in sight, and her next press names it: its row is gone with that.
      for (const at of [0, 1]) await expect(box(second, '入れた').nth(at)).toBeChecked()

      payNow(shop.dataDir, third)
      await press(hers.getByRole('checkbox', { name: new RegExp(`${first}.*裁った`) }))
      const came = page.getByRole('status').filter({ hasText: 'このあと1件入りました。' })
      await expect(came).toBeInViewport({ ratio: 1 })
      expect(await places()).toEqual(before)
      await expectNoAxeViolations(page)
      await press(came.getByRole('link', { name: '一覧に入れる' }))
      await expect(box(third, '入れた').first()).toBeVisible()
      await expect(came).toHaveCount(0)
      for (const at of [0, 1]) await press(box(fourth, '入れた').nth(at))
      await expect(page.getByRole('button', { name: /^印のある1件を/ })).toBeVisible()
      cancelElsewhere(shop.dataDir, fourth)
      await press(hers.getByRole('checkbox', { name: new RegExp(`${first}.*裁った`) }))
      await expect(box(fourth, '裁った')).toBeDisabled()
      await press(page.getByRole('button', { name: '印のあるものを発送済みにする' }))
      await expect(page.getByRole('alert')).toHaveText(
        `${fourth} は取り消されました。箱を出さないでください。`,
      )
      await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
      await other.close()
    },
  )
})

for (const script of [true, false])
  test.describe(script ? 'owner and packer at once' : 'owner and packer at once, without script', () => {
    test.use({
      ownShop: true,
      ...phone(375, 740),
      javaScriptEnabled: script,
      expectedInConsole: /status of 409/,
    })

    test(
      'N25, N82: with forms of before a price, a count and a parcel are told, and neither loses what the other did',
      long,
      async ({ page, shop, browser }) => {
        const [number = ''] = addOrdersToShip(shop, 1)
        const other = await browser.newContext({ ...phone(375, 740), javaScriptEnabled: script })
        const hers = await other.newPage()
        await enterDesk(page, 'owner', shop)
        await enterDesk(hers, 'packer', shop)
        const at = (path: string) => new URL(path, shop.origin).href
        changeData(shop.dataDir, "update desk_person set may_count = 1 where role = 'packer'")
        const [fabric] = readData(
          shop.dataDir,
          "select number from product where type = 'fabric' and status = '公開中' and source <> 'feed' order by position limit 1",
        )

        await test.step('a parcel: hers goes first, and the owner is asked which number it is', async () => {
          const ship = `/admin/orders/${number}/ship`
          const tracking = (on: Page) => on.getByLabel('お問い合わせ番号')
          await page.goto(ship)
          await hers.goto(at(ship))
          await tracking(page).fill('490714955706')
          await tracking(hers).fill('490714955710')
          for (const on of [page, hers]) await press(on.getByRole('radio', { name: 'ヤマト' }))
          await press(hers.getByRole('button', { name: '発送済みにする' }))
          await expect(hers.getByText('1件を発送済みにしました')).toBeVisible()
          await press(page.getByRole('button', { name: '発送済みにする' }))
          await expect(page.getByRole('alert').filter({ hasText: '先に発送済みになりました' })).toBeVisible()
          const stored = readData(
            shop.dataDir,
            `select tracking from orders where order_number = '${number}'`,
          )
          expect(stored).toEqual([{ tracking: '490714955710' }])
          expect(shippedMails(shop.dataDir)).toHaveLength(1)
        })

        await test.step('a count: the owner’s goes first, and hers is shown anew beside what she typed', async () => {
          const stock = `/admin/products/${fabric?.number}/stock`
          const count = (on: Page) => on.getByRole('textbox', { name: 'いま棚にある布' })
          await page.goto(stock)
          await hers.goto(at(stock))
          await count(page).fill('9')
          await count(hers).fill('4')
          const save = (on: Page) => press(on.getByRole('button', { name: 'この在庫にする' }))
          await save(page)
          await expect.poll(() => piecesOf(shop.dataDir, `${fabric?.number}`)).toEqual([9])
          await save(hers)
          await expect(
            hers.getByRole('alert').filter({ hasText: 'いまは「9」、この画面では「4」' }),
          ).toBeVisible()
          expect(piecesOf(shop.dataDir, `${fabric?.number}`)).toEqual([9])
        })
        await other.close()
      },
    )
  })

test.describe('labels and numbers', () => {
  test.use({
    ownShop: true,
    ...phone(375, 740),
    expectedInConsole: /status of 4(04|09|22)/,
  })

  test('N61, N90: a prefecture that cannot be read is mended where the labels are made, one in romaji is read; a file asked for again names what has left it', async ({
    page,
    shop,
  }) => {
    const typed = [{ prefecture: 'Tokyo' }, { prefecture: 'Tokio' }]
    const [first = ''] = addOrdersToShip(shop, 2, (at) => typed[at] ?? {})
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/packing/labels')
    await expect(page.getByText('直すところ 1件')).toBeVisible()
    const field = page.getByLabel('住所', { exact: true })
    await expect(field).toHaveAccessibleDescription(/都道府県を読み取れません/)
    await expect(field).toHaveValue('Tokio渋谷区神宮前1-2-3')
    await field.fill('東京都渋谷区神宮前1-2-3')
    await press(page.getByRole('button', { name: 'この書き方にする' }))
    await expect(page.getByText('直すところ')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await press(page.getByRole('button', { name: /^選んだ2件を ?クリックポストの ?ファイルに保存する$/ }))
    const rows = rowsOfCsv(new TextDecoder('shift_jis').decode(readFileSync(await (await download).path())))
    const lines = { お届け先住所1行目: '東京都渋谷区神宮前1-2-3', お届け先住所2行目: '糸ビル201' }
    expect(rows).toMatchObject([lines, lines])
    const file = page.getByRole('link', { name: 'ファイルを保存する' })
    const again = page.waitForEvent('download')
    await press(file)
    await again
    await expect(page.getByText('2件をクリックポストのファイルにしました。')).toBeVisible()
    cancelElsewhere(shop.dataDir, first)
    await press(file)
    await expect(page.getByRole('alert')).toHaveText(`${first} は取り消されました。箱を出さないでください。`)
    await expect(page.getByText('このファイルに入るのは、いまは1件です。')).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
    const rest = page.waitForEvent('download')
    await press(file)
    const left = rowsOfCsv(new TextDecoder('shift_jis').decode(readFileSync(await (await rest).path())))
    expect(left).toHaveLength(1)
  })

  test('N17: 41 parcels are two files, what cannot be printed is mended, and a carrier’s file brings the numbers @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/packing/labels', '/admin/packing/numbers')
    const numbers = addOrdersToShip(shop, 41, (at) => (at === 3 ? { recipient: '𠮷田 花子' } : {}))
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/packing/labels')
    await expect(page.getByText('直すところ 1件')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByLabel('お名前').fill('吉田 花子')
    await press(page.getByRole('button', { name: 'この書き方にする' }))
    await expect(page.getByText('直すところ')).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await press(page.getByRole('button', { name: /^選んだ41件を ?クリックポストの ?ファイルに保存する$/ }))
    await expect(page.getByText('41件をクリックポストのファイルにしました。')).toBeVisible()
    await saved
    await expectNoAxeViolations(page)
    const links = page.getByRole('link', { name: /つ目のファイルを保存する/ })
    const files = await Promise.all(
      (await links.all()).map(async (link) => page.request.get((await link.getAttribute('href')) ?? '')),
    )
    const texts = await Promise.all(
      files.map(async (file) => rowsOfCsv(new TextDecoder('shift_jis').decode(await file.body()))),
    )
    expect(texts.map((rows) => rows.length)).toEqual([40, 1])
    expect(texts.flat().map((row) => row.お届け先氏名)).toContain('吉田 花子')
    await expect(page.getByText(/^まだファイルにしていない注文はありません/)).toBeVisible()
    for (const path of ['from=2026-11-01&to=2026-11-20', 'from=2020-01-01'])
      expect((await page.request.get(`/admin/packing/labels?${path}`)).status()).toBe(404)
    expect((await page.request.get('/admin/packing/labels/file?part=1')).status()).toBe(404)

    await press(page.getByRole('link', { name: '1件ずつ選ぶ' }))
    await expect(page.getByRole('button', { name: /^選んだ0件を/ })).toBeVisible()
    await expect(page.getByText(/^書き出し済み/).first()).toBeVisible()
    await press(page.getByRole('checkbox').nth(1))
    await page.getByRole('combobox', { name: '送り状の種類' }).selectOption('b2')
    await page
      .getByRole('combobox', { name: /^荷物の種類/ })
      .nth(1)
      .selectOption('nekopos')
    await expect(page.getByText('請求先顧客コードと運賃管理番号は空のまま')).toBeVisible()
    await expect(page.getByText('ネコポス 1件')).toBeVisible()
    const download = page.waitForEvent('download')
    await press(
      page.getByRole('button', { name: /^選んだ1件を ?ヤマト（B2クラウド）の ?ファイルに保存する$/ }),
    )
    const labels = rowsOfCsv(new TextDecoder('shift_jis').decode(readFileSync(await (await download).path())))
    expect(labels).toMatchObject([{ お客様管理番号: numbers[1], 送り状種類: 'A' }])

    await enterDesk(page, 'owner', shop, 0)
    await page.goto('/admin/packing/numbers')
    await page
      .getByLabel('または、ここに貼り付ける')
      .fill(`お客様管理番号,伝票番号\n${numbers[0]},1234-5678-9013\n${numbers[1]},2\nZZZZ-ZZZZ,3`)
    await page.getByLabel(`（${numbers[2]}）`).fill('55')
    await press(page.getByRole('button', { name: '照らし合わせる' }))
    await expect(page.getByText('2件が合いました')).toBeVisible()
    await expect(page.getByLabel(`（${numbers[2]}）`), 'typed by hand').toHaveValue('55')
    await expect(page.getByText('合わなかった行 1件')).toBeVisible()
    await press(page.getByRole('link', { name: '戻る' }))
    await press(page.getByRole('button', { name: '編集を続ける' }))
    await expectNoAxeViolations(page)
    const chosen = page.locator('input[type=file]')
    await chosen.setInputFiles({ name: '空.csv', mimeType: 'text/csv', buffer: Buffer.from('何も') })
    await page.getByLabel('または、ここに貼り付ける').fill('読めない')
    await press(page.getByRole('button', { name: '照らし合わせる' }))
    await expect(page.getByLabel('または、ここに貼り付ける')).toHaveAccessibleDescription(
      /番号の列がありません/,
    )
    await expect(chosen, 'mended on the disk it could not be sent').toHaveValue('')
    await expect(page.getByLabel(`（${numbers[0]}）`)).toHaveValue('123456789013')
    await page.getByRole('combobox', { name: '配送会社', exact: true }).selectOption('ヤマト')
    await chooseCarrierElsewhere(page, numbers[0] ?? '', 0)
    await press(page.getByRole('button', { name: '番号を保存する' }))
    await expect(page.getByText(`${numbers[0]} はほかの画面で先に変わりました`)).toBeVisible()
    await expect(page.getByRole('button', { name: '番号を保存する' })).toBeEnabled()
    await press(page.getByRole('button', { name: '番号を保存する' }))
    await expect(page.getByRole('link', { name: 'ヤマト 1234-5678-9013' })).toBeVisible()
    await expect(page.getByText('発送するもの 41件')).toBeVisible()
  })
})

test.describe('an owner with a tablet', () => {
  test.use({ ownShop: true, viewport: { width: 768, height: 900 } })

  test('N14: names of products beside their ticks and the fields of a label have room', async ({
    page,
    shop,
  }) => {
    addOrdersToShip(shop, 1, () => ({ recipient: '﨑山株式会社とても長いお名前の縫製部御中' }))
    await enterDesk(page, 'owner', shop)
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width
    await page.goto('/admin/packing')
    expect(await widthOf(page.getByRole('paragraph').filter({ hasText: 'ダブルガーゼ' }))).toBeGreaterThan(
      240,
    )
    await page.goto('/admin/packing/labels?format=b2')
    expect(await widthOf(page.getByRole('textbox', { name: 'お名前' }))).toBeGreaterThan(380)
    for (const path of ['packing', 'packing/labels?format=b2']) {
      await page.goto(`/admin/${path}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768)
    }
  })
})
