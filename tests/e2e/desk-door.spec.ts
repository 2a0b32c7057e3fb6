import type { Page } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import { Secret, TOTP } from 'otpauth'
import { addresses } from '../../app/addresses.ts'
import { enterDesk } from '../support/desk-session.ts'
import { httpSession } from '../support/http-session.ts'
import { linkInMail } from '../support/mailbox.ts'
import { beginSession, beginSessionOfNewMember } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData } from '../support/shop-database.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

const pressNamed = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }))
const laterMs = 11 * 60_000

test.use({ ownShop: true, expectedInConsole: /status of (?:401|404|409|422|429)/ })

const deskAddresses = Object.entries(addresses)
  .filter(([path]) => path.startsWith('/admin'))
  .map(([path]) => path.replace('*', 'nothing').replaceAll(/:\w+/g, 'x'))

const gatePassword = 'よい布を選ぶ 2026'
const hash = await hashPassword(gatePassword)

test.describe('with a gate of the gallery', () => {
  test.use({ shopSettings: { ADMIN_PASSWORD_HASH: hash } })

  test('ASVS 8.2.1, 8.3.1, N6: to a visitor, a member, an admin of the gallery and a curator no address of the desk is there', async ({
    page,
    context,
    shop,
  }) => {
    const asked = [...deskAddresses, '/Admin', '/%61dmin', '/admin/']
    // The browser's own requests wait 5 s after every 200 of them that carry cookies.
    const statuses = async () => {
      const cookies = (await context.cookies()).map(({ name, value }) => [name, value])
      const asker = httpSession(shop.origin, { given: Object.fromEntries(cookies) })
      const found: string[] = []
      for (const path of asked)
        for (const url of [path, `${path}.data`])
          for (const [method, answer] of [
            ['GET', await asker.get(url)],
            ['POST', await asker.post(url, { requestId: 'x' })],
          ] as const) {
            await answer.arrayBuffer()
            if (answer.status !== 404) found.push(`${method} ${url}: ${answer.status}`)
          }
      return { found, ofMember: (await asker.get('/gallery/mypage')).status === 200 }
    }
    expect(asked.length).toBeGreaterThan(6)
    expect(await statuses()).toEqual({ found: [], ofMember: false })
    await test.step('N108: known or not, each has one and the same answer', async () => {
      const asker = httpSession(shop.origin)
      const bodies = async (send: (url: string) => Promise<Response>, ending: string) => {
        const seen = new Map<string, string>()
        for (const path of [...asked, '/admin/a.csv', '/admin/orders?q=%96', '/admin/nothing?q=%96']) {
          const url = path.includes('?') ? path : `${path}${ending}`
          const answer = await send(url)
          const text = (await answer.text()).replaceAll(encodeURIComponent(url), '…')
          const kind = url.includes('%96') ? 'undecodable' : 'decodable'
          seen.set(`${kind} ${answer.status} ${text.replace(/号：[\w-]+/, '')}`, url)
        }
        return [...seen.values()]
      }
      for (const ending of ['', '.data', '?x=1']) {
        expect(await bodies((url) => asker.get(url), ending)).toHaveLength(2)
        expect(await bodies((url) => asker.post(url, { requestId: 'x' }), ending)).toHaveLength(2)
      }
    })
    await page.goto('/admin/helpers')
    await expectValidHtml(await (await context.request.get('/admin/helpers')).text())
    await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
    await expect(page.getByText('お店の方は、ログインしてください')).toBeVisible()
    await press(page.getByRole('link', { name: 'ログイン' }))
    await expect(page).toHaveURL('/gallery/login?next=%2Fadmin%2Fhelpers')
    await expect(page.getByText('お探しのページに進みます')).toBeVisible()

    await test.step('a curator', async () => {
      await page.goto('/gallery/admin')
      await page.getByLabel('管理用パスワード', { exact: true }).fill(gatePassword)
      await pressNamed(page, '開く')
      await expect(page.getByText('ホームに並ぶものを、ここで決めます')).toBeVisible()
      expect(await statuses()).toEqual({ found: [], ofMember: false })
    })
    await test.step('a member', async () => {
      await beginSessionOfNewMember(context, shop)
      expect(await statuses()).toEqual({ found: [], ofMember: true })
      await page.goto('/admin')
      await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'ログイン' })).toHaveCount(0)
      await expect(page.getByText('お店の方は')).toHaveCount(0)
    })
    await test.step('an admin of the gallery', async () => {
      await context.clearCookies()
      await beginSession(context, shop, 'admin@demo.example')
      expect(await statuses()).toEqual({ found: [], ofMember: true })
    })
    await test.step('a packer, where only owners may', async () => {
      await context.clearCookies()
      await enterDesk(page, 'packer', shop)
      for (const path of ['/admin/helpers', '/admin/helpers/invite', '/admin/helpers/end'])
        expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('link', { name: 'きょうの画面へ' })).toBeVisible()
    })
    await test.step('N108: who was signed out meanwhile, at her next press', async () => {
      await page.goto('/admin/orders')
      await context.clearCookies()
      await press(page.getByRole('link', { name: /^きょう/ }))
      await press(page.getByRole('link', { name: 'ログイン' }))
      await expect(page).toHaveURL('/gallery/login?next=%2Fadmin')
    })
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', javaScriptEnabled ? {} : long, () => {
    test.use({ javaScriptEnabled, viewport: { width: 375, height: 740 } })

    test('ASVS 6.3.3, 6.5.1, N3, N6, N9: an owner invites a packer, who sets up her app and enters; she is ended @walk', async ({
      page,
      context,
      browser,
      shop,
    }) => {
      walks('/admin/helpers', '/admin/helpers/:act', '/admin/join/:token', '/admin/enter')
      const axe = async (of: Page) => {
        if (javaScriptEnabled) await expectNoAxeViolations(of)
      }
      const helper = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled })
      const { email } = await beginSessionOfNewMember(helper, shop)

      await enterDesk(page, 'owner', shop, Date.now() - laterMs)
      await page.goto('/admin/helpers')
      await axe(page)
      await press(page.getByRole('link', { name: 'お店の人を招待する' }))
      await page.getByLabel('メールアドレス').fill(email)
      await pressNamed(page, '招待のメールを送る')
      await expect(page.getByText('もう一度ご本人か確かめます。')).toBeVisible()
      await expect(page.getByLabel('メールアドレス')).toHaveValue(email)
      await axe(page)
      await page.getByLabel('パスワード', { exact: true }).fill('wrong')
      await pressNamed(page, '招待のメールを送る')
      await expect(page.getByText('パスワードが正しくありません。')).toBeVisible()
      await page.getByLabel('パスワード', { exact: true }).fill('hari-to-ito-25')
      await pressNamed(page, '招待のメールを送る')
      await expect(page.getByText('招待のメールを送りました。')).toBeVisible()

      await expect(page.getByRole('heading', { name: 'まだ使われていない招待' })).toBeVisible()
      await axe(page)
      const withdrawn = await linkInMail(page, `${email} 宛`)
      await press(page.getByRole('link', { name: /への招待を取り消す$/ }))
      await pressNamed(page, '取り消す')
      await expect(page.getByText('招待を取り消しました。')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'まだ使われていない招待' })).toHaveCount(0)
      await press(page.getByRole('link', { name: 'お店の人を招待する' }))
      await page.getByLabel('メールアドレス').fill(email)
      await pressNamed(page, '招待のメールを送る')
      await expect(page.getByText('招待のメールを送りました。')).toBeVisible()

      const link = await linkInMail(page, `${email} 宛`)
      const her = await helper.newPage()
      await helper.clearCookies()
      expect((await her.goto(withdrawn))?.status()).toBe(404)
      expect((await her.goto(link))?.headers()['cache-control']).toBe('no-store')
      await axe(her)
      await press(her.getByRole('link', { name: 'ログインして進む' }))
      await expect(her).toHaveURL(/\/gallery\/login\?next=%2Fadmin%2Fjoin%2F[\w-]+$/)
      await beginSession(helper, shop, email)
      await her.goto(link)
      await axe(her)
      await pressNamed(her, '始める')
      await expect(her.getByRole('heading', { name: 'お店の机に入る準備' })).toBeVisible()
      await axe(her)
      expect((await her.goto('/admin'))?.url()).toContain('/admin/enter?next=%2Fadmin')
      const secret = Secret.fromBase32((await her.locator('code').innerText()).trim())
      const code = new TOTP({ secret }).generate()
      await her.getByLabel('アプリに出た6けたのコード').fill(code)
      await pressNamed(her, '入る')
      await expect(her.getByRole('heading', { name: '予備のコード' })).toBeVisible()
      await axe(her)
      const [backup = ''] = await her.locator('code').allInnerTexts()
      await pressNamed(her, 'コピーした')
      await expect(her.getByRole('heading', { name: 'きょう' })).toBeVisible()

      await helper.clearCookies({ name: 'desk-session' })
      await her.goto('/admin?x=1')
      for (const [given, said] of [
        [code, 'コードが正しくありません'],
        [backup, ''],
      ] as const) {
        await her.getByLabel('コード', { exact: true }).fill(given)
        await pressNamed(her, '入る')
        if (said !== '') await expect(her.getByText(said)).toBeVisible()
        if (said !== '') await axe(her)
      }
      await expect(her.getByRole('heading', { name: 'きょう' })).toBeVisible()

      await page.goto('/admin/helpers')
      await expect(page.getByText('予備のコード：残り0個')).toBeVisible()
      await press(page.getByRole('link', { name: '新しい人をお店の人から外す' }))
      await pressNamed(page, '外す')
      await expect(page.getByText('お店の人から外しました。')).toBeVisible()
      expect((await her.goto('/admin'))?.status()).toBe(404)
      await helper.close()
      await context.clearCookies()
    })
  })

