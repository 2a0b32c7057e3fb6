import type { Page } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import { demoMembers } from '../../demo/members.ts'
import { signedInSession } from '../support/http-session.ts'
import { beginSession } from '../support/member-session.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { phoneJpeg } from '../support/pictures-for-tests.ts'
import { rawRequest } from '../support/raw-request.ts'
import { readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { asNewVisitor } from '../support/shopping.ts'
import { standAtEdge } from '../support/stand-at-edge.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const password = 'よい布を選ぶ 2026'
const hash = await hashPassword(password)
const heading = 'ホームに並ぶものを、ここで決めます'

test('it says where the home shows keywords, and shows the pictures that the home shows', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/gallery')
  // What is for screen readers alone is one pixel.
  for (const name of ['人気のキーワード', 'レベルからさがす', '場面からさがす'])
    expect((await page.getByRole('heading', { name }).boundingBox())?.height, name).toBeGreaterThan(10)
  const looksOf = (list: string) =>
    page
      .locator(list)
      .locator('[data-pattern]')
      .evaluateAll((all) => all.map((each) => [getComputedStyle(each).backgroundImage, each.innerHTML]))
  const home = {
    keywords: await looksOf('[aria-labelledby="keywords"]'),
    situations: await looksOf('[aria-labelledby="situations"]'),
  }
  expect(home.keywords.length).toBeGreaterThan(0)
  expect(home.situations.length).toBeGreaterThan(0)
  await beginSession(context, shop, 'admin@demo.example')
  await page.goto('/gallery/admin')
  await expect(page.getByText('「新着の作品」の下の「人気のキーワード」に')).toBeVisible()
  expect(await looksOf('[data-item]')).toEqual(home.keywords)
  await page.goto('/gallery/admin?tab=situations')
  expect(await looksOf('[data-item]')).toEqual(home.situations)
})

test.describe('with a password of the gate', () => {
  test.use({ shopSettings: { ADMIN_PASSWORD_HASH: hash }, expectedInConsole: /status of 4(22|29)/ })

  test('A3: a visitor and a member who is no admin meet the prompt, and curate with the right password', async ({
    page,
    context,
    shop,
  }) => {
    await test.step('A3: a visitor meets the prompt, is told of a wrong password, and curates with the right one', async () => {
      await page.goto('/gallery/admin')
      await expectNoAxeViolations(page)
      const field = page.getByLabel('管理用パスワード', { exact: true })
      await field.fill('x')
      await press(page.getByRole('button', { name: '開く' }))
      await expect(page.getByText('パスワードが正しくありません')).toBeVisible()
      await expect(field).toBeFocused()
      await expect(page.getByText(heading)).toHaveCount(0)
      await expectNoAxeViolations(page)
      await field.fill(password)
      await press(page.getByRole('button', { name: '開く' }))
      await expect(page.getByText(heading)).toBeVisible()
      await expectNoAxeViolations(page)
      // The cookie is not one that scripts see, and ends with the browser.
      const cookies = (await context.cookies()).filter(({ name }) => name === 'admin-gate')
      expect(
        cookies.map(({ path, httpOnly, sameSite, expires }) => [path, httpOnly, sameSite, expires]),
      ).toEqual([['/', true, 'Strict', -1]])
      const answer = await page.request.get('/gallery/admin')
      expect(answer.headers()['cache-control']).toBe('no-store')
      await press(page.getByRole('link', { name: '作品ギャラリー', exact: true }))
      await expect(page).toHaveURL('/gallery')
      await page.goBack()
      await expect(page.getByText(heading)).toBeVisible()
      await page.reload()
      await expect(page.getByText(heading)).toBeVisible()
    })

    await test.step('A3: a member who is no admin meets it too, and stays signed in behind it', async () => {
      await asNewVisitor(page)
      await beginSession(page.context(), shop)
      await page.goto('/gallery/admin')
      await expect(page.getByText('管理者の権限がありません')).toBeVisible()
      await page.getByLabel('管理用パスワード', { exact: true }).fill(password)
      await press(page.getByRole('button', { name: '開く' }))
      await expect(page.getByText(heading)).toBeVisible()
      await expect(page.getByRole('banner').getByText('ログイン', { exact: true })).toHaveCount(0)
      await press(page.getByLabel('会員メニュー'))
      await expect(page.getByText('糸井はるか さん')).toBeVisible()
    })

    await test.step('A3: the prompt is valid HTML and holds nothing of the hash', async () => {
      await asNewVisitor(page)
      const { body } = await rawRequest(shop.origin, { path: '/gallery/admin' })
      expect(body).not.toContain(hash.slice(0, 16))
      await expectValidHtml(body)
    })
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('A3: five wrong passwords close it, with the named text', long, async ({ page }) => {
      await page.goto('/gallery/admin')
      const answers = [...Array(5).fill('パスワードが正しくありません'), 'リクエストが多すぎます']
      for (const answer of answers) {
        await page.getByLabel('管理用パスワード', { exact: true }).fill('x')
        await press(page.getByRole('button', { name: '開く' }))
        await expect(page.getByText(answer)).toBeVisible()
      }
      await page.getByLabel('管理用パスワード', { exact: true }).fill(password)
      await press(page.getByRole('button', { name: '開く' }))
      await expect(page.getByText(heading)).toHaveCount(0)
    })
  })
})

