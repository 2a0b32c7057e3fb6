import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import { filledOf, headingsOf, rowsOfCsv } from '../../../../tests/support/csv-file.ts'
import { carrierFile } from './carrier-table.rules.ts'
import { labelFacts, labelFiles, unprintable, unprintableFacts } from './label-files.server.ts'
import {
  addressLines,
  type Label,
  labelCells,
  labelFormats,
  labelOf,
  labelProblems,
  labelText,
  postalCodeOf,
  printedLabel,
  senderFits,
  widthOf,
  wrapped,
} from './labels.rules.ts'

const label: Label = {
  number: 'K7P4-9WXD',
  postalCode: '1500001',
  address: '東京都渋谷区神宮前1-2-3',
  building: '糸ビル201',
  name: '髙橋 﨑子',
  phone: '090-1234-5678',
}
const facts = labelFacts(shopSettings, '2026-11-23')
const problems = (format: (typeof labelFormats)[number], parts: Partial<Label>) =>
  labelProblems(format, printedLabel({ ...label, ...parts }), unprintable).map(({ field }) => field)

describe('N17: the files are right to the byte', () => {
  test('クリックポスト: CP932 with CRLF, 髙 and 﨑 as Windows has them', () => {
    const [file = Buffer.alloc(0), ...rest] = labelFiles('clickpost', [printedLabel(label)], facts)
    expect(rest).toEqual([])
    const text = iconv.decode(file, 'cp932')
    expect(headingsOf(text)).toEqual([
      'お届け先郵便番号',
      'お届け先氏名',
      'お届け先敬称',
      ...[1, 2, 3, 4].map((line) => `お届け先住所${line}行目`),
      '内容品',
    ])
    expect(rowsOfCsv(text).map(filledOf)).toEqual([
      {
        お届け先郵便番号: '150-0001',
        お届け先氏名: '髙橋 﨑子',
        お届け先敬称: '様',
        お届け先住所1行目: '東京都渋谷区神宮前1-2-3',
        お届け先住所2行目: '糸ビル201',
        内容品: '布・手芸用品',
      },
    ])
    expect(file.includes(Buffer.from([0xfb, 0xfc]))).toBe(true)
    expect(file.includes(Buffer.from([0xfa, 0xb1]))).toBe(true)
    expect(file.subarray(-2)).toEqual(Buffer.from('\r\n'))
    expect(file.subarray(0, 6).toString('hex')).toBe('82a893cd82af')
  })

  test('B2クラウド: 95 columns, each where the carrier looks for it', () => {
    const [file = Buffer.alloc(0)] = labelFiles('b2', [printedLabel(label)], {
      ...facts,
      yamatoCustomer: '0123456789',
    })
    const text = iconv.decode(file, 'cp932')
    expect(rowsOfCsv(text).map(filledOf)).toEqual([
      {
        お客様管理番号: 'K7P4-9WXD',
        送り状種類: '0',
        出荷予定日: '2026/11/23',
        お届け先電話番号: '090-1234-5678',
        お届け先郵便番号: '150-0001',
        お届け先住所: '東京都渋谷区神宮前1-2-3',
        お届け先アパートマンション名: '糸ビル201',
        お届け先名: '髙橋 﨑子',
        敬称: '様',
        ご依頼主電話番号: shopSettings.seller.phone,
        ご依頼主郵便番号: shopSettings.seller.postalCode,
        ご依頼主住所: '東京都架空区糸町1丁目2番3号',
        ご依頼主アパートマンション: 'スクエアビル2階',
        ご依頼主名: 'ぬのスクエア',
        品名１: '布・手芸用品',
        請求先顧客コード: '0123456789',
        運賃管理番号: '01',
      },
    ])
    // The carrier reads by place, whatever the headings say: these are the places of its guide.
    const headings = headingsOf(text)
    expect(headings).toHaveLength(95)
    const at = (name: string) => headings.indexOf(name) + 1
    expect(['お届け先住所', 'お届け先名', 'ご依頼主名', '品名１', '請求先顧客コード'].map(at)).toEqual([
      12, 16, 25, 28, 40,
    ])
  })

  test('N96: 佐川 e飛伝Ⅲ: its columns, lines of 16 signs for address and name', () => {
    const name = '株式会社手芸と布の店ぬのすくえあ 山田 花子'
    const long = { ...label, address: '東京都渋谷区神宮前一丁目二番三号青山通り沿い', name }
    expect(labelProblems('sagawa', printedLabel(long), unprintable)).toEqual([])
    const [file = Buffer.alloc(0)] = labelFiles('sagawa', [printedLabel(long)], facts)
    const text = iconv.decode(file, 'cp932')
    expect(rowsOfCsv(text).map(filledOf)).toEqual([
      {
        お届け先電話番号: '090-1234-5678',
        お届け先郵便番号: '150-0001',
        お届け先住所１: '東京都渋谷区神宮前一丁目二番三号',
        お届け先住所２: '青山通り沿い',
        お届け先住所３: '糸ビル201',
        お届け先名称１: '株式会社手芸と布の店ぬのすくえあ',
        お届け先名称２: '山田 花子',
        お客様管理番号: 'K7P4-9WXD',
        ご依頼主電話番号: shopSettings.seller.phone,
        ご依頼主郵便番号: shopSettings.seller.postalCode,
        ご依頼主住所１: '東京都架空区糸町1丁目2番3号',
        ご依頼主住所２: 'スクエアビル2階',
        ご依頼主名称１: 'ぬのスクエア',
        品名１: '布・手芸用品',
        出荷個数: '1',
        出荷日: '2026/11/23',
      },
    ])
    const headings = headingsOf(text)
    const at = (heading: string) => headings.indexOf(heading) + 1
    expect(headings).toHaveLength(74)
    expect(
      ['お届け先住所１', 'お客様管理番号', '出荷個数', 'お問い合せ送り状No.', '編集１０'].map(at),
    ).toEqual([5, 10, 42, 62, 74])
    expect(senderFits('sagawa', facts)).toBe(true)
    const sender = { ...facts.sender, address: 'あ'.repeat(33), building: '' }
    expect(senderFits('sagawa', { ...facts, sender })).toBe(false)
    expect(senderFits('sagawa', { ...facts, sender: { ...facts.sender, name: 'あ'.repeat(33) } })).toBe(false)
    expect(senderFits('b2', { ...facts, sender })).toBe(true)
    // What the carrier gives back is read by the same names (N64).
    const [head = '', row = ''] = text.split('\r\n')
    const cells = row.split(',')
    cells[at('お問い合せ送り状No.') - 1] = '490714955706'
    expect(carrierFile([head.split(','), cells])).toMatchObject({
      value: { carrier: 'sagawa', rows: [{ order: 'K7P4-9WXD', tracking: '490714955706' }] },
    })
  })

  test.each([
    ['クリックポスト', 'clickpost', 'お届け先氏名', 'お届け先敬称'],
    ['B2クラウド', 'b2', 'お届け先名', '敬称'],
    ['ゆうプリR', 'yupack', '氏名', '敬称'],
  ] as const)(
    'N110: %s has an honorific that was typed in its own column, once',
    (_, format, name, honorific) => {
      const typed = { ...label, name: '株式会社試野 御中' }
      const [file = Buffer.alloc(0)] = labelFiles(format, [printedLabel(typed)], facts)
      const [row] = rowsOfCsv(iconv.decode(file, 'cp932')).map(filledOf)
      expect(row).toMatchObject({ [name]: '株式会社試野', [honorific]: '御中' })
    },
  )

  test('ゆうプリR: our own columns', () => {
    const [file = Buffer.alloc(0)] = labelFiles('yupack', [printedLabel(label)], facts)
    expect(rowsOfCsv(iconv.decode(file, 'cp932')).map(filledOf)).toEqual([
      {
        管理番号: 'K7P4-9WXD',
        発送予定日: '20261123',
        郵便番号: '150-0001',
        住所1: '東京都渋谷区神宮前1-2-3',
        住所2: '糸ビル201',
        氏名: '髙橋 﨑子',
        敬称: '様',
        電話: '090-1234-5678',
        品名: '布・手芸用品',
        送り主氏名: facts.sender.name,
        送り主電話: facts.sender.phone,
        送り主郵便番号: facts.sender.postalCode,
        送り主住所: [facts.sender.address, facts.sender.building].join(''),
      },
    ])
  })

  test('クリックポスト takes 40 rows: 41 are two files, none is none', () => {
    const many = (count: number) => Array.from({ length: count }, () => printedLabel(label))
    const rows = (count: number) =>
      labelFiles('clickpost', many(count), facts).map(
        (file) => file.toString('latin1').split('\r\n').length - 2,
      )
    expect([rows(0), rows(40), rows(41)]).toEqual([[], [40], [40, 1]])
    expect(labelFiles('b2', many(41), facts)).toHaveLength(1)
  })

  test('commas and quotation marks stay in their cell', () => {
    const [file = Buffer.alloc(0)] = labelFiles('clickpost', [{ ...label, name: 'A,"B"' }], facts)
    expect(rowsOfCsv(iconv.decode(file, 'cp932'))).toMatchObject([
      { お届け先氏名: 'A,"B"', お届け先敬称: '様' },
    ])
  })
})

