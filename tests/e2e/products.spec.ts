import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { rawRequest } from '../support/raw-request.ts'
import { asNewVisitor, buyButtons, openCart, stopTime } from '../support/shopping.ts'
import { expect, long, press, reach, test } from './fixtures.ts'

const more = 'もっと見る'

test('P6, P7, P8: six fabrics and six more, one name, and the place that is kept', async ({
  page,
  context,
}) => {
  await test.step('P6: six fabrics, six more at each もっと見る, and the address knows it', async () => {
    await page.goto('/all-products')
    await expect(buyButtons(page)).toHaveCount(6)
    await press(page.getByRole('link', { name: more }))
    await expect(buyButtons(page)).toHaveCount(12)
    await expect(page).toHaveURL(/[?&]count=12/)
    // P7: the page stays where it is, and the first new card has the focus.
    const focused = await page.evaluate(() => document.activeElement?.id)
    expect(focused).toBe('item-7')
    await page.reload()
    await expect(buyButtons(page)).toHaveCount(12)
  })

  await test.step('P6, P7: the filter by name shows that name alone and starts again at six', async () => {
    await asNewVisitor(page)
    await page.goto('/all-products?count=12')
    const filter = page.getByLabel('生地名でしぼりこむ')
    await expect(filter.locator('option').first()).toHaveText('すべて')
    await filter.selectOption('麻の葉 シーチング 50cm')
    await expect(page).toHaveURL(/name=/)
    expect(new URL(page.url()).searchParams.has('count')).toBe(false)
    const headings = page.getByRole('main').getByRole('heading', { level: 3 })
    await expect(headings).toHaveText(
      ['藍', '桜', 'からし'].map((colour) => `麻の葉 シーチング 50cm【${colour}】`),
    )
    await page.goBack()
    await expect(buyButtons(page)).toHaveCount(12)
    await expect(filter).toHaveValue('')
  })

  await test.step('P8: another page starts at the top, Back returns to the place', async () => {
    await asNewVisitor(page)
    await page.goto('/all-products?count=12')
    await page.evaluate(() =>
      addEventListener('click', () => sessionStorage.setItem('left at', String(window.scrollY)), {
        capture: true,
        once: true,
      }),
    )
    await press(page.getByRole('contentinfo').getByRole('link', { name: '利用規約' }))
    await expect(page).toHaveURL('/terms')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    const left = await page.evaluate(() => history.state)
    expect(left).not.toBeNull()
    await page.goBack()
    await expect(buyButtons(page)).toHaveCount(12)
    const place = await page.evaluate(() => Number(sessionStorage.getItem('left at')))
    expect(place).toBeGreaterThan(500)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  })

  await test.step('P8: an address opened anew starts at the top, a reload keeps the place', async () => {
    await asNewVisitor(page)
    const top = () => page.evaluate(() => window.scrollY)
    await page.goto('/all-products?count=12')
    await reach(page.locator('#item-11').getByRole('link').first())
    await expect.poll(top).toBeGreaterThan(500)
    await page.reload()
    await expect.poll(top).toBeGreaterThan(500)
    for (const address of ['/kits', '/all-products?count=12']) {
      await page.goto(address)
      // The cart opens only once the page's script has run and restored the scroll position.
      await openCart(page)
      expect(await top()).toBe(0)
    }
  })

  await test.step('offline: the page stays, says why, and goes on when the line is back', async () => {
    await asNewVisitor(page)
    await page.goto('/all-products')
    await openCart(page)
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    await press(page.getByRole('link', { name: more }))
    const notice = page.getByRole('status').filter({ hasText: 'インターネットにつながっていません' })
    await expect(notice).toBeInViewport()
    await expect(buyButtons(page)).toHaveCount(6)
    // A target that the header covers while the page is scrolled is not too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectNoAxeViolations(page)
    await press(notice.getByRole('button', { name: 'このページにとどまる' }))
    await expect(notice).toHaveCount(0)
    await press(page.getByRole('banner').getByRole('link', { name: 'キット' }))
    await expect(notice).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL('/kits')
    await expect(notice).toHaveCount(0)
  })
})

