import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { beginSession } from '../support/member-session.ts'
import { expectNoAxeViolations, expectValidHtml } from '../support/page-checks.ts'
import { setVisibility } from '../support/page-visibility.ts'
import type { RecipeForTests } from '../support/recipe-for-tests.ts'
import { addShopRecipes } from '../support/recipes-of-a-shop.ts'
import { changeData, readData } from '../support/shop-database.ts'
import { startShop } from '../support/shop-process.ts'
import { test as base, expect, long, phone, press, walks } from './fixtures.ts'

const drawing = '/Image/demo/work-cushion.svg'
const made: readonly RecipeForTests[] = [
  {
    id: 'pouch',
    title: '麻の葉の巾着',
    ingredients: ['表布 50cm角', '丸ひも 70cm', '表布 50cm角'],
    steps: [
      { id: 7, description: '布を裁ちます。'.repeat(30) },
      { id: 3, description: 'わきを縫います', imageUrl: drawing },
      { id: 9, description: 'ひもを通します', imageUrl: drawing },
    ],
  },
  { id: 'edited', ingredients: ['表布', '裏布'], steps: [{ id: 1, description: '縫います' }] },
  {
    id: 'long',
    ingredients: ['布'],
    steps: Array.from({ length: 60 }, (_, at) => ({
      id: at + 1,
      description: `手順その${at + 1}。`,
      imageUrl: drawing,
    })),
  },
]

const shopOfRecipes = async () => {
  const shop = await startShop()
  await addShopRecipes(shop, 'member@demo.example', made)
  return shop
}

// One worker, so that its shop is made once.
base.describe.configure({ mode: 'default' })

const test = base.extend({
  shop: async ({ shopMadeBy }, use) => use(await shopMadeBy(shopOfRecipes)),
})

const detail = (id: string) => `/gallery/detail/${id}`
const main = (page: Page) => page.getByRole('main')
const mode = (page: Page) => page.getByRole('dialog')
const start = (page: Page) => main(page).getByRole('link', { name: 'つくるモード' })
const heading = (page: Page) => mode(page).getByRole('heading')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
const wider = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]') ?? document.documentElement
    return dialog.scrollWidth - dialog.clientWidth
  })
const withText = (page: Page, size: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html { font-size: ${text} }`)
    document.adoptedStyleSheets = [sheet]
  }, size)

/** A fake wake lock that records its requests. */
const withWakeLock = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const request = async () => {
      said.push('awake')
      return { release: async () => void said.push('released') }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  })
const said = (page: Page) => page.evaluate(() => Reflect.get(window, 'said'))

test.describe('materials', () => {
  test('stay ticked on this device by their text, until all are unticked', async ({ page, shop }) => {
    await page.goto(detail('edited'))
    await press(box(page, '裏布'))
    changeData(shop.dataDir, `update recipe set ingredients = '["接着芯","裏布","表布"]' where id = 'edited'`)
    await page.goto(`${detail('edited')}?video=1`)
    await expect(box(page, '裏布')).toBeChecked()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)

    await page.goto(detail('pouch'))
    const twice = main(page).getByRole('checkbox', { name: '表布 50cm角' })
    await press(twice.first())
    await press(box(page, '丸ひも'))
    await page.reload()
    await expect(twice.first()).toBeChecked()
    await expect(twice.last()).not.toBeChecked()
    await expectNoAxeViolations(page)
    const untick = main(page).getByRole('button', { name: 'チェックをすべて外す' })
    await press(untick)
    await page.reload()
    await expect(untick).toBeDisabled()
    await expect(untick).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(box(page, '丸ひも')).not.toBeChecked()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('galleryInHand'))).not.toContain('pouch')
  })

  test('can be ticked where nothing can be kept', long, async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['getItem', 'setItem'] as const)
        Storage.prototype[name] = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
    })
    await page.goto(detail('pouch'))
    await press(box(page, '丸ひも'))
    await press(start(page))
    await expect(mode(page).getByRole('checkbox', { name: '丸ひも' })).toBeChecked()
    await press(mode(page).getByRole('button', { name: '次へ' }))
    await page.goBack()
    await expect(main(page).getByRole('button', { name: '手順 1 / 3 から続ける' })).toBeVisible()
    await page.reload()
    await expect(box(page, '丸ひも')).not.toBeChecked()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('are a plain list, and the way to the making mode leads to the steps', async ({ page }) => {
      await page.goto(detail('pouch'))
      await expectValidHtml(await page.content())
      await expect(main(page).getByText('丸ひも 70cm')).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await expect(
        main(page).getByRole('button', { name: /^(?:印刷する|チェックをすべて外す)$/ }),
      ).toHaveCount(0)
      await press(start(page))
      await expect(page).toHaveURL(`${detail('pouch')}#steps`)
    })
  })
})

