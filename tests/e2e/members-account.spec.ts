import type { Browser, Page } from '@playwright/test'
import { demoMembers } from '../../demo/members.ts'
import { linkInMail } from '../support/mailbox.ts'
import { beginSession } from '../support/member-session.ts'
import { signInAsMember } from '../support/members.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

const [member] = demoMembers
const present = { email: member?.email ?? '', password: member?.password ?? '' }
const settings = '/gallery/mypage?tab=settings'

const passwordField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const pressNamed = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }))

/** The same member on another device. */
const otherDevice = async (browser: Browser, shop: ShopProcess): Promise<Page> => {
  const context = await browser.newContext({ baseURL: shop.origin })
  await beginSession(context, shop)
  return context.newPage()
}

const signIn = async (page: Page, email: string, password: string) => {
  await page.goto('/gallery/login')
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'メールアドレス' }).fill(email)
  await form.getByLabel('パスワード', { exact: true }).fill(password)
  await press(form.getByRole('button', { name: 'ログイン', exact: true }))
}

const expectSignedOut = async (page: Page) => {
  await page.goto('/gallery/mypage/email')
  await expect(page).toHaveURL(/\/gallery\/login\?next=/)
}

test.use({ ownShop: true, expectedInConsole: /status of (?:409|410|422|429|500)/ })

