import type { ToldFacts } from '~/features/products/description.rules.ts'
import type { TypedProduct } from '~/features/products/desk/typed.rules.ts'
import { changedFields, type FieldName, fieldNames, fields } from '~/features/products/fields.rules.ts'
import {
  type KitLevel,
  levelName,
  levelOf,
  type ProductSource,
  type ProductType,
  productNumber,
  readingOf,
} from '~/features/products/rules.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import { nfkc, withLineEnds } from '~/kernel/text.ts'
import { typedPrice } from '~/kernel/typed-money.ts'
import { asExcelSaves } from './spreadsheet.rules.ts'

/** Columns of a file in order, with accepted headings; we write the first of each. */
const headings = {
  ...fields,
  stock: { name: '在庫', headings: [] },
  // Told in a file for a count, and read from none.
  bolts: { name: '反物', headings: [] },
  version: { name: '版', headings: [] },
} as const

export type DataColumn = FieldName
export type Column = DataColumn | 'stock' | 'bolts' | 'version'

/** As we write it. */
export const headingOf = (column: Column): string => headings[column].name

const isColumn = (name: string): name is Column => Object.hasOwn(headings, name)
export const columns: readonly Column[] = Object.keys(headings).filter(isColumn)
export const dataColumns = fieldNames

/** Of the goods' file, and of the one by which the shelf is counted. */
export const goodsColumns: readonly Column[] = columns.filter((column) => column !== 'bolts')
export const countColumns: readonly Column[] = ['number', 'name', 'bolts', 'stock', 'version']

/** The column under this heading; undefined for an unknown one. */
export const columnCalled = (heading: string): Column | undefined => {
  const wanted = nfkc(heading).trim()
  return columns.find((column) => {
    const { name, headings: others }: { name: string; headings: readonly string[] } = headings[column]
    return name === wanted || others.includes(wanted)
  })
}

/** The cells of a product's row, as text. */
export type Cells = Readonly<Record<DataColumn, string>>

/** A product's data in a file. */
export interface FileProduct {
  readonly number: string
  readonly type: ProductType
  readonly source: ProductSource
  readonly name: string
  readonly reading: string
  readonly told: ToldFacts
  readonly priceText: string
  readonly price: number | null
  readonly pictures: readonly string[]
  readonly status: string
  readonly position: number
  readonly version: number
  /** Price waiting for confirmation (P35), or null. */
  readonly heldPrice: number | null
  /** Last known price of a product without one, to compare a new price with. */
  readonly rememberedPrice: number | null
  /** One below 50 yen that the owner has been asked about (N75). */
  readonly confirmedPrice: number | null
  readonly level: KitLevel | null
  readonly fabricSize: string
  /** One per line. */
  readonly fabricNumbers: string
}

export const typeNames: Readonly<Record<ProductType, string>> = { fabric: '生地', kit: 'キット' }

/** The row of a product; `cellsOf` and back changes nothing. */
export const cellsOf = (product: FileProduct): Cells => {
  const { type, level } = product
  return {
    ...product.told,
    number: product.number,
    type: typeNames[type],
    name: product.name,
    reading: product.reading,
    level: level === null ? '' : levelName(level),
    fabricSize: product.fabricSize,
    fabricNumbers: product.fabricNumbers.replaceAll('\n', '、'),
    price: String(product.price ?? product.heldPrice ?? product.priceText),
    status: product.status,
    position: String(product.position),
    // On one line: a form of too many lines is refused unread (D6).
    pictures: product.pictures.map((url) => url.replaceAll(/[\s、]/g, encodeURIComponent)).join(' '),
  }
}

/** The product form filled from these cells. */
export const typedOfCells = (cells: Cells): TypedProduct => ({
  ...cells,
  level: levelOf(cells.level),
  status: nfkc(cells.status).trim(),
  stock: '',
  place: 'kept',
  pictures: pictureAddresses(cells.pictures),
})

const plainText = (text: string) => asExcelSaves(withLineEnds(text)).trim()

const readAs: Partial<Readonly<Record<DataColumn, (text: string) => string>>> = {
  number: (text) => productNumber(text) ?? text,
  type: (text) => nfkc(text).trim(),
  status: (text) => nfkc(text).trim(),
  reading: (text) => readingOf(text) ?? text,
  level: (text) => nfkc(text).trim(),
  price: (text) => String(typedPrice(text) ?? nfkc(text).trim()),
  position: (text) => nfkc(text).trim(),
  fabricNumbers: (text) =>
    nfkc(text)
      .split(/[、,\s]+/)
      .filter((number) => number !== '')
      .join('、'),
  pictures: (text) => pictureAddresses(text).join('\n'),
}

/** Canonical value of a cell: equal values are no change. */
export const cellValue = (column: DataColumn, text: string): string =>
  plainText((readAs[column] ?? plainText)(text))

/** One field of a product, present and in the file. */
export interface ChangedCell {
  readonly column: DataColumn
  readonly before: string
  readonly after: string
}

export const changedCells = (before: Cells, after: Cells): ChangedCell[] =>
  changedFields(dataColumns, before, after).map((column) => ({
    column,
    before: before[column],
    after: after[column],
  }))
