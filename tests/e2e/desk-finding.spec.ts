import type { Page } from '@playwright/test'
import { enterDesk } from '../support/desk-session.ts'
import { expect, press, test } from './fixtures.ts'

test.use({ shopSettings: { DEMO_ORDERS: '1' }, viewport: { width: 375, height: 812 } })

const rows = (page: Page) => page.getByRole('main').getByRole('link', { name: /様/ })
const back = (page: Page) => page.getByRole('link', { name: '戻る' })

// Other walks in a shop in common change how high its list is.
test.use({ ownShop: true })

test('N98, N100: a search keeps its list, and ← leads back to it, where she was, also after what was saved', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/orders')
  await press(page.getByRole('link', { name: 'すべて' }))
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('searchbox').fill('03')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('数字は、3けたから')).toBeVisible()
  await page.getByRole('searchbox').fill('タナカ')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders\?q=.*&state=all/)
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await page.goBack()
  await expect(rows(page)).toHaveCount(20)
  const last = rows(page).last()
  await page.evaluate(() =>
    addEventListener('click', () => sessionStorage.setItem('left at', String(window.scrollY)), {
      capture: true,
      once: true,
    }),
  )
  await press(last)
  await page.getByLabel('メモを書く').fill('玄関先へ')
  await press(page.getByRole('button', { name: '書く', exact: true }))
  await expect(page.getByText('メモを書きました。')).toBeVisible()
  await press(page.getByRole('link', { name: 'メールアドレスを直す' }))
  await expect(page.getByRole('heading', { name: 'メールアドレスを直す' })).toBeVisible()
  await press(back(page))
  await expect(page.getByRole('heading', { name: /^注文 / })).toBeVisible()
  await press(back(page))
  await expect(page).toHaveURL('/admin/orders?state=all')
  await expect(rows(page)).toHaveCount(20)
  const place = await page.evaluate(() => Number(sessionStorage.getItem('left at')))
  expect(place).toBeGreaterThan(200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 404/ })

  test('N99, N100, P24: ← leads back to the list, the shop back to the desk, and an unknown list says so', async ({
    page,
    shop,
    context,
  }) => {
    const visitor = await (await fetch(`${shop.origin}/kits`)).text()
    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/orders?state=shipped&from=2020-01-01&done=noted')
    await press(rows(page).first())
    await expect(back(page)).toHaveAttribute('href', '/admin/orders?state=shipped&from=2020-01-01')
    await page.goto('/admin/products?state=nonsense')
    await expect(page.getByRole('main')).toContainText(
      'その種類の一覧はないので、「公開中」を表示しています。',
    )
    await page.goto('/admin/orders?state=nonsense')
    await expect(page.getByRole('main')).toContainText(
      'その種類の一覧はないので、「発送待ち」を表示しています。',
    )
    const order = rows(page).first()
    const path = (await order.getAttribute('href')) ?? ''
    await press(order)
    for (const elsewhere of ['/kits', '/gallery', '/gallery/admin', '/wishlist', '/nothing-here']) {
      await page.goto(elsewhere)
      await expect(page.getByRole('link', { name: '← お店の机にもどる' })).toHaveAttribute('href', path)
    }
    expect(await (await fetch(`${shop.origin}/kits`)).text()).toBe(visitor)
    expect(visitor).not.toContain('お店の机')
    const way = (await context.cookies()).find(({ name }) => name === 'desk-way')
    expect(way).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 })
    const at = (last: string, of?: string) => {
      const value = new URLSearchParams(way?.value)
      value.set('last', last)
      if (of !== undefined) value.set('of', of)
      return context.addCookies([{ name: 'desk-way', value: String(value), url: shop.origin }])
    }
    for (const [last, of] of [
      ['//evil.example/admin'],
      ['https://evil.example/admin'],
      ['/gallery'],
      ['/admin/join/secret'],
      ['/admin/nothing'],
      ['/admin/../gallery'],
      [path, 'another session'],
    ] as const) {
      await at(last, of)
      await page.goto('/kits')
      await expect(page.getByRole('link', { name: '← お店の机にもどる' }), last).toHaveAttribute(
        'href',
        '/admin',
      )
    }
    await context.clearCookies({ name: 'desk-session' })
    await page.goto('/kits')
    await expect(page.getByRole('link', { name: '← お店の机にもどる' })).toHaveCount(0)
  })
})

test('N99: Back leads to the desk from a page outside it that was loaded anew, which knows no routes of the desk', async ({
  page,
  shop,
}) => {
  await enterDesk(page, 'owner', shop)
  await page.goto('/admin/more')
  const shopLink = page.getByRole('main').locator('a[href="/"]')
  await press(shopLink)
  await expect(page).toHaveURL(`${shop.origin}/`)
  await page.reload()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'その他' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('link', { name: '← お店の机にもどる' })).toBeVisible()
})