test.describe('the making mode', () => {
  test('by keyboard: page by page, its place in the address, and the focus given back @walk', async ({
    page,
  }) => {
    walks('/gallery/detail/:recipeId')
    await withWakeLock(page)
    await page.goto(`${detail('pouch')}?video=1`)
    await start(page).focus()
    const top = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    await expect(mode(page)).toHaveAccessibleName('材料')
    await expect(heading(page)).toBeFocused()
    await press(mode(page).getByRole('checkbox', { name: '丸ひも' }))
    await expectNoAxeViolations(page)
    await page.keyboard.press('ArrowRight')
    await expect(heading(page)).toHaveText('手順 1 / 3')
    await expect(mode(page).getByRole('status')).toHaveText('手順 1 / 3')
    await page.keyboard.press('ArrowRight')
    await expect(mode(page).getByRole('img', { name: '手順 2 / 3の写真' })).toBeVisible()
    await expectNoAxeViolations(page)

    await page.reload()
    await expect(heading(page)).toHaveText('手順 2 / 3')
    expect(await said(page)).toEqual(['awake'])
    for (const state of ['hidden', 'visible'] as const) await setVisibility(page, state)
    expect(await said(page)).toEqual(['awake', 'awake'])
    for (let times = 0; times < 6; times += 1) await page.keyboard.press('Tab')
    expect(await mode(page).evaluate((open) => open.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await expect(heading(page)).toHaveText('手順 1 / 3')
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowRight')
    await expect(heading(page)).toHaveText('手順 3 / 3')
    await page.keyboard.press('Escape')
    await expect(mode(page)).toBeHidden()
    await expect(page).toHaveURL(`${detail('pouch')}?video=1#steps`)
    expect(await said(page)).toContain('released')
    await expect(box(page, '丸ひも')).toBeChecked()

    const goOn = main(page).getByRole('button', { name: '手順 3 / 3 から続ける' })
    await goOn.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('手順 3 / 3')
    await page.keyboard.press('Escape')
    await expect(goOn).toBeFocused()
    expect(Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(200)
    await press(goOn)
    await press(mode(page).getByRole('button', { name: 'できあがり' }))
    await expect(start(page)).toBeVisible()
    await expect(mode(page)).toBeHidden()
  })

  test.describe('without a network', () => {
    test.use({ expectedInConsole: /ERR_INTERNET_DISCONNECTED.*\/(comments|comment-events)/ })
    test('works offline, and Back leaves the mode and then the page', async ({ page, context }) => {
      await page.goto('/gallery')
      await page.goto(detail('pouch'))
      await expect(box(page, '丸ひも')).toBeVisible()
      const asked: string[] = []
      page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
      await context.setOffline(true)
      await press(start(page))
      await press(mode(page).getByRole('button', { name: '次へ' }))
      await expect(heading(page)).toHaveText('手順 1 / 3')
      await press(mode(page).getByRole('button', { name: '前へ' }))
      await expect(heading(page)).toHaveText('材料')
      await mode(page).getByRole('button', { name: '前へ' }).press('Enter')
      await expect(heading(page)).toHaveText('材料')
      await page.goBack()
      await expect(mode(page)).toBeHidden()
      await expect(page.getByText('つながっていません')).toHaveCount(0)
      expect(asked).toEqual([])
      await context.setOffline(false)
      await page.goBack()
      await expect(page).toHaveURL('/gallery')
      await page.goto(`${detail('pouch')}#making-99`)
      await expect(heading(page)).toHaveText('手順 3 / 3')
      await press(mode(page).getByRole('button', { name: 'つくるモードを終わる' }))
      await expect(page).toHaveURL(`${detail('pouch')}#steps`)
    })
  })

  test.describe('on a small phone', () => {
    test.use(phone(320, 568))

    test(
      'turns by swipes across, and long text scrolls within its page at twice the size',
      long,
      async ({ page, context }) => {
        await page.goto(detail('pouch'))
        await press(start(page))
        await expect(heading(page)).toHaveText('材料')
        const touch = await context.newCDPSession(page)
        const swipe = async (x: number, y: number) => {
          const from = { x: 160, y: 300 }
          const points = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof from)[]) =>
            touch.send('Input.dispatchTouchEvent', { type, touchPoints })
          await points('touchStart', [from])
          await points('touchMove', [{ x: from.x + x, y: from.y + y }])
          await points('touchEnd', [])
        }
        const moveTwoFingers = () =>
          mode(page)
            .getByRole('status')
            .evaluate((target) => {
              const finger = (identifier: number, clientX: number) =>
                new Touch({ identifier, target, clientX, clientY: 300 })
              const send = (type: string, touches: Touch[], changedTouches: Touch[]) =>
                target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches }))
              const both = [finger(0, 160), finger(1, 60)]
              send('touchstart', both, both)
              send('touchend', [], [finger(0, 40), finger(1, 300)])
            })
        await swipe(-120, 10)
        await expect(heading(page)).toHaveText('手順 1 / 3')
        await swipe(-30, 0)
        await swipe(-60, -150)
        await moveTwoFingers()
        await expect(heading(page)).toHaveText('手順 1 / 3')
        await withText(page, '200%')
        await swipe(120, 0)
        await expect(heading(page)).toHaveText('材料')
        for (const size of [
          { width: 320, height: 568 },
          { width: 568, height: 320 },
        ]) {
          await page.setViewportSize(size)
          expect(await wider(page)).toBeLessThanOrEqual(0)
        }
        // By mouse: the browser ignores a tap while a very quick swipe is still scrolling.
        await press(mode(page).getByRole('button', { name: '次へ' }))
        await expect(heading(page)).toHaveText('手順 1 / 3')
        const dialog = mode(page)
        expect(await dialog.evaluate((open) => open.scrollHeight > open.clientHeight)).toBe(true)
        await dialog.evaluate((open) => open.scrollTo(0, open.scrollHeight))
        await expect(dialog.getByRole('button', { name: '次へ' })).toBeInViewport()
        await expectNoAxeViolations(page)
        await press(dialog.getByRole('button', { name: '次へ' }))
        await expect(heading(page)).toBeInViewport()
        await expect(heading(page)).toHaveText('手順 2 / 3')
        expect(await wider(page)).toBeLessThanOrEqual(0)
      },
    )
  })
})

