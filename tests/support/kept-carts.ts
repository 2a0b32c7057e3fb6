import type { Locator, Page } from '@playwright/test'

/** A line as storage holds it, at 550 yen. */
export const keptLine = (managementNumber: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  managementNumber,
  name: `布${managementNumber}`,
  description: '',
  price: '550',
  imageUrl: '',
  quantity: 1,
  productType: 'fabric',
  ...fields,
})

export const keptKit = (managementNumber: string, fields: Readonly<Record<string, unknown>> = {}) =>
  keptLine(managementNumber, {
    name: `キット${managementNumber}`,
    price: '880円',
    productType: 'kit',
    ...fields,
  })

/** Opens `path` in a browser whose storage holds `cart`: lines, or any text. */
export const visitWithCart = async (page: Page, cart: unknown, path = '/cancel'): Promise<void> => {
  await page.route('**/before-the-visit', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto('/before-the-visit')
  const text = typeof cart === 'string' ? cart : JSON.stringify(cart)
  await page.evaluate((kept) => localStorage.setItem('mcSquareCart', kept), text)
  // A page with a route takes every request through the runner, and none from its cache.
  await page.unroute('**/before-the-visit')
  await page.goto(path)
}

export const lineOf = (view: Locator, managementNumber: string): Locator =>
  view.getByRole('list', { name: 'カートの中身' }).getByRole('listitem').filter({ hasText: managementNumber })
