import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagesToWalk } from './support/visited-pages.ts'

const folder = 'tests/e2e'
/** What `walks` of tests/e2e/fixtures.ts is given. */
const named = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\bwalks\(([^)]*)\)/g)])
  .flatMap(([, paths = '']) => [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => path))

test('each page is one of a walk that npm test makes: name a new one in walks() of the browser test that goes there', () => {
  expect(pagesToWalk.filter((path) => !named.includes(path))).toEqual([])
})
