import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { NewProduct } from '~/features/products/columns.queries.server.ts'
import { factsIn, type ToldFacts } from '~/features/products/description.rules.ts'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { longestNumber, productNumber, publishedStatus, readingOf } from '~/features/products/rules.ts'
import { readPieces, widthCmIn } from '~/features/stock/measures.rules.ts'
import { defaultLogo, displayImageUrl, pictureAddresses } from '~/kernel/image-url.ts'
import { parsedJson } from '~/kernel/json.ts'
import { parsePrice } from '~/kernel/money.ts'
import { directPictureLink, isLinkToPage } from '~/kernel/picture-link.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { isSheetError } from '~/kernel/sheet-error.ts'
import { cutText, isVisible, nfkc, oneLine } from '~/kernel/text.ts'
import { type FeedCount, isAlmostPublished, isOffSale } from './feed.rules.ts'
import { type FeedProblem, type FeedProblemReason, longestShown, sheetErrorReasons } from './problem.texts.ts'

export type FeedProduct = Omit<NewProduct, 'type' | 'source' | keyof ToldFacts> &
  ToldFacts & {
    /** '' says nothing; without the column stock is unchanged (K14). */
    readonly stock?: string
  }

interface RowFault {
  readonly reason: FeedProblemReason
  readonly detail: string | null
}

interface ReadProduct {
  readonly product: FeedProduct
  readonly faults: readonly RowFault[]
}

/** Not on sale; `word` is its status, '' where that says so. */
interface OffSale {
  readonly word: string
}

/** `raw` is the row as JSON, at most 500 characters. */
export interface FoundProblem extends FeedProblem {
  readonly raw: string
}

const longest = {
  ...longestShown,
  price: 100,
  imageUrl: 2_048,
  stock: 200,
  raw: 500,
  detail: 100,
}

const field = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null ? undefined : plainText(String(value))))

const rowSchema = z.object({
  managementNumber: field,
  name: field,
  reading: field,
  description: field,
  price: field,
  imageUrl: field,
  stock: field,
  moreImageUrls: z.union([field, z.array(field)]),
})

const statusSchema = z.object({ status: field })

/** Trimmed; control characters become blanks except line breaks, which is safe for databases, pages and addresses. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\uFFFD', '〓')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()

/** `limit` counts characters; code units are cut first, since one character may have endless marks. */
const capped = (text: string, limit: number): string =>
  cutText(text.slice(0, limit * 2 - 1).replace(/[\uD800-\uDBFF]$/, ''), limit)

const fault = (reason: FeedProblemReason, cell?: string): Result<never, RowFault> =>
  refused(faultOf(reason, cell))

const faultOf = (reason: FeedProblemReason, cell = ''): RowFault => ({
  reason,
  detail: cell === '' ? null : capped(oneLine(cell), longest.detail),
})

/** The first error among the texts of a cell. */
const sheetErrorIn = (cell: z.infer<typeof rowSchema>['moreImageUrls']): string | undefined =>
  [cell ?? []]
    .flat()
    .flatMap((text) => [text ?? '', ...pictureAddresses(text ?? '')])
    .find(isSheetError)

