import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { copyName, filesOf, pdfUrl, pictureUrl } from '../../app/features/pictures/rules.ts'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import type { RecipeForTests } from '../support/recipe-for-tests.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'
import { cartButton } from '../support/shopping.ts'
import { addressesInSitemap } from '../support/sitemap-for-tests.ts'
import { test as base, expect, long, press } from './fixtures.ts'

const picture = `${'c'.repeat(32)}-240x180`
const pdf = 'd'.repeat(32)
const drawing = '/Image/demo/work-cushion.svg'
const created = Date.UTC(2026, 3, 1, 3)
const times = { createdAt: created, updatedAt: created + 86_400_000 }
const wide = '𠮷'.repeat(15) + '💐'.repeat(15)

const shown: readonly RecipeForTests[] = [
  {
    ...times,
    id: 'whole',
    title: '麻の葉の巾着</script><b>',
    description: '50cm角の布1枚で\nhttps://example.com/kata にあります。<i>斜め</i>',
    ingredients: ['表布 50cm角', '丸ひも 70cm'],
    tags: ['巾着', 'ギフト & 贈りもの'],
    difficulty: 'hard',
    cookingTime: 'half-day',
    likes: 1_234,
    mainImageUrl: pictureUrl(picture),
    steps: [
      { id: 7, description: '布を裁ちます', imageUrl: drawing },
      { id: 3, description: 'わきを縫います' },
    ],
    explanationType: 'website',
    websiteExplanation: 'くわしくは https://haruka.example.com/blog\njavascript:alert(1)',
    affiliateProducts: [
      {
        id: '1',
        name: '丸ひも',
        description: 'よくすべります',
        productUrl: 'https://cord.example.com/',
        price: '330円',
      },
      { id: '2', name: 'あやしい品', description: '', productUrl: 'javascript:alert(1)' },
    ],
  },
  {
    ...times,
    id: 'video',
    title: '動画の作品',
    explanationType: 'video',
    youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ?si=x',
    mainImageUrl: pictureUrl(picture),
  },
  {
    ...times,
    id: 'evil-video',
    explanationType: 'video',
    youtubeUrl: 'https://evil.example/watch?v=dQw4w9WgXcQ',
  },
  { ...times, id: 'pdf', title: 'PDFの作品', explanationType: 'pdf', pdfUrl: pdfUrl(pdf) },
  { ...times, id: 'pdf-outside', explanationType: 'pdf', pdfUrl: 'https://papers.example.com/a.pdf' },
  { ...times, id: 'hidden', title: 'まだ秘密の作品', hidden: 1, likes: 100 },
  {
    ...times,
    id: 'long',
    title: '長'.repeat(100),
    description: 'a'.repeat(300),
    ingredients: ['とても長い材料の名前'.repeat(10)],
    tags: ['長いタグ'.repeat(12)],
    steps: Array.from({ length: 40 }, (_, at) => ({ id: at + 1, description: `手順その${at + 1}。` })),
  },
  { ...times, id: 'bare', title: '題名だけ', steps: [{ id: 1, description: '縫います' }] },
  { ...times, id: 'broken', title: '読めない作品' },
]
const own: readonly RecipeForTests[] = Array.from({ length: 8 }, (_, at) => ({
  id: `own-${at}`,
  title: `わたしの作品 ${at}`,
  description: '👨‍👩‍👧'.repeat(60),
  hidden: at === 7 ? 1 : 0,
  likes: 2,
  createdAt: created + at,
  updatedAt: created + at,
}))

const putFiles = async ({ dataDir }: ShopProcess) => {
  const folder = join(dataDir, 'images', 'uploads')
  await mkdir(folder, { recursive: true })
  const plain = sharp({ create: { width: 240, height: 180, channels: 3, background: '#1f3a6e' } })
  await writeFile(join(folder, `${picture}.jpg`), await plain.clone().jpeg().toBuffer())
  for (const format of ['avif', 'webp'] as const)
    await writeFile(
      join(folder, copyName(picture, 240, format)),
      await plain.clone().toFormat(format).toBuffer(),
    )
  await writeFile(join(folder, `${pdf}.pdf`), '%PDF-1.4\n%%EOF\n')
  changeData(dataDir, `insert into upload values ('${pdf}', 'pdf', 0, 0, 1234567, 'own', ${Date.now()})`)
}