test('N3, N7, N8: a passkey opens the door and confirms; what was typed when the desk session ended stays', async ({
  page,
  context,
  shop,
}) => {
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const setConfirmed = (at: number) =>
    changeData(shop.dataDir, `update desk_session set confirmed_at = ${at}`)
  await enterDesk(page, 'owner', shop, Date.now() - laterMs)
  await page.goto('/admin/helpers')
  await press(page.getByRole('link', { name: 'この端末の顔・指紋を加える' }))
  await page.getByLabel('パスワード', { exact: true }).fill('hari-to-ito-25')
  await pressNamed(page, '確かめる')
  await pressNamed(page, '顔・指紋を設定する')
  await expect(page.getByText(/顔・指紋：Linux・Chrome/)).toBeVisible()

  await context.clearCookies({ name: 'desk-session' })
  await page.goto('/admin/helpers/invite')
  await pressNamed(page, 'この端末の顔・指紋で入る')
  await expect(page).toHaveURL('/admin/helpers/invite')
  await expect(page.getByRole('heading', { name: 'お店の人を招待する' })).toBeVisible()

  setConfirmed(Date.now() - laterMs)
  await page.goto('/admin/helpers/codes')
  await pressNamed(page, '顔・指紋で確かめる')
  await expect(page.getByRole('heading', { name: '新しい予備のコード' })).toBeVisible()
  await expect(page.locator('code')).toHaveCount(10)

  await page.goto('/admin/helpers/invite')
  await page.getByLabel('メールアドレス').fill('nobody@mail.example')
  await context.clearCookies({ name: 'desk-session' })
  await pressNamed(page, '招待のメールを送る')
  await expect(page.getByText('この画面に戻ってもう一度押してください')).toBeVisible()
  const opened = context.waitForEvent('page')
  await press(page.getByRole('link', { name: '新しいタブでお店の机に入り' }))
  const door = await opened
  const code = await door.locator('strong').innerText()
  await door.getByLabel('コード', { exact: true }).fill(code)
  await pressNamed(door, '入る')
  await expect(door.getByRole('heading', { name: 'きょう' })).toBeVisible()
  await door.close()
  await pressNamed(page, '招待のメールを送る')
  await expect(page.getByText('このメールアドレスの会員はいません。')).toBeVisible()
  await expect(page.getByLabel('メールアドレス')).toHaveValue('nobody@mail.example')
  // Signed out altogether, as by ログアウト in another tab: the desk is hidden from her now.
  await context.clearCookies()
  await pressNamed(page, '招待のメールを送る')
  await expect(page.getByText('ログインが終わっているか')).toBeVisible()
  await expect(page.getByLabel('メールアドレス')).toHaveValue('nobody@mail.example')
  const signIn = context.waitForEvent('page')
  await press(page.getByRole('link', { name: '新しいタブでログインし' }))
  await expect((await signIn).getByRole('button', { name: 'ログイン', exact: true })).toBeVisible()
})
