import { sitemapPaths } from '../../app/addresses.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { expect, press, test, walks } from './fixtures.ts'

const listed = [
  {
    path: '/',
    texts: [
      '50cm角の布から',
      'お知らせ',
      '今日のひと針に',
      '大切にしている3つのこと',
      '旧サイトへ',
      '03-0000-0000',
    ],
  },
  {
    path: '/all-products',
    texts: ['50cm角の単位', 'すべて', '管理番号', '円（税込）', '生地を購入', 'もっと見る'],
  },
  {
    path: '/kits',
    texts: [
      '生地をお買い上げの方は',
      'すべて',
      '初級',
      '上級',
      '1,320円（税込）',
      'もっと見る',
      '作品ギャラリーを見る',
    ],
  },
  {
    path: '/influencer_subscription',
    texts: ['外部ストアのサイトで', 'PR／広告', '申し込む', 'インフルエンサーのページ', '外部サイトへ'],
  },
  {
    path: '/subscription',
    texts: ['1,815円（税込）', '2,475円（税込）', '20cm×30cm', '15枚', '送料無料', '外部サイトへ'],
  },
  { path: '/terms', texts: ['第1条', '第11条', '7日以内', '発送前'] },
  { path: '/privacy', texts: ['2024年1月', '補足', 'メールアドレス', '分析', 'mcSquareCart'] },
  {
    path: '/legal',
    texts: ['販売業者', '運営統括責任者', '400円', '24,200円以上：無料', '3〜5営業日', '約1週間', 'ご契約'],
  },
  {
    path: '/contact',
    texts: [
      '東京都架空区',
      '03-0000-0000',
      '03-0000-0001',
      'shop@example.com',
      '平日 9:00〜18:00',
      '土曜 9:00〜17:00',
    ],
  },
  { path: '/success', texts: ['ご購入の確認', 'お買い物を続ける'] },
  { path: '/cancel', texts: ['お支払いはキャンセルされました', 'カートの中身はそのまま'] },
  { path: '/mailbox', texts: ['練習用メールボックス'] },
  { path: '/login', texts: ['ショップは会員登録なしで買えます'] },
  {
    path: '/gallery',
    texts: [
      '人気のキーワード',
      'クッション',
      '初級',
      'おじいちゃん・おばあちゃん',
      '新着の作品',
      '会員登録へ',
    ],
  },
  {
    path: '/gallery/search',
    texts: ['作品をさがす', 'レベル', '場面', '並び順', 'おじいちゃん・おばあちゃん'],
  },
  { path: '/gallery/upload', texts: ['ログインが必要です', 'ログイン・会員登録へ', '戻る'] },
  {
    path: '/gallery/login',
    texts: ['メールアドレス', 'パスワードをお忘れの方', '会員登録は要りません'],
  },
  { path: '/gallery/login?view=register', texts: ['表示名', '6文字以上', '利用規約'] },
  { path: '/gallery/login?view=reset&notice=reset-sent', texts: ['パスワードリセットメールを送信しました'] },
  { path: '/gallery/logout', texts: ['ログインしていません'] },
  { path: '/gallery/main-site', texts: ['生地', 'キット', 'サブスク', 'コラボ', 'ショップのトップページへ'] },
]
/** Every page of the sitemap is checked, also those without texts above. */
const others = sitemapPaths.filter((path) => listed.every((page) => page.path !== path))
const pages = [...listed, ...others.map((path) => ({ path, texts: [] }))]

test("each page answers with its content in the server's HTML, which is valid", async ({ shop }) => {
  for (const { path, texts } of pages)
    await test.step(path, async () => {
      const { status, body } = await rawRequest(shop.origin, { path })
      expect(status).toBe(200)
      // Headings may break before katakana.
      for (const text of texts) expect(body.replaceAll('<wbr/>', '')).toContain(text)
      expect(body).not.toMatch(/[^$]\{(phone|email|name|address)\}/)
      await expectValidHtml(body)
    })
})

test('P24: each page passes over a parameter that it does not know', async ({ shop }) => {
  for (const { path } of pages) {
    const { status } = await rawRequest(shop.origin, { path: `${path}?utm_source=mail&no-such=1` })
    expect(status, path).toBe(200)
  }
})

