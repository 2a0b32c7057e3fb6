import type { Locator } from '@playwright/test'
import { keptLine, visitWithCart } from '../support/kept-carts.ts'
import { expectNoAxeViolations } from '../support/page-checks.ts'
import { asNewVisitor, openCart, putFabricsIntoCart, sumsOf } from '../support/shopping.ts'
import { expect, long, press, test, walks } from './fixtures.ts'

test('C16, C19, P27: fees, quantities, colours and the views of the cart @walk', async ({ page }) => {
  walks('/all-products')
  await test.step('C19: 400円, 900円 and free shipping come and go at their borders', async () => {
    const cartOf = async (quantity: number) => {
      await visitWithCart(page, [keptLine('F-1001', { quantity })], '/all-products')
      return openCart(page)
    }
    const after = async (panel: Locator, name: RegExp) => {
      await press(panel.getByRole('button', { name }))
      return sumsOf(panel)
    }
    const few = await cartOf(6)
    expect(await after(few, /1枚増やす$/)).toMatchObject({ 小計: '3,850円', 送料: '400円' })
    expect(await after(few, /1枚増やす$/)).toMatchObject({ 小計: '4,400円', 送料: '900円' })
    const many = await cartOf(42)
    expect(await after(many, /1枚増やす$/)).toMatchObject({ 小計: '23,650円', 送料: '900円' })
    expect(await after(many, /1枚増やす$/)).toEqual({
      小計: '24,200円',
      送料: '無料',
      '合計（税込）': '24,200円',
    })
    expect(await after(many, /1枚減らす$/)).toMatchObject({ 送料: '900円' })
  })

  await test.step('C16: minus at one takes the line out of the panel and stops in the modal cart', async () => {
    await asNewVisitor(page)
    await putFabricsIntoCart(page, 1)
    await press(page.getByRole('button', { name: 'カートを見る', exact: true }))
    const modal = page.getByRole('dialog', { name: 'カート' })
    await expect(modal.getByRole('button', { name: /1枚減らす$/ })).toBeDisabled()
    await expectNoAxeViolations(page)
    await press(modal.getByRole('button', { name: 'カートを閉じる' }))
    const panel = await openCart(page)
    await press(panel.getByRole('button', { name: /カートから取り出す$/ }))
    await expect(panel).toContainText('カートは空です')
    await expect(panel.getByRole('button', { name: '商品を追加してください' })).toBeDisabled()
  })

  await test.step('P27: three colours of one fabric, and each line and button says which of them it is', async () => {
    await asNewVisitor(page)
    await putFabricsIntoCart(page, 3)
    const panel = await openCart(page)
    const colours = ['藍', '桜', 'からし'].map((colour) => `麻の葉 シーチング 50cm【${colour}】`)
    const lines = panel.getByRole('list', { name: 'カートの中身' }).locator('> li')
    await expect(lines).toHaveCount(3)
    for (const [at, name] of colours.entries())
      await expect(lines.nth(at).getByText(name, { exact: true })).toBeVisible()
    for (const number of ['F-1001', 'F-1002', 'F-1003'])
      for (const word of ['を1枚増やす', 'をカートから取り出す', 'を取り出す'])
        await expect(panel.getByRole('button', { name: `（${number}）${word}` })).toHaveCount(1)
  })

  await test.step('the panel is a sheet at 768 px and a dropdown above; a click outside closes it', async () => {
    await asNewVisitor(page)
    await page.setViewportSize({ width: 769, height: 900 })
    await putFabricsIntoCart(page, 1)
    const panel = await openCart(page)
    expect(await panel.evaluate((node) => node.tagName)).toBe('DIV')
    await page.mouse.click(20, 700)
    await expect(panel).toBeHidden()
    await page.setViewportSize({ width: 768, height: 900 })
    const sheet = await openCart(page)
    expect(await sheet.evaluate((node) => node.tagName)).toBe('DIALOG')
    await expect
      .poll(() => sheet.evaluate((node) => Math.round(node.getBoundingClientRect().bottom)))
      .toBe(900)
  })

  await test.step('the list of lines scrolls at 300 px on wide screens and at 40vh on phones', async () => {
    await asNewVisitor(page)
    await page.setViewportSize({ width: 1280, height: 1000 })
    await putFabricsIntoCart(page, 6)
    const height = async () =>
      (await page.getByRole('list', { name: 'カートの中身' }).boundingBox())?.height ?? 0
    await openCart(page)
    await expect.poll(height).toBeCloseTo(300, 0)
    await page.setViewportSize({ width: 375, height: 1000 })
    if (!(await page.getByRole('dialog', { name: 'カート' }).isVisible())) await openCart(page)
    await expect.poll(height).toBeCloseTo(400, 0)
  })

  await test.step('axe finds nothing in the open cart at 768 px; cart-panel looks at eight other screens', async () => {
    await asNewVisitor(page)
    await putFabricsIntoCart(page, 2)
    await page.setViewportSize({ width: 768, height: 800 })
    const cart = await openCart(page)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(cart).toBeHidden()
  })
})

test('by keyboard alone: into the cart, to the payment page, paid', long, async ({ page }) => {
  await page.goto('/all-products')
  const tabTo = async (name: RegExp) => {
    for (let pressed = 0; pressed < 80; pressed++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const focus = document.activeElement?.closest('a, button')
        return focus?.getAttribute('aria-label') ?? focus?.textContent ?? ''
      })
      if (name.test(focused)) return
    }
    throw new Error(`no way by keyboard to ${name}`)
  }
  await tabTo(/の生地を購入$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'カートに入れました' })).toHaveCount(1)
  await tabTo(/カートを見る/)
  await page.keyboard.press('Enter')
  await tabTo(/^購入へ進む$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/practice\/pay\//)
  await tabTo(/^支払う/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/success\?session_id=/)
})
