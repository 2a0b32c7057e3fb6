import { uploadNameOf } from '~/features/pictures/rules.ts'
import { mostPictures, productStates } from '~/features/products/desk/rules.ts'
import { type ProductToSave, readProduct } from '~/features/products/desk/storing.commands.server.ts'
import { factNames } from '~/features/products/fields.rules.ts'
import { kitLevels, levelName, type ProductType } from '~/features/products/rules.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { nfkc } from '~/kernel/text.ts'
import { pictureAddress } from '~/server/table-file/check-rows.ts'
import {
  type Cells,
  cellsOf,
  cellValue,
  type DataColumn,
  dataColumns,
  headingOf,
  typedOfCells,
  typeNames,
} from './columns.rules.ts'
import type { Known } from './known.server.ts'
import { numberProblem } from './spreadsheet.rules.ts'
import { rowTexts } from './texts.ts'

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
    level: kit?.level ?? null,
    fabricSize: kit?.fabricSize ?? '',
    fabricNumbers: kit?.fabricNumbers ?? '',
  })
  const isLeft = (column: DataColumn) => cells[column] === base[column]
  const left = dataColumns.filter((column) => (told.includes(column) ? told.every(isLeft) : isLeft(column)))
  return { ...stored, ...Object.fromEntries(left.map((column) => [column, base[column]])) }
}

/** The cells of a new or changed product as they will be stored, over `base`; refuses with their errors. */
export const readCells = (
  cells: Cells,
  base: Cells,
  type: ProductType,
  { zeros, strangeUploads }: Known,
): Result<Cells, readonly string[]> => {
  const pictures = pictureAddresses(cells.pictures)
  const other = type === 'kit' ? 'fabric' : 'kit'
  const read = readProduct(typedOfCells(cells), type)
  const spoilt = cellValue('fabricNumbers', cells.fabricNumbers)
    .split('、')
    .flatMap((number) => numberProblem(number, zeros) ?? [])
  const problems = [
    ...(isOneOf(productStates, cells.status) ? [] : [rowTexts.status]),
    ...(type === 'fabric' || isOneOf(kitLevels.map(levelName), cells.level) ? [] : [rowTexts.level]),
    ...(cells.position === '' || /^-?\d{1,9}$/.test(nfkc(cells.position).trim()) ? [] : [rowTexts.position]),
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
