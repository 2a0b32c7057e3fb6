import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRecords } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { readRows } from './read-rows.ts'

const columns = { id: ['番号'], title: ['題名'], price: [] }
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
  test('CSV columns may have their Japanese names; rows count as a spreadsheet counts them', () => {
    expect(read('番号,title\nA-1,布\n\nA-2,"糸\nと針"\n')).toEqual({
      ok: true,
      value: [
        { place: '2行目', cells: { id: 'A-1', title: '布' } },
        { place: '4行目', cells: { id: 'A-2', title: '糸\nと針' } },
      ],
    })
  })
  test('a JSON list keeps numbers and takes null for nothing', () => {
    expect(read('[{"id":"A-1","price":550,"title":null}]')).toEqual({
      ok: true,
      value: [{ place: '1件目', cells: { id: 'A-1', price: 550 } }],
    })
  })
  test.each([
    ['', 'ファイルに1件もありません。'],
    ['id,titel\n1,a', '「titel」という列はありません'],
    ['id,番号\n1,2', '「番号」の列が2つあります'],
    ['id,title\n1,a,b', '2行目：列が見出しより多くあります'],
    ['id\n"1', '引用符'],
    ['{"id":"1"}', '一覧'],
    ['[{"id":"1"},3]', '2件目：{ ... } の形ではありません'],
    ['[{"id":{"a":1}}]', '1件目：「id」は文字か数で書いてください'],
    ['[{"name":"a"}]', '1件目：「name」という項目はありません'],
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
