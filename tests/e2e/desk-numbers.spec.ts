import iconv from 'iconv-lite'
import { enterDesk } from '../support/desk-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, press, test } from './fixtures.ts'

const csv = (text: string, encoding: string) => ({
  name: 'data.csv',
  mimeType: 'text/csv',
  buffer: iconv.encode(text.replaceAll('\n', '\r\n'), encoding, { addBOM: encoding.startsWith('utf') }),
})

const parcelsOf = (dataDir: string, number: string) =>
  [
    `select carrier, tracking from orders where order_number = '${number}'`,
    `select carrier, tracking from further_parcel where order_id = 'order-${number}' order by position`,
  ]
    .flatMap((query) => readData(dataDir, query))
    .map(({ carrier, tracking }) => `${carrier} ${tracking}`)

for (const [width, height] of [
  [375, 740],
  [1280, 800],
] as const)
  test.describe(`an owner with her carriers’ files, ${width} px wide`, () => {
    test.use({ ownShop: true, viewport: { width, height }, expectedInConsole: /status of 4(09|22)/ })

    test('N63, N64: B2 and クリックポスト bring their numbers, she puts what fits two orders to one, and the buyer reads of each parcel', async ({
      page,
      shop,
    }) => {
      const numbers = addOrdersToShip(shop, 5, (at) => (at > 2 ? { recipient: '佐藤 みどり' } : {}))
      const [first = '', second = '', third = '', fourth = '', fifth = ''] = numbers
      await enterDesk(page, 'owner', shop)
      await page.goto('/admin/packing/numbers')
      const file = page.locator('input[type=file]')
      const match = page.getByRole('button', { name: '照らし合わせる' })

      await file.setInputFiles(csv(`お客様管理番号,住所\n${first},渋谷`, 'cp932'))
      await press(match)
      const pasted = page.getByLabel('または、ここに貼り付ける')
      await expect(pasted).toHaveAccessibleDescription(
        /お問い合わせ番号の列がありません.*「伝票番号」.*「住所」/,
      )
      // SHOT lack
      await file.setInputFiles(
        csv(
          `発行済みデータ\nお客様管理番号,送り状種類,クール区分,伝票番号\n${first},0,0,123456789013\n${first},0,0,123456789024\n${second},0,0,4.90715E+11\n${third},0,0,490715000000`,
          'cp932',
        ),
      )
      await press(match)
      await expect(page.getByRole('heading', { name: '2件が合いました' })).toBeVisible()
      await expect(page.getByLabel(`（${first}）`)).toHaveValue('123456789013、123456789024')
      await expect(page.getByLabel(`（${first}）`)).toHaveAccessibleDescription(
        '荷物2個：ヤマト 1234-5678-9013、ヤマト 1234-5678-9024',
      )
      // On a wide screen a field is as wide as a number, with the carrier beside it.
      const box = await page.getByLabel(`（${first}）`).boundingBox()
      expect(box?.width).toBeGreaterThan(width < 640 ? 280 : 200)
      expect(box?.width).toBeLessThan(width < 640 ? width : 280)
      await expect(page.getByLabel(`（${third}）`)).toHaveAccessibleDescription(
        /Excelが番号を短くしたようです/,
      )
      await expect(page.getByText(`${second}・4.90715E+11：Excelが番号を短くしました`)).toBeVisible()
      // SHOT b2
      await page.getByLabel(`（${third}）`).fill('')

      await file.setInputFiles(
        csv(
          '追跡番号\tお届け先郵便番号\tお届け先氏名\n628012345678\t150-0001\t山田　花子0\n628012345679\t150-0001\t山田 花子1\n628012345680\t150-0001\t佐藤みどり\n628012345681\t150-0001\t誰か',
          'utf-16le',
        ),
      )
      await press(match)
      await expect(page.getByRole('heading', { name: '2件が合いました' })).toBeVisible()
      await expect(
        page.getByText(`6280-1234-5679：山田 花子1（〒150-0001）→ 山田 花子1 様（${second}）`),
      ).toBeVisible()
      await expect(
        page.getByText(`前から入っていた番号も残しました：山田 花子0 様（${first}）`),
      ).toBeVisible()
      await expect(page.getByLabel(`（${first}）`)).toHaveValue('123456789013、123456789024、628012345678')
      await expect(page.getByText(/誰か（〒150-0001）・628012345681：郵便番号とお名前の合う/)).toBeVisible()
      const choice = page.getByRole('combobox', { name: /6280-1234-5680/ })
      await expect(choice).toBeVisible()
      await expectNoAxeViolations(page)
      // SHOT clickpost
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      await page.getByLabel(`（${third}）`).fill('1122 3344 5566 1122 3344 5567')
      await page.getByRole('combobox', { name: '配送会社', exact: true }).selectOption('佐川')
      await page.getByRole('combobox', { name: `${third} の配送会社` }).selectOption('上と同じ')
      const ship = page.getByRole('button', { name: /^保存して\d件（.*）を発送済みにする（.*）$/ })
      await expect(ship).toHaveText(
        '保存して3件（山田 花子0 様、山田 花子1 様、山田 花子2 様）を発送済みにする（ヤマト 1件・日本郵便 2件・佐川 1件）',
      )
      await press(ship)
      await expect(page.getByLabel(`（${third}）`)).toHaveAccessibleDescription(/1122-3344-5566：番号の最後/)
      await expect(choice, 'a choice that was not made stays').toHaveValue('')
      // SHOT doubts
      await choice.selectOption({ value: fifth })
      await press(ship)
      await expect(page.getByText('4件を発送済みにしました')).toBeVisible()
      // SHOT shipped
      expect(parcelsOf(shop.dataDir, first)).toEqual([
        'yamato 123456789013',
        'yamato 123456789024',
        'japanpost 628012345678',
      ])
      expect(parcelsOf(shop.dataDir, second)).toEqual(['japanpost 628012345679'])
      expect(parcelsOf(shop.dataDir, third)).toEqual(['sagawa 112233445566', 'sagawa 112233445567'])
      expect(parcelsOf(shop.dataDir, fifth)).toEqual(['japanpost 628012345680'])
      expect(parcelsOf(shop.dataDir, fourth)).toEqual(['null null'])

      await page.goto(`/order/token-of-this-test-${first}`)
      await expect(page.getByRole('link', { name: '日本郵便 6280-1234-5678' })).toHaveAttribute(
        'href',
        'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=628012345678&locale=ja',
      )
      await expect(page.getByText('荷物 1／3')).toBeVisible()
      // SHOT buyer
      const answer = await page.request.get(`/api/orders/token-of-this-test-${first}`)
      expect((await answer.json()).order.parcels).toHaveLength(3)

      await page.goto(`/admin/orders/${first}`)
      await expect(
        page.getByText(/ヤマト 1234-5678-9013、ヤマト 1234-5678-9024、日本郵便 6280-1234-5678/).first(),
      ).toBeVisible()
      // SHOT order
    })

    test('N63: a sheet takes a further parcel of another carrier, and one is taken away by emptying its number', async ({
      page,
      shop,
    }) => {
      const [number = ''] = addOrdersToShip(shop, 1)
      await enterDesk(page, 'packer', shop)
      await page.goto(`/admin/orders/${number}/ship`)
      await press(page.getByRole('radio', { name: 'ヤマト' }))
      await page.getByLabel('お問い合わせ番号').fill('123456789013')
      await press(page.getByRole('button', { name: '荷物を加える' }))
      const further = page.getByLabel('お問い合わせ番号（2個目）')
      await expect(further).toBeFocused()
      // Until the page is read again Enter sends nothing.
      await expect(page.getByRole('button', { name: '荷物を加える' })).toBeEnabled()
      await expect(page.getByLabel('お問い合わせ番号（1個目）')).toHaveValue('123456789013')
      await page.getByRole('combobox', { name: '配送会社（2個目）' }).selectOption('日本郵便')
      await further.fill('番号')
      await further.press('Enter')
      await expect(further).toHaveAccessibleDescription(/数字と英字で40文字まで/)
      await further.fill('1122-3344-5566')
      await expectNoAxeViolations(page)
      // SHOT sheet
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await press(page.getByRole('button', { name: '発送済みにする' }))
      await expect(page.getByText('ヤマト 1234-5678-9013、日本郵便 1122-3344-5566')).toBeVisible()
      expect(parcelsOf(shop.dataDir, number)).toEqual(['yamato 123456789013', 'japanpost 112233445566'])
      changeData(
        shop.dataDir,
        `update order_event set happened_at = happened_at - 660000 where what = 'shipped' and order_id = 'order-${number}'`,
      )
      await page.goto(`/admin/orders/${number}/ship`)
      await page.getByLabel('お問い合わせ番号（1個目）').fill('')
      // SHOT correction
      await press(page.getByRole('button', { name: 'この内容に直す' }))
      await expect(page.getByText('ヤマト 1234-5678-9013')).toBeHidden()
      expect(parcelsOf(shop.dataDir, number)).toEqual(['japanpost 112233445566'])
    })
  })