test('A12: the address changes by the mail to the new one, and comes back by the mail to the old one @walk', async ({
  page,
  context,
  browser,
  shop,
}) => {
  walks('/gallery/mypage/email', '/gallery/confirm/:purpose/:token')
  await beginSession(context, shop)
  const other = await otherDevice(browser, shop)

  await page.goto(settings)
  await press(page.getByRole('link', { name: 'メールアドレスを変更' }))
  await pressNamed(page, '確認へ進む')
  await expect(page.getByRole('main')).toContainText('メールアドレスを入力してください。')
  await page.getByLabel('新しいメールアドレス').fill('admin@demo.example')
  await pressNamed(page, '確認へ進む')
  await passwordField(page, '現在のパスワード').fill(present.password)
  await pressNamed(page, 'このアドレスに変更する')
  await expect(page.getByRole('main')).toContainText('このメールアドレスは既に使用されています。')
  await expectNoAxeViolations(page)
  await page.getByLabel('新しいメールアドレス').fill('new@mail.example')
  await pressNamed(page, '確認へ進む')
  await expect(page.getByText('new@mail.example に変更しますか')).toBeFocused()
  await expectNoAxeViolations(page)
  await pressNamed(page, 'アドレスを入力し直す')
  await expect(page.getByLabel('新しいメールアドレス')).toBeFocused()
  await expect(page.getByLabel('新しいメールアドレス')).toHaveValue('new@mail.example')
  await pressNamed(page, '確認へ進む')
  await passwordField(page, '現在のパスワード').fill('not-the-one')
  await pressNamed(page, 'このアドレスに変更する')
  await expect(page.getByRole('main')).toContainText('現在のパスワードが正しくありません。')
  await expect(page.getByRole('main')).toContainText('new@mail.example')
  await passwordField(page, '現在のパスワード').fill(present.password)
  await pressNamed(page, 'このアドレスに変更する')
  await expect(page).toHaveURL('/gallery/login?notice=email-change-requested')
  await expect(
    page.getByRole('status').filter({ hasText: '今までのメールアドレスでログインできます' }),
  ).toBeVisible()
  await expectSignedOut(page)

  await other.goto(settings)
  await expect(other.getByRole('main')).toContainText('new@mail.example')
  await expectNoAxeViolations(other)

  const confirm = await linkInMail(page, /new@mail\.example 宛/)
  const revert = await linkInMail(page, `${present.email} 宛`, /取り消/)
  await page.goto(confirm)
  await expectNoAxeViolations(page)
  await other.reload()
  await expect(other).toHaveURL(settings)
  // Signed out here, so the password must prove the ownership of the account.
  await passwordField(page, 'パスワード').fill('a wrong guess')
  await pressNamed(page, 'このアドレスに変更する')
  await expect(page.getByRole('main')).toContainText('現在のパスワードが正しくありません。')
  await expectNoAxeViolations(page)
  await passwordField(page, 'パスワード').fill(present.password)
  await pressNamed(page, 'このアドレスに変更する')
  await expect(page).toHaveURL('/gallery/login?notice=email-changed')
  await expectSignedOut(other)
  await signIn(page, 'new@mail.example', present.password)
  await expect(page).toHaveURL('/gallery')

  await other.goto(revert)
  await expectNoAxeViolations(other)
  await pressNamed(other, '変更を取り消す')
  await expect(other).toHaveURL('/gallery/login?notice=email-restored')
  await expectSignedOut(page)
  await signIn(page, present.email, present.password)
  await expect(page.getByRole('main')).toContainText('メールアドレスまたはパスワードが正しくありません。')
  await page.goto(await linkInMail(page, `${present.email} 宛`, /\/gallery\/reset\//))
  await passwordField(page, '新しいパスワード').fill('another-one-8')
  await passwordField(page, '新しいパスワード（確認）').fill('another-one-8')
  await pressNamed(page, 'パスワードを設定する')
  await expect(page).toHaveURL(/\/gallery\/login\?notice=/)
  await signIn(page, present.email, 'another-one-8')
  await expect(page).toHaveURL('/gallery')

  await page.goto(revert)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('このリンクは使えません')
  await expectNoAxeViolations(page)
})

test('A13: after a change of password the other device is signed out as well @walk', async ({
  page,
  context,
  browser,
  shop,
}) => {
  walks('/gallery/mypage/password')
  await beginSession(context, shop)
  const other = await otherDevice(browser, shop)
  await page.goto('/gallery/mypage/password')
  await expectNoAxeViolations(page)
  const change = async (current: string, next: string, again = next) => {
    await passwordField(page, '現在のパスワード').fill(current)
    await passwordField(page, '新しいパスワード').fill(next)
    await passwordField(page, '新しいパスワード（もう一度）').fill(again)
    await pressNamed(page, 'パスワードを変更する')
  }
  const refused: [Parameters<typeof change>, string][] = [
    [['', 'a-good-one-9'], '現在のパスワードを入力してください。'],
    [['not-the-one', 'a-good-one-9'], '現在のパスワードが正しくありません。'],
    [[present.password, 'a-good-one-9', 'a-good-one-8'], '新しいパスワードが一致しません。'],
    [[present.password, 'five5'], '新しいパスワードは6文字以上で入力してください。'],
    [[present.password, 'password'], 'パスワードが弱すぎます。6文字以上で入力してください。'],
  ]
  for (const [given, text] of refused) {
    await change(...given)
    await expect(page.getByRole('main')).toContainText(text)
  }
  await expectNoAxeViolations(page)
  await change(present.password, 'a-good-one-9')
  await expect(page).toHaveURL('/gallery/login?notice=password-changed')
  await expect(page.getByRole('status').filter({ hasText: 'パスワードを変更し' })).toBeVisible()
  await expectSignedOut(other)
  await signIn(page, present.email, 'a-good-one-9')
  await expect(page).toHaveURL('/gallery')
  await page.goto('/mailbox')
  await expect(page.locator('summary', { hasText: 'パスワードが変更されました' })).toHaveCount(1)
})

test('ASVS 7.5.2, A14: own devices are listed by name, and ended one by one or all', async ({
  page,
  browser,
  shop,
}) => {
  await signInAsMember(page)
  const [second, third] = [await otherDevice(browser, shop), await otherDevice(browser, shop)]
  await page.goto(settings)
  const devices = page.getByRole('list').filter({ hasText: '最後のご利用' }).getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'この端末' })).toHaveCount(1)
  await expectNoAxeViolations(page)
  await press(devices.getByRole('button').first())
  await expect(page).toHaveURL(`${settings}&notice=device-ended`)
  await expect(devices).toHaveCount(2)
  await pressNamed(page, 'ほかの端末をすべてログアウト')
  await expect(page).toHaveURL(`${settings}&notice=other-devices-ended`)
  await expect(devices).toHaveCount(1)
  for (const other of [second, third]) await expectSignedOut(other)
})