/** Refused when the row cannot be used (C9, P5, P36). */
const readRow = (raw: unknown, position: number): Result<ReadProduct | OffSale, RowFault> => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return fault('not a row')
  // First, because other cells of an unpublished row do not matter.
  const status = statusSchema.safeParse(raw)
  if (!status.success) return fault('a field is neither text nor number')
  const word = status.data.status
  if (word === undefined) return fault('status is missing')
  if (isSheetError(word)) return fault('status is an error of the sheet', word)
  if (isAlmostPublished(word)) return fault('status is almost 公開中', word)
  if (nfkc(word).trim() !== publishedStatus) return ok({ word: isOffSale(word) ? '' : word })
  const parsed = rowSchema.safeParse(raw)
  if (!parsed.success) return fault('a field is neither text nor number')
  const row = parsed.data
  if (!row.managementNumber) return fault('managementNumber is missing')
  if (isSheetError(row.managementNumber))
    return fault('managementNumber is an error of the sheet', row.managementNumber)
  const number = productNumber(row.managementNumber)
  if (number === null) return fault('managementNumber cannot be used', row.managementNumber)
  if (!row.name || !isVisible(row.name)) return fault('name is missing')
  if (isSheetError(row.name)) return fault('name is an error of the sheet', row.name)
  const wrong = sheetErrorReasons.flatMap(([name, reason]) => {
    const cell = sheetErrorIn(row[name])
    return cell === undefined ? [] : [{ name, fault: faultOf(reason, cell) }]
  })
  // Of more pictures those that are none are left out anyway; an empty cell of the stock would say that nothing is counted (K14).
  const blank = wrong.flatMap(({ name }) =>
    name === 'moreImageUrls' || name === 'stock' ? [] : [[name, '']],
  )
  const { product, faults } = productOf(
    number,
    { ...row, ...Object.fromEntries(blank), name: row.name },
    position,
  )
  const told = new Set(wrong.map(({ name }) => toldAnyway[name]))
  const others = faults.filter(({ reason }) => !told.has(reason))
  return ok({ product, faults: [...wrong.map(({ fault }) => fault), ...others] })
}

/** What an error of the sheet is, too, and is told as that alone. */
const toldAnyway: Readonly<Record<string, FeedProblemReason>> = {
  price: 'price is not certain',
  stock: 'stock cannot be read',
}

const productOf = (
  number: string,
  row: z.infer<typeof rowSchema> & { readonly name: string },
  position: number,
): ReadProduct => {
  const { name, description = '', price = '', imageUrl = '' } = row
  const reading = readingOf(row.reading ?? '')
  const picture = directPictureLink(imageUrl)
  const told = capped(description, longest.description)
  const product: FeedProduct = {
    // Read here and never again.
    ...noFacts,
    ...factsIn(told),
    number,
    name: capped(oneLine(name), longest.name),
    reading: reading ?? '',
    description: told,
    priceText: capped(oneLine(price), longest.price),
    imageUrl: isUsable(picture) ? picture : '',
    moreImages: morePictures(row.moreImageUrls),
    status: publishedStatus,
    position,
    ...(row.stock !== undefined && { stock: capped(oneLine(row.stock), longest.stock) }),
  }
  const isCut = product.name !== oneLine(name) || product.description !== description
  const pictureFault = pictureFaultOf(picture)
  return {
    product,
    faults: [
      ...(parsePrice(product.priceText) === null ? [faultOf('price is not certain', price)] : []),
      ...(isCut ? [faultOf('text was cut')] : []),
      ...(reading === null ? [faultOf('reading is not in kana', row.reading)] : []),
      ...(isStockUnreadable(product) ? [faultOf('stock cannot be read', row.stock)] : []),
      ...(pictureFault === null ? [] : [faultOf(pictureFault, imageUrl)]),
    ],
  }
}

/** Whether a cell can be read does not depend on how units are joined. */
const isStockUnreadable = ({ stock = '', width }: FeedProduct): boolean =>
  stock !== '' && !readPieces(stock, { joined: 'lengthwise', widthCm: widthCmIn(width) }).ok

const isUsable = (picture: string): boolean => picture.length <= longest.imageUrl && !isLinkToPage(picture)

const mostPictures = 8

/** One a line: from a list, or a text separated by blanks, commas or line breaks. */
const morePictures = (cell: z.infer<typeof rowSchema>['moreImageUrls']): string =>
  [cell ?? []]
    .flat()
    .flatMap((text) => pictureAddresses(text ?? ''))
    .map(directPictureLink)
    .filter((picture) => isUsable(picture) && displayImageUrl(picture) !== defaultLogo)
    .slice(0, mostPictures)
    .join('\n')

