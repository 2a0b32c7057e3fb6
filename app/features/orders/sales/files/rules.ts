import { type Facts, plainFact } from '~/kernel/facts.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { monthName } from '../rules.ts'
import type { SalesEntry, SalesKind } from '../types.ts'

/** The files of a month, by the word in their addresses. */
export const salesFiles = ['details', 'freee', 'moneyforward', 'yayoi'] as const
export type SalesFile = (typeof salesFiles)[number]

export const salesFileTexts: Readonly<Record<SalesFile, { readonly name: string; readonly about: string }>> =
  {
    details: {
      name: '明細',
      about: '売上・返金・手数料を1行ずつ。ExcelやGoogleスプレッドシートで開けます。',
    },
    freee: { name: 'freee', about: '「取引インポート」で読み込むファイルです。' },
    moneyforward: {
      name: 'マネーフォワード クラウド',
      about: '「仕訳帳」のインポートで読み込むファイルです。',
    },
    yayoi: {
      name: '弥生会計',
      about: '「弥生インポート形式」のファイルです（Shift_JIS）。',
    },
  }

export const isSalesFile = (word: string): word is SalesFile => salesFiles.some((file) => file === word)

/** Entries of the ledger in the files of one month: about 8 MB. */
export const mostEntries = 50_000

/** What freee takes as one file. */
export const freeeBytes = 5_000_000

/** One movement of money in the books. */
export interface Booking {
  /** The same in every file and at every fetching; at most 20 signs. */
  readonly number: string
  /** Its entry's place in the ledger, unlike any other's. */
  readonly place: number
  /** As 2026-11-27. */
  readonly day: string
  readonly books: 'sales' | 'refunds' | 'disputes' | 'fees'
  /** Yen that came, or went where it is below 0; never 0. */
  readonly yen: number
  /** In the sum, with its sign. */
  readonly tax: number
  /** False for what the shop gave back from its own bank. */
  readonly isByProvider: boolean
  /** Such as 売上 ABCD-2345; at most 64 half-width signs. */
  readonly about: string
}

const kindTexts: Readonly<Record<SalesKind, { readonly name: string; readonly books: Booking['books'] }>> = {
  sale: { name: '売上', books: 'sales' },
  refund: { name: '返金', books: 'refunds' },
  dispute: { name: '異議申し立て', books: 'disputes' },
  'dispute-won': { name: '異議申し立ての戻り', books: 'disputes' },
  fee: { name: '決済手数料', books: 'fees' },
}

/** How the files name what an entry is; one of a demo is practice in every row (M44). */
export const kindText = ({
  kind,
  takesBack,
  isPractice,
}: Pick<SalesEntry, 'kind' | 'takesBack' | 'isPractice'>): string =>
  `${isPractice ? '練習 ' : ''}${kindTexts[kind].name}${takesBack ? '（取り消し）' : ''}`

/** As accounting programs write a day: 2026/11/27. */
export const slashed = (day: string): string => day.replaceAll('-', '/')

/** Null for an entry without money. `digest`: a short word that tells it from the others of its order. */
export const bookingOf = (entry: SalesEntry, digest: (id: string) => string): Booking | null => {
  const { id, number: place, kind, day, ownDay, orderNumber, amount, tax, fee, payout } = entry
  const { books } = kindTexts[kind]
  const yen = kind === 'fee' ? 0 - fee : amount
  if (yen === 0) return null
  const word = `${books.charAt(0).toUpperCase()}${digest(id)}`
  const ofBefore = ownDay === day ? '' : `（${slashed(ownDay)}の分）`
  return {
    number: orderNumber === '' ? word : `${orderNumber}-${word}`,
    about: `${`${kindText(entry)} ${orderNumber}`.trim()}${ofBefore}`,
    isByProvider: payout !== 0,
    ...{ place, day, books, yen, tax },
  }
}

interface NamedFile {
  /** As 2026-11. */
  readonly month: string
  readonly isOver: boolean
  readonly isPractice: boolean
  /** From 1. */
  readonly part: number
}

/** Says that a month is not over (M34), and that a file is a demo's (M44). */
export const fileNameOf = (file: SalesFile, { month, isOver, isPractice, part }: NamedFile): string =>
  [...(isPractice ? ['練習'] : []), file, month, ...(isOver ? [] : ['途中']), ...(part === 1 ? [] : [part])]
    .join('-')
    .concat('.csv')

export const salesFileRefusals = {
  'not-booked': {
    status: 503,
    text: 'まだ集計の途中です。1分ほどたってから、もう一度押してください。それまでの集計は残っています。',
  },
  nothing: { status: 422, text: 'この月には、売上・返金・手数料がありません。' },
  'too-many': {
    status: 422,
    text: `書き出せるのは、一つの月に${mostEntries.toLocaleString('ja-JP')}行までです。`,
  },
} as const satisfies Refusals<string>

/** A month of which files were made. */
export const salesFileSubject = {
  kind: 'sales-file',
  name: '売上のファイル',
  idText: (month: string) => monthName(month),
} as const

export const salesFileFacts = {
  rows: { label: '書き出した行', text: (value) => `${plainFact(value)}行` },
} as const satisfies Facts
