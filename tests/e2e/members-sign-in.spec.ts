import type { Page } from '@playwright/test'
import { httpSession } from '../support/http-session.ts'
import { linkInMail } from '../support/mailbox.ts'
import { signInAsMember } from '../support/members.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { asNewVisitor } from '../support/shopping.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const pressNamed = (page: Page, name: string) => press(main(page).getByRole('button', { name, exact: true }))

const fillRegistration = async (
  page: Page,
  given: Partial<Record<'name' | 'email' | 'password' | 'again', string>>,
) => {
  const { name = 'はなこ', email = 'hana@mail.example', password = 'kiku-7-ume', again = password } = given
  await field(page, '表示名').fill(name)
  await field(page, 'メールアドレス').fill(email)
  await field(page, 'パスワード').fill(password)
  await field(page, 'パスワード（確認）').fill(again)
  await pressNamed(page, '登録する')
}

const signIn = async (page: Page, password: string, email = 'hana@mail.example') => {
  await field(page, 'メールアドレス').fill(email)
  await field(page, 'パスワード').fill(password)
  await pressNamed(page, 'ログイン')
}

const isSignedIn = async (page: Page) => {
  await page.goto('/gallery/logout')
  return (await main(page).getByRole('button', { name: 'ログアウト', exact: true }).count()) === 1
}

test.use({ ownShop: true, expectedInConsole: /status of (?:409|410|422|429|503)|ERR_FAILED/ })

test('P8, A20: who registers in order to comment comes back to the comments, and reads there that a mail was sent', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/gallery/detail/demo-tote')
  await press(page.getByRole('link', { name: 'ログイン・会員登録へ' }))
  await press(main(page).getByRole('link', { name: '会員登録', exact: true }).first())
  await fillRegistration(page, {})
  await expect(page).toHaveURL('/gallery/detail/demo-tote?notice=registered#comments')
  await expect(page.getByRole('heading', { name: /^コメント/ })).toBeFocused()
  await expect(page.getByRole('heading', { name: /^コメント/ })).toBeInViewport({ ratio: 1 })
  const notice = page.getByText('確認のメールをお送りしました')
  await expect(notice).toBeInViewport({ ratio: 1 })
  await press(main(page).getByRole('button', { name: '閉じる', exact: true }))
  await expect(notice).toBeHidden()
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', javaScriptEnabled ? {} : long, () => {
    test.use({ javaScriptEnabled })

    test('a registration says what is wrong; a member registers, signs out and in, and resets her password by the mail @walk', async ({
      page,
    }) => {
      walks('/gallery/login', '/gallery/logout', '/gallery/reset/:token', '/gallery')
      await test.step('what is wrong with a registration stands beside its field, and what was typed stays', async () => {
        await page.goto('/gallery/login?view=register&next=%2Fall-products')
        await fillRegistration(page, { name: '　', email: 'hana', password: 'abc12' })
        await expect(field(page, '表示名')).toHaveAccessibleDescription(/表示名を入力してください。/)
        await expect(field(page, 'メールアドレス')).toHaveAccessibleDescription(
          /有効なメールアドレスを入力してください。/,
        )
        await expect(field(page, 'パスワード')).toHaveAccessibleDescription(
          /パスワードは6文字以上で入力してください。/,
        )
        await expect(field(page, 'メールアドレス')).toHaveValue('hana')
        if (javaScriptEnabled) await expect(field(page, '表示名')).toBeFocused()
        if (javaScriptEnabled) await expectNoAxeViolations(page)
        await fillRegistration(page, { name: '運営', email: 'member@demo.example', password: 'password1' })
        await expect(main(page)).toContainText('この表示名はお店と間違えられるため使えません。')
        await expect(main(page)).toContainText('パスワードが弱すぎます。6文字以上で入力してください。')
        await fillRegistration(page, { email: 'member@demo.example', again: 'kiku-8-ume' })
        await expect(main(page)).toContainText('パスワードが一致しません。')
        await fillRegistration(page, { email: 'member@demo.example' })
        await expect(main(page)).toContainText('このメールアドレスは既に使用されています。')
        await expect(field(page, '表示名')).toHaveValue('はなこ')
        await fillRegistration(page, { email: 'hana2@mail.example' })
        await expect(page).toHaveURL('/all-products')
      })

      await test.step('a member registers, signs out and in, and resets her password by the mail', async () => {
        await asNewVisitor(page)
        await page.goto('/gallery/login?next=%2Fgallery%2Fupload')
        await press(main(page).getByRole('link', { name: '会員登録' }).first())
        await expect(page.getByRole('heading', { level: 1, name: '会員登録' })).toBeVisible()
        await fillRegistration(page, {})
        await expect(page).toHaveURL('/gallery/upload?notice=registered')
        await expect(page.getByText('会員登録が済みました。')).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('作品を投稿する')
        const verification = await linkInMail(page, '会員登録ありがとうございます')
        expect(verification).toMatch(/\/gallery\/confirm\/verify\/[\w-]{32}$/)

        await page.goto('/gallery/logout')
        await pressNamed(page, 'ログアウト')
        await expect(page).toHaveURL('/gallery?notice=signed-out')
        expect(await isSignedIn(page)).toBe(false)
        await page.goto('/gallery/login?next=%2Fall-products')
        await signIn(page, 'not-the-one')
        await expect(main(page)).toContainText('メールアドレスまたはパスワードが正しくありません。')
        await expect(field(page, 'メールアドレス')).toHaveValue('hana@mail.example')
        await signIn(page, 'kiku-7-ume')
        await expect(page).toHaveURL('/all-products')
        // A15: a signed-in member is redirected.
        await page.goto('/gallery/login?next=https%3A%2F%2Fevil.example')
        await expect(page).toHaveURL('/gallery')

        await page.goto('/gallery/logout')
        await pressNamed(page, 'ログアウト')
        await expect(page).toHaveURL('/gallery?notice=signed-out')
        await page.goto('/gallery/login')
        await press(page.getByRole('link', { name: 'パスワードをお忘れの方' }))
        await field(page, 'メールアドレス').fill('hana@mail.example')
        await pressNamed(page, 'メールを送る')
        await expect(page.getByText('パスワードリセットメールを送信しました')).toBeVisible()
        const link = await linkInMail(page, 'パスワードの再設定')
        await page.goto(link)
        await field(page, '新しいパスワード').fill('sakura-mochi-2')
        await field(page, '新しいパスワード（確認）').fill('sakura-mochi-3')
        await pressNamed(page, 'パスワードを設定する')
        await expect(main(page)).toContainText('パスワードが一致しません。')
        await field(page, '新しいパスワード').fill('sakura-mochi-2')
        await field(page, '新しいパスワード（確認）').fill('sakura-mochi-2')
        await pressNamed(page, 'パスワードを設定する')
        await expect(page).toHaveURL('/gallery/login?notice=password-reset')
        await expect(page.getByText('新しいパスワードを設定し')).toBeVisible()
        await signIn(page, 'kiku-7-ume')
        await expect(main(page)).toContainText('メールアドレスまたはパスワードが正しくありません。')
        await signIn(page, 'sakura-mochi-2')
        await expect(page).toHaveURL('/gallery')
        expect(await isSignedIn(page)).toBe(true)
        await page.goto(link)
        await expect(main(page)).toContainText('このリンクは使えません。')
        await press(main(page).getByRole('link', { name: 'もう一度メールを受け取る' }))
        // She is signed in.
        await expect(page).toHaveURL('/gallery')
      })
    })
  })

