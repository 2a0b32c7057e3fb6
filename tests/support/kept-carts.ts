import type { Locator, Page } from '@playwright/test'
import { onEmptyPage } from './empty-page.ts'

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
  const text = typeof cart === 'string' ? cart : JSON.stringify(cart)
  await onEmptyPage(page, (kept) => localStorage.setItem('mcSquareCart', kept), text)
  await page.goto(path)
}

export const lineOf = (view: Locator, managementNumber: string): Locator =>
  view.getByRole('list', { name: 'カートの中身' }).getByRole('listitem').filter({ hasText: managementNumber })
