import { keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import {
  asNewVisitor,
  buyButtons,
  cartButton,
  expectEmptyCart,
  openCart,
  putFabricsIntoCart,
  stopTime,
} from '../support/shopping.ts'
import { expect, long, press, reach, test } from './fixtures.ts'

const twoLines = [keptLine('F-1001', { quantity: 2 }), keptLine('F-1002', { quantity: 3 })]

test('C12, C18: the panel counts units, takes and gives back the focus in each of its views', async ({
  page,
}) => {
  await test.step('C18: badge and panel count units, not lines', async () => {
    await visitWithCart(page, twoLines)
    await expect(cartButton(page)).toHaveAccessibleName(/^カート\s*5\s*点$/)
    const panel = await openCart(page)
    await expect(panel.getByText(/^5点\s+合計/)).toHaveText('5点　合計 3,150円')
  })

  await test.step('the dropdown takes the focus; Escape, its button and a press outside give it back', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, twoLines)
    const panel = await openCart(page)
    await expect(panel).toBeFocused()
    await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(panel.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(cartButton(page)).toBeFocused()
    await openCart(page)
    await press(panel.getByRole('button', { name: 'カートを閉じる' }))
    await expect(cartButton(page)).toBeFocused()
    await openCart(page)
    await press(page.getByRole('heading', { level: 1 }))
    await expect(panel).toBeHidden()
    await openCart(page)
    await press(cartButton(page))
    await expect(panel).toBeHidden()
  })

  await test.step('leaving the dropdown with Tab closes it, and the focus goes on', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, twoLines)
    const panel = await openCart(page)
    await panel.getByRole('button', { name: '購入へ進む' }).focus()
    await page.keyboard.press('Tab')
    await expect(panel).toBeHidden()
    await expect(page.locator(':focus')).toHaveCount(1)
    await expect(cartButton(page)).not.toBeFocused()
  })

  await test.step('a press outside closes the dropdown also when the notice opened it', async () => {
    await asNewVisitor(page)
    await page.goto('/kits')
    await press(page.getByRole('button', { name: /カートに入れる$/ }).first())
    await press(page.getByRole('button', { name: 'カートを見る' }))
    const panel = page.getByRole('dialog', { name: 'カート' })
    await expect(panel).toBeVisible()
    await press(page.getByRole('heading', { level: 1 }))
    await expect(panel).toBeHidden()
  })

  await test.step('the sheet of a phone gives the focus back to its button', async () => {
    await asNewVisitor(page)
    await page.setViewportSize({ width: 375, height: 740 })
    await visitWithCart(page, twoLines)
    const sheet = await openCart(page)
    await expect(sheet.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(cartButton(page)).toBeFocused()
  })

  await test.step('the list of products has a button of its own for the modal cart, which gives the focus back', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, twoLines, '/all-products')
    const opener = page.getByRole('button', { name: 'カートの中身を見る（5点）' })
    await press(opener)
    const modal = page.getByRole('dialog', { name: 'カート' })
    expect(await modal.evaluate((node) => node.matches(':modal'))).toBe(true)
    await press(modal.getByRole('button', { name: 'カートを閉じる' }))
    await expect(opener).toBeFocused()
  })

  await test.step('C12: the 100th unit is refused by a message, and the focus stays', async () => {
    await asNewVisitor(page)
    await visitWithCart(page, [keptLine('F-1001', { quantity: 98 })])
    const panel = await openCart(page)
    const plus = panel.getByRole('button', { name: /1枚増やす$/ })
    await plus.focus()
    await page.keyboard.press('Enter')
    await expect(cartButton(page)).toContainText('99点')
    await expect(plus).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '一度に99枚までです' })).toBeVisible()
    await expect(cartButton(page)).toContainText('99点')
  })
})

/** How many lines, and whether the law's six sentences, are in sight without scrolling. */
const screens = [
  { width: 320, height: 568, text: '100%', lines: 1, law: true },
  { width: 320, height: 568, text: '200%', lines: 0, law: false },
  { width: 375, height: 667, text: '100%', lines: 2, law: true },
  { width: 375, height: 667, text: '200%', lines: 1, law: false },
  { width: 667, height: 375, text: '100%', lines: 1, law: true },
  { width: 844, height: 390, text: '100%', lines: 1, law: true },
  { width: 568, height: 320, text: '100%', lines: 0, law: false },
  { width: 1366, height: 600, text: '100%', lines: 2, law: true },
  { width: 1280, height: 720, text: '100%', lines: 2, law: true },
]

