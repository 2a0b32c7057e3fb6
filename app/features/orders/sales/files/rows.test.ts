import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { shopSettings } from '#settings'
import type { AccountingNames } from '~/kernel/shop-settings.ts'
import { filledOf, rowsOfCsv } from '../../../../../tests/support/csv-file.ts'
import type { SalesEntry, SalesKind } from '../types.ts'
import { lackingNames, salesFileParts } from './rows.server.ts'
import { bookingOf, fileNameOf, type SalesFile, salesFiles } from './rules.ts'

const { accounting: usual } = shopSettings

const entry = (parts: Partial<SalesEntry>): SalesEntry => ({
  ...{ id: 'sale:o1', number: 41, kind: 'sale', takesBack: false, day: '2026-10-05', ownDay: '2026-10-05' },
  ...{ orderNumber: 'ABCD-2345', shippedOn: '2026-10-05', paidOn: '2026-10-03', rate: 10, isPractice: false },
  ...{ amount: 2_400, tax: 218, shipping: 400, fee: 0, payout: 2_400, paymentNumber: 'pi_1' },
  ...parts,
})

/** A sale, its fee, a refund to the card, one by bank transfer of an earlier month, a dispute and its end, and a fee that came back. */
const month: readonly SalesEntry[] = [
  entry({}),
  entry({ id: 'fee:o1', kind: 'fee', amount: 0, tax: 0, shipping: 0, fee: 86, payout: -86 }),
  entry({ id: 'refund:1', kind: 'refund', amount: -600, tax: -54, shipping: 0, payout: -600 }),
  entry({
    ...{ id: 'refund:2', kind: 'refund', day: '2026-10-06', ownDay: '2026-09-30', amount: -1_100 },
    ...{ tax: -100, shipping: -400, payout: 0 },
  }),
  entry({
    id: 'dispute:1',
    kind: 'dispute',
    day: '2026-10-07',
    ownDay: '2026-10-07',
    amount: -700,
    tax: -64,
  }),
  entry({
    ...{ id: 'dispute:1:won', kind: 'dispute-won', day: '2026-10-08', ownDay: '2026-10-08' },
    ...{ amount: 700, tax: 64, shipping: 0, payout: 700 },
  }),
  entry({
    ...{ id: 'fee:back', kind: 'fee', takesBack: true, day: '2026-10-31', ownDay: '2026-10-31' },
    ...{ orderNumber: '', shippedOn: null, amount: 0, tax: 0, shipping: 0, fee: -50, payout: 50 },
    paymentNumber: '',
  }),
].map((each, at) => ({ ...each, number: at + 41 }))

const portionsOf = async function* (entries: readonly SalesEntry[], size = 3) {
  for (let at = 0; at < entries.length; at += size) yield entries.slice(at, at + size)
}

const partsOf = async (
  file: SalesFile,
  entries: readonly SalesEntry[],
  names: AccountingNames = usual,
  most?: number,
) => {
  const parts: Buffer[] = []
  for await (const part of salesFileParts(file, portionsOf(entries), names, most)) parts.push(part)
  return parts
}

const textOf = async (file: SalesFile, entries: readonly SalesEntry[], names?: AccountingNames) => {
  const [bytes = Buffer.alloc(0)] = await partsOf(file, entries, names)
  return iconv.decode(bytes, file === 'yayoi' ? 'cp932' : 'utf8', { stripBOM: false })
}

const accountOf = (side: '借方' | '貸方') => `${side}勘定科目`

const numberOf = (text: string | undefined): number => {
  if (text === undefined || !/^-?\d+$/.test(text)) throw new Error(`${text} is no whole number`)
  return Number(text)
}

// The columns of 弥生's file by their places, as its documentation numbers them from 1.
const yayoiPlaces = {
  ...{ 識別フラグ: 1, 伝票No: 2, 決算: 3, 取引日: 4, 借方勘定科目: 5, 借方補助科目: 6, 借方部門: 7 },
  ...{ 借方税区分: 8, '借方金額(円)': 9, 借方税金額: 10, 貸方勘定科目: 11, 貸方補助科目: 12, 貸方部門: 13 },
  ...{ 貸方税区分: 14, '貸方金額(円)': 15, 貸方税金額: 16, 摘要: 17, 番号: 18, 期日: 19, タイプ: 20 },
  ...{ 生成元: 21, 仕訳メモ: 22, 付箋1: 23, 付箋2: 24, 調整: 25 },
} as const

