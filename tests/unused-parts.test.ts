import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { lookedAt, withoutParts } from '../scripts/unused-parts.js'
import { readSources } from './support/architecture/source-file.ts'

const require = createRequire(import.meta.url)

test.each(Object.entries(lookedAt))(
  '%s is the release whose unused parts were looked at',
  (name, version) => {
    const { version: installed } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'))
    // A newer one may use for something else what scripts/unused-parts.js leaves out: read its functions again, then tell it there.
    expect(installed).toBe(version)
  },
)

/** What a page would use of React and the router that their copies for the browser do not have. */
const leftOut = [
  /\b(?:ViewTransition|addTransitionType|SuspenseList|Activity|useActionState)\b(?=[^'"]*\bfrom 'react')/,
  /\buseFormState\b(?=[^'"]*\bfrom 'react-dom')/,
  /<Fragment\s[^>]*\bref=/,
  /\b(?:unstable_)?(?:viewTransition|prefetch)=/,
  /\b(?:ScrollRestoration|useScrollRestoration|useViewTransitionState|PrefetchPageLinks|MemoryRouter)\b(?=[^'"]*\bfrom 'react-router)/,
  /\bcomponentStack\b/,
]

test('no page uses what is left out', () => {
  const pages = readSources(fileURLToPath(new URL('..', import.meta.url))).filter(
    ({ path }) => path.startsWith('app/') && !/\.test\.tsx?$/.test(path),
  )
  expect(pages.length).toBeGreaterThan(500)
  const used = pages.flatMap(({ path, text }) =>
    leftOut.filter((one) => one.test(text)).map((one) => `${path} ${one}`),
  )
  expect(used).toEqual([])
})

test.each([
  "import { Activity, useState } from 'react'",
  "import { ViewTransition } from 'react'",
  '<Fragment key={a} ref={b}>',
  '<Link to="/" viewTransition={true}>',
  '<Link prefetch="intent" to="/">',
  "import { Link, ScrollRestoration } from 'react-router'",
])('one would be seen: %s', (text) => {
  expect(leftOut.some((one) => one.test(text))).toBe(true)
})

describe('of a module', () => {
  const text = `
    function kept(a) { invariant(a, "there is none"); warning(a, "take care"); return inner(a) }
    function gone(a) { function inner() { return 1 } return inner() }
    function outer() { async function deep() { return 2 } return deep }
    Handle.prototype.focus = function () {}
    const flag = init.lazy
  `
  const without = (cut: Parameters<typeof withoutParts>[2], isQuiet = false) =>
    withoutParts(text, parseAst(text), cut, isQuiet)

  test('bodies of functions go at whatever depth, statements and texts too, and the rest stays', () => {
    const changed = without({
      bodies: { gone: '', deep: 'return 0' },
      statements: 'Handle.prototype.',
      texts: [['init.lazy', 'undefined']],
    })
    expect(changed.replaceAll(/\s+/g, ' ').trim()).toBe(
      'function kept(a) { invariant(a, "there is none"); warning(a, "take care"); return inner(a) } function gone(a) {} ' +
        'function outer() { async function deep() {return 0} return deep } const flag = undefined',
    )
  })

  test('a body goes with all that stands in it', () => {
    expect(without({ bodies: { gone: '', inner: 'return 3' } })).toContain('function gone(a) {}\n')
  })

  test('what is told to developers goes, what it asks stays', () => {
    expect(without({}, true)).toContain('{ invariant(a); void 0; return inner(a) }')
    expect(without({})).toContain('invariant(a, "there is none")')
  })

  test.each([
    [{ bodies: { other: '' } }, /other/],
    [{ statements: 'Other.prototype.' }, /Other\.prototype\./],
    [{ texts: [['init.other', '']] as [string, string][] }, /init\.other/],
  ])('fails with what is not there: %o', (cut, said) => {
    expect(() => without(cut)).toThrow(said)
  })
})
