import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseList, readRows } from './feed-rows.server.ts'

const guide = readFileSync(new URL('../../../../docs/running.md', import.meta.url), 'utf8')

/** What the script of docs/running.md answers for a sheet with `cells`. */
const answerFor = (
  cells: readonly (readonly string[])[],
): { readonly text: string; readonly type: string } => {
  const [, script = ''] = /```js\n([^`]*function doGet[^`]*)```/.exec(guide) ?? []
  const sheet = { getDataRange: () => ({ getDisplayValues: () => cells }) }
  const output = (text: string) => ({ setMimeType: (type: string) => ({ text, type }) })
  const google = {
    SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
    ContentService: { createTextOutput: output, MimeType: { JSON: 'application/json' } },
  }
  return z
    .object({ text: z.string(), type: z.string() })
    .parse(runInNewContext(`${script}\ndoGet()`, { ...google }))
}

test('P2: the script that docs/running.md gives makes a list of a sheet, each row at its place', async () => {
  const { text, type } = answerFor([
    ['managementNumber ', 'name', 'price', 'status', ''],
    ['F-1', '麻の葉', '1,200', '公開中', 'メモ'],
    ['', '', '', '', ''],
    ['F-2', '水玉', '高い', '公開中', ''],
  ])
  expect(type).toBe('application/json')
  const { products, problems } = await readRows(parseList(text) ?? [])
  expect(products.map(({ number, priceText }) => [number, priceText])).toEqual([
    ['F-1', '1,200'],
    ['F-2', '高い'],
  ])
  expect(problems.map(({ row }) => row)).toEqual([4])
})