const rowsOfYayoi = (text: string) => {
  const rows: string[][] = parse(text, { recordDelimiter: '\r\n' })
  return rows.map((row) => {
    expect(row).toHaveLength(25)
    return Object.fromEntries(
      Object.entries(yayoiPlaces).map(([name, place]) => [name, row[place - 1] ?? '']),
    )
  })
}

/** What each account holds after entries of two sides: yen, more on the debit side above 0. */
const balances = (rows: readonly Readonly<Record<string, string>>[]) => {
  const held: Record<string, number> = {}
  for (const row of rows) {
    const [debit, credit] = [numberOf(row['借方金額(円)']), numberOf(row['貸方金額(円)'])]
    expect(debit, 'both sides of an entry').toBe(credit)
    expect(debit).toBeGreaterThan(0)
    const [from, to] = [row[accountOf('借方')] ?? '', row[accountOf('貸方')] ?? '']
    held[from] = (held[from] ?? 0) + debit
    held[to] = (held[to] ?? 0) - credit
  }
  return held
}

describe('M32: the files of a month', () => {
  test('明細: a row an entry, with a BOM and CRLF; a sum below 0 is no formula (P23)', async () => {
    const text = await textOf('details', month)
    expect(
      text.startsWith('\uFEFF日付,種類,注文番号,発送日,支払日,税率,税込金額,内消費税,送料,手数料,'),
    ).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const rows = rowsOfCsv(text)
    expect(rows).toHaveLength(month.length)
    expect(Object.entries(rows[0] ?? {}).toReversed()).toEqual([
      ...[
        ['日付', '2026/10/05'],
        ['種類', '売上'],
        ['注文番号', 'ABCD-2345'],
        ['発送日', '2026/10/05'],
      ],
      ...[
        ['支払日', '2026/10/03'],
        ['税率', '10%'],
        ['税込金額', '2400'],
        ['内消費税', '218'],
      ],
      ...[
        ['送料', '400'],
        ['手数料', '0'],
        ['入金予定額', '2400'],
        ['決済番号', 'pi_1'],
      ],
    ])
    expect(filledOf(rows[1])).toMatchObject({ 種類: '決済手数料', 手数料: '86', 入金予定額: '-86' })
    expect(rows[1]?.税率).toBe('')
    expect(rows[2]).toMatchObject({ 種類: '返金', 税込金額: '-600', 内消費税: '-54' })
    expect(rows[6]).toMatchObject({ 種類: '決済手数料（取り消し）', 手数料: '-50', 注文番号: '' })
  })

  test('P23: a cell of text that would be a formula is guarded', async () => {
    const text = await textOf('details', [entry({ paymentNumber: '=1+1', orderNumber: '-2' })])
    expect(rowsOfCsv(text)[0]).toMatchObject({ 決済番号: "'=1+1", 注文番号: "'-2" })
  })

  test('freee: 21 columns, sums above 0 with 収支区分 turned for what goes, unsettled without a wallet', async () => {
    const text = await textOf('freee', month)
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFF収支区分,管理番号,発生日,決済期日,取引先コード,取引先,勘定科目,税区分,金額,税計算区分,税額,備考,品目,部門,メモタグ（複数指定可、カンマ区切り）,セグメント1,セグメント2,セグメント3,決済日,決済口座,決済金額',
    )
    const rows = rowsOfCsv(text).map(filledOf)
    expect(rows).toHaveLength(month.length)
    expect(rows[0]).toEqual({
      ...{
        収支区分: '収入',
        管理番号: expect.stringMatching(/^ABCD-2345-S[0-9a-f]{6}$/),
        発生日: '2026/10/05',
      },
      ...{ 勘定科目: '売上高', 税区分: '課税売上10%', 金額: '2400', 税計算区分: '内税', 税額: '218' },
      備考: '売上 ABCD-2345',
    })
    expect(rows[1]).toEqual({
      ...{ 収支区分: '支出', 管理番号: expect.stringMatching(/^ABCD-2345-F/), 発生日: '2026/10/05' },
      ...{ 勘定科目: '支払手数料', 税区分: '非課仕入', 金額: '86', 税計算区分: '内税' },
      備考: '決済手数料 ABCD-2345',
    })
    expect(rows[2]).toMatchObject({ 収支区分: '支出', 税区分: '課税売返10%', 金額: '600', 税額: '54' })
    expect(rows[3]).toMatchObject({ 発生日: '2026/10/06', 備考: '返金 ABCD-2345（2026/09/30の分）' })
    expect(rows[6]).toMatchObject({ 収支区分: '収入', 勘定科目: '支払手数料', 金額: '50' })
    expect(rows[6]?.管理番号).toMatch(/^F[0-9a-f]{6}$/)
  })

  test('freee: with a wallet all is settled in it but what the shop gave back from its bank', async () => {
    const rows = rowsOfCsv(
      await textOf('freee', month, { ...usual, freee: { ...usual.freee, wallet: 'Stripe' } }),
    )
    expect(rows.map((row) => row.決済口座)).toEqual([
      ...['Stripe', 'Stripe', 'Stripe', '', 'Stripe', 'Stripe', 'Stripe'],
    ])
    expect(rows[2]).toMatchObject({ 決済日: '2026/10/05', 決済金額: '600' })
    expect(rows[3]).toMatchObject({ 決済日: '', 決済金額: '' })
  })

  test('マネーフォワード: 27 columns, an entry a row, 借方 and 貸方 turned for what goes', async () => {
    const names = { ...usual, accounts: { ...usual.accounts, receivableSub: 'Stripe' } }
    const text = await textOf('moneyforward', month, names)
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFF取引No,取引日,借方勘定科目,借方補助科目,借方部門,借方取引先,借方税区分,借方インボイス,借方金額(円),借方税額,貸方勘定科目,貸方補助科目,貸方部門,貸方取引先,貸方税区分,貸方インボイス,貸方金額(円),貸方税額,摘要,仕訳メモ,タグ,MF仕訳タイプ,決算整理仕訳,作成日時,作成者,最終更新日時,最終更新者',
    )
    const rows = rowsOfCsv(text).map(filledOf)
    expect(rows[0]).toEqual({
      ...{
        取引No: '41',
        取引日: '2026/10/05',
        借方勘定科目: '売掛金',
        借方補助科目: 'Stripe',
        借方税区分: '対象外',
      },
      ...{
        '借方金額(円)': '2400',
        貸方勘定科目: '売上高',
        貸方税区分: '課税売上 10%',
        '貸方金額(円)': '2400',
      },
      ...{ 貸方税額: '218', 摘要: '売上 ABCD-2345', 仕訳メモ: expect.stringMatching(/^ABCD-2345-S/) },
    })
    expect(rows[2]).toMatchObject({
      ...{ 取引No: '43', 借方勘定科目: '売上高', 借方税区分: '課税売上-返還等 10%', 借方税額: '54' },
      ...{ 貸方勘定科目: '売掛金', 貸方補助科目: 'Stripe', 貸方税区分: '対象外' },
    })
    expect(rows[3]).toMatchObject({ 貸方勘定科目: '普通預金' })
    expect(rows[3]).not.toHaveProperty('貸方補助科目')
    expect(rows.map((row) => row.取引No)).toEqual(['41', '42', '43', '44', '45', '46', '47'])
  })

  test('弥生: 25 columns in Shift_JIS without a heading, each row 2000', async () => {
    const [bytes = Buffer.alloc(0)] = await partsOf('yayoi', month)
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('2000,')
    const text = iconv.decode(bytes, 'cp932')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const rows = rowsOfYayoi(text)
    expect(filledOf(rows[0])).toEqual({
      ...{ 識別フラグ: '2000', 取引日: '2026/10/05', 借方勘定科目: '売掛金', 借方税区分: '対象外' },
      ...{
        '借方金額(円)': '2400',
        貸方勘定科目: '売上高',
        貸方税区分: '課税売上込10%',
        '貸方金額(円)': '2400',
      },
      ...{ 摘要: '売上 ABCD-2345', タイプ: '0', 仕訳メモ: expect.stringMatching(/^ABCD-2345-S/) },
      ...{ 付箋1: '0', 付箋2: '0', 調整: 'no' },
    })
    expect(rows.map((row) => row.識別フラグ)).toEqual(month.map(() => '2000'))
    expect(rows[2]).toMatchObject({
      借方勘定科目: '売上高',
      借方税区分: '課税売返込10%',
      貸方勘定科目: '売掛金',
    })
    expect(balances(rows)).toEqual({
      売掛金: 2_400 - 86 - 600 - 700 + 700 + 50,
      売上高: -700,
      支払手数料: 36,
      普通預金: -1_100,
    })
  })

  test('a tax class without a rate has no tax beside it', async () => {
    const names = { ...usual, freee: { ...usual.freee, disputes: '対象外' } }
    const rows = rowsOfCsv(await textOf('freee', month, names))
    expect(rows[4]).toMatchObject({ 税区分: '対象外', 金額: '700', 税額: '' })
  })

  test('an entry without money is no row of a journal', async () => {
    const empty = entry({ id: 'empty', amount: 0, tax: 0, payout: 0 })
    const rows = rowsOfCsv(await textOf('moneyforward', [...month.slice(0, 2), empty, ...month.slice(2)]))
    expect(rows.map((row) => row.取引No)).toEqual(month.map(({ number }) => String(number)))
    expect(rowsOfCsv(await textOf('details', [empty]))).toHaveLength(1)
  })

  test('freee takes files up to a size: more rows are further files, each with its heading, and none is lost', async () => {
    const [whole = Buffer.alloc(0)] = await partsOf('freee', month)
    const parts = await partsOf('freee', month, usual, 700)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(700)
    const rows = parts.flatMap((part) => rowsOfCsv(part.toString('utf8')))
    expect(rows).toEqual(rowsOfCsv(whole.toString('utf8')))
    expect(await partsOf('moneyforward', month, usual, 700)).toHaveLength(1)
  })

  test('M35: the longest text fits what 弥生 reads, a number what freee reads', () => {
    const longest = entry({
      kind: 'dispute-won',
      takesBack: true,
      isPractice: true,
      ownDay: '2026-09-30',
      payout: 1,
    })
    const { about = '', number = '' } = bookingOf(longest, () => '123456') ?? {}
    expect(iconv.encode(about, 'cp932').length).toBeLessThanOrEqual(64)
    expect(number.length).toBeLessThanOrEqual(20)
  })

  test('M36: signs that Shift_JIS lacks are told by the name they stand in', async () => {
    const names = { ...usual, accounts: { ...usual.accounts, sales: '\u{20bb7}売上', receivableSub: '髙橋' } }
    expect(lackingNames(names)).toEqual(['\u{20bb7}売上'])
    expect(lackingNames(usual)).toEqual([])
    const freee = { ...usual, freee: { ...usual.freee, sales: '\u{20bb7}' } }
    expect(lackingNames(freee), 'of another file').toEqual([])
  })

  test('M44: a demo’s files say that they are practice, in their name and in every row; a real shop’s never', async () => {
    const named = { month: '2026-10', isOver: true, part: 1 }
    expect(fileNameOf('yayoi', { ...named, isPractice: true })).toBe('練習-yayoi-2026-10.csv')
    const practised = month.map((each) => ({ ...each, isPractice: true }))
    for (const file of salesFiles) {
      const rows = (text: string) =>
        text
          .trimEnd()
          .split('\r\n')
          .slice(file === 'yayoi' ? 0 : 1)
      for (const row of rows(await textOf(file, practised))) expect(row, file).toContain('練習 ')
      for (const row of rows(await textOf(file, month))) expect(row, file).not.toContain('練習')
    }
  })

  test('M34: the name of a month that runs says so, and which part it is', () => {
    const real = { isPractice: false }
    expect(fileNameOf('freee', { ...real, month: '2026-10', isOver: true, part: 1 })).toBe(
      'freee-2026-10.csv',
    )
    expect(fileNameOf('freee', { ...real, month: '2026-11', isOver: false, part: 2 })).toBe(
      'freee-2026-11-途中-2.csv',
    )
  })
})