test(
  'W73: total and 購入へ進む are in view together, with lines of the cart and the sentences, on every screen',
  long,
  async ({ page }) => {
    await visitWithCart(page, [...twoLines, keptLine('F-1003')])
    for (const { width, height, text, lines, law } of screens) {
      await page.setViewportSize({ width, height })
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
      const cart = await openCart(page)
      const at = `${width}x${height}, text at ${text}`
      await expect(cart.getByRole('button', { name: '購入へ進む' }), at).toBeInViewport({ ratio: 1 })
      const sums = law ? ['小計', '送料', '合計（税込）'] : ['合計（税込）']
      for (const sum of sums)
        await expect(cart.getByText(sum, { exact: true }).locator('..'), at).toBeInViewport({ ratio: 1 })
      const sentences = cart.getByRole('region', { name: 'ご注文前の確認' }).getByRole('listitem')
      await expect(sentences, `S21, ${at}`).toHaveCount(6)
      if (law)
        for (const sentence of await sentences.all())
          await expect(sentence, `S21, ${at}`).toBeInViewport({ ratio: 1 })
      const list = cart.getByRole('list', { name: 'カートの中身' }).getByRole('listitem')
      for (let line = 0; line < lines; line++)
        await expect(list.nth(line), `line ${line + 1}, ${at}`).toBeInViewport({ ratio: 0.98 })
      const { height: lineHeight = 0 } = (await list.last().boundingBox()) ?? {}
      // In two columns a name may need two rows.
      const highest = width < 375 || height <= 600 ? 132 : 112
      if (text === '100%') expect(lineHeight, at).toBeLessThanOrEqual(highest)
      // What follows the lines does not lie over them.
      const all = await cart.getByRole('list', { name: 'カートの中身' }).boundingBox()
      const offer = await cart.getByRole('link', { name: /^無料のキットを/ }).boundingBox()
      expect(offer?.y, at).toBeGreaterThanOrEqual((all?.y ?? 0) + (all?.height ?? 0) - 4)
      expect(await cart.evaluate((node) => node.scrollWidth - node.clientWidth), at).toBe(0)
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await expect(cart).toBeHidden()
      // The sheet disappears a moment before the page knows that it is closed; only then may the screen be widened.
      await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false')
    }
    await visitWithCart(page, [keptLine('F-1001')])
    for (const { width, height, text } of screens.filter(({ lines }) => lines > 0)) {
      await page.setViewportSize({ width, height })
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
      const line = (await openCart(page)).getByRole('list', { name: 'カートの中身' }).getByRole('listitem')
      await expect(line, `alone, ${width}x${height}, text at ${text}`).toBeInViewport({ ratio: 0.98 })
      await page.keyboard.press('Escape')
      await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false')
    }
  },
)

test('P37: at 200 % text total and 購入へ進む stay in sight, in panel and modal, with one line and four', async ({
  page,
}) => {
  const numbers = ['F-1001', 'F-1002', 'F-1003', 'F-1004']
  await page.setViewportSize({ width: 375, height: 667 })
  for (const lines of [1, 4])
    for (const opener of [/^カート/, /^カートの中身を見る/]) {
      await visitWithCart(
        page,
        numbers.slice(0, lines).map((number) => keptLine(number)),
        '/all-products',
      )
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await press(page.getByRole('button', { name: opener }).first())
      const cart = page.getByRole('dialog', { name: 'カート' })
      await expect(cart).toBeVisible()
      for (const at of ['the beginning', 'the end']) {
        const what = `${lines} lines, ${opener}, at ${at}`
        await expect(cart.getByRole('button', { name: '購入へ進む' }), what).toBeInViewport({ ratio: 1 })
        await expect(cart.getByText('合計（税込）', { exact: true }).locator('..'), what).toBeInViewport({
          ratio: 1,
        })
        await cart.getByRole('link', { name: '特定商取引法に基づく表記' }).last().focus()
        await expect(cart.getByRole('link', { name: '特定商取引法に基づく表記' }).last()).toBeInViewport()
      }
    }
})

