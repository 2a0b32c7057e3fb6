import type { Locator, Page } from '@playwright/test'

/** One line as storage keeps it, as loose as JSON: F-1001 at 550 yen unless told otherwise. */
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

/** One kit as storage keeps it; its price is read anew from the catalogue. */
export const keptKit = (managementNumber: string, fields: Readonly<Record<string, unknown>> = {}) =>
  keptLine(managementNumber, {
    name: `キット${managementNumber}`,
    price: '880円',
    productType: 'kit',
    ...fields,
  })

/** Opens `path` in a browser that has kept `cart` from an earlier visit: lines, or any text. */
export const visitWithCart = async (page: Page, cart: unknown, path = '/cancel'): Promise<void> => {
  await page.route('**/before-the-visit', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto('/before-the-visit')
  const text = typeof cart === 'string' ? cart : JSON.stringify(cart)
  await page.evaluate((kept) => localStorage.setItem('mcSquareCart', kept), text)
  await page.goto(path)
}

/** The line of a cart view that holds these goods. */
export const lineOf = (view: Locator, managementNumber: string): Locator =>
  view.getByRole('list', { name: 'カートの中身' }).getByRole('listitem').filter({ hasText: managementNumber })
