import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { fileOf, readFile } from './file-text.server.ts'
import { mostRows } from './texts.ts'
import { mostBytes } from './view.rules.ts'

const bytes = (text: string) => Buffer.from(text, 'utf8')
const read = async (text: string | Uint8Array) => {
  const found = await readFile(typeof text === 'string' ? bytes(text) : text)
  return found.ok ? found.value : found.error
}
const cells = { number: 'F-1', name: '布' }

describe('N44: a file is read', () => {
  const text = '管理番号,名前\r\nF-1,布\r\n'
  test.each([
    ['UTF-8', bytes(text)],
    ['UTF-8 with a mark', bytes(`\uFEFF${text}`)],
    ['Shift_JIS', iconv.encode(text, 'cp932')],
    ['UTF-16 with tabs', iconv.encode(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le')],
    ['lines of a Mac of before', bytes(text.replaceAll('\r\n', '\r'))],
    ['other headings', bytes(text.replace('管理番号', '番号').replace('名前', '商品名'))],
  ])('in %s', async (_, file) => {
    expect(await read(file)).toEqual([{ row: 2, cells }])
  })

  test('with blank rows, quotes, lines within cells and cells that are missing', async () => {
    expect(await read('管理番号,名前,説明\r\n\r\nF-1,布,"一\r\n""二"",三"\r\n,,\r\nF-2\r\n')).toEqual([
      { row: 3, cells: { ...cells, text: '一\r\n"二",三' } },
      { row: 5, cells: { number: 'F-2', name: '', text: '' } },
    ])
  })

  test.each([
    ['', 'ファイルを選んでください'],
    ['管理番号,名前\r\n', '1件もありません'],
    ['名前\r\n布', '「管理番号」の見出しがありません'],
    ['管理番号,値段\r\nF-1,1', '「値段」という列はありません'],
    ['管理番号,番号\r\nF-1,1', '「番号」の列が2つあります'],
    ['管理番号\r\nF-1,布', '2行目：列が見出しより多く'],
    ['管理番号,,価格\r\nF-1,,1\r\nF-2,布,1', '2列目に内容がありますが'],
    ['管理番号,名前\r\nF-1,"布', '2行目：引用符'],
    [`管理番号,名前\r\nF-1,${'布'.repeat(100_001)}`, '2行目：1行が長すぎます'],
    [`管理番号${',名前'.repeat(50)}\r\nF-1`, '列が多すぎます'],
    [`管理番号\r\nF${','.repeat(1_100)}`, '列が多すぎます'],
    [`管理番号\t名前\r\nF"${'\t'.repeat(1_100)}`, '列が多すぎます'],
    [`管理番号\r\n"${','.repeat(1_100)}`, '2行目：引用符'],
    [`管理番号\r\n${'F\r\n'.repeat(mostRows + 1)}`, '行が多すぎます'],
    [`管理番号\r\n${'\r\n'.repeat(mostRows * 2 + 1)}F`, '行が多すぎます'],
  ])('%.40j is refused in words', async (text, said) => {
    expect(await read(text)).toEqual([expect.stringContaining(said)])
  })

  test('what is no text, or too much of it, is refused', async () => {
    expect(await read(new Uint8Array([0xff, 0xff, 0x00, 0x81]))).toEqual([
      expect.stringContaining('文字コード'),
    ])
    expect(await read(bytes('PK\u0003\u0004\0'))).toEqual([expect.stringContaining('文字コード')])
    expect(await read(new Uint8Array(mostBytes + 1))).toEqual([expect.stringContaining('大きすぎます')])
    expect(await read(`管理番号\r\n${'F\r\n'.repeat(mostRows)}`)).toHaveLength(mostRows)
  })

  test('others are answered while a long one is read and written', async () => {
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 0)
    expect(
      await read(`管理番号,説明\r\n${`F,"${','.repeat(1_100)}"${','.repeat(900)}\r`.repeat(3)}`),
    ).toHaveLength(3)
    await read(`管理番号,説明\r\n${`F,${'布'.repeat(300)}\r\n`.repeat(2_000)}`)
    const whileRead = turns
    const empty = {
      number: 'F',
      type: '',
      name: '',
      reading: '',
      ...noFacts,
      text: '',
      price: '',
      status: '',
    }
    const row = { ...empty, level: '', fabricSize: '', fabricNumbers: '', position: '', pictures: '' }
    await fileOf(Array.from({ length: 2_000 }, () => ({ ...row, version: '' })))
    clearInterval(count)
    expect([whileRead > 3, turns > whileRead]).toEqual([true, true])
  })
})