test.describe('without script', () => {
  test.use({ ownShop: true, javaScriptEnabled: false })

  test('N63: a row for a further parcel is asked for, and both leave together', async ({ page, shop }) => {
    const [number = ''] = addOrdersToShip(shop, 1)
    await enterDesk(page, 'packer', shop)
    await page.goto(`/admin/orders/${number}/ship`)
    await press(page.getByRole('radio', { name: 'その他' }))
    await page.getByLabel('お問い合わせ番号').fill('1')
    await press(page.getByRole('button', { name: '荷物を加える' }))
    await page.getByLabel('お問い合わせ番号（2個目）').fill('2')
    await press(page.getByRole('button', { name: '発送済みにする' }))
    await expect(page.getByText('1件を発送済みにしました')).toBeVisible()
    expect(parcelsOf(shop.dataDir, number)).toEqual(['other 1', 'other 2'])
  })
})

test.describe('numbers by a scanner', () => {
  test.use({ ownShop: true, viewport: { width: 375, height: 740 } })

  test('N16, N86, N87: Enter goes to the next row, each row has its carrier, and where one number is typed one order leaves', async ({
    page,
    shop,
  }) => {
    const [first = '', second = '', third = ''] = addOrdersToShip(shop, 3)
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/packing/numbers')
    const field = (number: string) => page.getByLabel(`（${number}）`)
    await expect(page.getByRole('button', { name: '番号を入れた注文を発送済みにする' })).toBeVisible()
    await field(first).fill('490714955706')
    await field(first).press('Enter')
    await expect(field(second)).toBeFocused()
    await page.keyboard.type('490714955710')
    await page.getByRole('combobox', { name: `${second} の配送会社` }).selectOption('日本郵便')
    await field(third).press('Enter')
    await expect(field(third), 'a further number would press or change nothing').not.toBeFocused()
    await expect(page).toHaveURL('/admin/packing/numbers')
    await press(page.getByRole('button', { name: '番号を保存する' }))
    await expect(page.getByRole('status').filter({ hasText: '番号を保存しました。' })).toBeVisible()
    expect(parcelsOf(shop.dataDir, first)).toEqual(['yamato 490714955706'])
    expect(parcelsOf(shop.dataDir, second)).toEqual(['japanpost 490714955710'])

    await page.goto('/admin/packing/numbers')
    await page.getByRole('combobox', { name: '配送会社', exact: true }).selectOption('佐川')
    await field(third).fill('490714955721')
    await expect(page.getByText('ほかに番号のある2件は、押したあとに名前で確かめます。')).toBeVisible()
    await press(page.getByRole('button', { name: '保存して1件（山田 花子2 様）を佐川で発送済みにする' }))
    const box = (number: string) => page.getByRole('checkbox', { name: number })
    await expect(box(third)).toBeChecked()
    await expect(box(first)).not.toBeChecked()
    await expect(box(first)).toHaveAccessibleName(/ヤマト 4907-1495-5706.*前から番号があります/)
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await press(page.getByRole('button', { name: '番号の欄に戻る' }))
    await expect(field(third)).toHaveValue('490714955721')
    await press(page.getByRole('button', { name: '保存して1件（山田 花子2 様）を佐川で発送済みにする' }))
    await press(box(second))
    await press(page.getByRole('button', { name: '2件を発送済みにする' }))
    await expect(page.getByText('2件を発送済みにしました')).toBeVisible()
    expect(parcelsOf(shop.dataDir, second)).toEqual(['japanpost 490714955710'])
    expect(parcelsOf(shop.dataDir, third)).toEqual(['sagawa 490714955721'])
    await page.goto('/admin/packing/numbers')
    await expect(field(first)).toHaveCount(1)
    await expect(field(second)).toHaveCount(0)
  })
})

