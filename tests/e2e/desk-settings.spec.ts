import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { goToPayment, openCart, putFabricsIntoCart, sumsOf, untilServed } from '../support/shopping.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({
  ownShop: true,
  expectedInConsole: /status of (?:409|422)/,
  viewport: { width: 375, height: 740 },
})

test('a fee that the owner changes is taken without a restart, and an open cart learns of it @walk', async ({
  page,
  shop,
  context,
}) => {
  walks('/admin/settings', '/admin/settings/:part', '/admin/lists/:list', '/admin/lists/:list/:id')
  const shopper = await context.newPage()
  await putFabricsIntoCart(shopper, 1)
  const panel = await openCart(shopper)
  await enterDesk(page, 'owner', shop)

  await test.step('N50: what is wrong is told beside its field, and the preview tells what shoppers will read', async () => {
    await page.goto('/admin/shop')
    await press(page.getByRole('link', { name: /^お店の設定/ }))
    await press(page.getByRole('link', { name: /送料とキット/ }))
    await expectNoAxeViolations(page)
    await page.getByLabel('送料（円） 1').fill('無料')
    await press(page.getByRole('button', { name: '確かめる' }))
    await expect(page.getByText('小計と送料を数で入れてください。')).toBeVisible()
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('無料')
    await page.getByLabel('送料（円） 1').fill('450')
    await press(page.getByRole('button', { name: '確かめる' }))
    await expect(page.getByRole('heading', { name: '変わるところ' })).toBeFocused()
    await expect(page.getByText('商品の小計が4,400円未満：450円')).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '直す' }))
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('450')
    await page.reload()
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeVisible()
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('450')
    await press(page.getByRole('button', { name: '確かめる' }))
    await press(page.getByRole('button', { name: 'この内容にする' }))
    await expect(page.getByText('変えました。')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'これまでの変更' })).toBeVisible()
    await page.getByLabel('送料（円） 1').fill('480')
    await press(page.getByRole('button', { name: '確かめる' }))
    await expect(page.getByRole('heading', { name: '変わるところ' })).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('480')
    await press(page.getByRole('button', { name: '保存されている内容に戻す' }))
    await page.reload()
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('450')
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeHidden()
    await expectNoAxeViolations(page)
    await expectValidHtml(await (await page.request.get('/admin/settings/hours')).text())
    await page.goto('/admin/settings/hours')
    await press(page.getByLabel('月').first())
    await page.reload()
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeVisible()
    await expect(page.getByLabel('月').first()).not.toBeChecked()
    await press(page.getByRole('button', { name: '保存されている内容に戻す' }))
    await expect(page.getByLabel('月').first()).toBeChecked()
    await page.goto('/admin/settings/fees')
  })

  await test.step('the cart that was open is told, counts anew, and is paid by the new fee', async () => {
    await press(panel.getByRole('button', { name: '購入へ進む' }))
    const sheet = shopper.getByRole('dialog', { name: 'カートの内容をご確認ください' })
    await expect(sheet.getByText('送料', { exact: true }).locator('..')).toHaveText('送料400円 → から450円')
    await press(sheet.getByRole('button', { name: '新しい内容でカートを更新する' }))
    await expect(sheet).toBeHidden()
    expect(await sumsOf(panel)).toMatchObject({ 送料: '450円' })
    await goToPayment(shopper)
    await expect(shopper.getByText('1,000円').first()).toBeVisible()
  })

  await test.step('N3: the way back fills in what was there, and after eleven minutes asks again who she is', async () => {
    await press(page.getByRole('link', { name: 'この前の値を入れる' }).first())
    const said = page.getByRole('status').filter({ hasText: '前の値を入れました。まだ保存していません。' })
    await expect(said).toBeInViewport({ ratio: 1 })
    await expect(said).toContainText('450 → 400')
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('400')
    changeData(shop.dataDir, `update desk_session set confirmed_at = ${Date.now() - 11 * 60_000}`)
    await press(page.getByRole('button', { name: '確かめる' }))
    await expect(page.getByRole('group', { name: 'もう一度ご本人か確かめます' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByLabel('パスワード').fill('wrong-password-1')
    await press(page.getByRole('button', { name: 'この内容にする' }))
    await expect(page.getByText('パスワードが正しくありません。')).toBeVisible()
    await expect(page.getByText('商品の小計が4,400円未満：400円')).toBeVisible()
    await page.getByLabel('パスワード').fill('hari-to-ito-25')
    await page.getByLabel('パスワード').press('Enter')
    await expect(page.getByText('変えました。')).toBeVisible()
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('400')
  })

  await test.step('R18, R19: what another screen changed under a preview is told, and nothing comes back after the save', async () => {
    const change = async (desk: Page, label: string, text: string) => {
      await desk.goto('/admin/settings/fees')
      await desk.getByLabel(label).fill(text)
      await press(desk.getByRole('button', { name: '確かめる' }))
      await expect(desk.getByRole('heading', { name: '変わるところ' })).toBeVisible()
    }
    const save = (desk: Page) => press(desk.getByRole('button', { name: 'この内容にする' }))
    const other = await context.newPage()
    await change(page, '送料（円） 1', '430')
    await change(other, '送料（円） 2', '990')
    await save(other)
    await expect(other.getByText('変えました。')).toBeVisible()
    await other.close()
    await press(page.getByRole('button', { name: '直す' }))
    await page.getByLabel('送料（円） 1').fill('440')
    await press(page.getByRole('button', { name: '確かめる' }))
    await save(page)
    const fees = page.getByRole('group', { name: /^送料（変わったところ：送料（円） 2）/ })
    await expect(fees.getByRole('radio', { name: /いまの値.*990/ })).not.toBeChecked()
    await press(fees.getByRole('radio', { name: /あなたの入力.*440/ }))
    await press(page.getByRole('button', { name: '確かめる' }))
    await save(page)
    await expect(page.getByText('変えました。')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('送料（円） 1')).toHaveValue('440')
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeHidden()
  })

  await test.step('N51: a notice is written, read on the home page, taken out and had back', async () => {
    await page.goto('/admin/shop')
    await press(page.getByRole('link', { name: /^お知らせ/ }))
    await expectNoAxeViolations(page)
    await press(page.getByRole('link', { name: '新しく書く' }))
    await page.getByLabel('題名').fill('秋の布が入りました')
    await expect(page.getByRole('region', { name: 'お客様に見えるようす' })).toContainText(
      '秋の布が入りました',
    )
    await page.reload()
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeVisible()
    await expect(page.getByRole('button', { name: '書きかけを消す' })).toBeVisible()
    await expect(page.getByLabel('題名')).toHaveValue('秋の布が入りました')
    await page.getByLabel('最後の日', { exact: false }).fill('2020-01-01')
    await page.getByLabel('出しはじめる日', { exact: false }).fill('2020-01-02')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('出しはじめる日より後の日を選んでください。')).toBeVisible()
    await expect(page.getByLabel('題名')).toHaveValue('秋の布が入りました')
    await expectNoAxeViolations(page)
    await page.getByLabel('最後の日', { exact: false }).fill('')
    await press(page.getByRole('button', { name: '保存する' }))
    await expect(page.getByText('保存しました。')).toBeVisible()
    await untilServed(shopper, '/', (html) => html.includes('秋の布が入りました'))
    const address = page.url()
    await press(page.getByRole('button', { name: 'これを消す' }))
    await expect(page.getByText('消しました。')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/admin/lists/news/new')
    await other.getByLabel('題名').fill('冬の布')
    await other.reload()
    await expect(other.getByText('書きかけの内容を戻しました。')).toBeVisible()
    await other.close()
    await page.goto(address)
    await expect(page.getByText('消したものです。')).toBeVisible()
    await page.getByLabel('本文').fill('入りました。')
    // What was typed before the script came is in the draft once the preview shows it.
    await expect(page.getByRole('region', { name: 'お客様に見えるようす' })).toContainText('入りました。')
    await page.reload()
    await expect(page.getByText('書きかけの内容を戻しました。')).toBeVisible()
    await expect(page.getByLabel('題名')).toHaveValue('秋の布が入りました')
    await press(page.getByRole('button', { name: '書きかけを消す' }))
    await press(page.getByRole('link', { name: '戻る' }))
    await press(page.getByRole('button', { name: '秋の布が入りましたを元に戻す' }))
    await expect(page.getByRole('link', { name: /秋の布が入りました/ })).toBeVisible()
    await press(page.getByRole('link', { name: '新しく書く' }))
    await expect(page.getByLabel('題名')).toHaveValue('冬の布')
    await press(page.getByRole('button', { name: '書きかけを消す' }))
    await expect(page.getByLabel('題名')).toHaveValue('')
    await expectValidHtml(await (await page.request.get('/admin/lists/collaborations/new')).text())
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('N51, N68: a new entry that was saved already, sent again with something else, is no second entry', async ({
    page,
    shop,
  }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/lists/news/new')
    const title = page.getByLabel('題名')
    const names = ['id', 'requestId', 'act', 'date'] as const
    const drawn = await Promise.all(
      names.map(
        async (name) => [name, await page.locator(`form [name="${name}"]`).first().inputValue()] as const,
      ),
    )
    const headers = { origin: shop.origin }
    const form = { ...Object.fromEntries(drawn), title: '秋の布', content: '', fromDay: '', toDay: '' }
    await page.request.post('/admin/lists/news/new', { form, headers })
    const entries = () => readData(shop.dataDir, "select title from news where title like '%の布'")
    expect(entries()).toEqual([{ title: '秋の布' }])
    await title.fill('冬の布')
    const save = page.getByRole('button', { name: '保存する' })
    await press(save)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await press(save)
    await expect(page.getByRole('radio', { name: 'いまの値 秋の布' })).toBeVisible()
    expect(entries()).toEqual([{ title: '秋の布' }])
    await press(page.getByRole('radio', { name: 'あなたの入力 冬の布' }))
    await press(save)
    await expect(page.getByText('保存しました。')).toBeVisible()
    expect(entries()).toEqual([{ title: '冬の布' }])
  })
})