describe('N17: texts of labels', () => {
  test.each([
    ['1〜2−3—4‖', '1～2－3―4∥'],
    ['=cmd', '＝cmd'],
    ['葛\u{e0100}城\u200b 髙橋\ufeff', '葛城 髙橋'],
    ['+81', '＋81'],
    ['-1', '－1'],
    ['@x', '＠x'],
    ['か\u3099き', 'がき'],
    ['神', '神'],
    [' 改\n行\t ', '改 行'],
  ])('%j is printed as %j', (typed, printed) => {
    expect(labelText(typed)).toBe(printed)
    expect(unprintable(labelText(typed))).toEqual([])
  })

  test('what the files lack is asked for, by its signs', () => {
    expect(unprintable('𠮷野家😀a𠮷')).toEqual(['𠮷', '😀'])
    expect(problems('clickpost', { name: '𠮷田 花子' })).toEqual(['name'])
    expect(problems('clickpost', { name: '髙﨑' })).toEqual([])
    expect(unprintableFacts(labelFacts({ ...shopSettings, name: '𠮷' }, '2026-11-23'))).toEqual(['𠮷'])
  })

  test('no cell of a file begins a formula, and every text that has no problem comes back whole', () => {
    const text = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', 'あ', '1', 'a', ' ', '〜', '髙', ','),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(...labelFormats), (address, building, name, format) => {
        const printed = printedLabel({ ...label, address: `東京都${address}`, building, name })
        if (labelProblems(format, printed, unprintable).length > 0) return
        const cells = labelCells(format, printed, facts)
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/)
        // The blank where a line ends goes.
        const plain = (each: string) =>
          each.replace(/[＝＋－＠]/g, (sign) => sign.normalize('NFKC')).replaceAll(' ', '')
        const all = plain(cells.join(''))
        expect(all).toContain(plain(`${printed.address}${printed.building}`))
        expect(all).toContain(plain(printed.name))
        const [file = Buffer.alloc(0)] = labelFiles(format, [printed], facts)
        expect(iconv.decode(file, 'cp932')).not.toContain('?')
      }),
    )
  })
})

