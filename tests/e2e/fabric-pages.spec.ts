import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { ownerCommand } from '../support/owner-command.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { phoneJpeg } from '../support/pictures-for-tests.ts'
import { rawRequest } from '../support/raw-request.ts'
import { changeData } from '../support/shop-database.ts'
import { cartButton, goToPayment, openCart, pay } from '../support/shopping.ts'
import { addressesInSitemap } from '../support/sitemap-for-tests.ts'
import { expect, long, phone, press, test, walks } from './fixtures.ts'

const indigo = '麻の葉 シーチング 50cm【藍】'

test.describe('a shop that cuts lengthwise', () => {
  test.use({ ownSettings: { joined: 'lengthwise' } })

  test('P27, P28, P29, C25: from the card to the fabric, its colours, three units in one piece, the order and the owner @walk', async ({
    shop,
    page,
  }) => {
    walks('/all-products/:number')
    await page.goto('/all-products')
    // The name's link lies over the picture.
    const picture = await page.locator('#item-1 img').boundingBox()
    if (picture === null) throw new Error('the picture is not shown')
    await page.mouse.click(picture.x + picture.width / 2, picture.y + picture.height / 2)
    await expect(page).toHaveURL('/all-products/F-1001')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(indigo)
    await expect(heading).toBeFocused()
    const facts = page.getByRole('region', { name: 'この生地について' })
    await expect(facts.getByRole('term')).toHaveText([
      '色',
      '素材',
      '生地巾',
      '厚さ',
      '販売の単位',
      '管理番号',
    ])
    await expect(page.getByRole('region', { name: 'この生地で作れるキット' }).getByRole('link')).toHaveCount(
      2,
    )
    const colours = page.getByRole('navigation', { name: '色を選ぶ' })
    await expect(colours.getByRole('link')).toHaveText(['藍', '桜', 'からし'])
    await press(colours.getByRole('link', { name: '桜' }))
    await expect(heading).toHaveText('麻の葉 シーチング 50cm【桜】')
    await expect(colours.getByRole('link', { name: '桜' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()

    const more = page.getByRole('button', { name: '1枚増やす' })
    const fewer = page.getByRole('button', { name: '1枚減らす' })
    await expect(fewer).toBeDisabled()
    // With forced colours a disabled button has its own colour.
    await page.emulateMedia({ forcedColors: 'active' })
    const colour = await more.evaluate((node) => getComputedStyle(node).color)
    await expect(fewer).not.toHaveCSS('color', colour)
    await page.emulateMedia({ forcedColors: null })
    await press(more)
    await press(more)
    const piece = '3枚 = 50cm × 150cm の1枚でお届け'
    await expect(page.getByRole('main').getByText(piece)).toBeVisible()
    // C25: a second tap is the same press; one for other units is not.
    const buy = page.getByRole('button', { name: `${indigo}（F-1001）の生地を購入` })
    await press(fewer)
    await press(buy, { times: 2 })
    await expect(buy).toContainText('カートに2枚')
    await press(fewer)
    await press(buy, { times: 2 })
    await expect(buy).toContainText('カートに3枚')
    await expect(cartButton(page)).toContainText('3点')
    const panel = await openCart(page)
    await expect(panel.getByRole('listitem').first()).toContainText(indigo)
    await expect(panel.getByRole('listitem').first()).toContainText(piece)
    await goToPayment(page)
    await pay(page)
    for (const text of [indigo, piece]) await expect(page.getByRole('main')).toContainText(text)
    const listed = await ownerCommand(shop, 'orders', 'list')
    const shown = await ownerCommand(shop, 'orders', 'show', listed.slice(0, 9))
    for (const text of [indigo, piece]) expect(shown).toContain(text)
  })
})

/** The factor by which the enlarged picture is shown. */
const scaleOf = async (page: Page): Promise<number> => {
  const said = await page.getByRole('dialog').locator('output').textContent()
  return Number(said?.replace('%', '')) / 100
}

test.describe('with fingers', () => {
  test.use(phone(375, 740))

  test('W61: on wide screens no column is empty under the photograph, and other fabrics are one grid with prices below its recipes', async ({
    page,
  }) => {
    for (const [width, rows] of [
      [768, 2],
      [1280, 1],
      [1920, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/all-products/F-1001')
      const boxOf = async (name: string) => {
        const box = await page.getByRole('region', { name }).boundingBox()
        if (box === null) throw new Error(`${name} is not there`)
        return { ...box, right: box.x + box.width, end: box.y + box.height }
      }
      const photograph = await page
        .getByRole('img', { name: `${indigo}の布地` })
        .first()
        .boundingBox()
      const about = await boxOf('この生地について')
      if (width < 1600) expect(about.x, `${width} px`).toBe(photograph?.x)
      const [made, near] = [await boxOf('この生地でつくられた作品'), await boxOf('似た柄と合う無地')]
      const planning = await boxOf('大きさと枚数を調べる')
      expect(made.y, `${width} px`).toBeGreaterThan(Math.max(about.end, planning.end))
      expect(near.y, `${width} px`).toBeGreaterThan(made.end)
      expect(near.x, `${width} px`).toBe(photograph?.x)
      expect(near.width, `${width} px`).toBeGreaterThan(Math.min(width, 1792) * 0.9)
      const cards = page.getByRole('region', { name: '似た柄と合う無地' }).getByRole('listitem')
      const places = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().y))
      expect([places.length, new Set(places).size], `${width} px`).toEqual([6, rows])
      for (const card of await cards.all()) await expect(card).toContainText(/[\d,]+円（税込）/)
      await expectNoAxeViolations(page)
    }
  })

  test('P28: the picture is enlarged by pinch, wheel, keyboard and buttons, moved, and closed again', async ({
    page,
    context,
  }) => {
    await page.goto('/all-products/F-1001')
    await press(page.getByRole('list', { name: 'ほかの写真' }).getByRole('link').nth(2))
    const large = page.getByRole('link', { name: /拡大する/ })
    await expect(large).toHaveAttribute('href', '/Image/demo/work-book-cover.svg')
    await press(large)
    const stage = page.getByRole('dialog').getByRole('group', { name: /写真の拡大/ })
    await expect(stage).toBeFocused()
    await expectNoAxeViolations(page)
    await page.keyboard.press('+')
    await expect.poll(() => scaleOf(page)).toBe(1.5)
    const before = await stage.locator('img').boundingBox()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await stage.locator('img').boundingBox())?.x).toBeLessThan(before?.x ?? 0)
    await page.keyboard.press('0')
    await stage.hover()
    await page.mouse.wheel(0, -400)
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(2)
    await press(page.getByRole('button', { name: '全体を見る' }))
    await expect.poll(() => scaleOf(page)).toBe(1)
    await press(page.getByRole('button', { name: '拡大', exact: true }))
    await press(page.getByRole('button', { name: '縮小' }))
    await expect.poll(() => scaleOf(page)).toBe(1)

    const box = await stage.boundingBox()
    if (box === null) throw new Error('the picture is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const cdp = await context.newCDPSession(page)
    const fingers = (apart: number) => [
      { x: x - apart, y, id: 0 },
      { x: x + apart, y, id: 1 },
    ]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
    for (const apart of [30, 40, 60])
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => scaleOf(page)).toBeCloseTo(3, 0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(large).toBeFocused()
  })
})

test.describe('P28: the address', () => {
  test.use({ ownShop: true })

  test('survives a slash and case, is a real 404 when nothing is sold there, and says all to machines', async ({
    shop,
  }) => {
    const copy = (number: string, status = '公開中') =>
      changeData(
        shop.dataDir,
        `insert into product (number, type, name, description, price_text, price, image_url, status, source, position, created_at, updated_at)
         select '${number}', type, '${number}の布', description, price_text, price, image_url, '${status}', source, 900, 0, 0
         from product where number = 'F-1001'`,
      )
    for (const number of ['S/1', 'case-a', 'CASE-a', 'x.data']) copy(number)
    copy('H-1', '非公開')
    await ownerCommand(shop, 'shop', 'close', 'S/1')
    const get = (path: string) => rawRequest(shop.origin, { path })
    for (const [path, title] of [
      ['/all-products/S%2F1', 'S/1の布'],
      ['/all-products/case-a', 'case-aの布'],
      ['/all-products/CASE-a', 'CASE-aの布'],
      ['/all-products/x.data~', 'x.dataの布'],
      ['/kits/K-2001', '50cm角で作る巾着キット'],
    ] as const) {
      const { status, body, headers } = await get(path)
      expect([status, /<title>(.*?)｜/.exec(body)?.[1]], path).toEqual([200, expect.stringContaining(title)])
      expect(body).toContain(`<link rel="canonical" href="${shop.origin}${path}"/>`)
      expect(headers['set-cookie']).toBeUndefined()
      await expectValidHtml(body)
      // The second answer is the cached copy for everybody.
      expect((await get(path)).headers.etag).toBeDefined()
    }
    for (const [written, path] of [
      ['/all-products/f-1001', '/all-products/F-1001'],
      ['/all-products/%EF%BC%A6-1001', '/all-products/F-1001'],
      ['/all-products/s%2F1', '/all-products/S%2F1'],
      ['/kits/k-2001', '/kits/K-2001'],
      ['/kits/k-2001?utm_source=mail', '/kits/K-2001?utm_source=mail'],
    ] as const)
      expect(await get(written)).toMatchObject({ status: 302, headers: { location: path } })
    for (const path of [
      '/all-products/none',
      '/all-products/H-1',
      '/all-products/K-2001',
      '/kits/F-1001',
      '/kits/%20',
    ])
      expect(await get(path), path).toMatchObject({
        status: 404,
        body: expect.stringContaining('いま販売していません'),
      })

    const asked = ['S/1', 'K-2001', 'H-1', 'none'].map((number) => ['number', number])
    expect(JSON.parse((await get(`/api/products?${new URLSearchParams(asked)}`)).body), 'P32').toEqual({
      fabrics: [expect.objectContaining({ number: 'S/1', price: 550, suspended: true })],
      kits: [expect.objectContaining({ number: 'K-2001', level: 'beginner' })],
    })

    await writeFile(join(shop.dataDir, 'images/cloth.jpg'), await phoneJpeg())
    changeData(shop.dataDir, `update product set image_url = '/Image/cloth.jpg' where number = 'case-a'`)
    const card = await get('/all-products/case-a/share.jpg')
    expect([card.status, card.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await expect
      .poll(async () => (await get('/all-products/case-a')).body)
      .toContain(`<meta property="og:image" content="${shop.origin}/all-products/case-a/share.jpg"/>`)
    // Both photographs and drawings.
    for (const path of ['/all-products/F-1001', '/all-products/F-1012', '/kits/K-2016', '/kits/K-2001']) {
      expect((await get(path)).body).toContain(`content="${shop.origin}${path}/share.jpg"/>`)
      const { status, headers } = await get(`${path}/share.jpg`)
      expect([status, headers['content-type']], path).toEqual([200, 'image/jpeg'])
    }
    copy('bare')
    changeData(shop.dataDir, `update product set image_url = '' where number = 'bare'`)
    const without = await get('/all-products/bare')
    expect(without.body).toContain(`<meta property="og:image" content="${shop.origin}/og.png"/>`)
    for (const path of ['/all-products/bare/share.jpg', '/kits/none/share.jpg'])
      expect((await get(path)).status, path).toBe(404)

    const { body } = await get('/all-products/S%2F1')
    expect(body).toContain('販売休止中')
    const data = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => z.record(z.string(), z.unknown()).parse(JSON.parse(json)),
    )
    expect(data).toContainEqual(
      expect.objectContaining({
        '@type': 'Product',
        sku: 'S/1',
        color: '藍',
        offers: expect.objectContaining({
          price: 550,
          availability: 'https://schema.org/OutOfStock',
          url: `${shop.origin}/all-products/S%2F1`,
        }),
      }),
    )
    expect(data.map((each) => each['@type'])).toContain('BreadcrumbList')
    expect(await addressesInSitemap(shop.origin)).toContain(`${shop.origin}/all-products/S%2F1`)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test(
    'P28: the page is read, its colours and pictures are links, and buying says what it needs',
    long,
    async ({ page }) => {
      for (const path of ['/', '/all-products', '/kits', '/kits/K-2001', '/all-products/F-1001']) {
        await page.goto(path)
        const buttons = await page
          .locator('main button', { hasText: /^\s*(?:生地を購入|カートに入れる)/ })
          .count()
        const said = page.locator('main p', { hasText: 'ブラウザーのJavaScriptが必要です' })
        await expect(said).toHaveCount(buttons)
        await expect(said.last()).toBeVisible()
      }
      await expect(page.getByText(/^送料：400円/)).toBeVisible()
      await expect(page.getByText(/^返品：.*7日以内/)).toBeVisible()
      await press(page.getByRole('link', { name: 'からし' }))
      await expect(page).toHaveURL('/all-products/F-1003')
      await page.goto('/kits/K-2001')
      await expect(page.getByText('布は別売りです。使う布：50cm×50cm 1枚')).toBeVisible()
      await press(page.getByRole('region', { name: 'このキットに合う布' }).getByRole('link').first())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(indigo)
    },
  )
})

test(
  'P28: a fabric and a kit at 320, 375 and 1280 px: nothing for axe, nothing wider than the screen',
  long,
  async ({ page }) => {
    for (const path of ['/all-products/F-1001', '/kits/K-2001']) {
      await page.goto(path)
      for (const width of [320, 375, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        await expectNoAxeViolations(page)
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(tooWide, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
    }
  },
)
