import { trackingTyped, warningTyped } from '~/features/orders/carriers.rules.ts'
import { isOrderNumber, orderNumberTyped } from '~/features/orders/rules.ts'
import { nfkc } from '~/kernel/text.ts'

/** A row of a carrier program's output. */
export interface NumberRow {
  /** As written in the file. */
  readonly order: string
  readonly tracking: string
}

/** An unmatched row, with the reason. */
export interface UnmatchedRow extends NumberRow {
  readonly why: string
}

export interface MatchedNumbers {
  /** Tracking numbers by order number. */
  readonly matched: Readonly<Record<string, string>>
  readonly unmatched: readonly UnmatchedRow[]
}

export const mostNumberRows = 1_000

const orderColumn = /^(お客様管理番号|管理番号|注文番号|お客様側管理番号)$/
const trackingColumn = /^(伝票番号|お問い合わせ番号|お問合せ番号|送り状番号|追跡番号)$/

/** Rows of a table with headings, or of two columns without; null for other tables. */
export const numberRows = (table: readonly (readonly string[])[]): NumberRow[] | null => {
  const [head = [], ...rest] = table.map((row) => row.map((cell) => nfkc(cell).trim()))
  const order = head.findIndex((name) => orderColumn.test(name))
  const tracking = head.findIndex((name) => trackingColumn.test(name))
  if (order >= 0 && tracking >= 0)
    return rest.map((row) => ({ order: row[order] ?? '', tracking: row[tracking] ?? '' })).filter(isFilled)
  const isPlain = table.every((row) => row.filter((cell) => cell.trim() !== '').length <= 2)
  return isPlain && isOrderNumber(orderNumberTyped(head[0] ?? ''))
    ? [head, ...rest]
        .map(([number = '', found = '']) => ({ order: number, tracking: found }))
        .filter(isFilled)
    : null
}

const isFilled = ({ order, tracking }: NumberRow): boolean => order !== '' || tracking !== ''

/** Matches numbers with orders; rows for no order, or for one with another number, are reported (N17). */
export const matchedNumbers = (rows: readonly NumberRow[], toShip: ReadonlySet<string>): MatchedNumbers => {
  const matched = new Map<string, string>()
  const unmatched: UnmatchedRow[] = []
  for (const row of rows) {
    const number = orderNumberTyped(row.order)
    const tracking = trackingTyped(row.tracking)
    const before = matched.get(number)
    if (!isOrderNumber(number) || !toShip.has(number))
      unmatched.push({ ...row, why: '発送待ちの注文にない番号です' })
    else if (!tracking) unmatched.push({ ...row, why: 'お問い合わせ番号がありません' })
    else if (before !== undefined && before !== tracking)
      unmatched.push({ ...row, why: '同じ注文に別の番号があります' })
    else matched.set(number, tracking)
  }
  return { matched: Object.fromEntries(matched), unmatched }
}

/** What is odd about the numbers of one form, by their keys: each by itself, and one that stands at two parcels (N15). */
export const numberDoubts = (
  carrier: string,
  numbers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const filled = Object.values(numbers).flatMap((typed) => trackingTyped(typed) || [])
  const atTwo = new Set(filled.filter((number, at) => filled.indexOf(number) !== at))
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([key, typed]) => {
      const doubt = atTwo.has(trackingTyped(typed) ?? '')
        ? '同じ番号が、ほかの注文にも入っています。打ちまちがいがないか、確かめてください。'
        : warningTyped(carrier, typed)
      return doubt === null ? [] : [[key, doubt]]
    }),
  )
}