describe('N17: nothing is cut', () => {
  test('lines hold all of a text and are no longer than they may be', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('あ', '1', '-', 'a', 'ｱ'), maxLength: 120 }),
        fc.integer({ min: 2, max: 40 }),
        (text, width) => {
          const lines = wrapped(text, width)
          expect(lines.join('').replaceAll('－', '-')).toBe(text)
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(width, 2))
        },
      ),
    )
  })

  test('a line that begins within a text begins no formula either', () => {
    expect(wrapped('あああああ=x', 10)).toEqual(['あああああ', '＝x'])
  })

  test.each([
    ['あいう12-34', ['あいう', '12-34']],
    ['あいう１２ー３', ['あいう', '１２ー３']],
    ['ああああ二十三', ['ああああ', '二十三']],
    ['あいう1―23', ['あいう', '1―23']],
    ['ああああ1あああ', ['ああああ1', 'あああ']],
    ['あいうabcdef', ['あいう', 'abcdef']],
    ['あいう12 345', ['あいう12', '345']],
    ['あいう12345 6', ['あいう', '12345 6']],
    ['あああああ 12', ['あああああ', '12']],
    ['12345678901', ['1234567890', '1']],
  ])('numbers of houses and words stay on one line: %s', (text, lines) => {
    expect(wrapped(text, 10)).toEqual(lines)
  })

  const a = (length: number) => `東京都${'あ'.repeat(length - 3)}`

  test.each([
    ['clickpost', { address: a(60), building: 'い'.repeat(20) }, []],
    ['clickpost', { address: a(61), building: 'い'.repeat(20) }, ['address']],
    ['clickpost', { name: 'あ'.repeat(20) }, []],
    ['clickpost', { name: 'あ'.repeat(21) }, ['name']],
    ['b2', { address: a(32), building: 'い'.repeat(16) }, []],
    ['b2', { address: a(33), building: 'い'.repeat(16) }, ['building']],
    ['b2', { address: a(48), building: '' }, []],
    ['b2', { address: a(49), building: '' }, ['address']],
    ['b2', { name: 'あ'.repeat(17) }, ['name']],
    ['b2', { phone: '' }, ['phone']],
    ['clickpost', { phone: '' }, []],
    ['sagawa', { address: a(32), building: 'い'.repeat(16) }, []],
    ['sagawa', { address: a(33), building: 'い'.repeat(16) }, ['address']],
    ['sagawa', { name: 'あ'.repeat(33) }, ['name']],
    ['sagawa', { name: `${'あ'.repeat(14)}abcdefgh${'い'.repeat(14)}` }, ['name']],
    ['sagawa', { phone: '' }, ['phone']],
    ['yupack', { address: a(50), building: 'い'.repeat(25) }, []],
    ['yupack', { address: a(51), building: 'い'.repeat(25) }, ['address']],
    ['yupack', { name: '', address: '', postalCode: '12345' }, ['postalCode', 'name', 'address']],
  ] as const)('%s of %j: %j', (format, parts, fields) => {
    expect(problems(format, parts)).toEqual(fields)
  })

  test('postal codes in any spelling', () => {
    expect(['１５０－０００１', '150 0001', '15000012', ''].map(postalCodeOf)).toEqual([
      '150-0001',
      '150-0001',
      null,
      null,
    ])
    expect(addressLines({ address: '', building: '' }, { lines: 2, width: 4 })).toEqual(['', ''])
  })
})