test.describe('numbers without script', () => {
  test.use({ ownShop: true, javaScriptEnabled: false, expectedInConsole: /status of 422/ })

  test('N86, N87, N88: only what was changed is kept, a number at two orders is asked about, and the names come first', async ({
    page,
    shop,
  }) => {
    const [first = '', second = ''] = addOrdersToShip(shop, 2)
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/packing/numbers')
    const field = (number: string) => page.getByLabel(`（${number}）`)
    await field(first).fill('490714955706')
    await field(first).press('Enter')
    await expect(page.getByText('番号を保存しました。')).toBeVisible()
    await page.goto('/admin/packing/numbers')
    await field(second).fill('490714955706')
    await press(page.getByRole('button', { name: '番号を保存する' }))
    await expect(field(second)).toHaveAccessibleDescription(
      new RegExp(`注文 ${first}にも.*同梱.*もう一度押して`),
    )
    expect(parcelsOf(shop.dataDir, second)).toEqual(['null null'])
    await press(page.getByRole('button', { name: '番号のある注文を、名前を確かめて発送する' }))
    const box = (number: string) => page.getByRole('checkbox', { name: number })
    await expect(box(second)).toBeChecked()
    await expect(box(first)).not.toBeChecked()
    await press(page.getByRole('button', { name: '印のある注文を発送済みにする' }))
    await expect(page.getByText('1件を発送済みにしました')).toBeVisible()
    expect(parcelsOf(shop.dataDir, second)).toEqual(['yamato 490714955706'])
  })
})

