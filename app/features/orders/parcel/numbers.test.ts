import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { doubtedIn, trackingWarning, warningTyped } from '~/features/orders/carriers.rules.ts'
import { type CsvRow, csvOf } from '../../../../tests/support/csv-file.ts'
import { carrierRows, textOfFile } from './carrier-file.server.ts'
import { carrierFile } from './carrier-table.rules.ts'
import { doubtsNotShown, numbersIn, parcelsInForm } from './form.server.ts'
import { drawnRow, eachItsOwn, isTouched, parcelsOfRow, rowWith } from './number-rows.rules.ts'
import {
  doubtedField,
  type Elsewhere,
  matchedNumbers,
  numberDoubts,
  type OrderToMatch,
  twinDoubts,
} from './numbers.rules.ts'

const form = (pasted: string | Uint8Array<ArrayBuffer>) => {
  const body = new FormData()
  if (typeof pasted === 'string') body.set('pasted', pasted)
  else body.set('file', new File([pasted], 'x.csv'))
  return body
}

const read = async (text: string | Uint8Array<ArrayBuffer>) => {
  const file = await carrierRows(form(text))
  return file.ok
    ? {
        carrier: file.value.carrier,
        rows: file.value.rows.map(({ order, tracking, postalCode, name }) =>
          [order, tracking, postalCode, name].join('|'),
        ),
      }
    : file.error
}

const refusedBy = async (text: string) => {
  const file = await read(text)
  return typeof file === 'string' ? file : ''
}

const b2Headings =
  'お客様管理番号 送り状種類 クール区分 伝票番号 出荷予定日 お届け予定日 配達時間帯 お届け先コード お届け先電話番号'.split(
    ' ',
  )
const b2File = (row: CsvRow) => csvOf(b2Headings, [{ 送り状種類: '0', クール区分: '0', ...row }])
/** Without headings the columns are read by their places. */
const b2Row = (order: string, tracking: string) =>
  [`"${order}"`, '"0"', '"0"', `"${tracking}"`, '"2026/11/28"', ...Array(90).fill('""')].join(',')

const sagawaHeadings =
  'お届け先コード取得区分 お届け先コード お届け先電話番号 お届け先郵便番号 お届け先住所１ お届け先住所２ お届け先住所３ お届け先名称１ お届け先名称２ お客様管理番号 お客様コード 荷送人電話番号 出荷個数 お問い合せ送り状No.'.split(
    ' ',
  )

const clickpost = '追跡番号,お届け先郵便番号,お届け先氏名,お届け先敬称,お届け先住所,内容品'