test('P37: at 200 % text the notice of changed prices leaves a line and the total in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const lines = ['F-1001', 'F-1002', 'F-1003', 'F-1004'].map((number) => keptLine(number, { price: '99' }))
  await visitWithCart(page, lines, '/all-products')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await press(page.getByRole('button', { name: /^カートの中身を見る/ }).first())
  const cart = page.getByRole('dialog', { name: 'カート' })
  const notice = cart.getByRole('status').filter({ hasText: '価格' }).locator('..')
  await expect(notice).toBeInViewport({ ratio: 1 })
  const sum = await cart.getByText('合計（税込）', { exact: true }).locator('..').boundingBox()
  const place = await notice.boundingBox()
  const room = (sum?.y ?? 0) - ((place?.y ?? 0) + (place?.height ?? 0))
  expect(room).toBeGreaterThan(100)
  await expect(cart.getByRole('button', { name: '購入へ進む' })).toBeInViewport({ ratio: 1 })
})

test('nothing is cut off nor unreadable, whatever is in the cart', async ({ page }) => {
  await test.step('an empty cart leads on, and the dearer step of the fee is told before it bites', async () => {
    const line = keptLine('F-1001', { quantity: 7, price: '590' })
    await page.route('**/api/goods*', (route) => route.fulfill({ json: [line] }))
    await visitWithCart(page, [line])
    const panel = await openCart(page)
    await expect(panel).toContainText('小計が4,400円以上になると、送料は900円になります。')
    await expect(panel).toContainText('無料のキットを、あと2点選べます')
    for (const fact of ['Visa', '返品は到着後7日以内です。'])
      await expect(panel.getByRole('listitem').filter({ hasText: fact })).toBeVisible()
    await press(panel.getByRole('button', { name: 'カートを空にする' }))
    for (const [name, path] of [
      ['生地を選ぶ', '/all-products'],
      ['キットを見る', '/kits'],
      ['作品ギャラリーを見る', '/gallery'],
    ] as const)
      await expect(panel.getByRole('link', { name })).toHaveAttribute('href', path)
    await press(panel.getByRole('link', { name: 'キットを見る' }))
    await expect(page).toHaveURL('/kits')
    await expect(panel).toBeHidden()
  })

  await test.step('at 200 % text and 375 px, with long names, nothing is cut off and the way on can be reached', async () => {
    await asNewVisitor(page)
    await page.setViewportSize({ width: 375, height: 740 })
    const name = 'とても長い名前の布'.repeat(20)
    const lines = [
      keptLine('F-1001', { name, description: 'W'.repeat(300), quantity: 99, price: '999999' }),
      keptLine('K-2001', { name: `${name}キット`, productType: 'kit', price: '880円' }),
    ]
    await page.route('**/api/goods*', (route) => route.fulfill({ json: lines }))
    await visitWithCart(page, lines)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const sheet = await openCart(page)
    const pay = page.getByRole('button', { name: '購入へ進む' })
    await expect(pay, 'its lines are drawn').toBeAttached()
    const overhang = await sheet.evaluate((node) => node.scrollWidth - node.clientWidth)
    expect(overhang).toBe(0)
    await reach(pay)
    await expect(pay).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
  })

  await test.step('axe finds nothing in the modal cart nor in a notice at 375 and 1280 px', async () => {
    await asNewVisitor(page)
    await putFabricsIntoCart(page, 1)
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await press(buyButtons(page).first())
      await expect(page.getByRole('status').filter({ hasText: 'カートに入れました' })).toHaveCount(1)
      // A target that the sticky header half covers counts as too small.
      await page.evaluate(() => scrollTo(0, 0))
      await expectNoAxeViolations(page)
      await press(page.getByRole('button', { name: /^カートの中身を見る/ }))
      const cart = page.getByRole('dialog', { name: 'カート' })
      await expect(cart).toBeVisible()
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await expect(cart).toBeHidden()
    }
  })
})

