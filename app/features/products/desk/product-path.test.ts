import { expect, test } from 'vitest'
import { addresses } from '~/addresses.ts'
import { deskProductPath } from './ui/product-path.ts'

/** The words at the place of a number in the addresses of the desk. */
const words = Object.keys(addresses).flatMap((path) => /^\/admin\/products\/([\w-]+)$/.exec(path)?.[1] ?? [])

test('N42: a product that is named like a page beside those of products gets a path of its own', () => {
  expect(words.length).toBeGreaterThan(2)
  for (const word of words) expect(deskProductPath(word)).toBe(`/admin/products/${word}~`)
  expect(deskProductPath('F-1')).toBe('/admin/products/F-1')
})