describe('N64: the files that carriers’ programs give back', () => {
  test.each([
    [
      'B2',
      b2File({ お客様管理番号: 'AAAA-2222', 伝票番号: '490714955706', 出荷予定日: '2026/11/28' }),
      'yamato',
      ['AAAA-2222|490714955706||'],
    ],
    [
      'B2 with a title line',
      `発行済みデータ 2026/11/28\r\n\r\n${b2File({ お客様管理番号: 'AAAA-2222', 伝票番号: '490714955706' })}`,
      'yamato',
      ['AAAA-2222|490714955706||'],
    ],
    [
      'B2 without headings',
      `${b2Row('AAAA-2222', '490714955706')}\r\n${b2Row('', '4907')}`,
      'yamato',
      ['AAAA-2222|490714955706||', '|4907||'],
    ],
    [
      'B2 without headings, with a title line',
      `出荷データ\r\n${b2Row('AAAA-2222', '490714955706')}`,
      'yamato',
      ['AAAA-2222|490714955706||'],
    ],
    [
      'B2 without headings, first a parcel of another shop',
      `${b2Row('他店-1', '490714955706')}\r\n${b2Row('AAAA-2222', '490714955710')}`,
      'yamato',
      ['他店-1|490714955706||', 'AAAA-2222|490714955710||'],
    ],
    [
      'B2 without headings, its further columns cut off',
      'AAAA-2222,0,0,490714955706,,2026/11/29\nBBBB-2222,A,,490714955710',
      'yamato',
      ['AAAA-2222|490714955706||', 'BBBB-2222|490714955710||'],
    ],
    ['B2 of before', 'お客様管理番号,送り状種別,伝票番号\nAAAA-2222,0,1', 'yamato', ['AAAA-2222|1||']],
    [
      'e飛伝Ⅲ',
      csvOf(sagawaHeadings, [
        {
          お届け先郵便番号: '1500001',
          お届け先住所１: '渋谷',
          お届け先名称１: '山田',
          お客様管理番号: 'AAAA-2222',
          出荷個数: '1',
          'お問い合せ送り状No.': '490714955706',
        },
      ]),
      'sagawa',
      ['AAAA-2222|490714955706|1500001|山田'],
    ],
    [
      'クリックポスト',
      `${clickpost}\r\n628012345678,150-0001,山田 花子,様,渋谷,布\r\n`,
      'japanpost',
      ['|628012345678|150-0001|山田 花子'],
    ],
    [
      'クリックポスト in another order, with the other name',
      'お届け先氏名,お届け先郵便番号,お問い合わせ番号\n山田,1500001,628012345678',
      'japanpost',
      ['|628012345678|1500001|山田'],
    ],
    [
      'ゆうプリR',
      'お客様側管理番号\tお問い合わせ番号\nAAAA-2222\t112233445566',
      'japanpost',
      ['AAAA-2222|112233445566||'],
    ],
    ['two columns', '注文番号\tお問い合わせ番号\nAAAA-2222\t1', null, ['AAAA-2222|1||']],
    ['two columns without headings', 'aaaa2222,1\nBBBB-2222,2', null, ['aaaa2222|1||', 'BBBB-2222|2||']],
    [
      'several numbers in a row',
      'AAAA-2222,112233445566,112233445567',
      null,
      ['AAAA-2222|112233445566、112233445567||'],
    ],
    [
      'two numbers in a cell',
      '注文番号,お問い合わせ番号\nAAAA-2222,"112233445566\n112233445567"',
      null,
      ['AAAA-2222|112233445566\n112233445567||'],
    ],
    ['quoted, with empty rows', '"お客様管理番号","伝票番号"\n"AAAA-2222","1"\n,\n', null, ['AAAA-2222|1||']],
    [
      'Excel’s ways to keep a text',
      '注文番号,伝票番号\n="AAAA-2222","=""490714955706"""\nBBBB-2222,\'490714955706',
      null,
      ['AAAA-2222|490714955706||', 'BBBB-2222|490714955706||'],
    ],
  ])('%s, in each encoding and with each line end', async (_, text, carrier, rows) => {
    const whole = { carrier, rows }
    expect(await read(text), 'pasted').toEqual(whole)
    const encoded = (encoding: string, addBOM = false) =>
      new Uint8Array(iconv.encode(text, encoding, { addBOM }))
    expect(await read(encoded('utf8', true)), 'UTF-8').toEqual(whole)
    expect(await read(encoded('cp932')), 'Shift_JIS').toEqual(whole)
    for (const [encoding, addBOM] of [
      ['utf-16le', true],
      ['utf-16be', true],
      ['utf-16le', false],
      ['utf-16be', false],
    ] as const)
      expect(await read(encoded(encoding, addBOM)), encoding).toEqual(whole)
    expect(await read(new Uint8Array(iconv.encode(text.replace(/\r?\n/g, '\r'), 'cp932'))), 'CR').toEqual(
      whole,
    )
  })

  test('a title with commas does not hide that the columns are parted by tabs', async () => {
    expect(await read('出荷, 一覧\n注文番号\tお問い合わせ番号\t備考\nAAAA-2222\t1\tx')).toMatchObject({
      rows: ['AAAA-2222|1||'],
    })
  })

  test('N64: without headings a date or a count beside a number is no parcel', async () => {
    for (const row of ['AAAA-2222,490714955706,2026/11/29', 'AAAA-2222,1,490714955706'])
      expect(await refusedBy(row)).toMatch(/お問い合わせ番号の列がありません/)
  })

  test('N64: without headings a long number beside others is B2’s by its places alone', async () => {
    for (const row of ['AAAA-2222,12,0,490714955706', 'AAAA-2222,0,9,490714955706', '東京,0,0,490714955706'])
      expect(await refusedBy(row)).toMatch(/お問い合わせ番号の列がありません/)
  })

  test('N64: a file that cannot be read names the column that it lacks, those that are known and those that are there', async () => {
    const noNumber = await refusedBy('お客様管理番号,住所\nAAAA-2222,渋谷')
    expect(noNumber).toMatch(
      /^お問い合わせ番号の列がありません。.*「伝票番号」.*「お問い合せ送り状No.」.*「お客様管理番号」「住所」/,
    )
    const noOrder = await refusedBy('送り状一覧\n住所,伝票番号\n渋谷,1')
    expect(noOrder).toMatch(
      /^注文番号の列がありません。.*「お客様側管理番号」.*「お届け先郵便番号」と「お届け先氏名」.*「住所」「伝票番号」/,
    )
    expect(await refusedBy('住所,名前\nx,y')).toContain('お問い合わせ番号の列がありません')
    expect(await refusedBy('追跡番号,お届け先氏名\n1,x'), 'a name without its postcode').toContain(
      '注文番号の列',
    )
    expect(await refusedBy(`${'長'.repeat(3_000)},x`)).toMatch(/^.{1,400}$/)
    expect(await refusedBy(Array.from({ length: 40 }, (_, at) => `列${at}`).join())).toMatch(
      /「列11」ほか。$/,
    )
  })

  test.each([
    ['', 'ファイルを選ぶか'],
    ['a,b,c', 'お問い合わせ番号の列'],
    ['AAAA-2222,1,山田', 'お問い合わせ番号の列'],
    [`AAAA-2222,1\n${'AAAA-2222,1\n'.repeat(1_001)}`, '1000行まで'],
    ['x'.repeat(500_001), '500KB'],
  ])('%j is %s', async (text, error) => {
    expect(await refusedBy(text)).toContain(error)
  })

  test.each([[[0x50, 0x4b, 0x03, 0x04]], [[0xd0, 0xcf, 0x11, 0xe0]]])(
    'a workbook of Excel, %j, is told as one',
    async (start) => {
      expect(await read(new Uint8Array([...start, 0, 1, 2, 0]))).toContain('Excelのブック')
    },
  )

  test('others are answered while a long file is read, and one with too many cells is no table', async () => {
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 0)
    const row = `AAAA-2222,0,0,490714955706${',あ'.repeat(91)}\n`
    const head = `お客様管理番号,送り状種類,クール区分,伝票番号${',列'.repeat(91)}\n`
    const file = await carrierRows(form(iconv.encode(`${head}${row.repeat(1_000)}`, 'cp932') as never))
    clearInterval(count)
    expect(file.ok && file.value.rows).toHaveLength(1_000)
    expect(turns).toBeGreaterThanOrEqual(4)
    expect(await refusedBy(`お客様管理番号,伝票番号\n${','.repeat(499_000)}`)).toContain('表として読めません')
    expect(await refusedBy(`お客様管理番号,伝票番号\na"${','.repeat(15_000)}`)).toContain(
      '表として読めません',
    )
  })

  test('what carriers give back is read in UTF-8 and in Shift_JIS', () => {
    expect(textOfFile(Buffer.from('伝票番号'))).toBe('伝票番号')
    expect(textOfFile(iconv.encode('伝票番号,髙', 'cp932'))).toBe('伝票番号,髙')
    expect(textOfFile(Buffer.from('AAAA-2222,1'))).toBe('AAAA-2222,1')
  })
})

