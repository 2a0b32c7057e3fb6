import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testFiles } from '../scripts/test-files.js'

const project = fileURLToPath(new URL('..', import.meta.url))
const textOf = (path: string) => readFileSync(join(project, path), 'utf8')
/** Level 1 and 2 of ASVS 5.0 as far as they concern the shop, with what is named of level 3. */
const required =
  `1.2.1 1.2.2 1.2.4 1.3.6 1.3.11 1.3.12 2.2.1 2.2.2 2.3.2 2.3.3 2.4.1 3.2.1 3.2.2 3.3.1 3.3.2 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4
  3.4.5 3.4.6 3.5.1 3.5.3 3.7.2 4.1.5 5.2.1 5.2.2 5.2.6 5.3.2 6.2.1 6.2.3 6.2.4 6.2.8 6.2.9 6.3.1 6.3.3 6.3.4 6.3.7 6.3.8 6.4.3 6.5.1 6.5.2 6.5.4 6.5.5
  7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.5.1 7.5.2 7.5.3 8.2.1 8.2.2 8.2.3 8.3.1 8.3.2 11.4.2 13.2.2 13.3.1 13.4.2 14.2.8 14.3.2
  15.3.1 15.3.3 15.3.4 16.2.5 16.3.1 16.3.2 16.5.1 16.5.4`.split(/\s+/)

/** The ids with which names of tests begin: `ASVS 6.2.4, 6.2.9, A10: passwords`. */
const idsIn = (text: string): string[] =>
  [...text.matchAll(/['"`]ASVS (\d[\d., ]*\d)/g)].flatMap(([, ids = '']) => ids.split(', '))

const rows = [...textOf('docs/security.md').matchAll(/^\| ([A-Z\d., ]*\d) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, ids = '', proof = '']) => ({ ids: ids.split(', '), proof }),
)
// This file has samples of such names.
const texts = testFiles(project)
  .filter((path) => path !== 'tests/security-list.test.ts')
  .map(textOf)
const proved = new Set(texts.flatMap(idsIn))
const isTested = (id: string) =>
  proved.has(id) || (/^[A-Z]/.test(id) && texts.some((text) => new RegExp(`['"\`, ]${id}[:,]`).test(text)))

test('names of tests are read with every id that they carry', () => {
  expect(idsIn("test('ASVS 6.2.4, 6.2.9, A10: x'); test(`ASVS 7.4.1: y`); // ASVS 1.1.1")).toEqual([
    '6.2.4',
    '6.2.9',
    '7.4.1',
  ])
})

test('every requirement stands in the list once', () => {
  const ids = rows.flatMap((row) => row.ids).filter((id) => /^\d/.test(id))
  expect(ids.sort()).toEqual(required.toSorted())
})

test('no name of a test carries an id that the list does not have', () => {
  expect([...proved].filter((id) => !required.includes(id))).toEqual([])
})

describe.each(rows)('$ids', ({ ids, proof }) => {
  test('is proved by tests that carry its id, or says why not', () => {
    if (/^tests\b|\bTests: /.test(proof)) for (const id of ids) expect(isTested(id), id).toBe(true)
    else {
      expect(proof.length).toBeGreaterThan(30)
      expect(ids.filter((id) => proved.has(id))).toEqual([])
    }
  })
})
