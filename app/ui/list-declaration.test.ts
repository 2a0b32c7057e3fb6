import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..')

/** Files that declare a list of the desk, with how many lines they have. */
const declarations = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('desk-table.tsx'))
  .map((path) => ({ path, text: readFileSync(join(app, path), 'utf8') }))
  .filter(({ text }) => text.includes('DeskList<'))
  .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))

test('N118: a list of the desk is declared in one file of at most 100 lines, and nowhere else', () => {
  expect(declarations.length).toBeGreaterThanOrEqual(10)
  expect(declarations.filter(({ path, lines }) => lines > 100 || !path.endsWith('-list.tsx'))).toEqual([])
})
