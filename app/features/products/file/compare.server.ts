import { uploadNameOf } from '~/features/pictures/rules.ts'
import { factsIn } from '~/features/products/description.rules.ts'
import { describedFacts, mostPictures, productStates } from '~/features/products/desk/rules.ts'
import { type ProductToSave, readProduct } from '~/features/products/desk/typed.queries.server.ts'
import { noFacts } from '~/features/products/fabric-facts.rules.ts'
import { factNames, laterFields } from '~/features/products/fields.rules.ts'
import { hasBlank, numbersIn, numbersTyped } from '~/features/products/numbers.rules.ts'
import {
  draftState,
  kitLevels,
  levelName,
  type ProductType,
  productNumber,
} from '~/features/products/rules.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { isSheetError } from '~/kernel/sheet-error.ts'
import { nfkc } from '~/kernel/text.ts'
import { pictureAddress } from '~/server/table-file/check-rows.ts'
import {
  type Cells,
  cellsOf,
  cellValue,
  changedCells,
  columns,
  type DataColumn,
  dataColumns,
  type FileProduct,
  headingOf,
  typedOfCells,
  typeNames,
} from './columns.rules.ts'
import { type ComparedCount, marksIn } from './count-marks.server.ts'
import { isNotInShiftJis, type SentRow } from './file-text.server.ts'
import type { Known } from './known.server.ts'
import { markOf } from './row-mark.server.ts'
import { isWithoutSigns, numberProblem } from './spreadsheet.rules.ts'
import { positionDigits, rowTexts } from './texts.ts'
import { priceWaits } from './view.rules.ts'

type SomeCells = Partial<Cells>

/**
 * Moves facts written into a description (【藍】綿100%、巾110cm。) to their own columns unless those hold other values; otherwise each
 * import of the file would prepend them again.
 */
const withFactsOfText = <C extends SomeCells>(cells: C): C => {
  if (cells.text === undefined) return cells
  const held = factsIn(cells.text.trim())
  const names = describedFacts.filter((name) => held[name] !== '')
  const isOther = names.some((name) => {
    const cell = cells[name] ?? ''
    return cell.trim() !== '' && cellValue(name, cell) !== cellValue(name, held[name])
  })
  if (names.length === 0 || isOther) return cells
  return { ...cells, ...Object.fromEntries(names.map((name) => [name, held[name]])), text: held.text }
}

const wholePosition = new RegExp(`^-?\\d{1,${positionDigits}}$`)

const isOneOf = (words: readonly string[], cell: string) => words.includes(nfkc(cell).trim())

const onlyOf: Readonly<Record<ProductType, readonly DataColumn[]>> = {
  fabric: factNames,
  kit: ['level', 'fabricSize', 'fabricNumbers'],
}

const nameOf = (field: string): string => {
  const column = dataColumns.find((each) => each === field)
  return column === undefined ? field : headingOf(column)
}

const told: readonly DataColumn[] = [...factNames, 'text']

/** Normalizes a cell as it will be stored: colours from the text, trimmed blanks. Unchanged cells stay exactly as they are. */
const asStored = (cells: Cells, base: Cells, product: ProductToSave): Cells => {
  const { kit, price, ...shared } = product
  const stored = cellsOf({
    ...shared,
    source: 'own',
    priceText: String(price),
    price,
    position: Number(nfkc(cells.position)),
    version: 0,
    heldPrice: null,
    rememberedPrice: null,
    confirmedPrice: null,
    level: kit?.level ?? null,
    fabricSize: kit?.fabricSize ?? '',
    fabricNumbers: kit?.fabricNumbers ?? '',
  })
  const isLeft = (column: DataColumn) => cells[column] === base[column]
  const left = dataColumns.filter((column) => (told.includes(column) ? told.every(isLeft) : isLeft(column)))
  return { ...stored, ...Object.fromEntries(left.map((column) => [column, base[column]])) }
}

