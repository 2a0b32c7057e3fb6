import { hashPassword } from 'better-auth/crypto'
import { demoMembers } from '../../db/demo/members.ts'
import { signInAs } from '../support/members.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { expect, test } from './fixtures.ts'

const password = 'よい布を選ぶ 2026'
const hash = await hashPassword(password)
const heading = 'ホームに並ぶ、人気のキーワードと場面'

test.describe('with a password of the gate', () => {
  test.use({ shopSettings: { ADMIN_PASSWORD_HASH: hash }, expectedInConsole: /status of 4(22|29)/ })

  test('A3: a visitor meets the prompt, is told of a wrong password, and curates with the right one', async ({
    page,
    context,
  }) => {
    await page.goto('/gallery/admin')
    await expectNoAxeViolations(page)
    const field = page.getByLabel('管理用パスワード', { exact: true })
    await field.fill('x')
    await page.getByRole('button', { name: '開く' }).click()
    await expect(page.getByText('パスワードが正しくありません')).toBeVisible()
    await expect(field).toBeFocused()
    await expect(page.getByText(heading)).toHaveCount(0)
    await expectNoAxeViolations(page)
    await field.fill(password)
    await page.getByRole('button', { name: '開く' }).click()
    await expect(page.getByText(heading)).toBeVisible()
    await expectNoAxeViolations(page)
    // The cookie is not one that scripts see, ends with the browser, and goes to the admin page alone.
    const cookies = (await context.cookies())
      .filter(({ name }) => name === 'admin-gate')
      .sort((a, b) => a.path.length - b.path.length)
    expect(
      cookies.map(({ path, httpOnly, sameSite, expires }) => [path, httpOnly, sameSite, expires]),
    ).toEqual([
      ['/gallery/admin', true, 'Strict', -1],
      ['/gallery/admin.data', true, 'Strict', -1],
    ])
    const answer = await page.request.get('/gallery/admin')
    expect(answer.headers()['cache-control']).toBe('no-store')
    await page.getByRole('link', { name: '作品ギャラリー', exact: true }).click()
    await expect(page).toHaveURL('/gallery')
    await page.goBack()
    await expect(page.getByText(heading)).toBeVisible()
    await page.reload()
    await expect(page.getByText(heading)).toBeVisible()
  })

  test('A3: a member who is no admin meets it too, and stays signed in behind it', async ({ page }) => {
    await signInAs(page, 'member')
    await page.goto('/gallery/admin')
    await expect(page.getByText('管理者の権限がありません')).toBeVisible()
    await page.getByLabel('管理用パスワード', { exact: true }).fill(password)
    await page.getByRole('button', { name: '開く' }).click()
    await expect(page.getByText(heading)).toBeVisible()
    await expect(page.getByRole('banner').getByText('ログイン', { exact: true })).toHaveCount(0)
    await page.getByLabel('会員メニュー').click()
    await expect(page.getByText('糸井はるか さん')).toBeVisible()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('A3: five wrong passwords close it, with the named text', async ({ page }) => {
      await page.goto('/gallery/admin')
      const answers = [...Array(5).fill('パスワードが正しくありません'), 'リクエストが多すぎます']
      for (const answer of answers) {
        await page.getByLabel('管理用パスワード', { exact: true }).fill('x')
        await page.getByRole('button', { name: '開く' }).click()
        await expect(page.getByText(answer)).toBeVisible()
      }
      await page.getByLabel('管理用パスワード', { exact: true }).fill(password)
      await page.getByRole('button', { name: '開く' }).click()
      await expect(page.getByText(heading)).toHaveCount(0)
    })
  })

  test('A3: the prompt is valid HTML and holds nothing of the hash', async ({ shop }) => {
    const { body } = await rawRequest(shop.origin, { path: '/gallery/admin' })
    expect(body).not.toContain(hash.slice(0, 16))
    await expectValidHtml(body)
  })
})

test('A3: without a password of the gate it is off, and says that an admin has to sign in', async ({
  page,
}) => {
  await page.goto('/gallery/admin')
  await expect(page.getByText('管理用パスワードは設定されていません')).toBeVisible()
  await expect(page.locator('main input')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: '管理者としてログイン' }).click()
  await expect(page).toHaveURL('/gallery/login?next=%2Fgallery%2Fadmin')
})

test.describe('an admin', () => {
  test.use({ ownShop: true })
  test('A9: sees the page, until the owner takes the right away: then not even once more', async ({
    shop,
    page,
  }) => {
    await signInAs(page, 'admin')
    await page.goto('/gallery/admin')
    await expect(page.getByText(heading)).toBeVisible()
    await expectNoAxeViolations(page)
    const said = await ownerCommand(shop, 'member', 'remove-admin', 'admin@demo.example')
    expect(said).toContain('店長の木綿子さん（admin@demo.example）を管理者から外しました。')
    await page.reload()
    await expect(page.getByText('管理者の権限がありません')).toBeVisible()
  })

  test('A24: the demo names its logins at the start', async ({ shop }) => {
    for (const { email, password: typed } of demoMembers)
      expect(shop.output()).toContain(`${email} / ${typed}`)
  })
})
