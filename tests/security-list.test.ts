import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const project = fileURLToPath(new URL('..', import.meta.url))
const list = readFileSync(join(project, 'docs/security.md'), 'utf8')

/** Level 1 and 2 of ASVS 5.0 as far as they concern the shop, with what is named of level 3. */
const required =
  `1.2.1 1.2.2 1.2.4 1.3.6 1.3.11 1.3.12 2.2.1 2.2.2 2.3.2 2.3.3 2.4.1 3.2.1 3.2.2 3.3.1 3.3.2 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4
  3.4.5 3.4.6 3.5.1 3.5.3 3.7.2 4.1.5 5.2.1 5.2.2 5.2.6 5.3.2 6.2.1 6.2.3 6.2.4 6.2.8 6.2.9 6.3.1 6.3.3 6.3.4 6.3.7 6.3.8 6.4.3
  7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.5.1 7.5.2 8.2.1 8.2.2 8.2.3 8.3.1 8.3.2 11.4.2 13.2.2 13.3.1 13.4.2 14.2.8 14.3.2
  15.3.1 15.3.3 15.3.4 16.2.5 16.3.1 16.3.2 16.5.1 16.5.4`.split(/\s+/)

const rows = [...list.matchAll(/^\| ([\d., ]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, ids = '', proof = '']) => ({
    ids: ids.split(', '),
    proof,
  }),
)

test('every requirement stands in the list once', () => {
  expect(rows.flatMap(({ ids }) => ids).sort()).toEqual(required.toSorted())
})

describe.each(rows)('$ids', ({ proof }) => {
  test('is proved by tests that are there, or says why not', () => {
    const named = [...proof.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g)]
    if (named.length === 0) expect(proof.length).toBeGreaterThan(30)
    for (const [, file = '', name = ''] of named) {
      const path = join(project, file)
      expect(existsSync(path) ? readFileSync(path, 'utf8') : `${file} is not there`).toContain(name)
    }
  })
})