const order = (
  number: string,
  name = '',
  postalCode = '',
  trackings: readonly string[] = [],
): OrderToMatch => ({
  number,
  postalCode,
  names: [name],
  trackings,
})

const nowhere: Elsewhere = { orders: new Map(), trackings: new Map() }

const fileOf = (...table: readonly (readonly string[])[]) => {
  const file = carrierFile(table)
  if (!file.ok) throw new Error(file.error)
  return file.value
}

describe('N17, N64: rows and orders', () => {
  test('each number goes to its order, an order may have several, and every other row is told', () => {
    const file = fileOf(
      ['管理番号', '伝票番号'],
      ['aaaa 2222', '１２３４-5'],
      ['AAAA-2222', '12345'],
      ['AAAA-2222', '9'],
      ['BBBB-2222', ''],
      ['BBBB-2222', '4.90715E+11'],
      ['BBBB-2222', '番号'],
      ['BBBB-2222', '490715000000'],
      ['CCCC-2222', '1'],
      ['DDDD-2222', '1'],
      ['EEEE-2222', '1'],
      ['ZZZZ-2222', '1'],
      ['', '7'],
    )
    const { matched, unmatched } = matchedNumbers(file, [order('AAAA-2222'), order('BBBB-2222')], {
      ...nowhere,
      orders: new Map([
        ['CCCC-2222', 'shipped'],
        ['DDDD-2222', 'later'],
        ['EEEE-2222', 'cancelled'],
      ]),
    })
    expect(matched).toEqual({ 'AAAA-2222': ['12345', '9'], 'BBBB-2222': ['490715000000'] })
    expect(unmatched.map(({ order, tracking, why }) => [order, tracking, why])).toEqual([
      ['BBBB-2222', '', 'お問い合わせ番号がありません'],
      ['BBBB-2222', '4.90715E+11', expect.stringContaining('Excelが番号を短くしました')],
      ['BBBB-2222', '番号', '読めない番号です'],
      ['CCCC-2222', '1', expect.stringContaining('もう発送済み')],
      ['DDDD-2222', '1', expect.stringContaining('ほかのページ')],
      ['EEEE-2222', '1', '取り消された注文です。箱を出さないでください'],
      ['ZZZZ-2222', '1', '発送待ちの注文にない番号です'],
      ['', '7', '発送待ちの注文にない番号です'],
    ])
  })

  test('no order has more than twenty', () => {
    const rows = Array.from({ length: 22 }, (_, at) => ['AAAA-2222', String(at + 100)])
    const { matched, unmatched } = matchedNumbers(
      fileOf(['管理番号', '伝票番号'], ...rows, ['AAAA-2222', '100']),
      [order('AAAA-2222')],
      nowhere,
    )
    expect(matched['AAAA-2222']).toHaveLength(20)
    expect(unmatched.map(({ tracking }) => tracking)).toEqual(['120', '121'])
  })

  test('クリックポスト is matched by postcode and name in any spelling, and what fits two orders is left to her', () => {
    const head = ['追跡番号', 'お届け先郵便番号', 'お届け先氏名']
    const file = fileOf(
      head,
      ['1', '150-0001', '山田 花子 様'],
      ['2', '600001', 'ﾔﾏﾓﾄ　かおり'],
      ['3', '1500002', '佐藤'],
      ['4', '150-0001', '鈴木'],
      ['5', '150-0009', '山田花子'],
      ['6', '1500002', '佐藤'],
      ['7', '1500001', '山田花子'],
      ['8', '1500001', '山田花子'],
    )
    const found = matchedNumbers(
      file,
      [
        order('AAAA-2222', '山田　花子', '１５０－０００１'),
        order('BBBB-2222', 'ヤマモトかおり', '060-0001'),
        order('CCCC-2222', '佐藤', '150-0002'),
        order('DDDD-2222', '佐藤', '150-0002', ['6']),
      ],
      {
        ...nowhere,
        trackings: new Map([
          ['7', 'EEEE-2222'],
          ['6', 'DDDD-2222'],
        ]),
      },
    )
    expect(found.matched).toEqual({ 'AAAA-2222': ['1', '8'], 'BBBB-2222': ['2'], 'DDDD-2222': ['6'] })
    expect(found.byAddress.map(({ tracking, number }) => [tracking, number])).toEqual([
      ['1', 'AAAA-2222'],
      ['2', 'BBBB-2222'],
      ['6', 'DDDD-2222'],
      ['8', 'AAAA-2222'],
    ])
    expect(found.ambiguous).toEqual([
      { tracking: '3', postalCode: '1500002', name: '佐藤', numbers: ['CCCC-2222', 'DDDD-2222'] },
    ])
    expect(found.unmatched.map(({ tracking, why }) => [tracking, why])).toEqual([
      ['4', expect.stringContaining('郵便番号とお名前の合う')],
      ['5', expect.stringContaining('郵便番号とお名前の合う')],
      ['7', 'この番号は、もう注文 EEEE-2222 に入っています'],
    ])
  })

  test('of a thousand rows that each fit all orders a hundred are left to her, and no more than a form can bring back', () => {
    const orders = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        order(`AAAA-2${String(at).padStart(3, '0')}`, '山田花子', '1500001'),
      )
    // Several numbers in a row: read anew for each order, it would be minutes.
    const numbers = (from: number) =>
      Array.from({ length: 20 }, (_, at) => 490_000_000_000 + from * 20 + at).join('、')
    const rows = Array.from({ length: 1_000 }, (_, at) => [
      numbers(at),
      '1500001',
      '山田花子'.padEnd(1_000, 'ー'),
    ])
    const head = ['追跡番号', 'お届け先郵便番号', 'お届け先氏名']
    const long = (most: number) =>
      orders(most).map((each) => ({ ...each, names: ['山田花子'.padEnd(1_000, 'ー')] }))
    const found = matchedNumbers(fileOf(head, ...rows), long(20), nowhere)
    expect(found.ambiguous).toHaveLength(100)
    expect(found.ambiguous[0]?.name).toMatch(/^.{100}…$/)
    expect(JSON.stringify([...found.ambiguous, ...found.ambiguous]).length).toBeLessThan(200_000)
    expect(found.unmatched[0]).toMatchObject({
      name: expect.stringMatching(/^.{100}…$/),
      why: expect.stringContaining('いくつもあります'),
    })
    const tooMany = matchedNumbers(fileOf(head, ...rows), long(21), nowhere)
    expect(tooMany.ambiguous).toEqual([])
    expect(tooMany.unmatched).toHaveLength(20_000)
  })

  test('a row of more numbers than an order may have is told', () => {
    const numbers = Array.from({ length: 21 }, (_, at) => 490_000_000_000 + at).join('、')
    const file = fileOf(['追跡番号', '郵便番号', '氏名'], [numbers, '1500001', '山田'])
    const { matched, unmatched } = matchedNumbers(file, [order('AAAA-2222', '山田', '1500001')], nowhere)
    expect([matched, unmatched.map(({ why }) => why)]).toEqual([{}, ['荷物は、1つの注文に20個までです']])
  })

  test('headings that are nothing but brackets are read in one walk', () => {
    expect(carrierFile([['('.repeat(120_000)]]).ok).toBe(false)
    expect(
      carrierFile([
        ['注文番号（必須）', '伝票番号(12桁)(半角)'],
        ['AAAA-2222', '1'],
      ]).ok,
    ).toBe(true)
  })

  test('a postcode that is missing fits no order that has none either', () => {
    const file = fileOf(['追跡番号', '郵便番号', '氏名'], ['1', '', '山田'])
    expect(matchedNumbers(file, [order('AAAA-2222', '山田', '')], nowhere).matched).toEqual({})
  })

  test('the names of an order are read once, however many rows a file has', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ['150-0001', '山田', `${at + 100}`])
    let reads = 0
    const counted = {
      ...order('AAAA-2222', '', '150-0001'),
      get names() {
        reads += 1
        return ['山田']
      },
    }
    const file = fileOf(['お届け先郵便番号', 'お届け先氏名', 'お問い合わせ番号'], ...rows)
    expect(matchedNumbers(file, [counted], nowhere).byAddress).toHaveLength(20)
    expect(reads).toBe(1)
  })
})