test('ASVS 3.5.3, A2: the verification mail is sent again, and its button verifies', async ({
  page,
  context,
  shop,
}) => {
  changeData(shop.dataDir, `update member set email_verified = 0 where email = '${present.email}'`)
  await beginSession(context, shop)
  await page.goto(settings)
  await expect(page.getByRole('main')).toContainText('未確認')
  await expectNoAxeViolations(page)
  await pressNamed(page, '確認メールをもう一度送る')
  await expect(page).toHaveURL(`${settings}&notice=verification-sent`)
  await expect(page.getByRole('status').filter({ hasText: '確認のメールを送信しました' })).toBeVisible()
  await page.goto(await linkInMail(page, `${present.email} 宛`, '確認'))
  await expectNoAxeViolations(page)
  await page.goto(settings)
  await expect(page.getByRole('main')).toContainText('未確認')
  const link = await linkInMail(page, `${present.email} 宛`, '確認')
  const again = await page.context().newPage()
  for (const each of [page, again]) await each.goto(link)
  await pressNamed(page, '確認する')
  await expect(page).toHaveURL(`${settings}&notice=email-verified`)
  await expect(page.getByRole('main')).toContainText('確認済み')
  await expect(page.getByRole('button', { name: '確認メールをもう一度送る' })).toHaveCount(0)
  await pressNamed(again, '確認する')
  await expect(again.getByRole('heading', { level: 1 })).toHaveText('このリンクは使えません')
})

test('A17: an account is deleted after two confirmations, and signs in no more @walk', async ({
  page,
  context,
  shop,
}) => {
  walks('/gallery/mypage/delete')
  await beginSession(context, shop)
  await page.goto(settings)
  await press(page.getByRole('link', { name: 'アカウントを削除' }))
  await expectNoAxeViolations(page)
  await pressNamed(page, '削除の手続きへ進む')
  await expect(page.getByRole('main')).toContainText('チェックを入れてください')
  await expectNoAxeViolations(page)
  await press(page.getByRole('checkbox'))
  await pressNamed(page, '削除の手続きへ進む')
  await expect(page.getByText('アカウントを本当に削除しますか')).toBeFocused()
  await passwordField(page, '現在のパスワード').fill('not-the-one')
  await pressNamed(page, 'アカウントを完全に削除する')
  await expect(page.getByRole('main')).toContainText('現在のパスワードが正しくありません。')
  await expectNoAxeViolations(page)
  await passwordField(page, '現在のパスワード').fill(present.password)
  await pressNamed(page, 'アカウントを完全に削除する')
  await expect(page).toHaveURL('/gallery?notice=account-deleted')
  await expect(page.getByRole('status').filter({ hasText: 'アカウントを削除しました' })).toBeVisible()
  await signIn(page, present.email, present.password)
  await expect(page.getByRole('main')).toContainText('メールアドレスまたはパスワードが正しくありません。')
  await page.goto('/mailbox')
  await expect(page.locator('summary', { hasText: 'アカウントを削除しました' })).toHaveCount(1)
})

