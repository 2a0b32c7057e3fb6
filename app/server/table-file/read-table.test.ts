import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRecords } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { readRows } from './read-rows.ts'

const columns = { id: ['番号'], title: ['題名', 'タイトル'], price: [] }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readRows(bytes(text), columns)

describe('CSV', () => {
  test('quoted fields keep commas, line breaks and quotes', () => {
    expect(csvRecords('a,"b,1","c\r\n""d"""\r\ne,,f\n')).toEqual([
      ['a', 'b,1', 'c\r\n"d"'],
      ['e', '', 'f'],
    ])
  })
  test('tabs part the fields of a sheet copied as text', () => {
    expect(csvRecords('id\ttitle\n1\ta,b')).toEqual([
      ['id', 'title'],
      ['1', 'a,b'],
    ])
  })
  test.each(['"a', 'a,"b\nc', '"a"b,c'])('a broken quote is no CSV: %s', (text) => {
    expect(csvRecords(text)).toBeNull()
  })
  test('whatever is written with quotes is read back', () => {
    const record = fc.array(fc.string(), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), (records) => {
        const text = records
          .map((fields) => fields.map((f) => `"${f.replaceAll('"', '""')}"`).join(','))
          .join('\r\n')
        expect(csvRecords(`x,y\n${text}`)).toEqual([['x', 'y'], ...records])
      }),
    )
  })
})

test.each([
  ['UTF-8', bytes('布')],
  ['UTF-8 with a mark', bytes('\uFEFF布')],
  ['Shift_JIS', new Uint8Array([0x95, 0x7a])],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x03, 0x5e])],
])('reads %s', (_name, encoded) => {
  expect(decodeText(encoded)).toBe('布')
})

describe('rows of a file', () => {
  const row = (place: string, cells: Record<string, string | number>, ...problems: string[]) => ({
    place,
    cells,
    problems,
  })
  test('CSV columns may have their Japanese names; rows count as a spreadsheet counts them', () => {
    expect(read('番号,title\nA-1,布\n\nA-2,"糸\nと針"\n')).toEqual({
      ok: true,
      value: {
        problems: [],
        rows: [row('2行目', { id: 'A-1', title: '布' }), row('4行目', { id: 'A-2', title: '糸\nと針' })],
      },
    })
  })
  test('a JSON list keeps numbers and takes null for nothing', () => {
    expect(read('[{"id":"A-1","price":550,"title":null}]')).toEqual({
      ok: true,
      value: { problems: [], rows: [row('1件目', { id: 'A-1', price: 550 })] },
    })
  })
  test('a CSV row with more columns than headings is one bad row, whose cells nobody trusts', () => {
    expect(read('id,title\n1,a\n2,b,c\n3\n4,d,\n')).toEqual({
      ok: true,
      value: {
        problems: [],
        rows: [
          row('2行目', { id: '1', title: 'a' }),
          row('3行目', {}, expect.stringContaining('列が見出しより多くあります')),
          row('4行目', { id: '3', title: '' }),
          row('5行目', { id: '4', title: 'd' }),
        ],
      },
    })
  })
  test('a bad JSON item stands among the others, with what can be read of it', () => {
    expect(read('[{"id":"1"},3,{"id":"2","name":"a","title":true},{"id":{"a":1},"name":"b"}]')).toEqual({
      ok: true,
      value: {
        problems: [],
        rows: [
          row('1件目', { id: '1' }),
          row('2件目', {}, '{ ... } の形ではありません。'),
          row(
            '3件目',
            { id: '2' },
            '「name」という項目はありません。使える項目は id（番号）、title（題名、タイトル）、price です。',
            '「title」は文字か数で書いてください。',
          ),
          row('4件目', {}, '「id」は文字か数で書いてください。', '「name」という項目はありません。'),
        ],
      },
    })
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
  test.each([
    ['', 'ファイルに1件もありません。'],
    ['id\n"1', '引用符'],
    ['{"id":"1"}', '一覧'],
  ])('%j is refused with %s', (text, sentence) => {
    expect(read(text)).toEqual({ ok: false, error: [expect.stringContaining(sentence)] })
  })
  test('bytes of no known encoding are refused', () => {
    expect(readRows(new Uint8Array([0xff, 0xff, 0x00, 0x81]), columns)).toEqual({
      ok: false,
      error: [expect.stringContaining('文字コード')],
    })
  })
})
