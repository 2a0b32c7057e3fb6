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
import type { ShopProcess } from '../support/shop-process.ts'
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
    await test.step('another 404, such as of a proxy, is told and reloads nothing', async () => {
      await page.goto('/admin/orders')
      await page.route('**/admin.data*', (route) => route.fulfill({ status: 404, body: 'Not Found' }))
      await page.evaluate(() => Object.assign(window, { isSame: true }))
      await press(page.getByRole('link', { name: /^きょう/ }))
      await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
      await page.unroute('**/admin.data*')
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

/** A phone or computer with passkeys of its own, or none beside a key that is plugged in. */
const addAuthenticator = async (page: Page, transport: 'internal' | 'usb' = 'internal') => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** What Safari adds in 16 and 18.4, and Chrome in 129. */
const takeNewerAway = () => {
  // A blank page has no passkeys.
  if (!isSecureContext) return
  for (const name of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])
    Reflect.deleteProperty(PublicKeyCredential, name)
  Reflect.deleteProperty(PublicKeyCredential.prototype, 'toJSON')
  Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit')
}

test('N3, N7, N8, W64: a passkey of an older phone opens the door and confirms; what was typed when the desk session ended stays', async ({
  page,
  context,
  shop,
}) => {
  await context.addInitScript(takeNewerAway)
  await addAuthenticator(page)
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

test.describe('W64: the button for face and finger', () => {
  test.use({ expectedInConsole: /ERR_CONNECTION_RESET|status of (?:404|500)/ })
  const sheet = '/admin/helpers/passkey'
  const use = 'この端末の顔・指紋で入る'
  const create = '顔・指紋を設定する'
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const someone = "(select member_id from desk_person where role = 'owner' limit 1)"
  const giveKey = (shop: ShopProcess) =>
    changeData(
      shop.dataDir,
      `insert or replace into passkey (id, member_id, credential_id, public_key, counter, label, created_at)
       values ('key', ${someone}, 'AAAA', 'AAAA', 0, 'iPhone・Safari', 1)`,
    )
  /** To the door, with nothing to enter with yet. */
  const beginAnew = async (page: Page, shop: ShopProcess) => {
    changeData(shop.dataDir, `delete from passkey where member_id = ${someone}`)
    changeData(shop.dataDir, `update second_factor set confirmed_at = null where member_id = ${someone}`)
    changeData(shop.dataDir, `update desk_person set set_up_until = ${Date.now() + laterMs}`)
    await page.context().clearCookies({ name: 'desk-session' })
    await page.goto('/admin/enter')
    await expect(page.getByRole('heading', { name: '認証アプリに追加する' })).toBeVisible()
  }

  /** When React has the page, and it has asked the device. */
  const knowsDevice = async (page: Page) => {
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
    )
    await page.evaluate(async () => {
      if ('PublicKeyCredential' in window)
        await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
  }

  for (const [has, expected] of [
    ['no passkeys', { use: 0, create: 0 }],
    ['a key beside it alone', { use: 1, create: 0 }],
    ['a face of its own', { use: 1, create: 1 }],
  ] as const)
    test(`is offered where it can work: ${has}`, async ({ page, context, shop }) => {
      if (has === 'no passkeys')
        await context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
      else await addAuthenticator(page, expected.create === 1 ? 'internal' : 'usb')
      await enterDesk(page, 'owner', shop)
      giveKey(shop)
      await page.goto(sheet)
      const explained = page.getByText('この端末やブラウザーでは、顔・指紋を使えません。')
      await expect(expected.create === 1 ? button(page, create) : explained).toBeVisible()
      await expect(button(page, create)).toHaveCount(expected.create)
      await expect(explained).toHaveCount(1 - expected.create)
      await expectNoAxeViolations(page)

      changeData(shop.dataDir, 'update desk_session set confirmed_at = 1')
      await page.goto('/admin/helpers/codes')
      await expect(page.getByLabel('パスワード', { exact: true })).toBeVisible()
      await knowsDevice(page)
      await expect(button(page, '顔・指紋で確かめる')).toHaveCount(expected.use)

      await context.clearCookies({ name: 'desk-session' })
      await page.goto('/admin/enter')
      await knowsDevice(page)
      await expect(button(page, use)).toHaveCount(expected.use)

      await beginAnew(page, shop)
      await knowsDevice(page)
      await expect(button(page, create)).toHaveCount(expected.create)
      await expect(page.getByRole('heading', { name: use })).toHaveCount(expected.create)
    })

  test('tells apart what never arrived, what failed, and what is there already', async ({ page, shop }) => {
    await addAuthenticator(page)
    await enterDesk(page, 'owner', shop)
    await page.goto(sheet)
    await expect(button(page, create)).toBeVisible()
    const options = '**/admin/passkey?*'
    const said = page.getByRole('main').getByRole('alert')
    for (const [answer, text] of [
      ['abort', /^顔・指紋で設定できませんでした。通信エラーが発生しました。/],
      [500, /^顔・指紋で設定できませんでした。$/],
      [404, /^顔・指紋で設定できませんでした。ログインが終わっているか/],
    ] as const) {
      await page.route(options, (route) =>
        answer === 'abort' ? route.abort('connectionreset') : route.fulfill({ status: answer, body: '' }),
      )
      await press(button(page, create))
      await expect(said).toHaveText(text)
      await page.unroute(options)
    }
    await press(button(page, create))
    await expect(page.getByText(/顔・指紋：Linux・Chrome/)).toBeVisible()
    await page.goto(sheet)
    await press(button(page, create))
    await expect(said).toHaveText('この端末の顔・指紋は、もう設定してあります。')
  })
})
