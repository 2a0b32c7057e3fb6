import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { asExcelSaves, cellWithoutFormula } from '~/features/products/file/spreadsheet.rules.ts'
import type { AccountingNames, TaxClassNames } from '~/kernel/shop-settings.ts'
import { csvLine } from '~/server/table-file/csv-line.ts'
import type { SalesEntry } from '../types.ts'
import { type Booking, bookingOf, freeeBytes, kindText, type SalesFile, slashed } from './rules.ts'

const encoding = 'cp932'

const withoutTax = '対象外'

const detailHeadings = [
  ...['日付', '種類', '注文番号', '発送日', '支払日', '税率', '税込金額', '内消費税'],
  ...['送料', '手数料', '入金予定額', '決済番号'],
] as const

const freeeHeadings = [
  ...['収支区分', '管理番号', '発生日', '決済期日', '取引先コード', '取引先', '勘定科目', '税区分', '金額'],
  ...['税計算区分', '税額', '備考', '品目', '部門', 'メモタグ（複数指定可、カンマ区切り）'],
  ...['セグメント1', 'セグメント2', 'セグメント3', '決済日', '決済口座', '決済金額'],
] as const

const sideOf = (side: '借方' | '貸方') =>
  ['勘定科目', '補助科目', '部門', '取引先', '税区分', 'インボイス', '金額(円)', '税額'].map(
    (heading) => `${side}${heading}`,
  )

const moneyForwardHeadings = [
  ...['取引No', '取引日', ...sideOf('借方'), ...sideOf('貸方'), '摘要', '仕訳メモ', 'タグ'],
  ...['MF仕訳タイプ', '決算整理仕訳', '作成日時', '作成者', '最終更新日時', '最終更新者'],
] as const

/** Text cells are guarded (P23); a sum stands as it is, for a negative one is no formula. */
const detailCells = (entry: SalesEntry): readonly string[] => {
  const isFee = entry.kind === 'fee'
  return [
    ...[slashed(entry.day), kindText(entry), cellWithoutFormula(entry.orderNumber)],
    ...[slashed(entry.shippedOn ?? ''), slashed(entry.paidOn), isFee ? '' : `${entry.rate}%`],
    ...[entry.amount, entry.tax, entry.shipping, entry.fee, entry.payout].map(String),
    cellWithoutFormula(entry.paymentNumber),
  ]
}

/** Empty where the class has no rate, or the tax is not known here: then the program counts it itself. */
const taxCell = (tax: number, taxClass: string): string =>
  tax !== 0 && taxClass.includes('%') ? String(Math.abs(tax)) : ''

/** The account of what went back is that of the sales, unless it has one of its own. */
const accountOf = ({ books }: Booking, { accounts }: AccountingNames): string =>
  accounts[books] ?? accounts.sales

const freeeCells = (booking: Booking, names: AccountingNames): readonly string[] => {
  const { freee } = names
  const { number, day, books, yen, tax, about, isByProvider } = booking
  const sum = String(Math.abs(yen))
  return [
    ...[yen > 0 ? '収入' : '支出', number, slashed(day), '', '', '', accountOf(booking, names)],
    ...[freee[books], sum, '内税', taxCell(tax, freee[books]), about, '', '', ''],
    ...['', '', ''],
    ...(freee.wallet === null || !isByProvider ? ['', '', ''] : [slashed(day), freee.wallet, sum]),
  ]
}

interface Side {
  readonly account: string
  readonly sub: string
  readonly taxClass: string
  readonly tax: string
}

/** Both sides of an entry: where the money is, and against it what it is for; money that goes turns them round. */
const sidesOf = (booking: Booking, all: AccountingNames, names: TaxClassNames) => {
  const { accounts } = all
  const money: Side = {
    ...(booking.isByProvider
      ? { account: accounts.receivable, sub: accounts.receivableSub ?? '' }
      : { account: accounts.bank, sub: '' }),
    ...{ taxClass: withoutTax, tax: '' },
  }
  const reason: Side = {
    account: accountOf(booking, all),
    sub: '',
    taxClass: names[booking.books],
    tax: taxCell(booking.tax, names[booking.books]),
  }
  return booking.yen > 0 ? { debit: money, credit: reason } : { debit: reason, credit: money }
}

