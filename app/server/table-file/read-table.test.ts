import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'

const columns = { id: ['番号'], title: ['題名', 'タイトル'], price: [] }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readTable(bytes(text), columns)
const row = (place: string, cells: Record<string, string>, ...problems: string[]) => ({
  place,
  cells,
  problems,
})
const table = (...rows: ReadonlyArray<ReturnType<typeof row>>) => ({
  ok: true,
  value: { problems: [], rows },
})

describe('CSV', () => {
  test('columns may have their Japanese names; rows count as a spreadsheet counts them', () => {
    expect(read('番号,title\nA-1,布\n\nA-2,"糸\nと針"\nA-3,綿\n')).toEqual(
      table(
        row('2行目', { id: 'A-1', title: '布' }),
        row('4行目', { id: 'A-2', title: '糸\nと針' }),
        row('5行目', { id: 'A-3', title: '綿' }),
      ),
    )
  })
  test('quoted fields keep commas, line breaks and quotes; lines end in any way', () => {
    expect(read('id,title\r\n1,"b,1"\n"2","c\r\n""d"""\r3,\r\n')).toEqual(
      table(
        row('2行目', { id: '1', title: 'b,1' }),
        row('3行目', { id: '2', title: 'c\r\n"d"' }),
        row('4行目', { id: '3', title: '' }),
      ),
    )
  })
  test('cells copied from a sheet stand between tabs, and their quotes are text', () => {
    expect(read('id\ttitle\n1\ta,b\n2\t5" 幅\n3\t"a"b\n4\t"x\ny"')).toEqual(
      table(
        row('2行目', { id: '1', title: 'a,b' }),
        row('3行目', { id: '2', title: '5" 幅' }),
        row('4行目', { id: '3', title: '"a"b' }),
        row('5行目', { id: '4', title: 'x\ny' }),
      ),
    )
  })
  test.each([
    ['id\n"1', '2行目：引用符（"）が閉じていないか'],
    ['id,title\n1,"a\nb"\n\n2,"b\nc\nd', '4行目：引用符（"）が閉じていないか'],
    ['id,title\n"a"b,c', '2行目：引用符（"）が閉じていないか'],
    ['id,title\n1,a\n2,5" 幅', '3行目：文字の途中に引用符（"）があります。'],
  ])('a broken quote is refused with its row: %j', (text, sentence) => {
    expect(read(text)).toEqual({ ok: false, error: [expect.stringContaining(sentence)] })
  })
  test('whatever is written with quotes is read back', () => {
    const cell = fc.string().filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (records) => {
        const quoted = records.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        expect(read(`id,title\n${quoted.join('\r\n')}`)).toEqual(
          table(...records.map(([id, title], at) => row(`${at + 2}行目`, { id, title }))),
        )
      }),
    )
  })
  test('a row with more columns than headings is one bad row without cells', () => {
    expect(read('id,title\n1,a\n2,b,c\n3\n4,d,\n')).toEqual(
      table(
        row('2行目', { id: '1', title: 'a' }),
        row('3行目', {}, expect.stringContaining('列が見出しより多くあります')),
        row('4行目', { id: '3', title: '' }),
        row('5行目', { id: '4', title: 'd' }),
      ),
    )
  })
  test('bad headings are told with the names in both languages, and the rows are read nevertheless', () => {
    expect(read('id,titel,番号\n1,a,2\n')).toEqual({
      ok: true,
      value: {
        problems: [
          '1行目：「titel」という列はありません。使える列は id（番号）、title（題名、タイトル）、price です。',
          '1行目：「番号」の列が2つあります。',
        ],
        rows: [row('2行目', { id: '1' })],
      },
    })
  })
})

test.each([
  ['UTF-8', bytes('id,title\n1,布')],
  ['UTF-8 with a mark', bytes('\uFEFFid,title\n1,布')],
  ['Shift_JIS', new Uint8Array([...bytes('id,title\n1,'), 0x95, 0x7a])],
  [
    'UTF-16',
    new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from('id,title\n1,布', (c) => c.charCodeAt(0)).buffer),
    ]),
  ],
])('reads %s', (_name, encoded) => {
  expect(readTable(encoded, columns)).toEqual(table(row('2行目', { id: '1', title: '布' })))
})

test.each([
  ['', 'ファイルに1件もありません。'],
  ['id,title\n\n , \n', 'ファイルに1件もありません。'],
  ['[{"id":"1"}]', 'JSONのファイルは読み込めません。'],
  [' {"id":"1"}', 'JSONのファイルは読み込めません。'],
  [`id\n${'1\n'.repeat(10_001)}`, '行が多すぎます（10000行まで）。'],
])('%.20j is refused with %s', (text, sentence) => {
  expect(read(text)).toEqual({ ok: false, error: [expect.stringContaining(sentence)] })
})
test('bytes of no known encoding, and too many, are refused', () => {
  expect(readTable(new Uint8Array([0xff, 0xff, 0x00, 0x81]), columns)).toEqual({
    ok: false,
    error: [expect.stringContaining('文字コード')],
  })
  expect(readTable(new Uint8Array(10_000_001), columns)).toEqual({
    ok: false,
    error: [expect.stringContaining('大きすぎます')],
  })
})