test('M35: what went back is in the account of the sales, however that is called, unless it has its own', async () => {
  const back = [
    entry({ kind: 'refund', amount: -400, tax: -36, payout: -400 }),
    entry({ kind: 'dispute', amount: -400, tax: -36, payout: -400 }),
  ]
  const accountsIn = async (accounts: Partial<AccountingNames['accounts']>) => {
    const names = { ...usual, accounts: { ...usual.accounts, sales: '売上高（ネット）', ...accounts } }
    const of = async (file: SalesFile, column: string) =>
      rowsOfCsv(await textOf(file, back, names)).map((row) => row[column])
    return [await of('freee', '勘定科目'), await of('moneyforward', '借方勘定科目')]
  }
  expect(await accountsIn({})).toEqual([
    ['売上高（ネット）', '売上高（ネット）'],
    ['売上高（ネット）', '売上高（ネット）'],
  ])
  expect(await accountsIn({ refunds: '売上値引高', disputes: '雑損失' })).toEqual([
    ['売上値引高', '雑損失'],
    ['売上値引高', '雑損失'],
  ])
})

describe('sentence 45: files and figures', () => {
  const kinds: readonly SalesKind[] = ['sale', 'refund', 'dispute', 'dispute-won', 'fee']
  const names: AccountingNames = {
    ...usual,
    accounts: {
      ...{ sales: '売上高', refunds: '売上値引高', disputes: '雑損失', fees: '支払手数料' },
      ...{ receivable: '売掛金', receivableSub: null, bank: '普通預金' },
    },
  }
  const entries = fc.array(
    fc
      .record({
        kind: fc.constantFrom(...kinds),
        takesBack: fc.boolean(),
        yen: fc.integer({ min: 1, max: 999_999 }),
        byBank: fc.boolean(),
        day: fc.integer({ min: 1, max: 31 }),
      })
      .map(({ kind, takesBack, yen, byBank, day }) => {
        const isOut = ['refund', 'dispute', 'fee'].includes(kind) !== takesBack
        const sum = isOut ? -yen : yen
        const tax = Math.trunc((sum * 10) / 110)
        const on = `2026-10-${String(day).padStart(2, '0')}`
        const days = { day: on, ownDay: on }
        if (kind === 'fee')
          return entry({ kind, takesBack, ...days, amount: 0, tax: 0, shipping: 0, fee: -sum, payout: sum })
        const payout = kind === 'refund' && byBank ? 0 : sum
        return entry({ kind, takesBack, ...days, amount: sum, tax, shipping: Math.trunc(sum / 3), payout })
      }),
    { maxLength: 40 },
  )
  const total = (list: readonly SalesEntry[], sum: (one: SalesEntry) => number) =>
    list.reduce((all, one) => all + sum(one), 0)
  const amountOf = (list: readonly SalesEntry[], ...of: readonly SalesKind[]) =>
    total(list, ({ kind, amount }) => (of.includes(kind) ? amount : 0))

  test('M32: the sums of each file are those of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (list) => {
        const column = (rows: readonly Readonly<Record<string, string>>[], name: string) =>
          rows.reduce((all, row) => all + numberOf(row[name]), 0)
        const details = rowsOfCsv(await textOf('details', list))
        expect(column(details, '税込金額')).toBe(total(list, ({ amount }) => amount))
        expect(column(details, '内消費税')).toBe(total(list, ({ tax }) => tax))
        expect(column(details, '送料')).toBe(total(list, ({ shipping }) => shipping))
        expect(column(details, '手数料')).toBe(total(list, ({ fee }) => fee))
        expect(column(details, '入金予定額')).toBe(total(list, ({ payout }) => payout))

        const held = {
          売上高: 0 - amountOf(list, 'sale'),
          売上値引高: 0 - amountOf(list, 'refund'),
          雑損失: 0 - amountOf(list, 'dispute', 'dispute-won'),
          支払手数料: total(list, ({ fee }) => fee),
          売掛金: total(list, ({ payout }) => payout),
          普通預金: total(list, ({ amount, payout }) => (payout === 0 ? amount : 0)),
        }
        const zeros = Object.fromEntries(Object.keys(held).map((account) => [account, 0]))
        for (const rows of [
          rowsOfCsv(await textOf('moneyforward', list, names)),
          rowsOfYayoi(await textOf('yayoi', list, names)),
        ])
          expect({ ...zeros, ...balances(rows) }).toEqual({ ...zeros, ...held })

        const freee: Record<string, number> = {}
        for (const row of rowsOfCsv(await textOf('freee', list, names))) {
          const account = row.勘定科目 ?? ''
          const sum = numberOf(row.金額)
          expect(sum).toBeGreaterThan(0)
          freee[account] = (freee[account] ?? 0) + (row.収支区分 === '収入' ? -sum : sum)
        }
        const { 売掛金: _owed, 普通預金: _bank, ...reasons } = held
        expect({ ...zeros, ...freee }).toEqual({ ...zeros, ...reasons })
      }),
      { numRuns: 60 },
    )
  })

  test('M33: the same entries give the same bytes, however they come', async () => {
    for (const file of ['details', 'freee', 'moneyforward', 'yayoi'] as const) {
      const once = Buffer.concat(await partsOf(file, month))
      const again: Buffer[] = []
      for await (const part of salesFileParts(file, portionsOf(month, 1), usual)) again.push(part)
      expect(Buffer.concat(again).equals(once), file).toBe(true)
    }
  })
})