const shopOfRecipes = async () => {
  const shop = await startShop()
  await putFiles(shop)
  changeData(shop.dataDir, 'delete from recipe')
  await addShopRecipes(shop, 'member@demo.example', shown)
  await addShopRecipes(shop, 'admin@demo.example', own)
  changeData(shop.dataDir, "update recipe set steps = 'broken' where id = 'broken'")
  changeData(shop.dataDir, `update member set name = '${wide}' where email = 'no-posting@demo.example'`)
  return shop
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend<{ member: string }>({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfRecipes)),
  member: async ({ shop }, use) => {
    const [author] = readData(shop.dataDir, "select id from member where email = 'member@demo.example'")
    await use(String(author?.id))
  },
})

const detail = (id: string) => `/gallery/detail/${id}`
const main = (page: Page) => page.getByRole('main')
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="(.*?)"`).exec(html)?.[1]
const withText = (page: Page, size: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html { font-size: ${text} }`)
    document.adoptedStyleSheets = [sheet]
  }, size)
const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.describe('a recipe', () => {
  test('answers with all its parts in the server’s HTML, which is valid', async ({ shop, member }) => {
    const { status, body } = await rawRequest(shop.origin, { path: detail('whole') })
    expect(status).toBe(200)
    await expectValidHtml(body)
    for (const text of [
      '糸井はるか',
      '上級',
      '半日',
      '1,234',
      '表布 50cm角',
      '布を裁ちます',
      '2026/4/1',
      'お店のおすすめ',
    ])
      expect(body, text).toContain(text)
    expect(body).toContain(`href="/gallery/user/${member}"`)
    // P48
    expect(body).toContain('href="/gallery/search?q=ギフト+%26+贈りもの"')
    expect(body).toContain('href="https://example.com/kata"')
    expect(body).not.toMatch(/<i>|<b>|href="javascript/)
    expect(body).not.toContain('member@demo.example')
  })

  test('W20: its photograph and those of its steps are enlarged by a press, and Back closes them', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(detail('whole'))
    const links = page.getByRole('main').getByRole('link', { name: /拡大する$/ })
    await expect(links).toHaveCount(2)
    await expect(links.last()).toHaveAttribute('href', drawing)
    const dialog = page.getByRole('dialog')
    // Their scripts come with the first press: until then it is said where it was pressed, and Back calls it off.
    const scripts = Promise.withResolvers<void>()
    await page.route(/\/assets\/(?:enlarged-picture|cart-panel)-/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    const waiting = [
      [links.first(), page.getByText('開いています…')],
      [cartButton(page), cartButton(page).and(page.locator('[aria-busy="true"]'))],
    ] as const
    for (const [link, said] of waiting) {
      await press(link)
      await expect(said).toBeVisible()
      await page.goBack()
      await expect(said).toHaveCount(0)
      await expect(page).toHaveURL(detail('whole'))
    }
    scripts.resolve()
    await page.waitForLoadState('networkidle')
    await expect(dialog).toHaveCount(0)
    for (const [at, name] of [
      [0, /^麻の葉の巾着.*の写真$/],
      [1, '手順1の写真'],
    ] as const) {
      await press(links.nth(at))
      await expect(dialog.getByRole('heading', { name })).toBeVisible()
      await expect(dialog.getByRole('group', { name: /写真の拡大/ })).toBeFocused()
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(detail('whole'))
    }
    await page.goto(detail('bare'))
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(links).toHaveCount(0)
  })

  test('R20, R36: has title, card and structured data of its own, which its title cannot break', async ({
    shop,
  }) => {
    const { body } = await rawRequest(shop.origin, { path: `${detail('whole')}?video=1&utm_source=x` })
    expect(/<title>(.*?)<\/title>/.exec(body)?.[1]).toContain('麻の葉の巾着')
    expect(meta(body, 'og:type')).toBe('article')
    expect(meta(body, 'og:image')?.replace(/-card\d+-\w{8}$/, ' and its words')).toBe(
      `${shop.origin}${detail('whole')}/share.jpg?v=${'c'.repeat(16)} and its words`,
    )
    expect([meta(body, 'og:image:width'), meta(body, 'og:image:height')]).toEqual(['1200', '630'])
    expect(meta(body, 'og:image:alt')).toContain('の写真')
    expect(meta(body, 'og:url')).toBe(shop.origin + detail('whole'))
    expect(body).toContain(`<link rel="canonical" href="${shop.origin}${detail('whole')}"/>`)
    expect(meta(body, 'description')).toContain('50cm角の布1枚で https')
    const [json = ''] = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, text]) => text,
    )
    const data = z
      .object({ '@type': z.string(), name: z.string(), step: z.array(z.unknown()) })
      .parse(JSON.parse(json))
    expect(data).toMatchObject({ '@type': 'HowTo', name: '麻の葉の巾着</script><b>' })
    expect(data.step).toHaveLength(2)
  })

  test(
    'each kind at 375 and 1280 px: nothing for axe to find, nothing wider than the screen',
    long,
    async ({ page }) => {
      for (const id of ['whole', 'video', 'pdf', 'long', 'bare'])
        await test.step(`${id} at 375 and 1280 px: nothing for axe to find, nothing wider than the screen`, async () => {
          await page.setViewportSize({ width: 375, height: 800 })
          await page.goto(detail(id))
          await expect(page.locator('h1')).toHaveCount(1)
          // As tall as the page, because a target that the lower bar half covers counts as too small.
          for (const [width, height] of [
            [375, 20_000],
            [812, 375],
            [1280, 800],
          ] as const) {
            await page.setViewportSize({ width, height })
            await expectNoAxeViolations(page)
            for (const text of ['200%', '100%']) {
              await withText(page, text)
              expect(await wider(page), `${width} px with text at ${text}`).toBeLessThanOrEqual(0)
            }
          }
        })
    },
  )

  test('P11, R6, R20, R21: what its author recommends, links to and wants to be shared', async ({
    page,
    shop,
    context,
  }) => {
    await test.step('P11: what its author recommends bears its badge, and leads only to https', async () => {
      await page.goto(detail('whole'))
      const products = main(page).getByRole('region', { name: '作者のおすすめ' }).getByRole('listitem')
      await expect(products).toHaveCount(2)
      for (const product of await products.all()) await expect(product).toContainText('PR／広告')
      const links = products.getByRole('link')
      await expect(links).toHaveCount(1)
      await expect(links).toHaveAttribute('href', 'https://cord.example.com/')
      const rel = (await links.getAttribute('rel')) ?? ''
      expect(rel.split(' ')).toEqual(expect.arrayContaining(['sponsored', 'ugc', 'nofollow', 'noopener']))
    })

    await test.step('R6: text of a website is text, whose links are made by us', async () => {
      await page.goto(detail('whole'))
      const text = main(page).getByRole('region', { name: 'くわしい説明' })
      await expect(text).toContainText('javascript:alert(1)')
      await expect(text.getByRole('link')).toHaveCount(1)
      expect(((await text.getByRole('link').getAttribute('rel')) ?? '').split(' ')).toEqual(
        expect.arrayContaining(['ugc', 'nofollow', 'noopener']),
      )
    })

    await test.step('R20, R21: is shared by links that carry its address, and by a copy', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.origin })
      await page.goto(detail('whole'))
      const share = main(page).getByRole('region', { name: 'この作品を共有する' })
      for (const link of await share.getByRole('link').all())
        expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain(
          shop.origin + detail('whole'),
        )
      await press(share.getByRole('button', { name: 'コピー' }))
      await expect(share.getByRole('status')).toHaveText('リンクをコピーしました。')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.origin + detail('whole'))
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await press(share.getByRole('button', { name: 'コピー' }))
      await expect(share.getByRole('status')).toContainText('コピーの操作')
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(shop.origin + detail('whole'))
    })
  })

  test('R33: two products of the shop, the same all day, go into the cart from here', async ({
    page,
    shop,
  }) => {
    const picksOf = async () => {
      const { body } = await rawRequest(shop.origin, { path: `${detail('bare')}?video=${Math.random()}` })
      return [...body.matchAll(/F-\d+）の生地を購入/g)].map(([text]) => text)
    }
    const picks = await picksOf()
    expect(new Set(picks).size).toBe(2)
    expect(await picksOf()).toEqual(picks)
    await page.goto(detail('bare'))
    const place = main(page).getByRole('region', { name: 'お店のおすすめ' })
    for (const pick of await place.getByRole('list').first().getByRole('list').all()) {
      const pictures = await pick.getByRole('img').count()
      expect(pictures).toBeGreaterThanOrEqual(1)
      expect(pictures).toBeLessThanOrEqual(4)
    }
    await press(place.getByRole('button', { name: '生地を購入' }).first())
    await expect(cartButton(page)).toContainText('1')
  })
})

