import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { cutText, nfkc } from '~/kernel/japanese-text.ts'
import { parsedJson } from '~/kernel/json.ts'
import { parsePrice } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { NewProduct } from './commands.server.ts'
import { productNumber, publishedStatus } from './rules.ts'

/** What is wrong with a row. The last three are shown all the same: without a price, cut, or with the logo. */
export type FeedProblemReason =
  | 'not a row'
  | 'managementNumber is missing'
  | 'managementNumber cannot be used'
  | 'name is missing'
  | 'status is missing'
  | 'a field is neither text nor number'
  | 'managementNumber stands twice'
  | 'managementNumber belongs to a kit'
  | 'price is not certain'
  | 'text was cut'
  | 'imageUrl cannot be used'

/** `row` counts from 1; `raw` is the row as JSON, at most 500 characters. */
export interface FeedProblem {
  readonly row: number
  readonly managementNumber: string | null
  readonly reason: FeedProblemReason
  readonly raw: string
}

/** A row that can be shown; its `position` is its place in the list, from 0. */
export type FeedProduct = Omit<NewProduct, 'type' | 'source'>

/** The list as read: published products in its order; `rows` and `bad` as `refusalOfList` counts them. */
export interface ReadFeed {
  readonly products: readonly FeedProduct[]
  readonly problems: readonly FeedProblem[]
  readonly rows: number
  readonly bad: number
}

const mostRows = 20_000
const mostProblems = 1_000
const rowsPerBreath = 500
const longest = { name: 200, description: 2_000, price: 100, imageUrl: 2_048, raw: 500 }

const field = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null ? undefined : plainText(String(value))))

const rowSchema = z.object({
  managementNumber: field,
  name: field,
  description: field,
  price: field,
  imageUrl: field,
  status: field,
})

/**
 * Without control characters but line breaks, with 〓 for what is no character, trimmed: fit for either database, for a page
 * and for an address.
 */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\uFFFD', '〓')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()

/** At most `limit` characters, none of which is more than a few letters and marks long. */
const capped = (text: string, limit: number): string =>
  cutText(text.slice(0, limit * 2 - 1).replace(/[\uD800-\uDBFF]$/, ''), limit)

const oneLine = (text: string): string => text.replaceAll('\n', ' ')

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
  let rows = 0
  let bad = 0
  for (const [at, raw] of list.entries()) {
    if (at % rowsPerBreath === rowsPerBreath - 1) await breathe()
    if (isEmpty(raw)) continue
    rows += 1
    const read = readRow(raw, at)
    const isTwice = read.ok && read.value !== null && products.has(read.value.product.number)
    if (!read.ok) bad += 1
    else if (read.value !== null && !isTwice) products.set(read.value.product.number, read.value.product)
    const reasons = isTwice ? [twice] : read.ok ? (read.value?.reasons ?? []) : [read.error]
    for (const reason of reasons)
      if (problems.length < mostProblems) problems.push(problemOf(at + 1, raw, reason))
  }
  return { products: [...products.values()], problems, rows, bad }
}

const twice: FeedProblemReason = 'managementNumber stands twice'

/** Sheets end in blank lines. */
const isEmpty = (raw: unknown): boolean =>
  typeof raw === 'object' &&
  raw !== null &&
  !Array.isArray(raw) &&
  Object.values(raw).every((value) => value === null || (typeof value === 'string' && value.trim() === ''))

interface ReadRow {
  readonly product: FeedProduct
  readonly reasons: readonly FeedProblemReason[]
}

const readRow = (raw: unknown, position: number): Result<ReadRow | null, FeedProblemReason> => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return refused('not a row')
  const parsed = rowSchema.safeParse(raw)
  if (!parsed.success) return refused('a field is neither text nor number')
  const row = parsed.data
  if (row.status === undefined) return refused('status is missing')
  if (nfkc(row.status).trim() !== publishedStatus) return ok(null)
  if (!row.managementNumber) return refused('managementNumber is missing')
  const number = productNumber(row.managementNumber)
  if (number === null) return refused('managementNumber cannot be used')
  if (!row.name) return refused('name is missing')
  return ok(productOf(number, { ...row, name: row.name }, position))
}

const productOf = (
  number: string,
  row: z.infer<typeof rowSchema> & { readonly name: string },
  position: number,
): ReadRow => {
  const { name, description = '', price = '', imageUrl = '' } = row
  const product: FeedProduct = {
    number,
    name: capped(oneLine(name), longest.name),
    description: capped(description, longest.description),
    priceText: capped(oneLine(price), longest.price),
    imageUrl: imageUrl.length > longest.imageUrl ? '' : imageUrl,
    status: publishedStatus,
    position,
  }
  const checks: ReadonlyArray<readonly [boolean, FeedProblemReason]> = [
    [parsePrice(product.priceText) === null, 'price is not certain'],
    [product.name !== oneLine(name) || product.description !== description, 'text was cut'],
    [imageUrl !== '' && displayImageUrl(product.imageUrl) === defaultLogo, 'imageUrl cannot be used'],
  ]
  return { product, reasons: checks.filter(([applies]) => applies).map(([, reason]) => reason) }
}

/** The problem to be kept of a row; `row` counts from 1. */
export const problemOf = (row: number, raw: unknown, reason: FeedProblemReason): FeedProblem => {
  const number: unknown =
    typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'managementNumber') : undefined
  const isText = typeof number === 'string' || typeof number === 'number'
  return {
    row,
    managementNumber: isText ? plainText(String(number)).slice(0, 64).toWellFormed() : null,
    reason,
    raw: plainText(asJson(raw).slice(0, longest.raw)),
  }
}

const asJson = (raw: unknown): string => {
  try {
    return JSON.stringify(raw) ?? ''
  } catch {
    return '(nested too deeply)'
  }
}
