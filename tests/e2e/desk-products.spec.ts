import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { phoneJpeg, smallPdf } from '../support/pictures-for-tests.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({
  ownShop: true,
  expectedInConsole: /status of (?:404|409|422)/,
  viewport: { width: 375, height: 740 },
})

test('a fabric is entered with a photograph, kept as a draft, sold, and its price is asked about @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/products', '/admin/products/new', '/admin/products/:number')
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/products')
  await expectNoAxeViolations(page)
  await expectValidHtml(await (await page.request.get('/admin/products/new')).text())

  await test.step('N41: a field that is wrong is told, and all that was typed stays', async () => {
    await press(page.getByRole('link', { name: '新しい生地' }))
    // The list, which it leaves, has a search with that word.
    await expect(page).toHaveURL(/\/admin\/products\/new/)
    const number = page.getByRole('textbox', { name: /^管理番号/ })
    await expect(number).not.toHaveValue('')
    await number.fill('Q-1')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByLabel('名前')).toBeFocused()
    await expect(page.getByLabel('名前')).toHaveAccessibleDescription('名前がありません。')
    await page
      .getByRole('group', { name: '1枚目の写真' })
      .locator('input[type="file"]')
      .last()
      .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg(2400, 1800) })
    await expect(page.locator('input[name="picture-0"]')).toHaveValue(/^\/Image\/uploads\//)
    await test.step('several photographs come at once, and their order changes by buttons and by dragging', async () => {
      const jpegs = await Promise.all([phoneJpeg(40, 30), phoneJpeg(30, 40)])
      await page
        .getByRole('group', { name: '2枚目の写真' })
        .locator('input[type="file"]')
        .last()
        .setInputFiles(jpegs.map((buffer, at) => ({ name: `IMG_${at}.jpg`, mimeType: 'image/jpeg', buffer })))
      const urls = () =>
        page
          .locator('input[name^="picture-"]')
          .evaluateAll((fields) =>
            fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')),
          )
      await expect.poll(async () => (await urls()).filter((url) => url !== '').length).toBe(3)
      const [first = '', second = '', third = ''] = await urls()
      await press(page.getByRole('button', { name: '1枚目の写真を後ろへ' }))
      expect(await urls()).toEqual([second, first, third, ''])
      const grips = page.getByText('引いて動かす')
      await grips.nth(1).hover()
      await page.mouse.down()
      await page.getByRole('group', { name: '1枚目の写真' }).hover()
      await page.mouse.up()
      expect(await urls()).toEqual([first, second, third, ''])
      for (const place of [3, 2]) await press(page.getByRole('button', { name: `${place}枚目の写真を外す` }))
      expect((await urls()).filter((url) => url !== '')).toEqual([first])
    })
    await page.getByLabel('名前').fill('刺し子の布')
    await page.getByLabel('色', { exact: false }).first().fill('藍')
    await page.getByLabel(/^価格/).fill('たくさん')
    await press(page.getByRole('radio', { name: /下書き/ }))
    await expect(page.getByRole('region', { name: 'お客様に見えるようす' })).toContainText('刺し子の布【藍】')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('価格は、1から999999までの数で入力してください。')).toBeInViewport({
      ratio: 1,
    })
    await expect(page.getByLabel('名前')).toHaveValue('刺し子の布')
    await expectNoAxeViolations(page)
  })

  await test.step('N42: a draft is nowhere; published it is sold with its photograph', async () => {
    await page.getByLabel(/^価格/).fill('660')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('保存しました。')).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
    expect((await page.request.get('/all-products/Q-1')).status()).toBe(404)
    await test.step('on a phone whether it is on sale, and 売り切れにする, need no scrolling', async () => {
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      await page.setViewportSize({ width: 390, height: 740 })
      await page.reload()
      await expect(page.getByRole('radio', { name: /公開中/ })).toBeInViewport()
      await expect(page.getByRole('button', { name: '保存する' })).toBeInViewport()
      await press(page.getByRole('button', { name: '売り切れにする' }))
      await expect(page.getByText('売り切れにしました。')).toBeInViewport()
      await expect(page.getByRole('button', { name: '売り切れにする' })).toBeHidden()
      await press(page.getByRole('link', { name: '在庫', exact: true }))
      await press(page.getByRole('button', { name: '「売り切れ」を元に戻す' }))
      // Its answer would lead back here.
      await expect(page.getByRole('button', { name: '「売り切れ」を元に戻す' })).toBeHidden()
      await press(page.getByRole('link', { name: '戻る' }))
      await page.setViewportSize({ width, height })
    })
    await press(page.getByRole('radio', { name: /公開中/ }))
    await press(page.getByRole('button', { name: '保存する' }))
    await press(page.getByRole('link', { name: 'お客様のページを見る' }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('刺し子の布【藍】')
    await expect(page.locator('img[src^="/Image/uploads/"]').first()).toBeVisible()
  })

  await test.step('R19: what she writes stays beside other acts and over a reload, and leaving asks first', async () => {
    await page.goto('/admin/products/Q-1')
    const text = page.getByLabel('説明')
    await text.fill('刺し子のための布です。')
    await press(page.getByRole('button', { name: '販売を休止する' }))
    await expect(page.getByText('販売を休止しました。')).toBeVisible()
    await expect(text).toHaveValue('刺し子のための布です。')
    await page.reload()
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeVisible()
    await expect(text).toHaveValue('刺し子のための布です。')
    await press(page.getByRole('link', { name: '在庫', exact: true }))
    const question = page.getByRole('dialog', { name: '保存していない変更があります' })
    await press(question.getByRole('button', { name: '編集を続ける' }))
    await expect(question).toBeHidden()
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('保存しました。')).toBeVisible()
    await press(page.getByRole('button', { name: '販売を再開する' }))
    await expect(page.getByText('販売を再開しました。')).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue('刺し子のための布です。')
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeHidden()
    await press(page.getByRole('link', { name: '在庫', exact: true }))
    await expect(page.getByRole('heading', { name: '在庫', level: 1 })).toBeVisible()
  })

  await test.step('N43, P35: a tenth of the price waits on きょう', async () => {
    await page.goto('/admin/products/Q-1')
    await page.getByLabel(/^価格/).fill('66')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('価格だけは')).toBeVisible()
    await page.getByLabel('説明').fill('ふきんにも。')
    changeData(
      shop.dataDir,
      `update held_price set price = 67 where number = 'Q-1';
       update product set updated_at = updated_at + 1 where number = 'Q-1'`,
    )
    await press(page.getByRole('button', { name: 'この価格にする' }))
    await expect(page.getByText('660円 → 67円')).toBeVisible()
    await expect(page.getByLabel('説明')).toHaveValue('ふきんにも。')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByRole('alert').last()).toContainText('ここで入力したものは、そのままです。')
    await expect(page.getByLabel('説明')).toHaveValue('ふきんにも。')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('保存しました。')).toBeVisible()
    await page.goto('/admin')
    await press(page.getByRole('link', { name: /価格の確認/ }))
    await press(page.getByRole('button', { name: 'そのまま' }))
    await expect(page.getByText('これまでの価格のまま販売します。')).toBeVisible()
    await page.goto('/admin/products/new?from=Q-1')
    await expect(page.getByLabel('管理番号')).toHaveValue('Q-2')
    await expect(page.getByLabel('名前')).toHaveValue('刺し子の布')
  })

  await test.step('N48, 51: what the desk gives a fabric of the list outlives that another screen was first', async () => {
    const change = (what: string) =>
      changeData(shop.dataDir, `update product set ${what} where number = 'Q-1'`)
    changeData(
      shop.dataDir,
      `insert into feed_import (id, active, url_hash, last_attempt_at, last_success_at, failures, item_count)
       values ('feed', 1, 'x', ${Date.now()}, ${Date.now()}, 0, 1)`,
    )
    change("source = 'feed', position = 3")
    await page.goto('/admin/products/Q-1')
    await expect(page.getByText('表の5行目で直します')).toBeVisible()
    await page.getByLabel('一覧での順番').selectOption('いちばん前')
    change('updated_at = updated_at + 1')
    await press(page.getByRole('button', { name: '順番と写真を保存する' }))
    await expect(page.getByRole('alert')).toContainText('ほかの画面で先に変わりました')
    await expect(page.getByLabel('一覧での順番')).toHaveValue('first')
    await press(page.getByRole('button', { name: '順番と写真を保存する' }))
    await expect(page.getByText('順番と写真を保存しました。')).toBeVisible()
  })

  await test.step('who packs may look and change nothing', async () => {
    await page.context().clearCookies()
    await enterDesk(page, 'packer', shop)
    await page.goto('/admin/products/Q-1')
    await expect(page.getByText('刺し子の布【藍】')).toBeVisible()
    await expect(page.getByRole('button', { name: '保存する' })).toHaveCount(0)
    expect((await page.goto('/admin/products/new'))?.status()).toBe(404)
  })
})