describe('N63: what a form says of numbers', () => {
  const row = (tracking: string, carrier = '') => ({ number: 'AAAA-2222', tracking, carrier })
  const none = new Map<string, 'japanpost'>()

  test('N86: a row has its carrier, that above it, or that of each number', () => {
    const read = new Map([['112233445566', 'japanpost'] as const])
    expect(parcelsOfRow(row('9'), 'yamato', none)).toEqual([{ carrier: 'yamato', tracking: '9' }])
    expect(parcelsOfRow(row('9', 'sagawa'), 'yamato', none)).toEqual([{ carrier: 'sagawa', tracking: '9' }])
    expect(parcelsOfRow(row('1122-3344-5566、9', eachItsOwn), 'yamato', read)).toEqual([
      { carrier: 'japanpost', tracking: '112233445566' },
      { carrier: 'yamato', tracking: '9' },
    ])
    expect(parcelsOfRow(row('1122-3344-5566', 'sagawa'), '', read)[0]?.carrier).toBe('sagawa')
    expect(parcelsOfRow(row('番号'), 'yamato', none)).toEqual([{ carrier: 'yamato', tracking: '番号' }])
    expect(parcelsOfRow(row('4.90715E+11'), 'yamato', none)).toHaveLength(1)
    expect(parcelsOfRow(row(''), 'yamato', none), 'emptied').toEqual([{ carrier: '', tracking: '' }])
  })

  test('N86: a row of one carrier is drawn with it, one of several with each its own', () => {
    const parcel = (carrier: string | null, tracking: string | null) => ({ carrier, tracking })
    const drawn = (...parcels: ReturnType<typeof parcel>[]) => {
      const { tracking, carrier } = drawnRow('AAAA-2222', parcels)
      return `${carrier}|${tracking}`
    }
    expect(drawn()).toBe('|')
    expect(drawn(parcel('yamato', '1'), parcel('yamato', '2'))).toBe('yamato|1、2')
    expect(drawn(parcel('yamato', '1'), parcel('sagawa', '2'))).toBe('each|1、2')
    expect(drawn(parcel('yamato', null))).toBe('yamato|')
    expect(drawn(parcel(null, '1'))).toBe('|1')
  })

  test('N86: touched is what says something else than was drawn, in any spelling', () => {
    const sent = (tracking: string, carrier: string, was: string | null) =>
      isTouched({ ...row(tracking, carrier), version: 0, was })
    expect(sent('1234-5678', 'yamato', 'yamato 12345678')).toBe(false)
    expect(sent('', '', ' ')).toBe(false)
    expect(sent('12345678', 'sagawa', 'yamato 12345678')).toBe(true)
    expect(sent('', 'yamato', 'yamato 12345678')).toBe(true)
    expect(sent('番号', '', ' ')).toBe(true)
    // A page of the former release does not say what it drew.
    expect([sent('', '', null), sent('1', '', null)]).toEqual([false, true])
  })

  test('N86: a file adds to what was typed, takes nothing away, and leaves each number its carrier', () => {
    const put = (before: ReturnType<typeof row>, carrier: 'japanpost' | null) => {
      const { row: after, read } = rowWith(before, ['1', '2'], carrier, none)
      return [after.carrier, after.tracking, ...[...read].map(([number, of]) => `${number} ${of}`)].join('|')
    }
    expect(put(row(''), 'japanpost')).toBe('japanpost|1、2')
    expect(put(row('1 ', 'yamato'), 'japanpost')).toBe('japanpost|1、2')
    expect(put(row('9', 'japanpost'), 'japanpost')).toBe('japanpost|9、1、2')
    expect(put(row('9', 'sagawa'), 'japanpost')).toBe('each|9、1、2|9 sagawa|1 japanpost|2 japanpost')
    expect(put(row('9'), 'japanpost')).toBe('each|9、1、2|1 japanpost|2 japanpost')
    expect(put(row('9'), null)).toBe('|9、1、2')
    expect(put(row('番号'), null)).toBe('|番号、1、2')
  })

  test('a number that was put to an order by hand stands there, others stay on the screen', () => {
    const body = new FormData()
    body.set('version:AAAA-2222', '3')
    body.set('tracking:AAAA-2222', '9')
    body.set('was:AAAA-2222', ' 9')
    body.set('choose:1', 'AAAA-2222')
    body.set('choose:2', '')
    const place = { postalCode: '', name: '', numbers: [] }
    body.set(
      'ambiguous',
      JSON.stringify([
        { ...place, tracking: '1' },
        { ...place, tracking: '2' },
      ]),
    )
    for (const value of ['japanpost 1', 'nobody 2', 'x']) body.append('read', value)
    const { rows, read: carriersRead, ambiguous } = numbersIn(body)
    expect(rows).toEqual([
      { number: 'AAAA-2222', version: 3, tracking: '9、1', carrier: eachItsOwn, was: ' 9' },
    ])
    expect([...carriersRead]).toEqual([['1', 'japanpost']])
    expect(ambiguous.map(({ tracking }) => tracking)).toEqual(['2'])
    body.set('ambiguous', 'x')
    expect(numbersIn(body).ambiguous).toEqual([])
  })

  test('the rows of a parcels’ form are read in their order, twenty at most', () => {
    const body = new FormData()
    expect(parcelsInForm(body)).toEqual([])
    // As a page of the former release sends it, which does not know what is stored.
    body.set('carrier', 'sagawa')
    body.set('tracking', '')
    expect(parcelsInForm(body)).toEqual([])
    body.set('emptiedGo', '1')
    expect(parcelsInForm(body)).toEqual([{ carrier: 'sagawa', tracking: '' }])
    body.delete('carrier')
    body.delete('emptiedGo')
    body.set('tracking', '1')
    for (let at = 2; at < 30; at += 1) body.set(`tracking-${at}`, String(at))
    body.set('carrier-2', 'sagawa')
    const rows = parcelsInForm(body)
    expect(rows).toHaveLength(20)
    expect(rows.slice(0, 2)).toEqual([
      { carrier: '', tracking: '1' },
      { carrier: 'sagawa', tracking: '2' },
    ])
  })

  test('of several numbers in a field the one that is odd is named', () => {
    const parcels = [{ carrier: 'yamato', tracking: '123456789013、123456789012' }]
    expect(numberDoubts({ a: parcels }).a).toBe(
      `1234-5678-9012：${trackingWarning('yamato', '123456789012')}`,
    )
    const body = new FormData()
    body.set('doubted', doubtedField(parcels, numberDoubts({ a: parcels }).a ?? ''))
    expect(doubtsNotShown(body, { a: parcels }, numberDoubts({ a: parcels }))).toBeNull()
  })
})

