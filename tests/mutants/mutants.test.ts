// @every: starts a process of tests of its own

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/install-when-missing.js'
import { chosenBy, mutantsOf, withChoices } from './mutants.js'

test.each([
  ['if (a < b) c', ['false', 'true', 'a <= b', 'a >= b', 'undefined']],
  ['const f = () => { return a ?? b }', ['undefined', 'a']],
  ["const f = !a && 'x'", ['a', "!a || 'x'", "''"]],
  ['a.b?.c(d).e(1, true)', ['(a.b).e(1, true)', 'undefined', '(a.b?.c(d))', '2', 'a.b?.c(d).e(1)', 'false']],
  ['const f = { a, b: c }', ['{ b: c }', '{ a }']],
  ['const f = list.every(g,)', ['(list)', 'list.some(g,)']],
  ['do a = 1\nwhile (b)', ['undefined', '2', 'false']],
  ["import a from 'a'\ntype B = 'x' | 'y'\nexport { c } from 'c'", []],
])('%s is changed in one expression at a time', (text, expected) => {
  expect(
    mutantsOf('a.tsx', text)
      .map(({ instead }) => instead)
      .toSorted(),
  ).toEqual(expected.toSorted())
})

test('a file with choices does what it did, or one of its changes', () => {
  const text = [
    'const found = []',
    'const put = (value) => found.push(value)',
    'put(1)',
    '{ put(2) }',
    'put(found.includes(2) ? { three: 3 } : 4)',
  ].join('\n')
  const mutants = mutantsOf('a.tsx', text)
  const foundWith = (id: string): unknown =>
    Function('__mutant', `${withChoices(text, mutants)}\nreturn found`)((each: string) => each === id)
  expect(foundWith('')).toEqual([1, 2, { three: 3 }])
  const idOf = (change: string) => mutants.find(({ what }) => what.endsWith(change))?.id ?? ''
  expect(foundWith(idOf('4 put(2) → undefined'))).toEqual([1, 4])
  expect(foundWith(idOf('found.includes(2) → false'))).toEqual([1, 2, 4])
})

test('a seed repeats its choice', () => {
  const all = Array.from({ length: 100 }, (_, at) => at)
  expect(chosenBy(all, 7, 5)).toEqual(chosenBy(all, 7, 5))
  expect(chosenBy(all, 7, 5)).not.toEqual(chosenBy(all, 8, 5))
  expect(new Set(chosenBy(all, 7, 200)).size).toBe(100)
})

describe('npm run test:faults', () => {
  test('lists the changes of a file that its test does not notice, and leaves the file alone', () => {
    const file = 'tests/mutants/example.ts'
    const before = readFileSync(join(root, file), 'utf8')
    const { TEST_PROGRAMS, ...env } = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
    )
    const lines = execFileSync(process.execPath, ['tests/mutants/run.js', file, '--all'], {
      cwd: root,
      env: { ...env, SEED: '1' },
      encoding: 'utf8',
    })
    expect(lines.split('\n').toSorted().filter(Boolean)).toEqual([
      '11 changes in 1 files; again with SEED=1',
      '6 of 11 noticed',
      'no test comes by: tests/mutants/example.ts:3 0 → 1',
      'no test comes by: tests/mutants/example.ts:3 0 → undefined',
      'not noticed: tests/mutants/example.ts:3 2 → 3',
      'not noticed: tests/mutants/example.ts:3 < → <=',
      'not noticed: tests/mutants/example.ts:3 pieces < 2 → false',
    ])
    expect(readFileSync(join(root, file), 'utf8')).toBe(before)
  })
})
