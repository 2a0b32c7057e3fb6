import type { Page } from '@playwright/test'
import { keptKit, keptLine, lineOf, visitWithCart } from '../support/kept-carts.ts'
import { asNewVisitor, buyButtons, cartButton, openCart } from '../support/shopping.ts'
import { expect, press, test } from './fixtures.ts'

const cartOf = (page: Page) => page.getByRole('dialog', { name: 'カート' })

test('C31: after the cart that the message has opened is closed, by whatever way, the focus is on the cart’s button', async ({
  page,
}) => {
  const ways = {
    Escape: () => page.keyboard.press('Escape'),
    'its button': () => press(cartOf(page).getByRole('button', { name: 'カートを閉じる' })),
    Back: () => page.goBack(),
  }
  for (const width of [375, 1280])
    for (const path of ['/all-products', '/all-products/F-1001'])
      for (const [name, close] of Object.entries(ways))
        await test.step(`${path} at ${width} px, closed by ${name}`, async () => {
          await asNewVisitor(page)
          await page.setViewportSize({ width, height: 800 })
          await page.goto('/kits')
          await page.goto(path)
          const buy =
            path === '/all-products'
              ? buyButtons(page).first()
              : page
                  .getByRole('main')
                  .getByRole('button', { name: /の生地を購入|^生地を購入/ })
                  .first()
          await press(buy)
          await press(page.getByRole('button', { name: 'カートを見る' }))
          await expect(cartOf(page)).toBeVisible()
          // A dropdown stands beside the page, which Back leaves (W20.2).
          if (name === 'Back' && !(await cartOf(page).evaluate((node) => node.matches('dialog')))) return
          await close()
          await expect(cartOf(page)).toBeHidden()
          await expect(cartButton(page)).toBeFocused()
        })
})

test('P51: the cart is seen before its lines are drawn, and stands still when they come', async ({
  page,
}) => {
  const kept = [keptLine('F-1001'), keptLine('F-1002')]
  for (const width of [375, 1280])
    for (const lines of [kept.slice(0, 1), kept]) {
      await asNewVisitor(page)
      await page.setViewportSize({ width, height: 800 })
      await visitWithCart(page, lines, '/all-products/F-1001')
      await page.evaluate(() => {
        new MutationObserver(() => {
          const cart = document.querySelector('[role="dialog"], dialog[open]')
          if (cart === null || Reflect.has(window, 'seen')) return
          Reflect.set(window, 'seen', {
            lines: cart.querySelectorAll('li').length,
            height: cart.clientHeight,
          })
        }).observe(document, { subtree: true, childList: true, attributes: true })
      })
      await press(cartButton(page))
      await expect(cartOf(page).getByRole('link', { name: '特定商取引法に基づく表記' })).toBeVisible()
      const { lines: seen, height } = await page.evaluate(() => Reflect.get(window, 'seen'))
      expect(seen, `lines at ${width}`).toBe(0)
      const whole = await cartOf(page).evaluate((node) => node.clientHeight)
      expect(Math.abs(whole - height), `height at ${width} with ${lines.length}`).toBeLessThan(80)
    }
})

test('C31: the page behind a window stands still, and its place is kept', async ({ page }) => {
  for (const [width, opener] of [
    [375, /^カート/],
    [1280, /^カートの中身を見る/],
  ] as const) {
    await asNewVisitor(page)
    await page.setViewportSize({ width, height: 700 })
    await visitWithCart(page, [keptLine('F-1001')], '/all-products')
    await page.evaluate(() => scrollTo(0, 120))
    const width0 = await page.evaluate(() => document.documentElement.clientWidth)
    await press(page.getByRole('button', { name: opener }).first())
    await expect(cartOf(page)).toBeVisible()
    const before = await page.evaluate(() => scrollY)
    for (const [x, y] of [
      [width / 2, 350],
      [3, 3],
    ] as const) {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, 900)
    }
    await page.keyboard.press('Escape')
    await expect(cartOf(page)).toBeHidden()
    expect(await page.evaluate(() => [scrollY, document.documentElement.clientWidth])).toEqual([
      before,
      width0,
    ])
    // Afterwards it scrolls again.
    await page.mouse.wheel(0, 200)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
  }
})

test('C31: the page behind a question and behind the filters of a phone stands still too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const question = page.getByRole('dialog', { name: 'ログインのご案内' })
  const filters = page.getByRole('navigation', { name: 'しぼりこみ' })
  for (const [path, opener, window] of [
    ['/gallery/detail/demo-tote', /^保存/, question],
    ['/all-products', /^しぼりこむ/, filters],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await page.evaluate(() => scrollTo(0, 60))
      await press(page.getByRole('button', { name: opener }).first())
      await expect(window).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-window')
      const before = await page.evaluate(() => scrollY)
      for (const y of [8, 420]) {
        await page.mouse.move(180, y)
        for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, 900)
      }
      await page.keyboard.press('Escape')
      await expect(window).toBeHidden()
      await expect(page.locator('html')).not.toHaveAttribute('data-window')
      expect(await page.evaluate(() => scrollY)).toBe(before)
      await page.mouse.wheel(0, 200)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
    })
  await test.step('filters that a turned screen shows beside the list hold nothing', async () => {
    await page.goto('/all-products')
    await press(page.getByRole('button', { name: /^しぼりこむ/ }))
    await expect(page.locator('html')).toHaveAttribute('data-window')
    await page.setViewportSize({ width: 1000, height: 375 })
    await expect(page.locator('html')).not.toHaveAttribute('data-window')
    await expect(filters).toBeVisible()
    await page.setViewportSize({ width: 375, height: 700 })
  })
  await test.step('one that leaves with its page holds no other', async () => {
    await page.goto('/')
    await press(page.getByRole('main').locator('a[href="/all-products"]').first())
    await press(page.getByRole('button', { name: /^しぼりこむ/ }))
    await expect(page.locator('html')).toHaveAttribute('data-window')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(filters).toHaveCount(0)
    await expect(page.locator('html')).not.toHaveAttribute('data-window')
  })
})