for (const width of [769, 1280])
  test(`the dropdown shows all of itself and of what it says at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await visitWithCart(page, twoLines)
    const panel = await openCart(page)
    await stopTime(page)
    await press(lineOf(panel, 'F-1001').getByRole('button', { name: /）を取り出す$/ }))
    await expect(panel.getByRole('button', { name: '元に戻す' })).toBeInViewport({ ratio: 1 })
    expect(await panel.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    const place = await panel.boundingBox()
    expect(place?.x).toBeGreaterThanOrEqual(0)
  })

test('every change is announced: added, another quantity, taken out', async ({ page }) => {
  await page.clock.install()
  await page.goto('/all-products')
  const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
  await press(buyButtons(page).first())
  await expect(said(/カートに入れました（1枚）。\s無料のキットを、あと2点選べます。/)).toHaveCount(1)
  await stopTime(page)
  await press(page.getByRole('main').getByRole('button', { name: /1枚増やす$/ }))
  await expect(said('カートに入れました（2枚）')).toHaveCount(1)
  await press(page.getByRole('navigation', { name: 'お店の売り場' }).getByRole('link', { name: 'キット' }))
  await expect(page.getByRole('heading', { level: 1, name: 'キット' })).toBeVisible()
  await expect(said('カートに入れました')).toHaveCount(0)
  const panel = await openCart(page)
  await press(panel.getByRole('button', { name: /1枚増やす$/ }))
  await expect(said('3点　合計 2,050円')).toHaveCount(1)
  await press(panel.getByRole('button', { name: /）を取り出す$/ }))
  await expect(said(/取り出しました/)).toHaveCount(1)
  await expect(said('0点　合計 0円')).toBeFocused()
})

test.describe('C17: what was taken out', () => {
  test('comes back for 10 seconds and no longer, also after カートを空にする', async ({ page }) => {
    await page.clock.install()
    await visitWithCart(page, twoLines)
    const panel = await openCart(page)
    await stopTime(page)
    await press(panel.getByRole('button', { name: 'カートを空にする' }))
    await expect(panel).toContainText('カートは空です')
    const text = await panel.getByText('カートを空にしました').boundingBox()
    const undo = await panel.getByRole('button', { name: '元に戻す' }).boundingBox()
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(undo?.x ?? 0)
    await page.clock.fastForward(9_999)
    await press(panel.getByRole('button', { name: '元に戻す' }))
    await expect(cartButton(page)).toContainText('5点')
    await press(panel.getByRole('button', { name: 'カートを空にする' }))
    await expect(panel).toContainText('カートは空です')
    await page.clock.fastForward(10_000)
    await expect(panel.getByRole('button', { name: '元に戻す' })).toHaveCount(0)
    await expectEmptyCart(page)
  })

  test('can still be put back after another change', long, async ({ page }) => {
    await visitWithCart(page, twoLines)
    const panel = await openCart(page)
    await stopTime(page)
    await press(lineOf(panel, 'F-1001').getByRole('button', { name: /）を取り出す$/ }))
    await press(lineOf(panel, 'F-1002').getByRole('button', { name: /1枚増やす$/ }))
    await expect(panel.getByText('取り出しました')).toBeInViewport()
    const undo = panel.getByRole('button', { name: '元に戻す' })
    await expect(undo).toBeInViewport({ ratio: 1 })
    await press(undo)
    await expect(cartButton(page)).toContainText('6点')
  })

  test('is offered on the page when the panel is closed', long, async ({ page }) => {
    await visitWithCart(page, twoLines, '/all-products')
    const panel = await openCart(page)
    await stopTime(page)
    await press(lineOf(panel, 'F-1001').getByRole('button', { name: /）を取り出す$/ }))
    await page.keyboard.press('Escape')
    await press(buyButtons(page).nth(3))
    await press(page.getByRole('button', { name: '取り出した商品を元に戻す' }))
    await expect(cartButton(page)).toContainText('6点')
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 375, height: 740 } })
  test('the sheet does not move', long, async ({ page }) => {
    await visitWithCart(page, twoLines)
    const sheet = await openCart(page)
    expect(await sheet.evaluate((node) => node.getAnimations().length)).toBe(0)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the header says at the cart what the cart needs', async ({ page }) => {
    for (const path of ['/all-products', '/success', '/success?session_id=cs_test_x', '/cancel'])
      await test.step(`${path} says at the cart what the cart needs`, async () => {
        await page.goto(path)
        const word = page.getByRole('banner').locator('noscript > p')
        await expect(word).toHaveText('カートのご利用には、ブラウザーのJavaScriptを有効にしてください。')
        await expect(word).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      })
  })
})

test('the legal notice is one press away, and the cart stays', async ({ page }) => {
  for (const view of ['panel', 'modal'] as const)
    await test.step(`the legal notice is one press away in the ${view}, and the cart stays`, async () => {
      await asNewVisitor(page)
      await putFabricsIntoCart(page, 1)
      if (view === 'panel') await openCart(page)
      else await press(page.getByRole('button', { name: /^カートの中身を見る/ }))
      const cart = page.getByRole('dialog', { name: 'カート' })
      await press(cart.getByRole('link', { name: '特定商取引法に基づく表記' }))
      await expect(page).toHaveURL('/legal')
      await expect(cart).toBeHidden()
      await expect(cartButton(page)).toContainText('1点')
      if (view === 'modal') return
      await openCart(page)
      await press(cart.getByRole('link', { name: '特定商取引法に基づく表記' }))
      await expect(cart).toBeHidden()
    })
})