/** The cells of a new or changed product as they will be stored, over `base`; refuses with their errors. */
const readCells = (
  cells: Cells,
  base: Cells,
  type: ProductType,
  { zeros, fabrics, strangeUploads }: Known,
): Result<Cells, readonly string[]> => {
  const pictures = pictureAddresses(cells.pictures)
  const other = type === 'kit' ? 'fabric' : 'kit'
  const standing = numbersIn(base.fabricNumbers)
  const isThere = (number: string) => fabrics.has(number) || standing.includes(number)
  const numbers = numbersTyped(cells.fabricNumbers, isThere)
  const read = readProduct({ ...typedOfCells(cells), fabricNumbers: numbers.join('、') }, type)
  // A fabric with such a cell is told of its column.
  const spoilt = numbers.flatMap(
    (number) =>
      numberProblem(number, zeros) ?? (type === 'fabric' || isThere(number) ? [] : rowTexts.noFabric(number)),
  )
  const problems = [
    ...(isOneOf(productStates, cells.status) ? [] : [rowTexts.status]),
    ...(type === 'fabric' || isOneOf(kitLevels.map(levelName), cells.level) ? [] : [rowTexts.level]),
    ...(cells.position === '' || wholePosition.test(nfkc(cells.position).trim()) ? [] : [rowTexts.position]),
    ...onlyOf[other].flatMap((column) =>
      cells[column].trim() === '' ? [] : [rowTexts.ofOtherType(nameOf(column), typeNames[type])],
    ),
    ...(pictures.length > mostPictures || !pictures.every((url) => pictureAddress.safeParse(url).success)
      ? [rowTexts.picture]
      : []),
    ...(pictures.some((url) => strangeUploads.has(uploadNameOf(url) ?? '')) ? [rowTexts.pictureGone] : []),
    ...spoilt.map((sentence) => `${nameOf('fabricNumbers')}：${sentence}`),
    ...(read.ok
      ? []
      : Object.entries(read.error).flatMap(([name, text]) =>
          name === 'pictures' ? [] : [`${nameOf(name)}：${text}`],
        )),
  ]
  return read.ok && problems.length === 0 ? ok(asStored(cells, base, read.value)) : refused(problems)
}

export interface ComparedRow {
  readonly row: number | null
  readonly number: string
  /** `kept`: only its count, which is left out. */
  readonly kind: 'bad' | 'changed' | 'new' | 'left' | 'same' | 'kept'
  readonly version: number | null
  readonly before: Cells | null
  readonly after: Cells | null
  /** Its price will wait for the owner's confirmation (P35). */
  readonly waits: boolean
  readonly problems: readonly string[]
  readonly count?: ComparedCount
}

const nothing = { version: null, before: null, after: null, waits: false, problems: [] } as const

const emptyCells = (type: ProductType): Cells => ({
  number: '',
  type: typeNames[type],
  name: '',
  reading: '',
  ...noFacts,
  level: type === 'kit' ? levelName('other') : '',
  fabricSize: '',
  fabricNumbers: '',
  text: '',
  price: '',
  status: draftState,
  position: '',
  pictures: '',
})

/** Empty cells of these columns change nothing. */
const neverEmpty: readonly DataColumn[] = ['type', 'level', 'status', 'position']

/** Completes a row from the product, or from the defaults of a new one. Equal values are not touched. */
const completed = (row: SentRow, base: Cells, held: number | null): Cells => {
  const isTextKept = cellValue('text', row.cells.text ?? '') === cellValue('text', base.text)
  const cells = base.type === typeNames.fabric && !isTextKept ? withFactsOfText(row.cells) : row.cells
  const cellOf = (column: DataColumn): string => {
    const cell = cells[column]
    if (cell === undefined || (cell.trim() === '' && neverEmpty.includes(column))) return base[column]
    const isHeld = column === 'price' && held !== null && cellValue(column, cell) === String(held)
    const isSame = cellValue(column, cell) === cellValue(column, base[column])
    return isHeld || isSame || isWithoutSigns(base[column].trim(), cell.trim(), isNotInShiftJis)
      ? base[column]
      : cell
  }
  return { ...base, ...Object.fromEntries(dataColumns.map((column) => [column, cellOf(column)])) }
}

const typeIn = (cell: string): ProductType | null | undefined => {
  const name = nfkc(cell).trim()
  if (name === '') return null
  return name === typeNames.fabric ? 'fabric' : name === typeNames.kit ? 'kit' : undefined
}