test.describe('a video', () => {
  /** For a browser that may request other hosts; the test answers those requests. */
  const outside = async (page: Page) => {
    const asked: string[] = []
    await page.route('https://www.youtube-nocookie.com/**', async (route) => {
      asked.push(`${route.request().url()} from ${await route.request().headerValue('referer')}`)
      await route.fulfill({ contentType: 'text/html', body: '<p>player</p>' })
    })
    return asked
  }
  const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'

  test('R7: is asked for when its poster is pressed, not before, in a sandbox', async ({ browser, shop }) => {
    const page = await browser.newPage({ baseURL: shop.origin })
    const asked = await outside(page)
    await page.goto(detail('video'))
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await press(page.getByRole('link', { name: '動画を再生' }))
    await expect(page.frameLocator('iframe').getByText('player')).toBeVisible()
    await expect(page).toHaveURL(detail('video'))
    expect(asked).toEqual([`${player} from ${shop.origin}/`])
    const frame = page.getByTitle('動画の作品の動画')
    expect(await frame.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|modals/)
    await page.close()
  })

  for (const javaScriptEnabled of [true, false])
    test(
      `R7: plays after the way from another page, with${javaScriptEnabled ? '' : 'out'} script`,
      javaScriptEnabled ? {} : long,
      async ({ browser, shop }) => {
        const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled })
        const page = await context.newPage()
        const asked = await outside(page)
        await page.goto('/gallery/search?count=24')
        const link = page.getByRole('link', { name: '動画の作品' })
        // Before React has the link it would open another document, which plays in its place.
        if (javaScriptEnabled)
          await expect
            .poll(() => link.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))))
            .toBe(true)
        await press(link)
        await press(page.getByRole('link', { name: '動画を再生' }))
        await expect(page).toHaveURL(`${detail('video')}?video=1#video`)
        await expect(page.locator('iframe')).toHaveAttribute('src', player)
        await expect.poll(() => asked).toEqual([`${player} from ${shop.origin}/`])
        await context.close()
      },
    )

  test('R7: the policy lets the player in on its page alone', async ({ shop }) => {
    const policyOf = async (path: string) =>
      String((await rawRequest(shop.origin, { path })).headers['content-security-policy'])
    expect(await policyOf(detail('video'))).toContain('frame-src https://www.youtube-nocookie.com;')
    for (const path of [detail('whole'), detail('evil-video'), '/gallery', '/'])
      expect(await policyOf(path), path).not.toContain('youtube')
  })

  test('R7: an address of another site is no video', async ({ shop }) => {
    const { body } = await rawRequest(shop.origin, { path: `${detail('evil-video')}?video=1` })
    expect(body).not.toMatch(/動画で見る|<iframe|(?:href|src)="[^"]*evil\.example/)
  })
})

