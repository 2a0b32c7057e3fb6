import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { addOrdersToShip } from '../support/orders-to-ship.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

test.use({
  ownShop: true,
  expectedInConsole: /status of (?:404|409|422)/,
  viewport: { width: 375, height: 740 },
})

const mail = (id: string, kind: string) =>
  `insert into mail (id, kind, subject_key, recipient, subject, text, html, message_id, state, attempts, next_attempt_at,
   claimed_until, last_error, created_at) values ('${id}', '${kind}', '${id}', 'hanako@mail.example',
   'ご注文を受け付けました', '', '', '${id}', 'dead', 3, ${Date.now()}, 0, '550 no such user', ${Date.now()})`

/** Two fabrics sold out, and one low. */
const fewLeft = `insert into stock (number, mode, counted_by, low_at, most_units)
   select number, 'pieces', 'desk', 4, case when place < 3 then 0 else 2 end
   from (select number, row_number() over (order by number) as place from product where type = 'fabric' and status = '公開中') as fabric
   where place < 4 on conflict (number) do update set most_units = excluded.most_units, low_at = 4`

const ways = (page: Page) => page.getByRole('navigation', { name: /の机$/ })

test('the owner sees what is to be done, closes the shop, opens it again, and finds it in the log @walk', async ({
  page,
  shop,
}) => {
  walks('/admin/shop', '/admin/more', '/admin/mails', '/admin/log')
  await enterDesk(page, 'owner', shop)
  changeData(shop.dataDir, 'delete from mail; delete from audit')

  await test.step('N22: a card leads to its list', async () => {
    await page.goto('/admin')
    await expect(page.getByText('メールが届いていません')).toHaveCount(0)
    changeData(shop.dataDir, mail('dead', 'order_confirmation'))
    await page.goto('/admin')
    await expect(ways(page).getByRole('link', { name: 'きょう' })).toContainText(/[1-9]/)
    await expectNoAxeViolations(page)
    await press(page.getByRole('link', { name: /メールが届いていません/ }))
    await expect(page.getByRole('heading', { name: '届いていないメール' })).toBeVisible()
    await expect(page.getByText('550 no such user')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('N93: 商品 leads to as many things as it counts, by reason, each where it is mended', async () => {
    changeData(shop.dataDir, fewLeft)
    await page.goto('/admin')
    const counted = Number(
      (await ways(page).getByRole('link', { name: '商品' }).innerText()).replace(/\D/g, ''),
    )
    expect(counted).toBeGreaterThanOrEqual(3)
    await press(ways(page).getByRole('link', { name: '商品' }))
    await expect(page.getByRole('link', { name: `用事 ${counted}` })).toHaveAttribute('aria-current', 'true')
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('a[href$="/stock"]') }),
    ).toHaveCount(counted)
    await expect(page.getByRole('heading', { name: /^売り切れ \d+点$/ })).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.locator('main a[href$="/stock"]').first())
    await expect(page.getByRole('heading', { level: 1, name: '在庫' })).toBeVisible()
    await press(page.getByRole('link', { name: '戻る' }))
    await press(page.getByRole('link', { name: 'すべて', exact: true }))
    await expect(page.getByRole('heading', { name: /^売り切れ/ })).toHaveCount(0)
  })

  await test.step('N25: the shop is closed, with its undo told', async () => {
    await press(ways(page).getByRole('link', { name: 'お店' }))
    await page.getByLabel('お客様へのお知らせの1行').fill('1月4日から営業します')
    await press(page.getByRole('button', { name: '見るだけにする' }))
    await expect(page.getByText('見るだけにしました。')).toBeVisible()
    await expect(page.getByText(/いまは見るだけです/)).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('another screen that is stale changes nothing, and keeps what was typed', async () => {
    const other = await page.context().newPage()
    await other.goto('/admin/shop')
    await press(page.getByRole('button', { name: '営業中に戻す' }))
    await expect(page.getByText('いまは営業中です。')).toBeVisible()
    await other.getByLabel('お客様へのお知らせの1行').fill('後から')
    const answer = other.waitForResponse((response) => response.request().method() === 'POST')
    await press(other.getByRole('button', { name: 'お知らせを変える' }))
    expect((await answer).status()).toBe(409)
    await expect(other.getByRole('alert')).toContainText('ほかの画面で先に変わりました')
    await expect(other.getByLabel('お客様へのお知らせの1行')).toHaveValue('後から')
    // It shows the shop as it is now, so that pressing again is about that.
    await press(other.getByRole('button', { name: '見るだけにする' }))
    await expect(other.getByText(/いまは見るだけです/)).toBeVisible()
    await press(other.getByRole('button', { name: '営業中に戻す' }))
    await expect(other.getByText('いまは営業中です。')).toBeVisible()
    await other.close()
  })

  await test.step('N60, N81: a holiday is planned, begins by itself, and ends when the shop is opened', async () => {
    const day = (after: number) =>
      new Date(Date.now() + 9 * 3_600_000 + after * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('最初の日').fill(day(0))
    await page.getByLabel('最後の日').fill(day(-1))
    await page.getByLabel('お休みのあいだの、お知らせの1行').fill('棚卸しです')
    await press(page.getByRole('button', { name: 'この予定にする' }))
    await expect(
      page.getByText('最後の日を、最初の日かそれよりあとの、60日までの日で入れてください。'),
    ).toBeVisible()
    await page.getByLabel('最後の日').fill(day(1))
    await press(page.getByRole('button', { name: 'この予定にする' }))
    await expect(page.getByText('お休みの予定を決めました。')).toBeVisible()
    const shopper = await page.request.get('/about')
    expect(await shopper.text()).toMatch(/棚卸しです .+から、ご購入いただけます。/)
    await expect(page.getByText(/いまはお休みです/)).toBeVisible()
    const states = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
    await expect(states).toHaveText([/^営業中/, /^見るだけ/, /^お休みいま/])
    await expect(page.locator('main [aria-current="true"]')).toHaveText(/「棚卸しです」/)
    await expect(states.nth(0).getByRole('button')).toHaveText('営業中に戻す')
    await expect(states.nth(1).getByRole('button')).toHaveCount(0)
    await expect(states.nth(2).getByRole('button')).toHaveText(['予定を取り消す', '予定を変える'])
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '営業中に戻す' }))
    await expect(page.getByText('いまは営業中です。')).toBeVisible()
    await expect(page.getByText('予定はありません。')).toBeVisible()
    await expect(page.getByLabel('最初の日'), 'no holiday: nothing is proposed').toHaveValue('')
  })

  await test.step('N60, N25: what another screen has stored stands in the fields, and is not written over unseen', async () => {
    const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
    const plan = async (at: Page, from: string, button: string) => {
      await at.getByLabel('最初の日').fill(from)
      await at.getByLabel('最後の日').fill(day(9))
      await press(at.getByRole('button', { name: button }))
      await expect(at.getByText('お休みの予定を決めました。')).toBeVisible()
    }
    await plan(page, day(5), 'この予定にする')
    const other = await page.context().newPage()
    await other.goto('/admin/shop')
    await plan(other, day(7), '予定を変える')
    await other.getByLabel('お客様へのお知らせの1行').fill('ほかの画面から')
    await press(other.getByRole('button', { name: '見るだけにする' }))
    await expect(other.getByText(/いまは見るだけです/)).toBeVisible()
    await other.close()
    const stopping = page.getByRole('button', { name: '見るだけにする' })
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    await page.route('**/admin/shop.data*', async (route) => {
      if (route.request().method() === 'GET') await isRead
      await route.continue()
    })
    await press(stopping)
    await expect(page.getByRole('alert')).toContainText('ほかの画面で先に変わりました')
    await expect(stopping, 'what it would send is old until the page is read again').toBeDisabled()
    read()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByLabel('最初の日')).toHaveValue(day(7))
    await press(page.getByRole('button', { name: '予定を取り消す' }))
    await expect(page.getByText('予定はありません。')).toBeVisible()
    await expect(page.getByLabel('お客様へのお知らせの1行')).toHaveValue('ほかの画面から')
    await press(page.getByRole('button', { name: '営業中に戻す' }))
    await expect(page.getByText('いまは営業中です。')).toBeVisible()
  })

  await test.step('N104: a product whose sale stops is chosen, with picture and name; a wrong one is told beside its field', async () => {
    const search = page.getByLabel('管理番号か名前でさがす')
    await press(page.getByRole('button', { name: 'この商品の販売を休止する' }))
    await expect(page.getByText('商品を選んでください。')).toBeVisible()
    await search.fill('X-404')
    await press(page.getByRole('button', { name: 'この商品の販売を休止する' }))
    await expect(page.getByText('「X-404」の商品は見つかりません。')).toBeVisible()
    await expect(search).toHaveValue('X-404')
    const [{ number } = {}] = readData(
      shop.dataDir,
      "select number from product where type = 'fabric' limit 1",
    )
    await search.fill(String(number))
    await press(page.getByRole('option', { name: String(number) }).first())
    await expect(search).toHaveValue('')
    await expect(page.getByRole('radio', { name: String(number) })).toBeChecked()
    await expect(page.getByRole('group', { name: '休止する商品' }).locator('img')).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: 'この商品の販売を休止する' }))
    await expect(page.getByText(/^販売を休止しました。/)).toBeVisible()
    await expect(search, 'it is done').toHaveValue('')
    await expect(page.getByRole('radio')).toHaveCount(0)
    await press(page.getByRole('button', { name: '再開する' }))
    await expect(page.getByText('販売を再開しました。')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), 'its button has gone').toBeFocused()
  })

  await test.step('N1: all of it stands in the log, and nothing of it wider than a phone', async () => {
    await press(ways(page).getByRole('link', { name: 'その他' }))
    await expectNoAxeViolations(page)
    await press(page.getByRole('link', { name: /^記録/ }))
    // The headings of the table are not on a phone.
    await expect(page.getByRole('row')).toHaveCount(13)
    await expect(page.getByText('見るだけにしました', { exact: true })).toHaveCount(4)
    await expect(page.getByRole('main')).toContainText('お知らせ：（なし） → 1月4日から営業します')
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const tops = await ways(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)))
    expect(new Set(tops).size, 'the five places stand in one row').toBe(1)
    expect(tops).toHaveLength(5)
    await press(page.getByText('しぼりこむ'))
    await page.getByLabel('何をした').selectOption('営業中に戻しました')
    await press(page.getByRole('button', { name: 'しぼる', exact: true }))
    await expect(page.getByRole('row')).toHaveCount(4)
    await press(page.getByRole('link', { name: /^営業中に戻しました ×/ }))
    await expect(page.getByRole('row')).toHaveCount(13)
  })

  await test.step('a mail that reached nobody leads to its order', async () => {
    const [ordered] = addOrdersToShip(shop, 1)
    const [order] = readData(shop.dataDir, `select id from orders where order_number = '${ordered}'`)
    changeData(shop.dataDir, mail(`${order?.id} again 1`, 'order_confirmation'))
    await page.goto('/admin/mails')
    await press(page.getByRole('link', { name: `注文 ${ordered}` }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`注文 ${ordered}`)
  })
})