test.describe('in a window', () => {
  test.use({ expectedInConsole: /status of 404/ })

  test('pages of shop and gallery that no other walk opens @walk', async ({ page }) => {
    walks(
      '/',
      '/kits/:number',
      '/influencer_subscription',
      '/subscription',
      '/terms',
      '/privacy',
      '/legal',
      '/contact',
      '/login',
      '/cancel',
      '/gallery/main-site',
      '/gallery/detail',
      '/gallery/detail/:recipeId/comments',
    )
    for (const [path, heading] of [
      ['/', '布'],
      ['/kits/K-2001', 'キット'],
      ['/influencer_subscription', 'コラボ'],
      ['/subscription', 'サブスク'],
      ['/terms', '利用規約'],
      ['/privacy', 'プライバシー'],
      ['/legal', '特定商取引'],
      ['/contact', 'お問い合わせ'],
      ['/cancel', 'キャンセル'],
      ['/gallery/main-site', 'お店のご案内'],
      ['/gallery/detail', '作品が指定されていません'],
      ['/gallery/detail/demo-tote/comments', 'コメント'],
      ['/login', 'ログイン'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    }
  })
})

/** One window visits several pages: a new one for each would take as long as the check. */
const windows = 4
for (let at = 0; at < windows; at += 1)
  test(`nothing for axe to find at 375 and 1280 px, nothing wider than the screen at 768 px either: walk ${at + 1}`, async ({
    page,
  }) => {
    for (const { path } of pages.filter((_, index) => index % windows === at))
      await test.step(path, async () => {
        await page.setViewportSize({ width: 375, height: 800 })
        await page.goto(path)
        await expect(page.locator('h1')).toHaveCount(1)
        for (const width of [375, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          if (width !== 768) await expectNoAxeViolations(page)
          for (const text of ['200%', '100%']) {
            await page.evaluate((size) => {
              const sheet = new CSSStyleSheet()
              sheet.replaceSync(`html { font-size: ${size} }`)
              document.adoptedStyleSheets = [sheet]
            }, text)
            const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
            expect(tooWide, `${width} px with text at ${text}`).toBeLessThanOrEqual(0)
          }
        }
      })
  })

test.describe('the frame of the shop', () => {
  test('the present section is marked, for eyes and for screen readers', async ({ page }) => {
    await page.goto('/kits')
    const sections = page.getByRole('navigation', { name: 'お店の売り場' })
    await expect(sections.getByRole('link')).toHaveText(['生地', 'キット', 'コラボ', 'サブスク', '作品'])
    await expect(sections.getByRole('link', { name: 'キット' })).toHaveAttribute('aria-current', 'page')
    await expect(sections.locator('[aria-current]')).toHaveCount(1)

    // A tapped link at once, while its page is loading.
    const isAsked = Promise.withResolvers<void>()
    await page.route('**/all-products.data*', async (route) => {
      await isAsked.promise
      await route.continue()
    })
    const marked = () =>
      sections
        .getByRole('link')
        .evaluateAll((links) =>
          links.filter((link) => getComputedStyle(link).fontWeight === '600').map((link) => link.textContent),
        )
    expect(await marked()).toEqual(['キット'])
    await press(sections.getByRole('link', { name: '生地' }))
    await expect.poll(marked).toEqual(['生地'])
    // It grows from zero.
    const line = page.locator('body > p[role=status]')
    await expect.poll(async () => (await line.boundingBox())?.width).toBeGreaterThan(100)
    const said = page.getByRole('status').filter({ hasText: 'ページを読み込んでいます。' })
    await expect(said).toHaveCount(1)
    isAsked.resolve()
    await expect(page.getByRole('heading', { level: 1, name: '生地' })).toBeVisible()
    expect((await line.boundingBox())?.width).toBe(1)
    await expect(said).toHaveCount(0)
  })

  test('the footer has address, phone, e-mail, the ways in and to help, and copyright 2024', async ({
    page,
  }) => {
    await page.goto('/terms')
    const footer = page.getByRole('contentinfo')
    for (const text of [
      '〒000-0000',
      '03-0000-0000',
      'shop@example.com',
      '© 2024 ぬのスクエア',
      'ニュースレター',
    ])
      await expect(footer).toContainText(text)
    for (const name of [
      '生地',
      'キット',
      'コラボ',
      'サブスク',
      '作品ギャラリー',
      'お問い合わせ',
      '特定商取引法に基づく表記',
      '利用規約',
      /^プライバシー.?ポリシー$/,
    ])
      await expect(footer.getByRole('link', { name })).toBeVisible()
  })

  test.describe('under /gallery', () => {
    test.use({ expectedInConsole: /status of 404/ })
    test('P10: neither header nor footer of the shop, but the legal pages; /gallery-x is the shop’s 404', async ({
      page,
    }) => {
      for (const path of ['/gallery', '/gallery/', '/gallery/no-such-page']) {
        await page.goto(path)
        await expect(page.getByRole('navigation', { name: 'お店の売り場' })).toHaveCount(0)
        for (const name of [
          '特定商取引法に基づく表記',
          /^プライバシー.?ポリシー$/,
          '利用規約',
          'お問い合わせ',
        ])
          await expect(page.getByRole('contentinfo').getByRole('link', { name })).toBeVisible()
      }
      expect((await page.goto('/gallery-x'))?.status()).toBe(404)
      await expect(page.getByRole('navigation', { name: 'お店の売り場' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'トップページへ' })).toBeVisible()
    })
  })
})

test.describe('/login', () => {
  test('P9: no password, no call; a second later the shop', async ({ page }) => {
    await page.goto('/login')
    await expect(page.locator('main input')).toHaveCount(0)
    const writes: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
    await page.waitForLoadState('networkidle')
    const pressedAt = Date.now()
    await press(page.getByRole('link', { name: 'そのまま売り場へ進む' }))
    await expect(page.getByRole('status').filter({ hasText: '売り場へ移動しています' })).toHaveCount(1)
    await page.waitForURL('**/all-products')
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_000)
    expect(writes).toEqual([])
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('P9: is a link to the shop', async ({ page }) => {
      await page.goto('/login')
      await press(page.getByRole('link', { name: 'そのまま売り場へ進む' }))
      await page.waitForURL('**/all-products')
    })
  })
})

test('P11, P12: every collaboration is marked as PR, its links sponsored and without a handle on the shop', async ({
  page,
}) => {
  await page.goto('/influencer_subscription')
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'PR／広告' })
  await expect(cards).toHaveCount(4)
  const links = cards.getByRole('link')
  await expect(links).toHaveCount(8)
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
    const rel = (await link.getAttribute('rel'))?.split(' ')
    expect(rel).toEqual(expect.arrayContaining(['sponsored', 'ugc', 'nofollow', 'noopener']))
  }
})