test(
  'fifty wrong passwords are refused, and a device that is known signs in all the same',
  long,
  async ({ page, browser, baseURL }) => {
    const known = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage()
    await signInAsMember(known)
    await known.goto('/gallery/logout')
    await pressNamed(known, 'ログアウト')
    await expect(known).toHaveURL(/signed-out/)

    const tooMany = 'リクエストが多すぎます。しばらく時間をおいてから再試行してください。'
    const statuses = new Set<number>()
    for (let time = 0; time < 50; time += 1) {
      const answer = await page.request.post('/gallery/login', {
        form: { email: 'member@demo.example', password: `wrong-${time}` },
        headers: { origin: baseURL ?? '' },
      })
      statuses.add(answer.status())
    }
    expect([...statuses]).toEqual([422, 429])
    await page.goto('/gallery/login')
    await signIn(page, 'wrong-again', 'member@demo.example')
    await expect(page.getByRole('alert')).toHaveText(tooMany)
    await signInAsMember(known)
    await known.context().close()
  },
)

test('a reset names what is wrong, and after five unknown addresses no more', long, async ({ page }) => {
  await page.goto('/gallery/login?view=reset')
  await pressNamed(page, 'メールを送る')
  await expect(main(page)).toContainText('メールアドレスを入力してください。')
  for (let time = 0; time < 5; time += 1) {
    await field(page, 'メールアドレス').fill(`x${time}@mail.example`)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await pressNamed(page, 'メールを送る')
    await answered
    await expect(main(page).getByText('送信しています…')).toHaveCount(0)
    await expect(main(page)).toContainText('このメールアドレスは登録されていません。')
  }
  await pressNamed(page, 'メールを送る')
  await expect(page.getByRole('alert')).toHaveText(
    'リクエストが多すぎます。しばらく時間をおいてから再試行してください。',
  )
  await expectNoAxeViolations(page)
})

