import type { Page } from '@playwright/test'
import { holdScript } from '../support/hold-script.ts'
import { beginSession, beginSessionOfNewMember } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { changeData, readData } from '../support/shop-database.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

const editAddress = '/gallery/profile-edit'
const savedAddress = '/gallery/mypage?notice=profile-saved'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first()
/** React resets a text area when it hydrates it: text that a test types before is typed again. */
const type = (page: Page, name: string, text: string) =>
  expect(async () => {
    await field(page, name).fill(text)
    await expect(field(page, name)).toHaveValue(text, { timeout: 500 })
  }).toPass()
const save = (page: Page) => page.getByRole('button', { name: '保存する' })
const preview = (page: Page) => page.getByRole('region', { name: 'プレビュー' })

const stored = (shop: ShopProcess, id: string) =>
  readData(
    shop.dataDir,
    `select m.name, m.email, p.* from member m left join member_profile p on p.member_id = m.id where m.id = '${id}'`,
  )[0]

/** At several widths and at twice the text size nothing is wider than the screen. */
const expectFits = async (page: Page) => {
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const size of ['200%', '100%']) {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`html { font-size: ${text} }`)
        document.adoptedStyleSheets = [sheet]
      }, size)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide, `${width} px with text at ${size}`).toBeLessThanOrEqual(0)
    }
  }
}

test.use({ writes: true })

test('a visitor is asked to sign in, and then led back', async ({ request }) => {
  for (const [address, next] of [
    [editAddress, editAddress],
    ['/gallery/mypage', '/gallery/mypage'],
    ['/gallery/mypage?tab=settings', '/gallery/mypage?tab=settings'],
    ['/gallery/mypage?tab=nonsense', '/gallery/mypage'],
  ] as const) {
    const answer = await request.get(address, { maxRedirects: 0 })
    expect(answer.headers().location, address).toBe(`/gallery/login?next=${encodeURIComponent(next)}`)
  }
})

