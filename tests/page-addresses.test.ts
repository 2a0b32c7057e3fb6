import { expect, test } from 'vitest'
import { returnPath } from '~/features/checkout/return-path.rules.ts'
import { pagesForEverybody } from '~/routes/page-addresses.ts'
import routes from '../app/routes.ts'

interface Entry {
  readonly path?: string | undefined
  readonly file: string
  readonly children?: readonly Entry[] | undefined
}

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])

test('S18: checkout stands at both addresses with one handler', async () => {
  const files = ['api', '.netlify/functions'].map(
    (base) => flat(routes).find(({ path }) => path === `${base}/create-checkout-session`)?.file,
  )
  expect(files[0]).toBeDefined()
  expect(files[0]).toBe(files[1])
})

const shopPages = flat(routes)
  .filter(({ file }) => file.startsWith('routes/shop/'))
  .flatMap(({ path, file }) => (file.endsWith('/home.tsx') ? ['/'] : path === undefined ? [] : [`/${path}`]))
  .filter((path) => !path.includes(':'))

test('S6: every page of the shop is a way back from the payment page', () => {
  expect(shopPages).toContain('/all-products')
  expect(shopPages.filter((path) => returnPath(`https://shop.example${path}`) !== path)).toEqual([])
})

test('the pages that are kept for everybody, and told to search engines, are pages of the shop', () => {
  expect(pagesForEverybody.filter((path) => !shopPages.includes(path))).toEqual([])
})