test('A10, A21: too many wrong passwords and a failure are told in fixed words, and the address stays', async ({
  page,
  context,
  shop,
}) => {
  await beginSession(context, shop)
  await page.goto('/gallery/mypage/email')
  await page.getByLabel('新しいメールアドレス').fill('new@mail.example')
  await pressNamed(page, '確認へ進む')
  const alert = page.getByRole('main').getByRole('alert')
  const tryPassword = async (password: string) => {
    await passwordField(page, '現在のパスワード').fill(password)
    await pressNamed(page, 'このアドレスに変更する')
  }
  const wrong = page.getByText('現在のパスワードが正しくありません。')
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await tryPassword('not-the-one')
    await answered
    await expect(wrong).toBeVisible()
  }
  await tryPassword(present.password)
  await expect(alert).toHaveText(
    'メールアドレスの変更に失敗しました: リクエストが多すぎます。しばらく時間をおいてから再試行してください。',
  )
  await expectNoAxeViolations(page)
  changeData(shop.dataDir, 'alter table rate_limit rename to rate_limit_away')
  await tryPassword(present.password)
  await expect(alert).toHaveText(/^メールアドレスの変更に失敗しました: 何も変更されていません。/)
  await expect(page.getByText('new@mail.example に変更しますか')).toBeVisible()

  await page.goto('/gallery/mypage/password')
  await passwordField(page, '現在のパスワード').fill(present.password)
  for (const label of ['新しいパスワード', '新しいパスワード（もう一度）'])
    await passwordField(page, label).fill('a-good-one-9')
  await pressNamed(page, 'パスワードを変更する')
  await expect(alert).toHaveText(/^パスワードの変更に失敗しました: /)

  await page.goto('/gallery/mypage/delete')
  await press(page.getByRole('checkbox'))
  await pressNamed(page, '削除の手続きへ進む')
  await passwordField(page, '現在のパスワード').fill(present.password)
  await pressNamed(page, 'アカウントを完全に削除する')
  await expect(alert).toHaveText(/^アカウントの削除に失敗しました: /)
  changeData(shop.dataDir, 'alter table rate_limit_away rename to rate_limit')
  await page.goto(settings)
  await expect(page.getByRole('main')).toContainText(present.email)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('A12, A13, A17: the account is changed and deleted as well', long, async ({ page }) => {
    await signInAsMember(page)
    await page.goto('/gallery/mypage/password')
    await passwordField(page, '現在のパスワード').fill(present.password)
    await passwordField(page, '新しいパスワード').fill('a-good-one-9')
    await passwordField(page, '新しいパスワード（もう一度）').fill('a-good-one-8')
    await pressNamed(page, 'パスワードを変更する')
    await expect(page.getByRole('main')).toContainText('新しいパスワードが一致しません。')

    await page.goto('/gallery/mypage/email')
    await page.getByLabel('新しいメールアドレス').fill('new@mail.example')
    await pressNamed(page, '確認へ進む')
    await expectValidHtml(await page.content())
    await pressNamed(page, 'アドレスを入力し直す')
    await expect(page.getByLabel('新しいメールアドレス')).toHaveValue('new@mail.example')
    await pressNamed(page, '確認へ進む')
    await passwordField(page, '現在のパスワード').fill(present.password)
    await pressNamed(page, 'このアドレスに変更する')
    await expect(page).toHaveURL('/gallery/login?notice=email-change-requested')
    await page.goto(await linkInMail(page, /new@mail\.example 宛/))
    await expectValidHtml(await page.content())
    await passwordField(page, 'パスワード').fill(present.password)
    await pressNamed(page, 'このアドレスに変更する')
    await expect(page).toHaveURL('/gallery/login?notice=email-changed')

    await signIn(page, 'new@mail.example', present.password)
    await page.goto(settings)
    await expectValidHtml(await page.content())
    await page.goto('/gallery/mypage/delete')
    await expectValidHtml(await page.content())
    await press(page.getByRole('checkbox'))
    await pressNamed(page, '削除の手続きへ進む')
    await passwordField(page, '現在のパスワード').fill(present.password)
    await pressNamed(page, 'アカウントを完全に削除する')
    await expect(page).toHaveURL('/gallery?notice=account-deleted')
    await expect(page.getByText('アカウントを削除しました')).toBeVisible()
  })
})

test('A14, A19: a visitor is asked to sign in, and a form whose session has ended says there that nothing was changed', async ({
  page,
  context,
  shop,
}) => {
  for (const path of ['email', 'password', 'delete']) {
    const answer = await page.request.get(`/gallery/mypage/${path}`, { maxRedirects: 0 })
    const next = encodeURIComponent(`/gallery/mypage/${path}`)
    expect(answer.headers().location, path).toBe(`/gallery/login?next=${next}`)
  }
  const forms: ReadonlyArray<readonly [path: string, fill: () => Promise<void>]> = [
    ['email', () => page.getByLabel('新しいメールアドレス').fill('new@mail.example')],
    ['password', () => passwordField(page, '現在のパスワード').fill(present.password)],
    ['delete', () => press(page.getByRole('checkbox'))],
  ]
  for (const [path, fill] of forms) {
    await beginSession(context, shop)
    await page.goto(`/gallery/mypage/${path}`)
    await fill()
    changeData(shop.dataDir, 'delete from member_session')
    await press(page.getByRole('main').locator('form').getByRole('button').last())
    await expect(page, path).toHaveURL(/\/gallery\/login\?next=/)
    await expect(page.getByRole('main'), path).toContainText('まだ保存や変更はできていません')
  }
  await page.goto('/gallery/mypage/email')
  await expect(page).toHaveURL(/\/gallery\/login\?next=/)
  await expect(page.getByRole('main')).not.toContainText('まだ保存や変更はできていません')
})