test('a packer has her two places, and nothing of the owner’s is there for her', async ({ page, shop }) => {
  changeData(shop.dataDir, mail('dead', 'order_confirmation'))
  await enterDesk(page, 'packer', shop)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'きょう' })).toBeVisible()
  await expect(page.getByText(/メールが届いていません|売上/)).toHaveCount(0)
  await expect(ways(page).getByRole('link', { name: 'お店' })).toHaveCount(0)
  const [{ number } = {}] = readData(shop.dataDir, 'select order_number as number from orders limit 1')
  for (const path of ['/admin/shop', '/admin/log', '/admin/mails', `/admin/orders/${number}/evidence`])
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 404])
  const written = await page.request.post('/admin/shop', {
    form: { act: 'close', requestId: 'r', version: 'open', message: '' },
    headers: { origin: shop.origin },
  })
  expect(written.status()).toBe(404)
  await page.goto('/admin/more')
  await expect(page.getByRole('link', { name: /お店を見る/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /記録/ })).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the pages of the desk fit a narrow phone with large text, are valid, and close the shop',
    long,
    async ({ page, shop }) => {
      await enterDesk(page, 'owner', shop)
      changeData(shop.dataDir, mail('dead', 'order_confirmation'))
      changeData(shop.dataDir, fewLeft)
      const paths = [
        ...['/admin', '/admin/shop', '/admin/more', '/admin/views', '/admin/mails', '/admin/log'],
        ...[
          '/admin/feed',
          '/admin/products',
          '/admin/products?state=todo',
          '/admin/products/new',
          '/admin/products/new?type=kit',
          '/admin/products/file',
        ],
      ]
      for (const path of paths) {
        await page.setViewportSize({ width: 320, height: 640 })
        await page.goto(path)
        await expectValidHtml(await page.content())
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        const wider = await page
          .locator('html')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect([path, wider]).toEqual([path, 0])
      }
      await press(ways(page).getByRole('link', { name: '商品' }))
      await expect(page.getByRole('heading', { name: /^売り切れ \d+点$/ }), 'N93').toBeVisible()
      await page.goto('/admin/shop')
      await press(page.getByRole('button', { name: '見るだけにする' }))
      await expect(page.getByText(/いまは見るだけです/)).toBeVisible()
    },
  )

  test('N104: a product whose sale stops is searched for and chosen', async ({ page, shop }) => {
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/shop')
    const [{ number = '', name = '' } = {}] = readData(
      shop.dataDir,
      "select number, name from product where type = 'kit' limit 1",
    )
    const stop = page.getByRole('button', { name: 'この商品の販売を休止する' })
    await page.getByLabel('管理番号か名前でさがす').fill(String(name))
    await press(stop)
    await expect(page.getByText(`「${name}」で見つかった商品です。`)).toBeVisible()
    await expect(page.getByLabel('管理番号か名前でさがす')).toHaveValue('')
    expect(readData(shop.dataDir, 'select number from closed_product')).toEqual([])
    await press(page.getByRole('radio', { name: String(number) }))
    await press(stop)
    await expect(page.getByText(/^販売を休止しました。/)).toBeVisible()
    expect(readData(shop.dataDir, 'select number from closed_product')).toEqual([{ number }])
  })
})
