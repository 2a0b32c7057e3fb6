import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { createPath, matchRoutes, type RouteObject, resolvePath } from 'react-router'
import { expect, test } from 'vitest'
import { plainAddress, textOfServer } from '../scripts/router-for-browser.js'

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

/** The router's own class as the server's build has it. */
const matcherOfServer = async () => {
  const short = 'lib/router/matcher.js'
  const file = createRequire(import.meta.url)
    .resolve('react-router')
    .replace(/dist\/.*$/, `dist/production/${short}`)
  const code = textOfServer(short, readFileSync(file, 'utf8'))
  const alone = code.replace('./utils.js', pathToFileURL(file.replace('matcher.js', 'utils.js')).href)
  const { V6RegExMatcher } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(alone)}`
  )
  return V6RegExMatcher
}

test('an address is found among the routes that begin as it does as it is among all', async () => {
  const Matcher = await matcherOfServer()
  const part = fc.constantFrom('a', 'B', 'ab', ':id', ':id?', 'c?', 'é')
  const path = fc
    .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom('', '/*'))
    .map(([parts, end]) => `${parts.join('/')}${end}`.replace(/^\//, ''))
  const routes = fc.array(
    fc.record({ path, below: fc.array(path, { maxLength: 3 }) }).map(
      ({ path, below }): RouteObject => ({
        path,
        children: [{ index: true }, ...below.map((child): RouteObject => ({ path: child }))],
      }),
    ),
    { maxLength: 6 },
  )
  const sign = fc.constantFrom('a', 'B', 'b', 'A', '/', '/', '%61', '%C3%A9', 'é', '%2F', '.', 'ſ')
  const asked = fc.array(sign, { maxLength: 7 }).map((signs) => `/${signs.join('')}`)
  let found = 0
  fc.assert(
    fc.property(routes, asked, (all, address) => {
      const matcher = new Matcher('/')
      matcher.update(all)
      const expected = matchRoutes(all, address)
      if (expected !== null) found += 1
      expect(matcher.match(address)).toEqual(expected)
      expect(matcher.match({ pathname: address, search: '?a', hash: '' })).toEqual(expected)
    }),
    { numRuns: 3_000 },
  )
  expect(found).toBeGreaterThan(300)
})
