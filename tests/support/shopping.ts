import { expect, type Locator, type Page } from '@playwright/test'

/** The catalogue's buttons that put a fabric into the cart, in the order of the cards. */
export const buyButtons = (page: Page): Locator => page.getByRole('button', { name: /の生地を購入$/ })

/** Puts the first `count` fabrics of the catalogue into the cart, one of each. */
export const putFabricsIntoCart = async (page: Page, count: number): Promise<void> => {
  await page.goto('/all-products')
  for (let at = 0; at < count; at++) await buyButtons(page).nth(at).click()
  await expect(cartButton(page)).toContainText(`${count}点`)
}

export const cartButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^カート(?![をに])/ })

/**
 * Waits until the shop has emptied the cart. What the server draws has no lines either: storage alone tells that the
 * page's script has run.
 */
export const expectEmptyCart = async (page: Page): Promise<void> => {
  await expect.poll(() => stored(page, 'mcSquareCart')).toEqual([])
  await expect(cartButton(page)).not.toContainText('点')
}

/** Opens the header's cart panel and gives it. */
export const openCart = async (page: Page): Promise<Locator> => {
  await cartButton(page).click()
  const panel = page.getByRole('dialog', { name: 'カート' })
  await expect(panel).toBeVisible()
  return panel
}

/**
 * From here on no time goes by on the page but what `page.clock.fastForward` gives it: what is shown for a few seconds is
 * still there when a slow machine comes to look. To be called when the page's scripts have run.
 */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)

/** The sums of a cart view: 小計, 送料, 合計（税込）, as they stand there. */
export const sumsOf = async (view: Locator): Promise<Record<string, string>> => {
  const names = await view.locator('dl dt').allTextContents()
  const values = await view.locator('dl dd').allTextContents()
  return Object.fromEntries(
    names
      .map((name, at) => [name, values[at] ?? ''])
      .filter(([name = '']) => /^(小計|送料|合計（税込）)$/.test(name)),
  )
}

/** Goes from the open cart to the practice payment page. */
export const goToPayment = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '購入へ進む' }).click()
  await expect(page).toHaveURL(/\/practice\/pay\//)
}

/** Pays on the practice page and comes back to /success. */
export const pay = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^支払う/ }).click()
  await expect(page).toHaveURL(/\/success\?session_id=/)
}

/** What this browser keeps under a storage key, parsed; null when there is nothing. */
export const stored = (page: Page, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)