const of = (carrier: string, numbers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(numbers).map(([key, tracking]) => [key, [{ carrier, tracking }]]))

const notShown = (form: FormData, fields: ReturnType<typeof of>) =>
  doubtsNotShown(form, fields, numberDoubts(fields))

test('N15: what is odd about a number is told beside its field before its parcel leaves, and once it was read no longer', () => {
  const form = new FormData()
  const numbers = { a: '1234-5678-9012', b: '123456789013', c: '', d: '番号' }
  const told = notShown(form, of('yamato', numbers))
  expect(told).toEqual({ a: expect.stringMatching(/最後の数字が合いません.*もう一度押してください。$/) })
  expect(notShown(form, of('other', numbers))).toBeNull()
  const warning = warningTyped('yamato', '123456789012') ?? ''
  form.set('doubted', doubtedIn({ carrier: 'yamato', tracking: '1234-5678-9012' }, warning))
  expect(notShown(form, of('yamato', numbers))).toBeNull()
  expect(notShown(form, of('sagawa', numbers)), 'another carrier has another doubt').not.toBeNull()
  expect(notShown(form, of('yamato', { a: '12' }))).toEqual({ a: expect.stringContaining('12桁') })
})

test('N15: a number that stands at two parcels is told at both, however it is spelt, and not where nothing is typed', () => {
  const form = new FormData()
  const numbers = { a: '1111-2222', b: '１１１１２２２２', c: '', d: '', e: '3333' }
  const told = expect.stringMatching(/^同じ番号が.*もう一度押してください。$/)
  expect(notShown(form, of('japanpost', numbers))).toEqual({ a: told, b: told })
  const alone = warningTyped('japanpost', '11112222') ?? ''
  form.set('doubted', doubtedIn({ carrier: 'japanpost', tracking: '11112222' }, alone))
  expect(notShown(form, of('japanpost', numbers)), 'another doubt was read').toEqual({
    a: told,
    b: told,
  })
  const doubt = numberDoubts(of('japanpost', numbers)).a ?? ''
  form.append('doubted', doubtedField([{ carrier: 'japanpost', tracking: '11112222' }], doubt))
  expect(notShown(form, of('japanpost', numbers))).toBeNull()
})

test('N88: a number that another order has is told before any other doubt, and to one who keeps it as well', () => {
  const elsewhere = { '12': '注文 AAAA-2222 にも入っています。' }
  const numbers = of('yamato', { a: '1-2', b: '13', c: 'toString' })
  const told = { a: '注文 AAAA-2222 にも入っています。' }
  expect(numberDoubts(numbers, elsewhere)).toMatchObject({ ...told, b: expect.stringContaining('12桁') })
  expect(twinDoubts(numbers, elsewhere)).toEqual(told)
  const twice = twinDoubts(of('yamato', { a: '5', b: '5' }), {})
  expect(twice).toEqual({ a: expect.stringContaining('同梱'), b: expect.stringContaining('同梱') })
})