describe('M15: no format glues the parts of an address together', () => {
  const labelFor = (prefecture: string, city: string, line1: string, line2 = '') => {
    const address = { recipient: '山田 花子', postalCode: '1500001', prefecture, city, line1, line2 }
    const customer = { name: null, email: null, phone: '09012345678', address }
    return printedLabel(labelOf({ number: 'K7P4-9WXD', customer }))
  }
  const rowOf = (format: (typeof labelFormats)[number], each: Label, of = facts) => {
    const [file = Buffer.alloc(0)] = labelFiles(format, [each], of)
    return rowsOfCsv(iconv.decode(file, 'cp932'))[0] ?? {}
  }
  // 36 signs, of which 32 fit into the address of B2クラウド.
  const long = '東山区五条橋東四丁目通本町筋西入る南側通称糸問屋町'

  test.each([
    ['405', '11-23 405'],
    ['2F', '11-23 2F'],
    ['-405', '11-23－405'],
    ['糸ビル2F', '11-23糸ビル2F'],
    ['', '11-23'],
  ])('an address over 32 signs and building %j', (building, second) => {
    const each = labelFor('京都府', '京都市', `${long}11-23`, building)
    expect(labelProblems('b2', each, unprintable)).toEqual([])
    expect(rowOf('b2', each)).toMatchObject({
      お届け先住所: `京都府京都市${long}`,
      お届け先アパートマンション名: second,
    })
  })

  test('its blank counts for what the building may hold', () => {
    const each = (length: number) => labelFor('京都府', '京都市', `${long}11-23`, '4'.repeat(length))
    expect(labelProblems('b2', each(26), unprintable)).toEqual([])
    expect(labelProblems('b2', each(27), unprintable).map(({ field }) => field)).toEqual(['building'])
  })

  test.each(labelFormats)('%s: a house number after a city with one, and addresses of wallets', (format) => {
    const cells = (each: Label) => Object.values(rowOf(format, each))
    const all = (each: Label) => cells(each).join()
    expect(all(labelFor('北海道', '札幌市中央区北1条西1', '2-3'))).toContain('北海道札幌市中央区北1条西1 2-3')
    expect(all(labelFor('Tokyo', 'Shibuya-ku', '1-2-3'))).toContain('東京都Shibuya-ku 1-2-3')
    expect(all(labelFor('JP-13', 'Shibuya-ku', '1-2-3'))).toContain('東京都Shibuya-ku 1-2-3')
    expect(cells(labelFor('東京都', '東京都渋谷区', '1'))).toContain('東京都渋谷区1')
  })

  test('ゆうプリR: the sender’s address and building too', () => {
    const sender = { ...facts.sender, address: '糸町1-2', building: '3F' }
    expect(rowOf('yupack', label, { ...facts, sender }).送り主住所).toBe('糸町1-2 3F')
  })
})

test.each([
  ['Tokio Shibuya-ku 1-2', ['address']],
  ['渋谷区神宮前1', ['address']],
  ['東京都大阪府大阪市北区1', ['address']],
  ['東京都', []],
  ['東京都Shibuya-ku 1-2', []],
])('N61: a prefecture that cannot be read is asked for: %s', (address, fields) => {
  for (const format of labelFormats) expect(problems(format, { address })).toEqual(fields)
  const [told] = labelProblems('b2', { ...label, address }, unprintable)
  if (told !== undefined) expect(told.text).toContain('都道府県を読み取れません')
})
