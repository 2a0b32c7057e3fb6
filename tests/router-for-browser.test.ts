import fc from 'fast-check'
import { createPath, resolvePath } from 'react-router'
import { expect, test } from 'vitest'
import { plainAddress } from '../scripts/router-for-browser.js'

test('an address that the server writes into a link as it is, is what the router would make of it', () => {
  const sign = fc.constantFrom(...'ab1-_%/?#.=&:~布 '.split(''))
  const anything = fc.array(sign, { maxLength: 12 }).map((signs) => `/${signs.join('')}`)
  const below = fc.constantFrom('/', '/gallery/detail/a')
  fc.assert(
    fc.property(anything, below, (address, from) => {
      if (plainAddress.test(address)) expect(createPath(resolvePath(address, from))).toBe(address)
    }),
    { numRuns: 2_000 },
  )
  for (const address of ['/', '/kits/K-2001', '/all-products?q=%E5%B8%83', '/a_b/%E5%B8%83'])
    expect(plainAddress.test(address), address).toBe(true)
  for (const address of [
    'a',
    '?q=a',
    '.',
    '..',
    '//other.example/',
    '/a//b',
    '/a/',
    '/a/../b',
    '/a?',
    '/a#b',
    '#b',
  ])
    expect(plainAddress.test(address), address).toBe(false)
})