test('on paper: head, materials and steps, on one A4 page', long, async ({ page, shop }) => {
  const pagesOf = async () => {
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    return pdf.match(/\/Type\s*\/Page\b/g)?.length
  }
  await page.goto(detail('demo-tote'))
  await press(box(page, '接着芯'))
  expect(await pagesOf()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  for (const shown of [
    page.getByRole('heading', { level: 1 }),
    main(page).getByText(shop.origin + detail('demo-tote'), { exact: true }),
    main(page).getByRole('link', { name: '紬 りょう' }),
    main(page).getByText('PDFの裁ち方図のとおりに裁ちます'),
    box(page, '接着芯'),
  ])
    await expect(shown).toBeVisible()
  for (const name of [
    'つくるモード',
    '印刷する',
    'チェックをすべて外す',
    'コピー',
    '共有する',
    'お店のおすすめ',
  ])
    await expect(page.getByText(name, { exact: true })).toBeHidden()
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await expect(box(page, '接着芯')).toHaveCSS('appearance', 'none')
  await expect(page.getByText('接着芯（中厚）')).toHaveCSS('text-decoration-line', 'none')
  await page.emulateMedia({ media: null })

  await page.goto(`${detail('long')}#making-3`)
  await expect(heading(page)).toHaveText('手順 2 / 60')
  expect(await pagesOf()).toBeGreaterThan(2)
  await page.emulateMedia({ media: 'print' })
  await expect(mode(page)).toBeHidden()
  for (const step of (await main(page).getByRole('listitem').filter({ hasText: '手順その' }).all()).slice(
    0,
    3,
  ))
    await expect(step).toHaveCSS('break-inside', 'avoid')
})

test('A7: the card of a shared recipe is cut from its photograph, and is there for whoever may see the recipe', async ({
  page,
  shop,
  context,
}) => {
  const { origin, dataDir } = shop
  const body = await (await fetch(origin + detail('demo-tote'))).text()
  const address = /<meta property="og:image" content="(.*?)"/.exec(body)?.[1] ?? ''
  expect(address).toMatch(/\/gallery\/detail\/demo-tote\/share\.jpg\?v=\w{16}-card\d+-\w{8}$/)
  const sizeOf = (side: string) =>
    Number(new RegExp(`<meta property="og:image:${side}" content="(\\d+)"`).exec(body)?.[1])
  const answers = await Promise.all([fetch(address), fetch(address), fetch(address.replace(/v=.*/, 'v=old'))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const [first, , old] = answers
  expect(first?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(old?.headers.get('cache-control')).toBe('public, max-age=300')
  const { format, width, height } = await sharp(await first?.arrayBuffer()).metadata()
  expect([format, width, height]).toEqual(['jpeg', sizeOf('width'), sizeOf('height')])
  expect(width).toBeGreaterThanOrEqual(600)

  const [row] = readData(dataDir, "select main_image_url as url from recipe where id = 'demo-azuma-bag'")
  changeData(
    dataDir,
    `update recipe set main_image_url = '${String(row?.url)}', hidden = 1 where id = 'long'`,
  )
  const card = `${detail('long')}/share.jpg`
  for (const path of [card, `${detail('nobody')}/share.jpg`, `${detail('pouch')}/share.jpg`]) {
    const { status, headers } = await fetch(origin + path)
    expect([status, headers.get('cache-control')], path).toEqual([404, 'no-store'])
  }
  await beginSession(context, shop)
  const hers = await page.request.get(card)
  expect([hers.status(), hers.headers()['cache-control']]).toEqual([200, 'no-store'])
})