test('the forms of the sign-in keep what was typed, on a bad line and from one to the other', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await test.step('a form whose line breaks stays with what was typed, and says so', async () => {
    await page.goto('/gallery/login?view=reset')
    await field(page, 'メールアドレス').fill('hana@mail.example')
    await page.route('**/login.data*', (route) => route.abort())
    await pressNamed(page, 'メールを送る')
    await expect(page.getByRole('alert')).toContainText('通信エラーが発生しました。')
    await expect(field(page, 'メールアドレス')).toHaveValue('hana@mail.example')
  })

  await test.step('a form that is sent offline says so, and is not sent by itself when the line is back', async () => {
    await asNewVisitor(page)
    await page.goto('/gallery/login?view=reset')
    await field(page, 'メールアドレス').fill('hana@mail.example')
    const writes: string[] = []
    page.on('request', (request) => request.method() === 'POST' && writes.push(request.url()))
    await context.setOffline(true)
    await pressNamed(page, 'メールを送る')
    await expect(page.getByRole('alert')).toContainText('通信エラーが発生しました。')
    await context.setOffline(false)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
    expect(writes).toEqual([])
    await pressNamed(page, 'メールを送る')
    await expect(page.getByRole('main')).toContainText('このメールアドレスは登録されていません。')
  })

  await test.step('the forms are switched by links that keep where the sign-in leads, and an address once typed', async () => {
    await asNewVisitor(page)
    await page.goto('/gallery/login?next=%2Fkits')
    await field(page, 'メールアドレス').fill('hana@mail.example')
    for (const [link, heading] of [
      ['会員登録', '会員登録'],
      ['ログイン', 'ログイン'],
      ['パスワードをお忘れの方', 'パスワードの再設定'],
      ['ログインに戻る', 'ログイン'],
    ] as const) {
      await press(main(page).getByRole('link', { name: link, exact: true }).first())
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveURL(/next=%2Fkits/)
      await expect(field(page, 'メールアドレス')).toHaveValue('hana@mail.example')
      await expectNoAxeViolations(page)
    }
    // Where the browser has passkeys, the field offers them, too.
    await expect(field(page, 'メールアドレス')).toHaveAttribute('autocomplete', /^username( webauthn)?$/)
    await expect(field(page, 'パスワード')).toHaveAttribute('autocomplete', 'current-password')
  })

  await test.step('the pages are valid, equal for all visitors, and their posts are never stored', async () => {
    await asNewVisitor(page)
    for (const path of [
      '/gallery/login',
      '/gallery/login?view=register',
      '/gallery/login?view=reset',
      '/gallery/logout',
    ]) {
      const page = await request.get(path)
      expect(page.headers()['set-cookie']).toBeUndefined()
      await expectValidHtml(await page.text())
    }
    const gone = await request.get('/gallery/reset/unknown')
    expect(gone.status()).toBe(410)
    expect(gone.headers()['cache-control']).toBe('no-store')
    await expectValidHtml(await gone.text())
    const form = { email: 'member@demo.example', password: 'hari-to-ito-25' }
    const foreign = await request.post('/gallery/login', {
      form,
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status()).toBe(403)
    const signedIn = await request.post('/gallery/login', {
      form,
      headers: { origin: baseURL ?? '' },
      maxRedirects: 0,
    })
    expect(signedIn.status()).toBe(302)
    expect(signedIn.headers()['cache-control']).toBe('no-store')
    // S18, A16: both addresses of the named call answer alike, whoever asks.
    for (const base of ['/api', '/.netlify/functions'])
      for (const data of [{ email: 'x@mail.example', displayName: 'https://evil.example' }, 'no form'])
        expect(
          await (
            await request.post(`${base}/send-welcome-email`, { data, headers: { origin: baseURL ?? '' } })
          ).json(),
        ).toEqual({ ok: true })
  })
})

test('A10, A11: who asks for many resets at once holds up no page of others', async ({ shop }) => {
  const session = httpSession(shop.origin)
  // Four at a time: if each kept its place during its pause (0.4 s), the last would exceed the limit (3 s).
  const resets = Array.from({ length: 36 }, (_, other) =>
    session.post('/gallery/login?view=reset', { email: `x${other}@mail.example` }),
  )
  const statuses = (await Promise.all(resets)).map(({ status }) => status)
  // None of them timed out while waiting (503).
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
})