test.describe('a PDF', () => {
  test('R8: is saved by a button with its size, or opens in a new tab where it lies elsewhere', async ({
    page,
  }) => {
    await test.step('R8: is a button with its size, and is saved', async () => {
      await page.goto(detail('pdf'))
      const button = page.getByRole('link', { name: 'PDFをダウンロード（1.2MB）' })
      const [download] = await Promise.all([page.waitForEvent('download'), press(button)])
      expect(download.url()).toContain(pdfUrl(pdf))
      expect(download.suggestedFilename()).toBe('PDFの作品.pdf')
      await expect(page).toHaveURL(detail('pdf'))
    })

    await test.step('R8: one that lies elsewhere opens in a new tab', async () => {
      await page.goto(detail('pdf-outside'))
      const link = page.getByRole('link', { name: /PDFを開く/ })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('href', 'https://papers.example.com/a.pdf')
    })
  })

  test.describe('that has gone', () => {
    test.use({ expectedInConsole: /status of 404/ })
    test('R8: is told', async ({ page, shop }) => {
      const file = join(shop.dataDir, 'images', 'uploads', filesOf({ name: pdf, width: 0 })[0] ?? '')
      await page.goto(detail('pdf'))
      await rm(file)
      await press(page.getByRole('link', { name: /PDFをダウンロード/ }))
      await expect(page.getByRole('alert')).toContainText('PDFのダウンロードに失敗しました')
      await expectNoAxeViolations(page)
      await writeFile(file, '%PDF-1.4\n%%EOF\n')
    })
  })
})