const pictureFaultOf = (picture: string): FeedProblemReason | null => {
  if (picture === '') return null
  if (isLinkToPage(picture)) return 'imageUrl leads to a page'
  if (picture.length > longest.imageUrl || displayImageUrl(picture) === defaultLogo)
    return 'imageUrl cannot be used'
  return /^http:/i.test(picture) ? 'imageUrl is not https' : null
}

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
    managementNumber: isText ? plainText(String(number)).slice(0, longestNumber).toWellFormed() : null,
    reason,
    detail: detail ?? null,
    rows: 1,
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

/** Published products in order, with the counts for `refusalOfList`. */
export interface ReadFeed extends Omit<FeedCount, 'products'> {
  readonly products: readonly FeedProduct[]
  readonly problems: readonly FoundProblem[]
}

const mostRows = 20_000
const mostProblems = 1_000
const rowsPerTurn = 500

/** Null when the text is no JSON list of at most 20,000 rows. */
export const parseList = (text: string): unknown[] | null => {
  const list = parsedJson(text)
  return Array.isArray(list) && list.length <= mostRows ? list : null
}

/** The rows of a status that nobody knows. */
interface OtherStatus {
  readonly at: number
  readonly raw: unknown
  readonly word: string
  readonly rows: number
}

const mostWords = 20

/** Each unknown status once for all its rows; of very many the first twenty, and the others together (N102). */
const problemsOfStatus = (statuses: readonly OtherStatus[]): FoundProblem[] => {
  const told = statuses.slice(0, mostWords).map(({ at, raw, word, rows }) => {
    const fault = faultOf('status is another word', word)
    return { ...problemOf(at, raw, fault), managementNumber: null, rows }
  })
  const [first, ...others] = statuses.slice(mostWords)
  if (first === undefined) return told
  const rows = others.reduce((sum, { rows }) => sum + rows, first.rows)
  const rest = problemOf(first.at, first.raw, faultOf('status is one of further words'))
  return [...told, { ...rest, managementNumber: null, rows }]
}

/** Reads rows one by one (C9, P5); the first published row of a number wins. Never throws; yields to other work. */
export const readRows = async (list: readonly unknown[]): Promise<ReadFeed> => {
  const products = new Map<string, FeedProduct>()
  const statuses = new Map<string, OtherStatus>()
  const problems: FoundProblem[] = []
  let [rows, bad, almost] = [0, 0, 0]
  for (const [at, raw] of list.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    if (isEmpty(raw)) continue
    rows += 1
    const read = readRow(raw, at)
    const sold = read.ok && 'product' in read.value ? read.value : null
    if (read.ok && 'word' in read.value && read.value.word !== '') {
      const { word } = read.value
      const key = nfkc(capped(word, longest.detail)).trim()
      statuses.set(key, { at, raw, word, ...statuses.get(key), rows: (statuses.get(key)?.rows ?? 0) + 1 })
    }
    const isTwice = sold !== null && products.has(sold.product.number)
    if (!read.ok && read.error.reason === 'status is almost 公開中') almost += 1
    else if (!read.ok) bad += 1
    else if (sold !== null && !isTwice) products.set(sold.product.number, sold.product)
    const faults = isTwice ? [twice] : read.ok ? (sold?.faults ?? []) : [read.error]
    for (const fault of faults) if (problems.length < mostProblems) problems.push(problemOf(at, raw, fault))
  }
  const told = [...problems, ...problemsOfStatus([...statuses.values()])].sort((a, b) => a.row - b.row)
  return { products: [...products.values()], problems: told, rows, bad, almost }
}

const twice = { reason: 'managementNumber stands twice' } as const

/** Sheets end in blank lines. */
const isEmpty = (raw: unknown): boolean =>
  typeof raw === 'object' &&
  raw !== null &&
  !Array.isArray(raw) &&
  Object.values(raw).every((value) => value === null || (typeof value === 'string' && value.trim() === ''))
