import { setImmediate as breathe } from 'node:timers/promises'
import { parsedJson } from '~/kernel/json.ts'
import { type FeedProblem, type FeedProduct, problemOf, readRow } from './feed-row.server.ts'

/**
 * The list as read: published products in its order; `rows` and `bad` as `refusalOfList` counts them, and `almost`, those
 * whose status is almost 公開中.
 */
export interface ReadFeed {
  readonly products: readonly FeedProduct[]
  readonly problems: readonly FeedProblem[]
  readonly rows: number
  readonly bad: number
  readonly almost: number
}

const mostRows = 20_000
const mostProblems = 1_000
const rowsPerBreath = 500

/** The rows of a feed's body, or null when it is no JSON list of at most 20,000 rows (S:L136). */
export const parseList = (text: string): unknown[] | null => {
  const list = parsedJson(text)
  return Array.isArray(list) && list.length <= mostRows ? list : null
}

/**
 * Reads a feed's rows one by one (C9, P5): published ones become products, bad ones problems; of rows with one number the
 * first published one wins. Rows that are empty or not published are left out without a word. Never throws, and gives
 * other work a turn every 500 rows.
 */
export const readRows = async (list: readonly unknown[]): Promise<ReadFeed> => {
  const products = new Map<string, FeedProduct>()
  const problems: FeedProblem[] = []
  let [rows, bad, almost] = [0, 0, 0]
  for (const [at, raw] of list.entries()) {
    if (at % rowsPerBreath === rowsPerBreath - 1) await breathe()
    if (isEmpty(raw)) continue
    rows += 1
    const read = readRow(raw, at)
    const isTwice = read.ok && read.value !== null && products.has(read.value.product.number)
    if (!read.ok && read.error.reason === 'status is almost 公開中') almost += 1
    else if (!read.ok) bad += 1
    else if (read.value !== null && !isTwice) products.set(read.value.product.number, read.value.product)
    const faults = isTwice ? [twice] : read.ok ? (read.value?.faults ?? []) : [read.error]
    for (const fault of faults) if (problems.length < mostProblems) problems.push(problemOf(at, raw, fault))
  }
  return { products: [...products.values()], problems, rows, bad, almost }
}

const twice = { reason: 'managementNumber stands twice' } as const

/** Sheets end in blank lines. */
const isEmpty = (raw: unknown): boolean =>
  typeof raw === 'object' &&
  raw !== null &&
  !Array.isArray(raw) &&
  Object.values(raw).every((value) => value === null || (typeof value === 'string' && value.trim() === ''))
