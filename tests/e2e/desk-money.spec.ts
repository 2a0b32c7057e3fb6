import { enterDesk } from '../support/desk-session.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const ownerPassword = 'hari-to-ito-25'

const refundsOf = (dataDir: string) =>
  readData(dataDir, 'select amount, state from refund where request_id is not null order by asked_at')

test.describe('money on the phone of the owner', () => {
  test.use({
    ownShop: true,
    shopSettings: { DEMO_ORDERS: '1' },
    ...phone(375, 740),
    expectedInConsole: /status of (422|409|404)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
  })

  test('N18, N3: gives a unit back, is asked who she is with all kept, and cancels an order @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/orders/:number/refund', '/admin/orders/:number/cancel')
    await enterDesk(page, 'owner', shop, Date.now() - 11 * 60_000)
    await page.goto('/admin/orders/K7P4-9WXD/refund')
    await expectNoAxeViolations(page)
    const other = page.getByLabel('そのほかの金額')
    const reason = page.getByLabel('何の分か')
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(other).toHaveAccessibleDescription('返すものを入れてください。')
    // What another field has mended is said no longer.
    await page.getByRole('textbox', { name: /F-1001/ }).fill('9')
    await expect(other).not.toHaveAttribute('aria-invalid')
    await other.fill('100')
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByText('0から3までの数にしてください。')).toBeInViewport({ ratio: 1 })
    await expect(reason).toHaveAccessibleDescription(/何の分かを書いてください。/)
    await other.fill('')
    await expect(reason).not.toHaveAttribute('aria-invalid')
    await expect(page.getByText('0から3までの数にしてください。')).toBeVisible()
    await expect(
      page.getByText('もう一度ご本人か確かめます。パスワード'),
      'nobody is asked for nothing',
    ).toHaveCount(0)
    await page.getByRole('textbox', { name: /F-1001/ }).fill('1')
    await expect(page.getByText(/山田 花子 様のカードへ .*円 を返金し、メールを送ります/)).toBeVisible()
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByRole('textbox', { name: /F-1001/ })).toHaveValue('1')
    const password = page.getByRole('textbox', { name: 'パスワード' })
    await expect(password).toBeFocused()
    await expect(password).toBeInViewport({ ratio: 1 })
    await password.fill(ownerPassword)
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByText(/円：返金しました/)).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
    expect(refundsOf(shop.dataDir)).toMatchObject([{ state: 'succeeded' }])
    await press(page.getByRole('link', { name: 'ほかにも返金する' }))
    await page.getByRole('textbox', { name: /F-1001/ }).fill('3')
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByText('0から2までの数にしてください。')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('textbox', { name: /F-1001/ })).toHaveValue('3')
    // What was wrong is said no longer once the value has changed, and again by the next answer.
    await page.getByRole('textbox', { name: /F-1001/ }).fill('2')
    await expect(page.getByText('0から2までの数にしてください。')).toBeHidden()
    await expect(page.getByRole('textbox', { name: /F-1001/ })).not.toHaveAttribute('aria-invalid')
    await page.getByRole('textbox', { name: /F-1001/ }).fill('3')
    await reason.fill('一枚の染め')
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByRole('textbox', { name: /F-1001/ })).toBeFocused()
    await expect(page.getByText('0から2までの数にしてください。')).toBeInViewport({ ratio: 1 })
    await reason.focus()
    await page.context().setOffline(true)
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByText(/^通信エラーが発生しました/)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('textbox', { name: /F-1001/ })).not.toBeFocused()
    await page.context().setOffline(false)
    await page.getByRole('textbox', { name: /F-1001/ }).fill('2')
    await expect(page.getByText('0から2までの数にしてください。')).toBeHidden()
    await page.route('**/refund.data*', (route) => route.abort())
    await press(page.getByRole('button', { name: '返金する' }))
    // The money may have gone back: nobody knows, and the same press again is one refund (N162).
    await expect(
      page.getByText(/^返金できたか、わかりませんでした。もう一度押しても、二重にはなりません。/),
    ).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('返金できませんでした。')).toBeHidden()
    await expect(page.getByText('0から2までの数にしてください。'), 'it was corrected').toBeHidden()
    await expect(page.getByRole('textbox', { name: /F-1001/ })).not.toBeFocused()
    await expect(page.getByRole('textbox', { name: /F-1001/ })).toHaveValue('2')
    await page.unrouteAll()

    await page.goto('/admin/orders/3MTR-8HQ2/cancel')
    await expect(page.getByText(/佐藤 みどり 様のカードへ .*円 を返金し、注文を取り消し/)).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '取り消す' }))
    await expect(page.getByText(/円：返金しました/)).toBeVisible()
    await page.goto('/admin/orders/3MTR-8HQ2')
    await expect(page.getByText('取り消し済み').first()).toBeVisible()
    expect(refundsOf(shop.dataDir)).toHaveLength(2)
  })

  test('N19: a return that another screen has noted is shown as it is, and nothing of it is written over @walk', async ({
    page,
    shop,
  }) => {
    walks('/admin/orders/:number/return')
    await enterDesk(page, 'owner', shop)
    changeData(
      shop.dataDir,
      `update orders set shipped_at = ${Date.now() - 86_400_000} where order_number = 'K7P4-9WXD'`,
    )
    await page.goto('/admin/orders/K7P4-9WXD/return')
    await page.getByRole('textbox', { name: /F-1001/ }).fill('1')
    await press(page.getByRole('button', { name: '返品を待つ' }))
    const arrived = page.getByRole('button', { name: '届きました' })
    await expect(arrived).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/admin/orders/K7P4-9WXD/return')
    await other.getByLabel('届いたときの様子').fill('きれいです')
    await press(other.getByRole('button', { name: '届きました' }))
    await expect(other.getByRole('heading', { name: '届いた返品' })).toBeVisible()
    await page.getByLabel('届いたときの様子').fill('しわがあります')
    await press(arrived)
    await expect(page.getByRole('alert')).toContainText(/ほかの画面で先に変わりました.*「しわがあります」/)
    await expect(page.getByRole('heading', { name: '届いた返品' })).toBeVisible()
    await expect(arrived).toHaveCount(0)
    const kept = readData(shop.dataDir, "select 1 from order_return where condition = 'きれいです'")
    expect(kept).toHaveLength(1)
    await expectNoAxeViolations(page)
    await press(other.getByRole('button', { name: 'まだ届いていない' }))
    await expect(other.getByRole('button', { name: '届きました' })).toBeVisible()
    await press(page.getByRole('button', { name: 'まだ届いていない' }))
    await expect(page.getByRole('alert')).toContainText('ほかの画面で先に変わりました')
    await expect(page.getByRole('button', { name: '返品を取りやめる' })).toBeVisible()
    await press(other.getByRole('button', { name: '届きました' }))
    await expect(other.getByRole('heading', { name: '届いた返品' })).toBeVisible()
    await press(page.getByRole('button', { name: '返品を取りやめる' }))
    await expect(page.getByRole('alert')).toContainText('ほかの画面で先に変わりました')
    await other.close()
  })

  test('N3, N21: a packer finds none of the sheets', async ({ page, shop }) => {
    await enterDesk(page, 'packer', shop)
    for (const path of [
      'orders/K7P4-9WXD/refund',
      'orders/K7P4-9WXD/cancel',
      'orders/K7P4-9WXD/settle',
      'orders/K7P4-9WXD/return',
      'orders/K7P4-9WXD/transfer',
      'payments',
    ]) {
      const answer = await page.goto(`/admin/${path}`)
      expect(answer?.status()).toBe(404)
    }
  })
})