test('P50, P50.2: a choice shows its press, and its answer moves no choice, nor the list under the thumb', async ({
  page,
}) => {
  const places = [
    { path: '/all-products', presses: { 色: '緑', 柄: '' } },
    { path: '/kits', presses: { 価格: '800円まで' } },
    { path: '/gallery/search', presses: { レベル: '初級' } },
  ]
  const filters = page.getByRole('navigation', { name: 'しぼりこみ', exact: true })
  const boxOf = (locator: Locator) => locator.evaluate((node) => node.getBoundingClientRect())
  for (const width of [375, 768, 1280, 1920])
    for (const { path, presses } of places) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      if (width < 960) await press(page.getByRole('button', { name: 'しぼりこむ' }))
      for (const [group, choice] of Object.entries(presses)) {
        const told = `${path} at ${width}, ${group}`
        const choices = filters.getByRole('listitem')
        const chosen = filters
          .getByRole('list', { name: group })
          .getByRole('link')
          .filter({ hasText: choice })
          .first()
        await reach(chosen)
        const stands = async () => {
          const boxes = await choices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
          // Behind the sheet it is not seen.
          const list =
            width < 960 && group !== Object.keys(presses)[0] ? 0 : (await boxOf(page.locator('#list'))).y
          const sheet = (await boxOf(filters)).y
          return { x: boxes.map(({ x }) => x), y: [list, sheet, ...boxes.map(({ y }) => y)].map(Math.round) }
        }
        const before = await stands()
        const answer = Promise.withResolvers<void>()
        await page.route(`**${path}.data?*`, async (route) => {
          await answer.promise
          await route.continue()
        })
        const looks = () => chosen.evaluate((node) => getComputedStyle(node).backgroundColor)
        const unpressed = await looks()
        await press(chosen)
        // Away from the choice, and not from all of them.
        const { x, y } = await boxOf(filters.getByRole('heading', { name: group }))
        await page.mouse.move(x, y)
        await expect.poll(looks, `${told}, pressed`).not.toBe(unpressed)
        answer.resolve()
        await expect(chosen).toHaveAttribute('aria-current', 'true')
        await page.unroute(`**${path}.data?*`)
        const after = await stands()
        expect(after.y, told).toEqual(before.y)
        // Figures are a little wider in bold.
        const moved = Math.max(...after.x.map((x, at) => Math.abs(x - (before.x[at] ?? 0))))
        expect(moved, told).toBeLessThan(4)
      }
    }
  await test.step('what would find nothing beside a name stays, pale, and is no link', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/all-products')
    await press(page.getByRole('button', { name: 'しぼりこむ' }))
    const colours = filters.getByRole('list', { name: '色' })
    const tops = () =>
      filters.getByRole('listitem').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    await reach(page.getByLabel('生地名でしぼりこむ'))
    const before = await tops()
    await page.getByLabel('生地名でしぼりこむ').selectOption('つる草 シーチング')
    await expect(page).toHaveURL(/name=/)
    await expect(colours.getByRole('link')).toHaveText([/^緑/, /^黒/])
    await expect(colours.getByText(/^赤/)).toBeVisible()
    expect(await tops()).toEqual(before)
    await expectNoAxeViolations(page)
  })
})