test.describe('what leads to no recipe', () => {
  test('R30: says so', async ({ shop }) => {
    for (const [path, text] of [
      [detail('no-such'), '作品が見つかりません（Recipe not found）'],
      [detail('x'.repeat(3_000)), '作品が見つかりません（Recipe not found）'],
      [detail('%F0%9F%92%90'), '作品が見つかりません（Recipe not found）'],
      ['/gallery/detail', '作品が指定されていません（No recipe ID specified）'],
    ] as const)
      await test.step(`R30: ${path.slice(0, 40)} says so`, async () => {
        const { status, body } = await rawRequest(shop.origin, { path })
        expect(status).toBe(404)
        expect(body).toContain(text)
        expect(body).toContain('<meta name="robots" content="noindex"/>')
        await expectValidHtml(body)
      })
  })

  test('a missing page of the gallery leads into the gallery', async ({ shop }) => {
    const { status, body } = await rawRequest(shop.origin, { path: '/gallery/no-such-page' })
    const shown = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
    expect([status, shown.match(/href="[^"]+"/g)]).toEqual([
      404,
      ['href="/gallery"', 'href="/gallery/search"'],
    ])
    expect(shown).not.toContain('カート')
  })

  test('a recipe that cannot be read says so, with a number to quote', async ({ shop }) => {
    const { status, body } = await rawRequest(shop.origin, { path: detail('broken') })
    expect(status).toBe(500)
    expect(body).toContain('作品を読み込めませんでした（Failed to fetch recipe）')
    expect(body).toContain('お問い合わせ番号')
    await expectValidHtml(body)
  })

  test('A7: a hidden recipe is not found by others; its author sees it, and that nobody else does', async ({
    page,
    context,
    shop,
  }) => {
    const { status, body } = await rawRequest(shop.origin, { path: detail('hidden') })
    expect(status).toBe(404)
    expect(body).not.toContain('まだ秘密の作品')
    await beginSession(context, shop)
    await page.goto(detail('hidden'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('まだ秘密の作品')
    await expect(main(page)).toContainText('いまはあなただけに表示されています')
    await expect(page.getByRole('link', { name: 'この作品を編集' })).toHaveAttribute(
      'href',
      '/gallery/recipe-edit/hidden',
    )
  })
})

test.describe('the page of a member', () => {
  test('has her recipes, six and more, her totals and what she tells, and none of it in the description', async ({
    shop,
    member,
  }) => {
    const { status, body } = await rawRequest(shop.origin, { path: `/gallery/user/${member}` })
    expect(status).toBe(200)
    await expectValidHtml(body)
    for (const text of [
      '糸井はるかさんの作品',
      '2025年9月',
      '自己紹介',
      '長野県松本市',
      '入園グッズ',
      '1,234',
    ])
      expect(body, text).toContain(text)
    for (const text of ['まだ秘密の作品', 'demo.example', 'canUpload', '"role"'])
      expect(body, text).not.toContain(text)
    const head = /<head>(.*?)<\/head>/s.exec(body)?.[1] ?? ''
    const cards = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].join()
    for (const text of ['長野県松本市', '通園バッグ'])
      expect(head + cards, `R38: ${text}`).not.toContain(text)
    expect(meta(body, 'description')).toContain('糸井はるか')
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(`with${javaScriptEnabled ? '' : 'out'} script`, javaScriptEnabled ? {} : long, () => {
      test.use({ javaScriptEnabled })
      test('R25: a list that one page holds has neither もっと見る nor a search', async ({
        page,
        member,
      }) => {
        await page.goto(`/gallery/user/${member}`)
        const list = main(page).getByRole('region', { name: '作品の一覧' })
        await expect(list.getByRole('heading', { level: 3 })).toHaveCount(8)
        await expect(list.getByRole('searchbox')).toHaveCount(0)
        await expect(list.getByRole('link', { name: 'もっと見る' })).toHaveCount(0)
      })
    })

  test(
    'without recipes or words of her own it fits, and has nothing for axe to find',
    long,
    async ({ page, shop, member }) => {
      await test.step('without recipes, with a name of thirty wide characters: fits, and nothing for axe to find', async () => {
        const [row] = readData(shop.dataDir, "select id from member where email = 'no-posting@demo.example'")
        await page.goto(`/gallery/user/${String(row?.id)}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${wide}さんの作品`)
        await expect(main(page)).toContainText('公開されている作品は、まだありません')
        for (const width of [375, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoAxeViolations(page)
          await withText(page, '200%')
          expect(await wider(page)).toBeLessThanOrEqual(0)
          await withText(page, '100%')
        }
      })

      await test.step('one who says nothing of herself has no empty introduction', async () => {
        const columns =
          'bio instagram twitter youtube tiktok website hometown favorite_food cooking_style personal_story'
        const saved =
          readData(shop.dataDir, `select * from member_profile where member_id = '${member}'`)[0] ?? {}
        const set = (value: (name: string) => string) =>
          changeData(
            shop.dataDir,
            `update member_profile set ${[...columns.split(' '), 'interests'].map((name) => `${name} = '${value(name)}'`).join(', ')} where member_id = '${member}'`,
          )
        set((name) => (name === 'interests' ? '[]' : ''))
        await page.goto(`/gallery/user/${member}`)
        await expect(main(page)).toContainText('2025年9月に参加')
        await expect(page.getByRole('heading', { name: '自己紹介' })).toHaveCount(0)
        set((name) => String(saved[name] ?? '').replaceAll("'", "''"))
      })
    },
  )

  test('an unknown one is not found', async ({ shop }) => {
    for (const id of ['nobody', 'x'.repeat(3_000)]) {
      const { status, body } = await rawRequest(shop.origin, { path: `/gallery/user/${id}` })
      expect(status).toBe(404)
      expect(body).toContain('ユーザーが見つかりません')
      await expectValidHtml(body)
    }
  })
})

test.describe('the recipes of my page', () => {
  const myRecipes = '/gallery/mypage?tab=recipes'
  const rows = (page: Page) =>
    main(page).getByRole('region', { name: '作品' }).getByRole('heading', { level: 3 })

  test('R25, R37: all her own, hidden ones too, with totals and ways, on every screen', async ({
    page,
    context,
    shop,
  }) => {
    await test.step('R25, R37: all her own, hidden ones too, newest first, with totals and ways', async () => {
      await beginSession(context, shop)
      await page.goto(myRecipes)
      await expectValidHtml(await page.content())
      await expect(main(page).getByRole('link', { name: '作品 9' })).toHaveAttribute('aria-current', 'page')
      await expect(rows(page)).toHaveCount(9)
      await expect(main(page)).toContainText('いまはあなただけに表示されています')
      await expect(main(page)).toContainText(`${'a'.repeat(50)}…`)
      await expect(main(page)).not.toContainText('a'.repeat(51))
      await expect(page.getByRole('link', { name: '題名だけを編集' })).toHaveAttribute(
        'href',
        '/gallery/recipe-edit/bare',
      )
      await press(page.getByRole('link', { name: '題名だけを見る' }))
      await expect(page).toHaveURL(detail('bare'))
    })

    await test.step('at 375 and 1280 px: nothing for axe to find, nothing wider than the screen', async () => {
      await beginSession(context, shop)
      await page.goto(myRecipes)
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoAxeViolations(page)
        await withText(page, '200%')
        expect(await wider(page)).toBeLessThanOrEqual(0)
        await withText(page, '100%')
      }
    })
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(`with${javaScriptEnabled ? '' : 'out'} script`, javaScriptEnabled ? {} : long, () => {
      test.use({ javaScriptEnabled })
      test('R35: a recipe is deleted when that was asked and confirmed', async ({ page, context, shop }) => {
        await beginSession(context, shop, 'admin@demo.example')
        const id = javaScriptEnabled ? 'own-1' : 'own-2'
        const title = javaScriptEnabled ? 'わたしの作品 1' : 'わたしの作品 2'
        const isThere = () => readData(shop.dataDir, `select 1 from recipe where id = '${id}'`).length === 1
        await page.goto(myRecipes)
        const toPress = page.getByRole('button', { name: `${title}を削除` })
        const question = page.getByRole('dialog', { name: `${title}の削除` })
        await press(toPress)
        await expect(question).toContainText('元に戻せません')
        if (javaScriptEnabled) await expectNoAxeViolations(page)
        await press(question.getByRole('button', { name: 'やめる' }))
        await expect(question).toBeHidden()
        expect(isThere()).toBe(true)
        await press(toPress)
        await press(question.getByRole('button', { name: '削除する' }))
        await expect(main(page)).toContainText('作品を削除しました')
        await expect(page.getByText(title, { exact: true })).toHaveCount(0)
        expect(isThere()).toBe(false)
        expect((await rawRequest(shop.origin, { path: detail(id) })).status).toBe(404)
      })
    })

  test('a deletion of what is not hers fails with its text, and changes nothing', async ({
    page,
    context,
    shop,
  }) => {
    await beginSession(context, shop, 'admin@demo.example')
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto(myRecipes)
    await press(page.getByRole('button', { name: 'わたしの作品 7を削除' }))
    await expect(page.getByRole('dialog')).toBeVisible()
    // Only now: hydration would reset an earlier change.
    await page
      .locator('input[name="recipeId"]')
      .first()
      .evaluate((field: HTMLInputElement) => {
        field.value = 'bare'
      })
    await press(page.getByRole('button', { name: '削除する' }))
    await expect(page.getByRole('alert')).toContainText('レシピの削除に失敗しました')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    expect((await rawRequest(shop.origin, { path: detail('bare') })).status).toBe(200)
  })
})

test('the sitemap leads to recipes and members, and each is there under that address', async ({
  shop,
  member,
}) => {
  const listed = await addressesInSitemap(shop.origin)
  const path = (address: string) => address.slice(shop.origin.length)
  expect(listed.map(path)).toEqual(
    expect.arrayContaining(['/gallery', detail('whole'), `/gallery/user/${member}`]),
  )
  expect(listed.join()).not.toContain('hidden')
  for (const address of listed.filter((each) => each.includes('/gallery') && !each.endsWith('/broken'))) {
    const { status, body: page } = await rawRequest(shop.origin, { path: path(address) })
    expect(status, address).toBe(200)
    expect(page, address).toContain(`<link rel="canonical" href="${address.replaceAll('&', '&amp;')}"/>`)
  }
})
