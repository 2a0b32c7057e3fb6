import { expect, test } from 'vitest'
import { cancelPath } from './form.server.ts'

test.each([
  ['https://shop.example/', '/'],
  ['https://shop.example/all-products?name=a&count=12#item-7', '/all-products'],
  ['/kits', '/kits'],
  ['https://shop.example/order/some-token', '/order/some-token'],
  ['https://shop.example/gallery', '/gallery'],
  ['https://evil.example/terms', '/terms'],
  ['//evil.example', '/'],
  ['https://shop.example//evil.example', '/cancel'],
  ['https://shop.example/no-such-page', '/cancel'],
  ['https://shop.example/order/some-token/x', '/cancel'],
  ['https://shop.example/api/goods', '/cancel'],
  ['https://shop.example/all-products.data', '/cancel'],
  ['javascript:/kits', '/kits'],
  ['javascript:alert(1)', '/cancel'],
  ['https://', '/cancel'],
  ['', '/'],
])('S4, S6: of the way back %s only the path of a page counts: %s', (cancelUrl, path) => {
  expect(cancelPath(cancelUrl)).toBe(path)
})