test('C30: at one unit the trash and the button that takes a line out stand apart, in every width', async ({
  page,
}) => {
  await visitWithCart(page, [keptLine('F-1001'), keptLine('F-1002')])
  for (const [width, text] of [
    [320, '100%'],
    [320, '200%'],
    [375, '100%'],
    [768, '100%'],
    [1280, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
    const line = lineOf(await openCart(page), 'F-1001')
    const trash = await line.getByRole('button', { name: /カートから取り出す$/ }).boundingBox()
    const out = await line.getByRole('button', { name: /）を取り出す$/ }).boundingBox()
    // One above the other, with a finger's breadth between them at least to the side.
    expect((out?.y ?? 0) + (out?.height ?? 0), `${width} px, text at ${text}`).toBeLessThanOrEqual(
      trash?.y ?? 0,
    )
    expect((out?.x ?? 0) - ((trash?.x ?? 0) + (trash?.width ?? 0))).toBeGreaterThan(44)
    expect(Math.min(out?.width ?? 0, out?.height ?? 0)).toBeGreaterThan(43.9)
    await page.keyboard.press('Escape')
    await expect(cartButton(page)).toHaveAttribute('aria-expanded', 'false')
  }
})

test('S35, S36: one line is about delivery, and the foot stays in sight and covers nothing that has the focus', async ({
  page,
}) => {
  const lines = ['F-1001', 'F-1002', 'F-1003', 'F-1004'].map((number) => keptLine(number))
  for (const [width, height, text] of [
    [320, 568, '100%'],
    [320, 568, '200%'],
    [375, 667, '200%'],
    [1280, 720, '100%'],
  ] as const)
    await test.step(`${width}x${height}, text at ${text}`, async () => {
      await page.setViewportSize({ width, height })
      await visitWithCart(page, lines)
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
      const cart = await openCart(page)
      const pay = cart.getByRole('button', { name: '購入へ進む' })
      await expect(pay).toBeVisible()
      const told = (await cart.innerText()).split('\n').filter((line) => line.includes('届'))
      expect(told).toHaveLength(1)
      const stops = await cart.locator('button, a, summary').count()
      for (let stop = 0; stop < stops; stop++) {
        await page.keyboard.press('Tab')
        const covered = await cart.evaluate((node) => {
          const focused = document.activeElement
          if (
            !(focused instanceof HTMLElement) ||
            !node.contains(focused) ||
            focused.matches('ul, dialog, [role="dialog"]')
          )
            return ''
          const { left, top, width, height } = focused.getBoundingClientRect()
          const seen = document.elementFromPoint(left + width / 2, top + height / 2)
          return seen !== null && (focused.contains(seen) || seen.contains(focused))
            ? ''
            : focused.outerHTML.slice(0, 120)
        })
        expect(covered, `stop ${stop + 1}`).toBe('')
        await expect(pay).toBeInViewport({ ratio: 1 })
        await expect(cart.getByText('合計（税込）', { exact: true }).locator('..')).toBeInViewport({
          ratio: 1,
        })
      }
      await press(cart.getByText('くわしい内容'))
      await expect(cart.getByRole('heading', { name: 'ご注文前にご確認ください' })).toBeInViewport()
      await expect(pay).toBeInViewport({ ratio: 1 })
    })
})

test('C28: card, page and cart say how much fabric a kit needs and the cart holds, lead to it, and hinder nobody', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const kits = '/kits?level=advanced'
  // Kept by a shop of before, which kept no need.
  await visitWithCart(page, [keptLine('F-1001', { quantity: 2 }), keptKit('K-2015')], kits)
  const said = 'このキットは布4枚。いま2枚'
  const cart = await openCart(page)
  await expect(cart.getByRole('link', { name: said })).toHaveAttribute('href', '/all-products')
  await expect(cart.getByRole('button', { name: '購入へ進む' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'ギャザーたっぷりグラニーバッグキット' }) })
  await expect(card.getByRole('link', { name: said })).toHaveAttribute('href', '/kits/K-2015#goes-with')

  await test.step('nothing moves when the page reads the cart, which says it at once', async () => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) document.documentElement.dataset.moved = JSON.stringify(entry)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of [kits, '/kits/K-2015']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(said).first()).toBeVisible()
      await expect(page.locator('html')).not.toHaveAttribute('data-moved')
    }
  })

  await test.step('the page leads to its fabrics, and says what it needs to everybody', async () => {
    await press(page.getByRole('link', { name: said }))
    await expect(page).toHaveURL('/kits/K-2015#goes-with')
    await expect(page.locator('#goes-with')).toBeInViewport()
  })

  await test.step('with four there is nothing to tell but what it needs', async () => {
    const open = await openCart(page)
    for (const units of [3, 4]) {
      await press(open.getByRole('button', { name: /1枚増やす$/ }))
      await expect(cartButton(page)).toContainText(`${units + 1}点`)
    }
    await expect(open.getByText(/このキットは布/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(open).toBeHidden()
    await expect(
      page.getByRole('main').getByText('このキットは布4枚（50cm角）', { exact: true }),
    ).toBeVisible()
    await page.goto(kits)
    await expect(card.getByText('布は別売り 50cm×50cm 4枚')).toBeVisible()
  })
})
