import type { CDPSession, Page } from '@playwright/test'
import { demoMembers } from '../../demo/members.ts'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { readData } from '../support/shop-database.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

const [member] = demoMembers
const present = { email: member?.email ?? '', password: member?.password ?? '' }
const settings = '/gallery/mypage?tab=settings'
const passkeys = '/gallery/mypage/passkeys'

const pressNamed = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }))
const main = (page: Page) => page.getByRole('main')

test.use({ ownShop: true, expectedInConsole: /status of 422|ERR_FAILED/ })

/** A phone that unlocks with a face, with passkeys of its own. */
const addPhone = async (page: Page) => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return { device, authenticatorId }
}

/** Answers what the browser asks of the phone, or not. */
const answers = (
  { device, authenticatorId }: { device: CDPSession; authenticatorId: string },
  enabled: boolean,
) => device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })

for (const [name, viewport] of [
  // Without a finger: an emulated phone has no lock of its own, so no passkeys either.
  ['a phone', { viewport: { width: 375, height: 667 } }],
  ['a computer', { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`on ${name}`, name === 'a phone' ? {} : long, () => {
    test.use(viewport)

    test('A29, A30, A32, A33: a passkey is added on settings, signs in by a press, is removed, and each is told by mail @walk', async ({
      page,
      context,
      shop,
    }) => {
      walks('/gallery/mypage/passkeys', '/gallery/login')
      const phone = await addPhone(page)
      await beginSession(context, shop)
      await page.goto(settings)
      await press(page.getByRole('link', { name: 'パスキーを追加' }))
      await expect(page.getByRole('heading', { name: 'この端末にパスキーを追加' })).toBeVisible()
      await expect(page.getByText('パスキーは、まだありません。')).toBeVisible()
      await expectNoAxeViolations(page)

      await page.getByLabel('パスキーの名前').fill('わたしのスマホ')
      await page.getByLabel('現在のパスワード', { exact: true }).fill('not this one')
      await pressNamed(page, '次へ')
      await expect(main(page)).toContainText('現在のパスワードが正しくありません。')
      await expect(page.getByLabel('パスキーの名前')).toHaveValue('わたしのスマホ')
      await page.getByLabel('現在のパスワード', { exact: true }).fill(present.password)
      await pressNamed(page, '次へ')
      await expect(page.getByText('続けて次のボタンを押して')).toBeFocused()
      await expectNoAxeViolations(page)
      await answers(phone, true)
      await pressNamed(page, '顔・指紋・画面ロックで確かめる')
      await expect(page.getByText('パスキーを追加しました。')).toBeVisible()
      await answers(phone, false)
      await expect(page.getByRole('listitem').filter({ hasText: 'わたしのスマホ' })).toContainText(
        'まだ使われていません',
      )
      await expectNoAxeViolations(page)

      await test.step('a second one of the same phone is none', async () => {
        await page.getByLabel('現在のパスワード', { exact: true }).fill(present.password)
        await pressNamed(page, '次へ')
        await expect(page.getByText('続けて次のボタンを押して')).toBeFocused()
        await answers(phone, true)
        await pressNamed(page, '顔・指紋・画面ロックで確かめる')
        await expect(page.getByText('この端末のパスキーは、もう追加してあります。')).toBeVisible()
        await answers(phone, false)
      })

      await test.step('by a press', async () => {
        await context.clearCookies()
        await page.goto('/gallery/login?next=%2Fgallery%2Fmypage')
        await expectNoAxeViolations(page)
        await expect(page.getByRole('button', { name: 'パスキーでログイン' })).toBeVisible()
        await answers(phone, true)
        await pressNamed(page, 'パスキーでログイン')
        await expect(page).toHaveURL('/gallery/mypage')
        await expect(page.getByRole('heading', { name: 'マイページ' })).toBeVisible()
        await answers(phone, false)
      })

      await test.step('it is removed, and signs nobody in', async () => {
        await page.goto(passkeys)
        await expect(page.getByRole('listitem').filter({ hasText: 'わたしのスマホ' })).toContainText(
          '最後のご利用',
        )
        await pressNamed(page, 'パスキー「わたしのスマホ」を削除')
        await expect(page.getByRole('dialog')).toContainText('を削除しますか？')
        await expectNoAxeViolations(page)
        await pressNamed(page, '削除する')
        await expect(page.getByText('パスキーを削除しました。')).toBeVisible()
        const mails = readData(
          shop.dataDir,
          `select kind from mail where recipient = '${present.email}' order by created_at`,
        )
        expect(mails.map(({ kind }) => kind).filter((kind) => String(kind).startsWith('passkey'))).toEqual([
          'passkey_added',
          'passkey_removed',
        ])
        await context.clearCookies()
        await page.goto('/gallery/login')
        await expect(page.getByRole('button', { name: 'パスキーでログイン' })).toBeVisible()
        await answers(phone, true)
        await pressNamed(page, 'パスキーでログイン')
        await expect(main(page)).toContainText('このパスキーではログインできませんでした。')
        await expectNoAxeViolations(page)
        await answers(phone, false)
      })

      await test.step('the password goes on as before', async () => {
        await main(page).getByRole('textbox', { name: 'メールアドレス' }).fill(present.email)
        await main(page).getByLabel('パスワード', { exact: true }).fill(present.password)
        await press(main(page).getByRole('button', { name: 'ログイン', exact: true }))
        await expect(page).toHaveURL('/gallery')
      })
    })
  })

test('A29: a passkey that the browser offers in the field of the address signs in', async ({
  page,
  context,
  shop,
}) => {
  const phone = await addPhone(page)
  await beginSession(context, shop)
  await page.goto(passkeys)
  await page.getByLabel('現在のパスワード', { exact: true }).fill(present.password)
  await pressNamed(page, '次へ')
  await expect(page.getByText('続けて次のボタンを押して')).toBeFocused()
  await answers(phone, true)
  await pressNamed(page, '顔・指紋・画面ロックで確かめる')
  await expect(page.getByText('パスキーを追加しました。')).toBeVisible()
  await context.clearCookies()
  // The phone answers for the member: with a virtual one the browser takes its only passkey as chosen.
  await page.goto('/gallery/login?next=%2Fgallery%2Fmypage')
  await expect(page.getByRole('heading', { name: 'マイページ' })).toBeVisible()
})

test('A28, A29: a press whose request is lost says so beside it, and what was typed stays', async ({
  page,
  context,
}) => {
  await addPhone(page)
  await page.goto('/gallery/login')
  await main(page).getByRole('textbox', { name: 'メールアドレス' }).fill(present.email)
  await context.route('**/gallery/login/passkey', (route) => route.abort())
  await pressNamed(page, 'パスキーでログイン')
  await expect(main(page)).toContainText('通信エラーが発生しました。')
  await expect(main(page).getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(present.email)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('A33: nothing stands that cannot work, and what is there is removed', async ({
    page,
    context,
    shop,
  }) => {
    await page.goto('/gallery/login')
    await expect(page.getByRole('button', { name: 'パスキーでログイン' })).toHaveCount(0)
    const id = await beginSession(context, shop)
    const html = await (await context.request.get(passkeys)).text()
    await expectValidHtml(html)
    await page.goto(passkeys)
    await expect(page.locator('main noscript p')).toHaveText('パスキーの追加には、JavaScriptが必要です。')
    await expect(page.getByLabel('現在のパスワード')).toHaveCount(0)
    expect(id).not.toBe('')
  })
})