test.describe('the profile', () => {
  test('is edited with a preview beside it, saved, and shown on my page @walk', async ({
    page,
    context,
    shop,
  }) => {
    walks('/gallery/mypage', '/gallery/profile-edit')
    const { id } = await beginSessionOfNewMember(context, shop)
    await page.goto(editAddress)
    await type(page, '表示名', ' 　')
    await expect(save(page)).toBeDisabled()
    await expect(page.getByText('表示名を入力すると、保存できます。')).toBeVisible()
    await type(page, '表示名', '布の花子')
    await expect(save(page)).toBeEnabled()
    await expect(page.getByText('表示名を入力すると、保存できます。')).toHaveCount(0)
    await type(page, '自己紹介', '一行目\n二行目')
    await type(page, 'Instagram', '@hana_sews')
    await type(page, 'ウェブサイト', 'javascript:alert(1)')
    await type(page, '興味のあること', '刺し子、リネン')
    const shown = preview(page)
    await expect(shown).toContainText('布の花子')
    await expect(shown.getByRole('listitem').filter({ hasText: '刺し子' })).toBeVisible()
    await expect(shown.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
      'href',
      'https://instagram.com/hana_sews',
    )
    await expect(shown.getByRole('link', { name: 'ウェブサイト' })).toHaveCount(0)
    await type(page, 'ウェブサイト', 'hana.example')
    await expect(shown.getByRole('link', { name: 'ウェブサイト' })).toHaveAttribute(
      'href',
      'https://hana.example/',
    )
    await expectNoAxeViolations(page)
    await press(save(page))
    await expect(page).toHaveURL(savedAddress)
    await expect(page.getByText('プロフィールを保存しました。')).toBeVisible()
    await expect(page.getByText('一行目\n二行目')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Instagram' })).toHaveAttribute('rel', /ugc nofollow/)
    expect(stored(shop, id)).toMatchObject({
      name: '布の花子',
      instagram: 'https://instagram.com/hana_sews',
      interests: '["刺し子","リネン"]',
      role: 'member',
    })
  })

  test('keeps what was typed over an accidental reload, until it is saved or given up', async ({
    page,
    context,
    shop,
  }) => {
    await beginSessionOfNewMember(context, shop)
    await page.goto(editAddress)
    await type(page, '自己紹介', '書きかけの自己紹介')
    const release = await holdScript(page)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload({ waitUntil: 'commit' })
    await field(page, '自己紹介').fill('先に書いた自己紹介')
    release()
    await expect(page.getByText('書きかけの内容を戻しました')).toBeVisible()
    await expect(field(page, '自己紹介')).toHaveValue('先に書いた自己紹介')
    await press(page.getByRole('button', { name: '保存されている内容に戻す' }))
    await expect(field(page, '自己紹介')).not.toHaveValue('先に書いた自己紹介')
    await page.reload()
    await expect(field(page, '自己紹介')).toHaveValue('書きかけの自己紹介')
    await expect(page.getByText('書きかけの内容を戻しました')).toBeVisible()
    await expectNoAxeViolations(page)
    await press(page.getByRole('button', { name: '保存されている内容に戻す' }))
    await expect(field(page, '自己紹介')).not.toHaveValue('書きかけの自己紹介')
    await type(page, '自己紹介', 'もう一度書いた自己紹介')
    await press(save(page))
    await expect(page).toHaveURL(savedAddress)
    await page.goto(editAddress)
    await expect(field(page, '自己紹介')).toHaveValue('もう一度書いた自己紹介')
    await expect(page.getByText('書きかけの内容を戻しました')).toHaveCount(0)
  })

  test.describe('after the end of her session', () => {
    test.use({ expectedInConsole: /status of 401/ })
    test('keeps what was typed when the session has ended meanwhile, and not for another member', async ({
      page,
      context,
      shop,
    }) => {
      const { id, email } = await beginSessionOfNewMember(context, shop)
      await page.goto(editAddress)
      await type(page, '自己紹介', '書きかけの自己紹介')
      changeData(shop.dataDir, `delete from member_session where member_id = '${id}'`)
      await press(save(page))
      await expect(page.getByRole('alert')).toContainText(
        'ログインの期限が切れました。新しいタブでログインしてから',
      )
      await expect(page.getByRole('link', { name: 'ログインする' })).toHaveAttribute('target', '_blank')
      await expect(field(page, '自己紹介')).toHaveValue('書きかけの自己紹介')
      await test.step('R45: without script too', async () => {
        const form = { displayName: '花子', bio: '書きかけの自己紹介', basedOn: '0' }
        const given = await page.request.post(editAddress, { form, headers: { origin: shop.origin } })
        expect(given.status()).toBe(401)
        const html = await given.text()
        await expectValidHtml(html)
        expect(html).toContain('書きかけの自己紹介')
      })
      await test.step('signed in again in another tab, the next press saves it', async () => {
        await beginSession(context, shop, email)
        await press(save(page))
        await expect(page).toHaveURL(savedAddress)
        expect(stored(shop, id)).toMatchObject({ bio: '書きかけの自己紹介' })
      })
      await page.goto(editAddress)
      await type(page, '自己紹介', 'もう一度の書きかけ')
      changeData(shop.dataDir, `delete from member_session where member_id = '${id}'`)
      await press(save(page))
      await expect(page.getByRole('alert')).toContainText(
        'ログインの期限が切れました。新しいタブでログインしてから',
      )
      await beginSession(context, shop, 'no-posting@demo.example')
      page.once('dialog', (dialog) => dialog.accept())
      await page.goto(editAddress)
      await expect(field(page, '自己紹介')).toHaveValue(/見るのが専門/)
      await beginSession(context, shop, email)
      await page.goto(editAddress)
      await expect(field(page, '自己紹介')).toHaveValue('もう一度の書きかけ')
    })
  })

  test('cancel asks only when something was typed', async ({ page, context, shop }) => {
    const { id } = await beginSessionOfNewMember(context, shop)
    changeData(shop.dataDir, `update member_profile set hometown = '長野県松本市' where member_id = '${id}'`)
    await page.goto(editAddress)
    await press(page.getByRole('link', { name: 'キャンセル' }))
    await expect(page).toHaveURL('/gallery/mypage')
    await page.goto(editAddress)
    await type(page, '出身地', '長崎')
    await expect(preview(page)).toContainText('長崎')
    await press(page.getByRole('link', { name: 'キャンセル' }))
    const question = page.getByRole('dialog')
    await expect(question).toContainText('保存していない変更があります')
    await expectNoAxeViolations(page)
    await press(question.getByRole('button', { name: '編集を続ける' }))
    await expect(field(page, '出身地')).toHaveValue('長崎')
    await press(page.getByRole('link', { name: 'キャンセル' }))
    await press(question.getByRole('button', { name: '下書きを消して移動' }))
    await expect(page).toHaveURL('/gallery/mypage')
    await page.goto(editAddress)
    await expect(field(page, '出身地')).toHaveValue('長野県松本市')
    expect(stored(shop, id)).toMatchObject({ hometown: '長野県松本市' })
  })

  test(
    'fits small screens and large text, with a name of 30 wide characters',
    long,
    async ({ page, context, shop }) => {
      const { id } = await beginSessionOfNewMember(context, shop)
      changeData(
        shop.dataDir,
        `update member set name = '${'裁'.repeat(30)}' where id = '${id}';
       update member_profile set bio = 'https://nuno.example/${'b'.repeat(200)} ${'布'.repeat(250)}', personal_story = 'https://nuno.example/${'a'.repeat(200)}',
         achievements = '["金賞"]', interests = '["${'糸'.repeat(20)}"]' where member_id = '${id}'`,
      )
      const ofHers = ['/gallery/mypage', '/gallery/mypage?tab=recipes', `/gallery/user/${id}`]
      for (const address of [editAddress, ...ofHers]) {
        await page.goto(address)
        await expectFits(page)
        await expectNoAxeViolations(page)
      }
      await page.goto('/gallery/mypage')
      await expect(page.getByText('金賞')).toBeVisible()
    },
  )
})

test.describe('what is refused', () => {
  test.use({ expectedInConsole: /status of (?:409|422|500)/ })

  test('R9: a link that does not fit gets its text beside its field, and nothing is lost', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await beginSessionOfNewMember(context, shop)
    const before = stored(shop, id)
    await page.goto(editAddress)
    await type(page, '自己紹介', '新しい自己紹介')
    await type(page, 'YouTube', 'https://evil.example/@x')
    await press(save(page))
    const youtube = field(page, 'YouTube')
    await expect(youtube).toHaveAttribute('aria-invalid', 'true')
    await expect(youtube).toHaveAccessibleDescription(/YouTubeのURLとして読み取れません。/)
    await expect(youtube).toBeFocused()
    await expect(youtube).toHaveValue('https://evil.example/@x')
    await expect(field(page, '自己紹介')).toHaveValue('新しい自己紹介')
    await expectNoAxeViolations(page)
    expect(stored(shop, id)).toEqual(before)
    await type(page, 'YouTube', '@ぬの')
    await press(save(page))
    await expect(page).toHaveURL(savedAddress)
  })

  test('R18: a save over one of another tab is refused, and may overwrite knowingly', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await beginSessionOfNewMember(context, shop)
    await page.goto(editAddress)
    await type(page, '自己紹介', 'こちらの画面から')
    const other = await context.newPage()
    await other.goto(editAddress)
    // The draft of the first tab is its own.
    await expect(field(other, '自己紹介')).not.toHaveValue('こちらの画面から')
    await type(other, '自己紹介', '別の画面から')
    await press(save(other))
    await expect(other).toHaveURL(savedAddress)
    await page.bringToFront()
    await press(save(page))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('別の画面や端末で先に更新されています')
    await expect(field(page, '自己紹介')).toHaveValue('こちらの画面から')
    expect(stored(shop, id)).toMatchObject({ bio: '別の画面から' })
    await expectNoAxeViolations(page)
    await press(alert.getByRole('button', { name: 'この内容で上書きする' }))
    await expect(page).toHaveURL(savedAddress)
    expect(stored(shop, id)).toMatchObject({ bio: 'こちらの画面から' })
  })

  test('a save that fails says so, and a profile that cannot be read is not edited', async ({
    page,
    context,
    shop,
  }) => {
    const { id } = await beginSessionOfNewMember(context, shop)
    await page.goto(editAddress)
    await type(page, '自己紹介', '新しい自己紹介')
    changeData(shop.dataDir, `update member_profile set interests = '[' where member_id = '${id}'`)
    await press(save(page))
    await expect(page.getByRole('alert')).toHaveText(
      'プロフィールの更新に失敗しました。もう一度お試しください。',
    )
    await expect(field(page, '自己紹介')).toHaveValue('新しい自己紹介')
    expect((await page.request.get(editAddress)).status()).toBe(500)
    page.once('dialog', (dialog) => dialog.accept())
    await page.goto(editAddress)
    await expect(page.getByRole('alert')).toContainText('プロフィール')
    await expect(save(page)).toHaveCount(0)
  })

  test("A4: somebody else's fields in the body are ignored and logged, and so is her id", async ({
    page,
    context,
    shop,
  }) => {
    const other = await beginSession(context, shop, 'no-posting@demo.example')
    const { id } = await beginSessionOfNewMember(context, shop)
    const [mine, hers] = [stored(shop, id), stored(shop, other)]
    const from = shop.output().length
    const answer = await page.request.post(editAddress, {
      headers: { origin: shop.origin },
      form: {
        displayName: '布の花子',
        basedOn: String(mine?.updated_at),
        role: 'admin',
        isAdmin: 'true',
        canUpload: '1',
        'permissions.canUpload': 'true',
        email: 'thief@mail.example',
        photoUrl: 'https://evil.example/x.jpg',
        uid: other,
        memberId: other,
        achievements: '金賞',
      },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(302)
    expect(stored(shop, other)).toEqual(hers)
    const { name, role, can_upload, email, photo_url, achievements } = stored(shop, id) ?? {}
    expect({ name, role, can_upload, email, photo_url, achievements }).toEqual({
      name: '布の花子',
      role: 'member',
      can_upload: mine?.can_upload,
      email: mine?.email,
      photo_url: mine?.photo_url,
      achievements: mine?.achievements,
    })
    await expect.poll(() => shop.output().slice(from)).toMatch(/may not write were ignored.*"role","isAdmin"/)
    const foreign = await page.request.post(editAddress, {
      headers: { origin: 'https://evil.example' },
      form: { displayName: '盗人' },
    })
    expect(foreign.status()).toBe(403)
    expect(stored(shop, id)).toMatchObject({ name: '布の花子' })
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('the profile is edited, refused and saved all the same', long, async ({ page, context, shop }) => {
      const { id } = await beginSessionOfNewMember(context, shop)
      await page.goto(editAddress)
      await expectValidHtml(await page.content())
      await type(page, '自己紹介', '一行目\n二行目')
      await type(page, 'TikTok', 'hana/works')
      await press(save(page))
      await expect(field(page, 'TikTok')).toHaveAccessibleDescription(/TikTokのURLとして読み取れません。/)
      await expect(field(page, '自己紹介')).toHaveValue('一行目\n二行目')
      await expectValidHtml(await page.content())
      await type(page, 'TikTok', 'hana')
      // The browser's native validation is skipped.
      await type(page, '表示名', ' ')
      await press(save(page))
      await expect(field(page, '表示名')).toHaveAccessibleDescription(/表示名を入力してください。/)
      await type(page, '表示名', '布の花子')
      await press(save(page))
      await expect(page).toHaveURL(savedAddress)
      expect(stored(shop, id)).toMatchObject({ bio: '一行目\n二行目', tiktok: 'https://tiktok.com/@hana' })
    })
  })
})

test.describe('my page', () => {
  test.use({ javaScriptEnabled: false })
  test('has four tabs with their counts, and works without script', async ({ page, context, shop }) => {
    const { id, email } = await beginSessionOfNewMember(context, shop)
    await page.goto('/gallery/mypage')
    await expectValidHtml(await page.content())
    const tabs = page.getByRole('navigation', { name: 'マイページの中' })
    await expect(tabs.getByRole('link')).toHaveText(['プロフィール', '作品 0', '保存した作品 0', '設定'])
    await expect(tabs.locator('[aria-current]')).toHaveText(['プロフィール'])
    const body = page.getByRole('main')
    await expect(body.getByRole('link', { name: '新しい作品を投稿' })).toHaveAttribute(
      'href',
      '/gallery/upload',
    )
    await expect(body.getByRole('link', { name: 'プロフィールを編集' }).first()).toHaveAttribute(
      'href',
      editAddress,
    )
    await expect(body.locator('form[action="/gallery/logout"][method="post"]')).toHaveCount(1)
    await press(tabs.getByRole('link', { name: /^作品/ }))
    await expect(page).toHaveURL('/gallery/mypage?tab=recipes')
    await expect(body.getByRole('link', { name: '最初の作品を投稿する' })).toHaveAttribute(
      'href',
      '/gallery/upload',
    )
    await expectValidHtml(await page.content())
    await press(tabs.getByRole('link', { name: '保存した作品' }))
    await expect(body.getByRole('link', { name: 'ギャラリーを見る' })).toHaveAttribute('href', '/gallery')
    await press(tabs.getByRole('link', { name: '設定' }))
    await expect(tabs.locator('[aria-current]')).toHaveText(['設定'])
    await expect(body).toContainText(email)
    await expect(body).toContainText('アカウントを削除')
    await press(tabs.getByRole('link', { name: 'プロフィール' }))
    changeData(
      shop.dataDir,
      `update member_profile set line = 'https://lin.ee/old', facebook = 'hana' where member_id = '${id}'`,
    )
    await press(body.getByRole('link', { name: '公開ページを見る' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('新しい人さんの作品')
    const links = body.getByRole('list', { name: 'SNSとウェブサイト' }).getByRole('link')
    await expect(links).toHaveCount(1)
    await expect(links).toHaveAttribute('href', 'https://lin.ee/old')
  })
})

const addOrders = (shop: ShopProcess, email: string, count: number) => {
  for (let at = 0; at < count; at += 1)
    changeData(
      shop.dataDir,
      `insert into orders (id, order_number, state, browser_token, cart_fingerprint, access_token, subtotal, shipping,
        total, tax_included, currency, from_view, cancel_path, attempt, session_expires_at, customer_email, practice,
        confirmation_text, submit_text, shipping_text, terms_version, created_at, paid_at, checked_at)
       values ('order-${at}', 'NUNO-000${at}', 'paid', 'browser', 'F:1', 'token-that-nobody-guesses-${at}', 1000, 400, 1400,
        127, 'jpy', 'header-cart', '/kits', 1, 0, '${email}', 1, '', '', '', '1', ${1_800_000_000_000 + at}, 0, 0)`,
    )
}

test.describe('S23: her own orders on my page', () => {
  test.use({ ownShop: true })
  test('are those of her verified address, five and then more, each with its page; before it is verified the page says how', async ({
    page,
    context,
    shop,
  }) => {
    await beginSession(context, shop)
    await page.goto('/gallery/mypage')
    const orders = page.getByRole('region', { name: 'ご注文' })
    await expect(orders).toContainText('このメールアドレスでのご注文は、まだありません。')
    addOrders(shop, 'Member@Demo.example', 7)
    changeData(shop.dataDir, "update orders set practice = 0 where id = 'order-6'")
    await page.reload()
    await expect(orders.getByRole('listitem')).toHaveCount(5)
    await expect(orders.getByRole('listitem').first()).toContainText('NUNO-0006')
    await expect(orders.getByRole('listitem').first()).toContainText('お支払い済み・発送準備中')
    await expect(orders.getByRole('link', { name: /領収書.*NUNO-0006/ })).toHaveAttribute(
      'href',
      '/order/token-that-nobody-guesses-6/receipt',
    )
    await expect(orders.getByRole('link', { name: /領収書/ }), 'practice orders have none').toHaveCount(1)
    await expectNoAxeViolations(page)
    await press(orders.getByRole('link', { name: 'もっと見る' }))
    await expect(orders.getByRole('listitem')).toHaveCount(7)
    await expect(orders.getByRole('listitem').nth(5)).toBeFocused()
    await expect(orders.getByRole('link', { name: 'もっと見る' })).toHaveCount(0)
    await press(orders.getByRole('link', { name: '注文番号 NUNO-0006', exact: true }))
    await expect(page).toHaveURL('/order/token-that-nobody-guesses-6')
    await expect(page.getByRole('heading', { name: 'ご注文の内容' })).toBeVisible()

    changeData(shop.dataDir, 'update member set email_verified = 0')
    await page.goto('/gallery/mypage')
    await expect(orders).toContainText('メールアドレスの確認が済むと')
    await expect(orders.getByRole('link', { name: '設定' })).toHaveAttribute(
      'href',
      '/gallery/mypage?tab=settings',
    )
    await expect(page.getByText('NUNO-000')).toHaveCount(0)
  })
})