test('A3: without a password of the gate it is off, and says that an admin has to sign in', async ({
  page,
}) => {
  await page.goto('/gallery/admin')
  await expect(page.getByText('管理用パスワードは設定されていません')).toBeVisible()
  await expect(page.locator('main input')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await press(page.getByRole('link', { name: '管理者としてログイン' }))
  await expect(page).toHaveURL('/gallery/login?next=%2Fgallery%2Fadmin')
})

test.describe('an admin', () => {
  test.use({ ownShop: true })

  test('A9, A24: an admin of the demo is named at the start, and sees the page until the owner takes the right away', async ({
    shop,
    page,
  }) => {
    await test.step('A24: the demo names its logins at the start', async () => {
      for (const { email, password: typed } of demoMembers)
        expect(shop.output()).toContain(`${email} / ${typed}`)
    })

    await test.step('A9: sees the page, until the owner takes the right away: then not even once more', async () => {
      await beginSession(page.context(), shop, 'admin@demo.example')
      await page.goto('/gallery/admin')
      await expect(page.getByText(heading)).toBeVisible()
      await expectNoAxeViolations(page)
      const way = page.getByRole('banner').getByRole('link', { name: 'ギャラリーの管理' })
      await press(page.getByLabel('会員メニュー'))
      await expect(way).toHaveAttribute('href', '/gallery/admin')
      const said = await ownerCommand(shop, 'member', 'remove-admin', 'admin@demo.example')
      expect(said).toContain('店長の木綿子さん（admin@demo.example）を管理者から外しました。')
      await page.reload()
      await expect(page.getByText('管理者の権限がありません')).toBeVisible()
      await press(page.getByLabel('会員メニュー'))
      await expect(page.getByRole('banner').getByRole('link', { name: 'マイページ' })).toBeVisible()
      await expect(way).toHaveCount(0)
    })
  })
})

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const names = (page: Page) => main(page).getByRole('heading', { level: 3 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const onHome = async (shop: ShopProcess) => {
  const home = await (await fetch(new URL('/gallery', shop.origin))).text()
  return [...home.matchAll(/href="\/gallery\/search\?q=([^"]+)"/g)].map(([, q]) =>
    decodeURIComponent(q ?? ''),
  )
}
const follows = (shop: ShopProcess, expected: readonly string[]) =>
  expect.poll(() => onHome(shop), { timeout: 20_000, intervals: [100] }).toEqual(expected)

test.describe('curation', () => {
  test.use({ ownShop: true, expectedInConsole: /status of 4(01|04|09|22)|ERR_FAILED/ })

  test('A22: by keyboard alone an admin adds, moves, edits and deletes; the home follows', async ({
    page,
    shop,
  }) => {
    await beginSession(page.context(), shop, 'admin@demo.example')
    await page.goto('/gallery/admin')
    const keys = async (...pressed: string[]) => {
      for (const key of pressed) await page.keyboard.press(key)
    }
    await link(page, 'キーワードを追加').focus()
    await keys('Enter')
    await expect(dialog(page)).toBeVisible()
    await expectNoAxeViolations(page)
    await keys('Tab', 'Tab')
    await expect(page.getByLabel('キーワード名')).toBeFocused()
    await keys('Enter')
    await expect(dialog(page).getByText('キーワード名を入力してください')).toBeVisible()
    await expect(page.getByLabel('キーワード名')).toBeFocused()
    await expectNoAxeViolations(page)
    await page.keyboard.type('ポーチ')
    await page.getByLabel('順番').focus()
    await page.keyboard.type('２')
    await keys('Enter')
    await expect(page.getByRole('status').getByText('「ポーチ」を保存しました（2番目）。')).toBeVisible()
    await expect(names(page)).toHaveText(['バッグ', 'ポーチ', 'クッション', 'キッズ', 'コットン'])
    await expect(link(page, '「ポーチ」を編集')).toBeFocused()

    await keys('Shift+Tab')
    const down = button(page, '「ポーチ」を下へ')
    for (const place of [3, 4, 5]) {
      await expect(down).toBeFocused()
      await keys('Enter')
      await expect(page.getByText(`「ポーチ」を${place}番目に移しました。`)).toBeVisible()
    }
    await expect(names(page)).toHaveText(['バッグ', 'クッション', 'キッズ', 'コットン', 'ポーチ'])
    await expect(down).toBeFocused()
    await keys('Enter')
    const item = page.getByRole('listitem').filter({ hasText: 'ポーチ' })
    await expect(item.getByRole('alert')).toHaveText('「ポーチ」は、もういちばん下です。')
    await expect(down).toBeFocused()
    await expectNoAxeViolations(page)

    await keys('Tab', 'Enter')
    await expect(dialog(page)).toBeVisible()
    await keys('Tab', 'Tab')
    await page.keyboard.type('大きな')
    await keys('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(link(page, '「ポーチ」を編集')).toBeFocused()
    // The address follows a moment later, sooner than any hand.
    await expect(page).toHaveURL('/gallery/admin')
    await keys('Enter')
    await expect(page.getByText('書きかけの内容を戻しました')).toBeVisible()
    await expect(page.getByLabel('キーワード名')).toHaveValue(/大きな/)
    await page.getByLabel('キーワード名').fill('大きなポーチ')
    await keys('Enter')
    await expect(link(page, '「大きなポーチ」を編集')).toBeFocused()
    await follows(shop, ['バッグ', 'クッション', 'キッズ', 'コットン', '大きなポーチ'])

    await keys('Tab', 'Enter')
    await expect(dialog(page)).toContainText('「大きなポーチ」を削除しますか？')
    await expectNoAxeViolations(page)
    await keys('Escape')
    await expect(link(page, '「大きなポーチ」を削除')).toBeFocused()
    await expect(page).toHaveURL('/gallery/admin')
    await keys('Enter')
    await button(page, '削除する').focus()
    await keys('Enter')
    await expect(page.getByRole('status').getByText('削除しました。')).toBeVisible()
    await expect(link(page, '「コットン」を編集')).toBeFocused()
    await follows(shop, ['バッグ', 'クッション', 'キッズ', 'コットン'])
  })

  test('R18: what failed is told beside its item, and nothing typed is lost', async ({ page, shop }) => {
    await beginSession(page.context(), shop, 'admin@demo.example')
    const other = await signedInSession(shop.origin, 'admin@demo.example')
    const change = (fields: Readonly<Record<string, string>>) =>
      other.post('/gallery/admin?tab=situations', { tags: '', place: '', basedOn: '0', ...fields })
    await page.goto('/gallery/admin?tab=situations')

    // Somebody else deletes it meanwhile.
    expect((await change({ intent: 'delete', id: 'gift' })).status).toBe(302)
    await press(button(page, '「ギフト」を上へ'))
    await expect(main(page).getByRole('alert')).toHaveText('「ギフト」は、ほかの画面で先に削除されています。')
    await expect(names(page)).toHaveText(['小学校', '幼稚園', 'おじいちゃん・おばあちゃん'])

    // Somebody else saves it meanwhile.
    await press(link(page, '「小学校」を編集'))
    await expect(dialog(page).getByRole('listitem').filter({ hasText: '入学' })).toHaveText(/入学\d+件/)
    await page.getByLabel('カテゴリ名').fill('小学生に')
    expect((await change({ intent: 'save', id: 'elementary-school', name: '学校' })).status).toBe(302)
    await press(button(page, '保存する'))
    await expect(dialog(page).getByRole('alert')).toContainText(
      '「学校」は、ほかの画面で先に変更されています',
    )
    await expect(page.getByLabel('カテゴリ名')).toHaveValue('小学生に')
    await expectNoAxeViolations(page)
    await press(button(page, 'この内容で上書きする'))
    await expect(names(page)).toHaveText(['小学生に', '幼稚園', 'おじいちゃん・おばあちゃん'])

    // It is gone when she saves it: it can be added again.
    await press(link(page, '「幼稚園」を編集'))
    await page.getByLabel('カテゴリ名').fill('保育園・幼稚園')
    expect((await change({ intent: 'delete', id: 'kindergarten' })).status).toBe(302)
    await press(button(page, '保存する'))
    await expect(dialog(page).getByRole('alert')).toContainText('先に削除されています')
    await press(button(page, 'この内容でもう一度追加する'))
    await expect(names(page)).toContainText(['保育園・幼稚園'])

    // No answer at all.
    await page.route('**/gallery/admin.data*', (route) => route.abort())
    await press(button(page, '「保育園・幼稚園」を下へ'))
    await expect(main(page).getByRole('alert')).toContainText('「保育園・幼稚園」を動かせませんでした')
    await page.unroute('**/gallery/admin.data*')

    // Her session ends while she types.
    await press(link(page, '「小学生に」を編集'))
    await page.getByRole('textbox', { name: 'タグ' }).fill('ランドセル')
    await page.context().clearCookies()
    await press(button(page, '保存する'))
    await expect(dialog(page).getByRole('alert')).toContainText('「小学生に」はまだ変わっていません')
    await expect(page.getByRole('textbox', { name: 'タグ' })).toHaveValue('ランドセル')
    await beginSession(page.context(), shop, 'admin@demo.example')
    await page.goto('/gallery/admin?tab=situations')
    await press(link(page, '「小学生に」を編集'))
    await expect(page.getByText('書きかけの内容を戻しました')).toBeVisible()
    await press(button(page, '保存する'))
    await expect(page.getByText('タグ：ランドセル')).toBeVisible()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test(
      'A22: it is done on plain pages, and a session that ended loses nothing',
      long,
      async ({ page, shop }) => {
        await beginSession(page.context(), shop, 'admin@demo.example')
        await page.goto('/gallery/admin')
        await press(link(page, '場面のカテゴリ 4'))
        await press(link(page, 'カテゴリを追加'))
        await page.getByRole('textbox', { name: 'タグ' }).fill('発表会')
        await press(button(page, '保存する'))
        await expect(page.getByText('カテゴリ名を入力してください')).toBeVisible()
        await expect(page.getByRole('textbox', { name: 'タグ' })).toHaveValue('発表会')
        await expectValidHtml(await page.content())
        await page.getByLabel('カテゴリ名').fill('発表の日')
        const cookies = await page.context().cookies()
        await page.context().clearCookies()
        await press(button(page, '保存する'))
        await expect(page.getByText('「発表の日」はまだ変わっていません')).toBeVisible()
        await page.context().addCookies(cookies)
        await press(button(page, '保存する'))
        await expect(page.getByText('「発表の日」を保存しました（5番目）。')).toBeVisible()
        await press(button(page, '「発表の日」を上へ'))
        await expect(page.getByText('「発表の日」を4番目に移しました。')).toBeVisible()
        await expect(button(page, '「発表の日」を上へ')).toBeFocused()
        await press(link(page, '「発表の日」を編集'))
        await page.getByLabel('順番').fill('1')
        await press(button(page, '保存する'))
        await expect(names(page).first()).toHaveText('発表の日')
        await press(button(page, '「発表の日」を上へ'))
        await expect(page.getByText('「発表の日」は、もういちばん上です。')).toBeVisible()
        await press(link(page, '「発表の日」を削除'))
        await expect(page.getByText('「発表の日」を削除しますか？')).toBeVisible()
        await press(button(page, '削除する'))
        await expect(page.getByText('削除しました。')).toBeVisible()
        await expect(names(page).first()).toHaveText('小学校')
      },
    )
  })
})

test.describe('who passed the gate', () => {
  test.use({ shopSettings: { ADMIN_PASSWORD_HASH: hash } })
  test('A3, R1, R22: puts a picture to a situation with tags, by which recipes are found; an emptied list stays empty @walk', async ({
    page,
    shop,
  }) => {
    walks('/gallery/admin')
    await page.goto('/gallery/admin?tab=situations&edit=gift')
    await page.getByLabel('管理用パスワード', { exact: true }).fill(password)
    await press(button(page, '開く'))
    await expect(page).toHaveURL('/gallery/admin?tab=situations&edit=gift')
    await page.getByLabel('カテゴリ名').fill('贈る')
    await page.getByRole('textbox', { name: 'タグ' }).fill('#通学 ﾗﾝﾄﾞｾﾙ')
    await main(page)
      .locator('input[type="file"]')
      .last()
      .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await phoneJpeg(1800, 1200) })
    const image = page.locator('input[name="image"]')
    // Turned upright it is 1200 x 1800: within 1200 x 900.
    await expect(image).toHaveValue(/^\/Image\/uploads\/[0-9a-f]{32}-600x900\.jpg$/)
    await expect(page.getByAltText('選んだ写真')).toBeVisible()
    await expectNoAxeViolations(page)
    const url = await image.inputValue()
    await press(button(page, '保存する'))
    await expect(page.getByText('「贈る」を保存しました（4番目）。')).toBeVisible()
    const found = readData(
      shop.dataDir,
      "select distinct recipe_id from recipe_tag where tag in ('贈る', '通学', 'らんどせる')",
    )
    expect(found.length).toBeGreaterThan(0)
    await page.goto('/gallery/search?situation=gift')
    await expect(main(page).getByText(`贈る ${found.length}件`)).toBeVisible()
    const home = async () => (await fetch(new URL('/gallery', shop.origin))).text()
    await expect.poll(home, { timeout: 20_000, intervals: [100] }).toContain(url)

    await page.goto('/gallery/admin?tab=situations')
    await press(link(page, '「贈る」を編集'))
    await press(dialog(page).getByRole('button', { name: '写真を外す' }))
    await press(button(page, '保存する'))
    await expect(page.getByText('「贈る」を保存しました')).toBeVisible()
    expect(readData(shop.dataDir, 'select image from situation_category').filter((row) => row.image)).toEqual(
      [],
    )
    for (const name of ['小学校', '幼稚園', 'おじいちゃん・おばあちゃん', '贈る']) {
      await press(link(page, `「${name}」を削除`))
      await press(button(page, '削除する'))
      await expect(link(page, `「${name}」を削除`)).toHaveCount(0)
    }
    await expect(page.getByText('いまは、ひとつもありません。')).toBeVisible()
    await expect(link(page, 'カテゴリを追加')).toBeFocused()
    await expectNoAxeViolations(page)
    await expect.poll(home, { timeout: 20_000, intervals: [100] }).not.toContain('場面からさがす')
  })
})

test.describe('on a phone', () => {
  test.use({
    ...phone(375, 667),
    ownShop: true,
    expectedInConsole: /status of 409/,
  })
  test('what a move is refused for is seen above the bar at the lower edge', async ({ page, shop }) => {
    await beginSession(page.context(), shop, 'admin@demo.example')
    await page.goto('/gallery/admin')
    const up = page.getByRole('button', { name: '「バッグ」を上へ' })
    const told = page.getByText('「バッグ」は、もういちばん上です。')
    await expect(async () => {
      await standAtEdge(up, 'end')
      await press(up)
      await expect(told).toBeVisible({ timeout: 2000 })
    }).toPass()
    const bar = await page.locator('footer + nav').boundingBox()
    const text = await told.boundingBox()
    expect((text?.y ?? Number.NaN) + (text?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  })
})
