import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { defaultLogo, displayImageUrl } from '~/kernel/image-url.ts'
import { cutText, nfkc } from '~/kernel/japanese-text.ts'
import { parsedJson } from '~/kernel/json.ts'
import { parsePrice } from '~/kernel/money.ts'
import { directPictureLink, isLinkToPage } from '~/kernel/picture-link.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { NewProduct } from './commands.server.ts'
import { isAlmostPublished } from './feed.rules.ts'
import { productNumber, publishedStatus } from './rules.ts'
import type { FeedProblem, FeedProblemReason } from './texts.ts'

/** A row that can be shown; its `position` is its place in the list, from 0. */
export type FeedProduct = Omit<NewProduct, 'type' | 'source'>

/** What is wrong with a row, and the cell that is. */
export interface RowFault {
  readonly reason: FeedProblemReason
  readonly detail: string | null
}

/** A row that is shown, with what is wrong about it all the same. */
export interface ReadRow {
  readonly product: FeedProduct
  readonly faults: readonly RowFault[]
}

/** A problem with its row as JSON, at most 500 characters. */
export interface FoundProblem extends FeedProblem {
  readonly raw: string
}

const longest = { name: 200, description: 2_000, price: 100, imageUrl: 2_048, raw: 500, detail: 100 }

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
})

const statusSchema = z.object({ status: field })

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

const fault = (reason: FeedProblemReason, cell?: string): Result<never, RowFault> =>
  refused(faultOf(reason, cell))

const faultOf = (reason: FeedProblemReason, cell = ''): RowFault => ({
  reason,
  detail: cell === '' ? null : capped(oneLine(cell), longest.detail),
})

/** Reads one row at `position` (C9, P5): what is shown of it, null when it is not published, or why it cannot be used. */
const readRow = (raw: unknown, position: number): Result<ReadRow | null, RowFault> => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return fault('not a row')
  // First, for nobody has to mend the other cells of a row that is not published.
  const status = statusSchema.safeParse(raw)
  if (!status.success) return fault('a field is neither text nor number')
  const word = status.data.status
  if (word === undefined) return fault('status is missing')
  if (isAlmostPublished(word)) return fault('status is almost 公開中', word)
  if (nfkc(word).trim() !== publishedStatus) return ok(null)
  const parsed = rowSchema.safeParse(raw)
  if (!parsed.success) return fault('a field is neither text nor number')
  const row = parsed.data
  if (!row.managementNumber) return fault('managementNumber is missing')
  const number = productNumber(row.managementNumber)
  if (number === null) return fault('managementNumber cannot be used', row.managementNumber)
  if (!row.name) return fault('name is missing')
  return ok(productOf(number, { ...row, name: row.name }, position))
}

const productOf = (
  number: string,
  row: z.infer<typeof rowSchema> & { readonly name: string },
  position: number,
): ReadRow => {
  const { name, description = '', price = '', imageUrl = '' } = row
  const picture = directPictureLink(imageUrl)
  const product: FeedProduct = {
    number,
    name: capped(oneLine(name), longest.name),
    description: capped(description, longest.description),
    priceText: capped(oneLine(price), longest.price),
    imageUrl: picture.length > longest.imageUrl || isLinkToPage(picture) ? '' : picture,
    status: publishedStatus,
    position,
  }
  const isCut = product.name !== oneLine(name) || product.description !== description
  const pictureFault = pictureFaultOf(picture)
  return {
    product,
    faults: [
      ...(parsePrice(product.priceText) === null ? [faultOf('price is not certain', price)] : []),
      ...(isCut ? [faultOf('text was cut')] : []),
      ...(pictureFault === null ? [] : [faultOf(pictureFault, imageUrl)]),
    ],
  }
}

const pictureFaultOf = (picture: string): FeedProblemReason | null => {
  if (picture === '') return null
  if (isLinkToPage(picture)) return 'imageUrl leads to a page'
  if (picture.length > longest.imageUrl || displayImageUrl(picture) === defaultLogo)
    return 'imageUrl cannot be used'
  return /^http:/i.test(picture) ? 'imageUrl is not https' : null
}

/** The problem to be kept of the row at `position`, from 0. */
export const problemOf = (
  position: number,
  raw: unknown,
  { reason, detail }: { readonly reason: FeedProblemReason; readonly detail?: string | null },
): FoundProblem => {
  const number: unknown =
    typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'managementNumber') : undefined
  const isText = typeof number === 'string' || typeof number === 'number'
  return {
    row: position + 2,
    managementNumber: isText ? plainText(String(number)).slice(0, 64).toWellFormed() : null,
    reason,
    detail: detail ?? null,
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

/**
 * The list as read: published products in its order; `rows` and `bad` as `refusalOfList` counts them, and `almost`, those
 * whose status is almost 公開中.
 */
export interface ReadFeed {
  readonly products: readonly FeedProduct[]
  readonly problems: readonly FoundProblem[]
  readonly rows: number
  readonly bad: number
  readonly almost: number
}

const mostRows = 20_000
const mostProblems = 1_000
const rowsPerBreath = 500

/** The rows of a feed's body, or null when it is no JSON list of at most 20,000 rows. */
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
  const problems: FoundProblem[] = []
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