test('P50.3: choices pressed while an answer is on its way are chosen together', async ({ page }) => {
  for (const { path, presses, query } of [
    { path: '/all-products', presses: { 色: '青', 柄: '和柄' }, query: 'colour=blue&pattern=japanese' },
    {
      path: '/gallery/search',
      presses: { レベル: '初級', 場面: '小学校' },
      query: 'level=beginner&situation=elementary-school',
    },
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const answer = Promise.withResolvers<void>()
    await page.route(`**${path}.data?*`, async (route) => {
      await answer.promise
      await route.continue()
    })
    const chosen = Object.entries(presses).map(([group, choice]) =>
      page.getByRole('list', { name: group }).getByRole('link').filter({ hasText: choice }),
    )
    const looks = () =>
      Promise.all(chosen.map((each) => each.evaluate((node) => getComputedStyle(node).backgroundColor)))
    const unpressed = await looks()
    for (const [at, each] of chosen.entries()) {
      await press(each)
      await page.mouse.move(0, 0)
      await expect.poll(async () => (await looks())[at]).not.toBe(unpressed[at])
    }
    expect((await looks())[0], `${path}: the first still looks pressed`).not.toBe(unpressed[0])
    answer.resolve()
    for (const each of chosen) await expect(each).toHaveAttribute('aria-current', 'true')
    expect(new URL(page.url()).search).toBe(`?${query}`)
    await page.unroute(`**${path}.data?*`)
  }
})

test('P8: a field of the next page that somebody goes to at once keeps the focus', async ({ page }) => {
  await page.goto('/terms')
  await page.waitForLoadState('networkidle')
  await stopTime(page)
  await press(page.getByRole('contentinfo').locator('a[href="/all-products"]'))
  const filter = page.getByLabel('生地名でしぼりこむ')
  await filter.focus()
  await page.clock.runFor(1_000)
  await expect(filter).toBeFocused()
})

test('P6: a name chosen before the script is there counts when it comes', async ({ page }) => {
  let letScriptsCome = () => {}
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto('/all-products', { waitUntil: 'commit' })
  await page.getByLabel('生地名でしぼりこむ').selectOption('麻の葉 シーチング 50cm')
  letScriptsCome()
  await expect(page).toHaveURL(/name=/)
  await expect(buyButtons(page)).toHaveCount(3)
})

test.describe('on a line that breaks', () => {
  test.use({ expectedInConsole: /ERR_FAILED|Failed to fetch|NetworkError/ })
  test('a page that cannot be loaded says so at its top, and can be read again', async ({ page }) => {
    await page.goto('/all-products')
    await page.route('**/all-products.data*', (route) => route.abort())
    await press(page.getByRole('link', { name: more }))
    const heading = page.getByRole('heading', { level: 1, name: /エラーが発生しました/ })
    await expect(heading).toBeInViewport()
    await expect(heading).toBeFocused()
    await press(page.getByRole('link', { name: 'もう一度読み込む' }))
    await expect(buyButtons(page)).toHaveCount(12)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('browsing works: filter, もっと見る, cards', long, async ({ page }) => {
    await page.goto('/all-products')
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(6)
    await press(page.getByRole('link', { name: more }))
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(12)
    await page.getByLabel('生地名でしぼりこむ').selectOption('麻の葉 シーチング 50cm')
    await press(page.getByRole('button', { name: '表示する' }))
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(3)
  })
})

const cardsShown = (html: string) => html.match(/id="item-\d+"/g)?.length

const odd: ReadonlyArray<readonly [what: string, query: string, cards: number]> = [
  ['an unknown parameter', 'nmae=x', 6],
  ['a count of -1', 'count=-1', 6],
  ['a count of 10', 'count=10', 12],
  ['a count that is no number', 'count=abc', 6],
  ['two counts', 'count=12&count=6', 12],
  ['a filter of 10,000 characters', `name=${'a'.repeat(10_000)}`, 6],
]
test('P24: what cannot be shows the nearest possible page', async ({ shop }) => {
  for (const [what, query, cards] of odd)
    await test.step(`P24: ${what} shows the nearest possible page`, async () => {
      const { status, body } = await rawRequest(shop.origin, { path: `/all-products?${query}` })
      expect(status).toBe(200)
      expect(cardsShown(body)).toBe(cards)
    })
})

test('a filter in another encoding gets 400 in Japanese', async ({ shop }) => {
  const { status, body } = await rawRequest(shop.origin, { path: '/all-products?name=%96%83%82%CC%97t' })
  expect(status).toBe(400)
  expect(body).toContain('このアドレスは開けません')
})

test('P1: what is not 公開中 is nowhere', async ({ shop }) => {
  const { body } = await rawRequest(shop.origin, { path: '/api/product-feed' })
  const feed: unknown = JSON.parse(body)
  if (!Array.isArray(feed)) throw new Error('the feed is not a list')
  expect(feed.length).toBeGreaterThanOrEqual(20)
  expect(feed.filter(({ status }) => status !== '公開中')).toEqual([])
})