test.describe('without script', () => {
  test.use({
    ownShop: true,
    shopSettings: { DEMO_ORDERS: '1' },
    javaScriptEnabled: false,
    expectedInConsole: /status of (422|409)/,
  })

  test('N18: the first press says the sum, the second gives it back', long, async ({ page, shop }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/orders/K7P4-9WXD/refund')
    await page.getByRole('textbox', { name: /F-1001/ }).fill('1')
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByText(/返金は .*円 になります/)).toBeVisible()
    expect(refundsOf(shop.dataDir)).toEqual([])
    await press(page.getByRole('button', { name: '返金する' }))
    await expect(page.getByText(/円：返金しました/)).toBeVisible()
    expect(refundsOf(shop.dataDir)).toHaveLength(1)

    await test.step('M49, M50: called off at the provider, it is owed until she says why it is not', async () => {
      changeData(shop.dataDir, "update refund set state = 'failed', failure_reason = 'merchant_request'")
      await page.goto('/admin/orders/K7P4-9WXD/refund')
      await expect(page.getByText(/うち1は、できなかった返金の分です/)).toBeVisible()
      await press(page.getByRole('link', { name: '返さなくてよくなった' }))
      await press(page.getByRole('button', { name: '返金しないことにする' }))
      await expect(page.getByText('なぜ返さなくてよいのかを書いてください。')).toBeVisible()
      await page.getByLabel('なぜ返さなくてよいのか').fill('やはりお送りする')
      await press(page.getByRole('button', { name: '返金しないことにする' }))
      await expect(page.getByText(/返金しないことにしました（やはりお送りする）/).first()).toBeVisible()
      await expect(page.getByRole('link', { name: '返さなくてよくなった' })).toHaveCount(0)
    })
  })

  // Only a browser goes back.
  test('N157: Back after a refused answer finds what was typed', async ({ page, shop }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/orders/K7P4-9WXD/address')
    const code = page.getByLabel('郵便番号')
    await code.fill('530')
    await press(page.getByRole('main').getByRole('button', { name: /を直す$/ }))
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await page.goBack()
    await expect(code).not.toHaveAttribute('aria-invalid')
    await expect(code).toHaveValue('530')
  })
})
