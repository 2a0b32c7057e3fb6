import { demoMembers } from '../../demo/members.ts'
import { enterDesk } from '../support/desk-session.ts'
import { httpSession } from '../support/http-session.ts'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { readData } from '../support/shop-database.ts'
import { untilServed } from '../support/shopping.ts'
import { expect, press, test, walks } from './fixtures.ts'

test.use({ ownShop: true, viewport: { width: 375, height: 740 } })

/** All logins of the demo have one. */
const demoPassword = demoMembers[0]?.password ?? ''

/** A member of the demo with public recipes, who is no desk person. */
const author = (dataDir: string) => {
  const [row] = readData(
    dataDir,
    `select member.id, member.name, member.email, recipe.id as recipe from member
     join recipe on recipe.author_id = member.id and recipe.hidden = 0
     where member.id not in (select member_id from desk_person) and member.email like '%@demo.example'
     order by recipe.likes desc, recipe.id limit 1`,
  )
  return { id: `${row?.id}`, name: `${row?.name}`, email: `${row?.email}`, recipe: `${row?.recipe}` }
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedInConsole: /status of 422/ })
  test('N146, N147: sentence 52: on a phone the owner finds a member, stops her posting, suspends her and takes both back @walk', async ({
    page,
    shop,
    browser,
  }) => {
    walks('/admin/members', '/admin/members/:id', '/admin/members/:id/:act')
    const { name, recipe, email } = author(shop.dataDir)
    const other = await browser.newContext({ baseURL: shop.origin })
    await beginSession(other, shop, email)
    const hers = await other.newPage()
    await hers.goto('/gallery/upload')
    await expect(hers.getByRole('heading', { level: 1, name: '作品を投稿する' })).toBeVisible()

    await enterDesk(page, 'owner', shop)
    await page.goto('/admin/more')
    await press(page.getByRole('link', { name: /^会員/ }))
    const chosen = page.getByRole('navigation', { name: '会員の種類' }).locator('[aria-current]')
    await expect(chosen).toHaveText('すべて')
    await press(page.getByRole('link', { name: '停止中', exact: true }))
    await expect(chosen).toHaveText('停止中')
    await press(page.getByRole('link', { name: 'すべて', exact: true }))
    const field = page.getByRole('searchbox')
    await field.fill(name)
    await field.press('Enter')
    await expect(page).toHaveURL(/q=/)
    await expectValidHtml(await (await page.request.get(page.url())).text())
    await press(page.getByRole('main').getByRole('link', { name }).first())
    await expect(page.getByRole('heading', { level: 1, name: `${name} さん` })).toBeVisible()
    await expectValidHtml(await (await page.request.get(page.url())).text())

    await press(page.getByRole('link', { name: '投稿を止める' }))
    await press(page.getByRole('button', { name: '投稿を止める' }))
    await expect(page.getByText('理由を入力してください。ご本人が読みます。')).toBeVisible()
    await page.getByLabel('理由').fill('転載のため')
    await press(page.getByRole('button', { name: '投稿を止める' }))
    await expect(page.getByText('作品の投稿を止めました。')).toBeVisible()
    await hers.goto('/gallery/upload')
    await expect(hers.getByText('理由：「転載のため」')).toBeVisible()

    await press(page.getByRole('link', { name: '会員を停止する' }))
    await page.getByLabel('理由').fill('宣伝のため')
    await press(page.getByRole('button', { name: '停止する' }))
    await expect(page.getByText('会員を停止しました。')).toBeVisible()
    await hers.goto('/gallery/mypage')
    await expect(hers).toHaveURL(/\/gallery\/login/)
    expect((await hers.goto(`/gallery/detail/${recipe}`))?.status()).toBe(404)

    await press(page.getByRole('link', { name: '停止を解く' }))
    await press(page.getByRole('button', { name: '停止を解く' }))
    await expect(page.getByText('会員の停止を解きました。')).toBeVisible()
    await press(page.getByRole('link', { name: '投稿を戻す' }))
    await press(page.getByRole('button', { name: '投稿できるようにする' }))
    await expect(page.getByText('作品を投稿できるようにしました。')).toBeVisible()
    await expect(page.getByRole('region', { name: 'したこと' }).getByRole('listitem')).toHaveCount(4)
    await untilServed(page, `/gallery/detail/${recipe}`, (html) => html.includes(recipe))
    await other.close()
  })
})

test('N146: a search of the desk leads to her page; the list is filtered, and both are readable', async ({
  page,
  shop,
}) => {
  const { name, email } = author(shop.dataDir)
  await enterDesk(page, 'owner', shop)
  await page.goto(`/admin/search?q=${encodeURIComponent(email)}`)
  await press(page.getByRole('region', { name: '会員' }).getByRole('link', { name }))
  await expect(page.getByRole('heading', { level: 1, name: `${name} さん` })).toBeVisible()
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
    await page.goto('/admin/members?recipes=yes')
    await expect(page.getByRole('table', { name: '会員' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: `${name} さん` })).toBeVisible()
  }
})

test('N147, N3: an account that was asked for by mail is deleted after the owner said who she is', async ({
  page,
  shop,
}) => {
  const { id, email, recipe } = author(shop.dataDir)
  await enterDesk(page, 'owner', shop, 0)
  await page.goto(`/admin/members/${id}`)
  await press(page.getByRole('link', { name: '頼まれてアカウントを削除する' }))
  await page.getByLabel('パスワード').fill(demoPassword)
  await press(page.getByRole('button', { name: '削除する' }))
  await expect(page.getByText('会員のアカウントを削除しました。')).toBeVisible()
  await page.goto(`/admin/members?q=${encodeURIComponent(email)}`)
  await expect(page.getByText('見つかりません。')).toBeVisible()
  expect((await page.request.get(`/gallery/detail/${recipe}`)).status()).toBe(404)
})

test('N6, N146: a packer, a member and a visitor find none of it', async ({ page, context, shop }) => {
  const { id } = author(shop.dataDir)
  const paths = ['/admin/members', `/admin/members/${id}`, `/admin/members/${id}/suspend`]
  const statuses = async () => {
    const cookies = (await context.cookies()).map((cookie) => [cookie.name, cookie.value])
    const session = httpSession(shop.origin, { given: Object.fromEntries(cookies) })
    const found: number[] = []
    for (const path of paths) {
      found.push((await session.get(path)).status)
      found.push((await session.post(path, { version: '0', reason: 'x' })).status)
    }
    return found
  }
  const hidden = [404, 405, 404, 405, 404, 404]
  expect((await statuses()).filter((status) => status < 400)).toEqual([])
  await beginSession(context, shop)
  expect((await statuses()).filter((status) => status < 400)).toEqual([])
  await context.clearCookies()
  await enterDesk(page, 'packer', shop)
  expect(await statuses()).toEqual(hidden)
})
