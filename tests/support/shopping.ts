import { expect, type Locator, type Page } from '@playwright/test'
import { onEmptyPage } from './empty-page.ts'
import { press } from './press.ts'

export const buyButtons = (page: Page): Locator => page.getByRole('button', { name: /の生地を購入$/ })

export const buyButtonOf = (page: Page, number: string): Locator =>
  page.getByRole('main').getByRole('button', { name: `（${number}）の生地を購入` })

/** Makes the window a first-time visitor's; a new one would take many times longer. */
export const asNewVisitor = async (page: Page): Promise<void> => {
  await page.unrouteAll()
  await onEmptyPage(page, () => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Waits until the list has noticed a change of its first fabric. */
export const expectFirstFabric = (page: Page, name: string, price: string): Promise<void> =>
  untilServed(page, '/all-products', (html) => {
    const [, card = ''] = /id="item-1"(.*?)id="item-2"/s.exec(html) ?? []
    return [name, price].every((text) => card.replaceAll(/<[^>]*>/g, '').includes(text))
  })

/** Pages are kept for some seconds: asks for the one at `path` until it is the present one. */
export const untilServed = (page: Page, path: string, isPresent: (html: string) => boolean): Promise<void> =>
  expect
    .poll(async () => isPresent(await (await page.request.get(path)).text()), {
      message: `the present ${path}`,
      intervals: [50, 100],
    })
    .toBe(true)

export const putFabricsIntoCart = async (page: Page, count: number): Promise<void> => {
  await page.goto('/all-products')
  // A product in the cart has a stepper instead of its button.
  for (let at = 1; at <= count; at++) {
    await press(buyButtons(page).first())
    await expect(cartButton(page)).toContainText(`${at}点`)
  }
}

export const cartButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^カート(?![をに])/ })

/** Waits for storage too: what the server renders has no lines either. */
export const expectEmptyCart = async (page: Page): Promise<void> => {
  await expect.poll(() => stored(page, 'mcSquareCart')).toEqual([])
  await expect(cartButton(page)).not.toContainText('点')
}

/** The panel, once its lines are drawn (P51): what looks at it without waiting finds them. */
export const openCart = async (page: Page): Promise<Locator> => {
  await press(cartButton(page))
  const panel = page.getByRole('dialog', { name: 'カート' })
  await expect(panel).toBeVisible()
  await expect(panel.locator('[aria-busy]')).toHaveCount(0)
  return panel
}

/** Time then moves by `page.clock.fastForward` alone. To be called when the page's scripts have run. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)

/** 小計, 送料, 合計（税込） as shown. */
export const sumsOf = async (view: Locator): Promise<Record<string, string>> => {
  const pairs = await view
    .locator('dl dt')
    .evaluateAll((names) => names.map((name) => [name.textContent, name.nextElementSibling?.textContent]))
  return Object.fromEntries(pairs.filter(([name]) => /^(小計|送料|合計（税込）)$/.test(name ?? '')))
}

export const goToPayment = async (page: Page): Promise<void> => {
  await press(page.getByRole('button', { name: '購入へ進む' }))
  await expect(page).toHaveURL(/\/practice\/pay\//)
}

export const pay = async (page: Page): Promise<void> => {
  await press(page.getByRole('button', { name: /^支払う/ }))
  await expect(page).toHaveURL(/\/success\?session_id=/)
}

/** The parsed value of a storage key. */
export const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

/** The cart as it is saved, once no save of any tab is on its way. */
export const savedCart = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    navigator.locks.request('mcSquareCart', () => JSON.parse(localStorage.getItem('mcSquareCart') ?? 'null')),
  )