const moneyForwardCells = (booking: Booking, names: AccountingNames): readonly string[] => {
  const { debit, credit } = sidesOf(booking, names, names.moneyForward)
  const sum = String(Math.abs(booking.yen))
  const cells = ({ account, sub, taxClass, tax }: Side) => [account, sub, '', '', taxClass, '', sum, tax]
  return [
    ...[String(booking.place), slashed(booking.day), ...cells(debit), ...cells(credit)],
    ...[booking.about, booking.number, '', '', '', '', '', '', ''],
  ]
}

/** 2000: an entry of one line, no slip. The sums of tax stay empty: 弥生 counts them of the sum, by the tax class. */
const yayoiCells = (booking: Booking, names: AccountingNames): readonly string[] => {
  const { debit, credit } = sidesOf(booking, names, names.yayoi)
  const sum = String(Math.abs(booking.yen))
  const cells = ({ account, sub, taxClass }: Side) => [account, sub, '', taxClass, sum, '']
  return [
    ...['2000', '', '', slashed(booking.day), ...cells(debit), ...cells(credit), booking.about],
    ...['', '', '0', '', booking.number, '0', '0', 'no'],
  ]
}

const headings: Readonly<Record<SalesFile, readonly string[] | null>> = {
  details: detailHeadings,
  freee: freeeHeadings,
  moneyforward: moneyForwardHeadings,
  yayoi: null,
}

/** 24 bits: two entries of one order share a number once in 16 million. */
const digest = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 6)

const cellsOf = (
  file: SalesFile,
  entries: readonly SalesEntry[],
  names: AccountingNames,
): readonly (readonly string[])[] => {
  if (file === 'details') return entries.map(detailCells)
  const rows = entries
    .flatMap((entry) => bookingOf(entry, digest) ?? [])
    .map((booking) => {
      if (file === 'freee') return freeeCells(booking, names)
      return file === 'yayoi' ? yayoiCells(booking, names) : moneyForwardCells(booking, names)
    })
  // No sum of these is negative: every cell is guarded (P23).
  return rows.map((cells) => cells.map(cellWithoutFormula))
}

const encoded = (file: SalesFile, text: string): Buffer =>
  file === 'yayoi' ? iconv.encode(asExcelSaves(text), encoding) : Buffer.from(text, 'utf8')

/**
 * The files of these entries, one after the other: UTF-8 with a BOM, 弥生's in Windows' Shift_JIS, in which missing signs become ?;
 * several for freee alone, none longer than `most` bytes. Pages are answered between the portions.
 */
export const salesFileParts = async function* (
  file: SalesFile,
  portions: AsyncIterable<readonly SalesEntry[]>,
  names: AccountingNames,
  most: number = freeeBytes,
): AsyncGenerator<Buffer> {
  const heading = headings[file]
  const head = encoded(file, heading === null ? '' : `\uFEFF${csvLine(heading)}`)
  let [lines, bytes]: [Buffer[], number] = [[head], head.length]
  for await (const entries of portions) {
    for (const line of cellsOf(file, entries, names).map((row) => encoded(file, csvLine(row)))) {
      if (file === 'freee' && bytes + line.length > most) {
        yield Buffer.concat(lines)
        lines = [head]
        bytes = head.length
      }
      lines.push(line)
      bytes += line.length
    }
    await setImmediate()
  }
  yield Buffer.concat(lines)
}

const lackingSigns = (text: string): readonly string[] =>
  [...asExcelSaves(text)].filter((sign) => iconv.decode(iconv.encode(sign, encoding), encoding) !== sign)

/** The names in 弥生's file with signs that its Shift_JIS lacks. */
export const lackingNames = ({ accounts, yayoi }: AccountingNames): readonly string[] => [
  ...new Set(
    [...Object.values(accounts), ...Object.values(yayoi)].filter(
      (name): name is string => typeof name === 'string' && lackingSigns(name).length > 0,
    ),
  ),
]
