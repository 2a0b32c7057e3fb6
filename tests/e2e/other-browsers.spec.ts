import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { newerInBuilt } from '../support/architecture/browser-rules.ts'
import { sourceFile } from '../support/architecture/source-file.ts'
import { becomeOlderPhone } from '../support/older-phone.ts'
import { ownerCommand } from '../support/owner-command.ts'
import { expectEmptyCart, goToPayment, openCart, pay, putFabricsIntoCart } from '../support/shopping.ts'
import { expect, long, press, test } from './fixtures.ts'

/** Chrome 99 knows neither dvh nor rotate; what lies in a custom property, or comes from one, is not followed. */
const newerInStyles = (path: string, text: string): string[] =>
  text.split(/[{}]/).flatMap((block) => {
    const declarations = block.split(';').map((each) => each.split(/:(.*)/s))
    return declarations.flatMap(([name = '', value = ''], at) => {
      if (/^(?:rotate|scale|translate)$/.test(name)) return [`${path} has ${name}:${value}`]
      const isNew = /^[a-z]/.test(name) && /\d[dsl]v[hwbi]\b/.test(value) && !value.includes('var(--')
      const hasOther = declarations.slice(0, at).some(([before]) => before === name)
      return isNew && !hasOther ? [`${path} has ${name}:${value} alone`] : []
    })
  })

/** From the list of products to a paid order, using only the pages. */
const buyOne = async (page: Page) => {
  await putFabricsIntoCart(page, 1)
  await openCart(page)
  await goToPayment(page)
  await pay(page)
  await expect(page.getByRole('main')).toContainText('950円')
  await expectEmptyCart(page)
}

test.describe('a demo opened from a phone on the same network', () => {
  test.use({
    shopSettings: { HOST: '0.0.0.0' },
    openedAs: 'house.local',
    expectedInConsole: /Cross-Origin-Opener-Policy header has been ignored/,
  })

  test('S4: without a secure context it buys, and comes back to the address that it knows', async ({
    page,
    shop,
    baseURL,
  }) => {
    await buyOne(page)
    expect(
      await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'locks' in navigator]),
    ).toEqual([false, false, false])
    expect(new URL(page.url()).origin).toBe(baseURL)
    expect(await ownerCommand(shop, 'orders', 'list')).toMatch(/950円\s+発送待ち/)
  })

  test(
    'S6: the way back from the payment page leads to the address that it knows',
    long,
    async ({ page }) => {
      await putFabricsIntoCart(page, 1)
      await openCart(page)
      await goToPayment(page)
      await press(page.getByRole('link', { name: '戻る' }))
      await expect(page).toHaveURL('/all-products')
      await expect(page.getByRole('main')).toContainText('お支払いはキャンセルされました')
    },
  )
})

test.describe('a demo at 127.0.0.1, whose own address is localhost', () => {
  test.use({ openedAs: '127.0.0.1' })

  test('S4: it buys and comes back to 127.0.0.1, where its cart is', long, async ({ page, baseURL }) => {
    await buyOne(page)
    expect(new URL(page.url()).origin).toBe(baseURL)
  })
})

test('W65: a phone some years old buys: nothing newer than its style sheets is needed', async ({ page }) => {
  await page.addInitScript(becomeOlderPhone)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await buyOne(page)
})

test.describe('W67: what was built, packages included, runs in Chrome 99 and Safari 15.4', () => {
  const folder = 'build/client/assets'
  const built = (ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  const added = ['app/ui/older-browsers.ts'].map((path) => sourceFile(path, readFileSync(path, 'utf8')))

  test('scripts have no newer syntax, and call no newer function', () => {
    expect(
      newerInBuilt('a.js', 'class A { static {} }; form.requestSubmit(); list.toSorted()', added),
    ).toEqual(['a.js has a static block', 'a.js calls prototype.requestSubmit'])
    expect(built('.js').flatMap(([name, text]) => newerInBuilt(name, text, added))).toEqual([])
  })

  test('styles give a length that they know before one that they may not, and turn and move by transform', () => {
    expect(
      newerInStyles('a.css', '@layer a{.b{color:red;width:1dvh}}.c{width:2vh;width:1dvh;rotate:1deg}'),
    ).toEqual(['a.css has width:1dvh alone', 'a.css has rotate:1deg'])
    expect(built('.css').flatMap(([name, text]) => newerInStyles(name, text))).toEqual([])
  })
})

for (const hasLocks of [true, false])
  test(
    `S9: two tabs of a new browser that press at once get one payment page (locks: ${hasLocks})`,
    hasLocks ? long : {},
    async ({ context, page }) => {
      if (!hasLocks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
      await putFabricsIntoCart(page, 1)
      const other = await context.newPage()
      await other.goto('/all-products')
      await Promise.all([openCart(page), openCart(other)])
      const at = Date.now() + 1_000
      const pressAt = (tab: Page) =>
        tab.evaluate((when) => {
          const button = [...document.querySelectorAll('button')].find(
            (each) => each.textContent === '購入へ進む',
          )
          setTimeout(() => button?.click(), when - Date.now())
        }, at)
      await Promise.all([pressAt(page), pressAt(other)])
      for (const tab of [page, other]) await expect(tab).toHaveURL(/\/practice\/pay\//)
      expect(other.url()).toBe(page.url())
    },
  )