test.describe('more orders than one page has fields for', () => {
  test.use({ ownShop: true, viewport: { width: 375, height: 740 } })

  test('N16: it says which of how many they are, and the rest has a page of its own', async ({
    page,
    shop,
  }) => {
    const numbers = addOrdersToShip(shop, 302)
    const [first = ''] = numbers
    const last = numbers.at(-1) ?? ''
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/packing/numbers')
    const field = (number: string) => page.getByRole('textbox', { name: `（${number}）` })
    const next = page.getByRole('link', { name: '次のページ' })
    await expect(page.getByText('発送するもの302件のうち、1〜300件目です。')).toBeVisible()
    await expect(field(first)).toHaveCount(1)
    await expect(field(last)).toHaveCount(0)
    await expect(next).toHaveCount(2)
    await press(next.first())
    await expect(page).toHaveURL('/admin/packing/numbers?page=2')
    await expect(page.getByText('発送するもの302件のうち、301〜302件目です。')).toBeVisible()
    await expect(field(first)).toHaveCount(0)
    await expectNoAxeViolations(page)

    await page.getByLabel('または、ここに貼り付ける').fill(`${last},123456789013\n${first},123456789024`)
    await press(page.getByRole('button', { name: '照らし合わせる' }))
    await expect(field(last)).toHaveValue('123456789013')
    await expect(page.getByText(`${first}・123456789024：ほかのページにある注文です`)).toBeVisible()
    await press(page.getByRole('button', { name: '番号を保存する' }))
    await expect(page).toHaveURL('/admin/packing?done=numbers')
    expect(parcelsOf(shop.dataDir, last)).toEqual(['yamato 123456789013'])
    await page.goto('/admin/packing/numbers?page=2')
    await press(page.getByRole('link', { name: '前のページ' }).first())
    await expect(field(first)).toHaveCount(1)
  })
})
