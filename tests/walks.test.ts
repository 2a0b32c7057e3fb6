import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagesToWalk } from './support/visited-pages.ts'

const folder = 'tests/e2e'
/** From one `test(` to the next. */
const browserTests = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/^(?= *test\()/m)
      .slice(1),
  )
const walkOf = (text: string) => /^\s+walks\(([^)]*)\)$/m.exec(text)?.[1]
const titleOf = (text: string) => text.trimStart().split('\n', 1)[0]

test('each page is one of a walk that npm test makes: name a new one in walks() of the browser test that goes there', () => {
  const named = browserTests.flatMap((text) => [...(walkOf(text) ?? '').matchAll(/'([^']+)'/g)])
  const pages = new Set(named.map(([, path = '']) => path))
  expect(pagesToWalk.filter((path) => !pages.has(path))).toEqual([])
})

test('a walk has @walk in its title, and names its pages by walks()', () => {
  const isTitled = (text: string) => titleOf(text)?.includes('@walk') ?? false
  const odd = browserTests.filter((text) => isTitled(text) !== (walkOf(text) !== undefined))
  expect(odd.map(titleOf)).toEqual([])
})