test('N104: the fabrics of a kit are chosen with picture and name, stand in its preview and on its page', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  const [kit = {}] = readData(
    shop.dataDir,
    "select number from product where type = 'kit' order by number limit 1",
  )
  const fabrics = readData(
    shop.dataDir,
    "select number from product where type = 'fabric' and status = '公開中' order by number limit 2",
  ).map(({ number }) => String(number))
  const [first = '', second = ''] = fabrics
  changeData(shop.dataDir, `update kit set fabric_numbers = '${first}\nX-9' where number = '${kit.number}'`)
  await page.goto(`/admin/products/${kit.number}`)
  const chosen = page.getByRole('group', { name: '使う布' })
  const preview = page.getByRole('region', { name: 'お客様に見えるようす' })
  await expect(chosen.getByRole('checkbox', { name: 'この番号の商品は、いまありません X-9' })).toBeChecked()
  await expect(preview.getByRole('listitem')).toHaveCount(1)
  await expectNoAxeViolations(page)

  await page.getByLabel('生地の番号か名前でさがす').fill(second)
  await press(page.getByRole('option', { name: second }).first())
  await expect(chosen.getByRole('checkbox', { name: second })).toBeChecked()
  await press(chosen.getByRole('checkbox', { name: first }))
  await expect(preview.getByRole('listitem')).toHaveCount(1)
  await expect(preview).toContainText(second)
  await expect(preview).not.toContainText(first)
  await page.reload()
  await expect(page.getByText('書きかけの内容を戻しました。')).toBeVisible()
  await expect(chosen.getByRole('checkbox', { name: second })).toBeChecked()
  await expect(preview).toContainText(second)
  await page.getByLabel('生地の番号か名前でさがす').fill('F-9999')
  await press(page.getByRole('button', { name: '保存する' }))
  await expect(page.getByText('「F-9999」の商品は見つかりません。')).toBeVisible()
  await expect(chosen.getByRole('checkbox', { name: second })).toBeChecked()
  await page.getByLabel('生地の番号か名前でさがす').fill('')
  await press(page.getByRole('button', { name: '保存する' }))
  await expect(page.getByText('保存しました。')).toBeVisible()
  await expect(chosen.getByRole('checkbox')).toHaveCount(2)
  await page.goto(`/kits/${kit.number}`)
  const listed = page.getByRole('region', { name: 'このキットに合う布' })
  await expect(listed.locator(`a[href="/all-products/${second}"]`).first()).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('N104: the fabrics of a kit are searched for and chosen', async ({ page, shop }) => {
    await enterDesk(page, 'owner', shop)
    const [fabric = {}] = readData(
      shop.dataDir,
      "select number, name from product where type = 'fabric' and status = '公開中' order by number limit 1",
    )
    const [kit = {}] = readData(
      shop.dataDir,
      "select number from product where type = 'kit' order by number limit 1",
    )
    changeData(shop.dataDir, `update kit set fabric_numbers = 'X-9' where number = '${kit.number}'`)
    await page.goto(`/admin/products/${kit.number}`)
    await page.getByLabel('生地の番号か名前でさがす').fill(String(fabric.name))
    await page.getByLabel('名前', { exact: true }).fill('よいキット')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText(`「${fabric.name}」で見つかった商品です。`)).toBeVisible()
    await expect(page.getByLabel('名前', { exact: true })).toHaveValue('よいキット')
    const chosen = page.getByRole('group', { name: '使う布' })
    await expect(chosen.getByRole('checkbox', { name: 'X-9' })).toBeChecked()
    await press(chosen.getByRole('checkbox', { name: String(fabric.number) }))
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('保存しました。')).toBeVisible()
    expect(readData(shop.dataDir, `select fabric_numbers from kit where number = '${kit.number}'`)).toEqual([
      { fabric_numbers: `X-9\n${fabric.number}` },
    ])
  })
})

test('W66: of the photographs of a product chosen at once it is said how many were added, which were not, and why', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/products/new')
  await expect(page.getByRole('button', { name: '写真を選ぶ（1枚目の写真）' })).toBeVisible()
  const choose = async (place: number, names: readonly string[]) => {
    const files = names.map(async (name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: name === '型紙.jpg' ? smallPdf : await phoneJpeg(40, 30),
    }))
    await page
      .getByRole('group', { name: `${place}枚目の写真` })
      .locator('input[type="file"]')
      .last()
      .setInputFiles(await Promise.all(files))
  }
  const told = page.getByRole('status').filter({ hasText: '枚' })
  const why = '写真として読み取れませんでした。JPEG・PNG・WebP・AVIFの画像を選んでください。'
  await choose(1, ['a.jpg', '型紙.jpg', 'b.jpg'])
  await expect(told).toHaveText(`写真を2枚加えました。1枚は加えていません。型紙.jpg：${why}`)
  await expectNoAxeViolations(page)
  await choose(4, ['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'g.jpg', 'h.jpg'])
  await expect(told).toHaveText('写真を5枚加えました。')
  await expect(page.getByText('写真は8枚までです。あとの1枚は加えていません。（h.jpg）')).toBeVisible()
})