/** A sentence per cell that holds an error instead of a value (P36). */
const sheetErrorsIn = ({ cells }: SentRow): string[] =>
  columns.flatMap((column) => {
    const wrong = (cells[column] ?? '').split('\n').find(isSheetError)
    return wrong === undefined ? [] : [rowTexts.sheetError(headingOf(column), wrong.trim())]
  })

/** Compares one row with its product (N44, N45); duplicate numbers are checked elsewhere. */
export const compareRow = (row: SentRow, known: Known): ComparedRow => {
  const typed = row.cells.number ?? ''
  const number = productNumber(typed.slice(0, 200))
  const bad = (...problems: readonly string[]): ComparedRow => ({
    row: row.row,
    number: number ?? typed.slice(0, 64).toWellFormed().replaceAll(/\p{C}/gu, ' '),
    ...nothing,
    kind: 'bad',
    problems,
  })
  const wrong = sheetErrorsIn(row)
  if (wrong.length > 0) return bad(...wrong)
  if (typed.trim() === '') return bad(rowTexts.noNumber)
  if (number === null) return bad(rowTexts.badNumber)
  const product = known.products.get(number)
  // Of the feed's fabrics a file says nothing but the stock.
  if (product?.source === 'feed' && row.cells.stock === undefined) return bad(rowTexts.ofFeed)
  const type = typeIn(row.cells.type ?? '')
  if (type === undefined) return bad(rowTexts.type)
  if (product === undefined) {
    const spoilt = numberProblem(number, known.zeros)
    if (spoilt !== null) return bad(spoilt)
    if (hasBlank(number)) return bad(rowTexts.blankNumber)
    const other = known.spellings.get(number.toLowerCase())
    if (other !== undefined) return bad(rowTexts.otherSpelling(other))
    if (known.ordered.has(number.toLowerCase())) return bad(rowTexts.ordered)
    const base = emptyCells(type ?? 'fabric')
    const told = completed({ ...row, cells: { ...row.cells, number } }, base, null)
    const read = readCells(told, base, type ?? 'fabric', known)
    if (!read.ok) return bad(...read.error)
    const waits = priceWaits(null, read.value)
    return { ...nothing, row: row.row, number, kind: 'new', after: read.value, waits }
  }
  if (type !== null && type !== product.type) return bad(rowTexts.otherType(typeNames[product.type]))
  return compareWith(product, row, known, bad)
}

/** The product as a file of before, which has fewer columns, would tell it. */
const withoutLaterFields = (cells: Cells, row: SentRow['cells']): Cells => ({
  ...cells,
  ...Object.fromEntries(laterFields.flatMap((name) => (row[name] === undefined ? [[name, '']] : []))),
})

const compareWith = (
  product: FileProduct,
  row: SentRow,
  known: Known,
  bad: (...problems: readonly string[]) => ComparedRow,
): ComparedRow => {
  const { number, version } = product
  const before = cellsOf(product)
  const told = completed(row, before, product.heldPrice)
  const found = { ...nothing, row: row.row, number, version }
  const same = { ...found, kind: 'same' } as const
  if (changedCells(before, told).length === 0) return same
  const mark = marksIn(row.cells.version ?? '').row
  const asWritten = [before, withoutLaterFields(before, row.cells)]
  const isUntouched = mark !== '' && asWritten.some((cells) => markOf({ ...cells, ...row.cells }) === mark)
  if (product.source === 'feed') return isUntouched ? same : bad(rowTexts.ofFeed)
  const read = readCells(told, before, product.type, known)
  if (read.ok && changedCells(before, read.value).length === 0) return same
  if (mark !== '' && !asWritten.some((cells) => markOf(cells) === mark)) {
    // Untouched rows lose to later changes at the desk.
    if (isUntouched) return same
    if (!known.lastByFile.has(`${number} ${version}`)) return bad(rowTexts.older)
  }
  if (!read.ok) return bad(...read.error)
  const waits = priceWaits(product, read.value)
  return { ...found, kind: 'changed', before, after: read.value, waits }
}

/** A product missing from the file, to be removed from sale. */
export const leftOut = (product: FileProduct): ComparedRow => {
  const before = cellsOf(product)
  const after = { ...before, status: '掲載終了' }
  const { number, version } = product
  return { ...nothing, row: null, number, kind: 'left', version, before, after }
}
