import { uploadNameOf } from '~/features/pictures/rules.ts'
import { mostPictures, productStates } from '~/features/product-desk/rules.ts'
import { readProduct } from '~/features/product-desk/storing.commands.server.ts'
import { kitLevels, levelName, type ProductType } from '~/features/products/rules.ts'
import { pictureAddresses } from '~/kernel/image-url.ts'
import { nfkc } from '~/kernel/text.ts'
import { pictureAddress } from '~/server/table-file/check-rows.ts'
import {
  type Cells,
  type DataColumn,
  dataColumns,
  headings,
  saidBy,
  typedOfCells,
  typeNames,
} from './columns.rules.ts'
import type { Known } from './known.server.ts'
import { spoiltNumber } from './spreadsheet.rules.ts'
import { rowTexts } from './texts.ts'

const isOneOf = (words: readonly string[], cell: string) => words.includes(nfkc(cell).trim())

const onlyOf: Readonly<Record<ProductType, readonly DataColumn[]>> = {
  fabric: ['colour', 'material', 'width', 'thickness'],
  kit: ['level', 'fabricSize', 'fabricNumbers'],
}

const headingOf = (name: string): string => {
  const column = dataColumns.find((each) => each === name)
  return column === undefined ? name : headings[column][0]
}

/** What is wrong with the cells of a product that is new or changes. */
export const cellProblems = (cells: Cells, type: ProductType, { zeros, strangeUploads }: Known): string[] => {
  const pictures = pictureAddresses(cells.pictures)
  const other = type === 'kit' ? 'fabric' : 'kit'
  const read = readProduct(typedOfCells(cells), type)
  const spoilt = saidBy('fabricNumbers', cells.fabricNumbers)
    .split('、')
    .flatMap((number) => spoiltNumber(number, zeros) ?? [])
  return [
    ...(isOneOf(productStates, cells.status) ? [] : [rowTexts.status]),
    ...(type === 'fabric' || isOneOf(kitLevels.map(levelName), cells.level) ? [] : [rowTexts.level]),
    ...(cells.position === '' || /^-?\d{1,9}$/.test(nfkc(cells.position).trim()) ? [] : [rowTexts.position]),
    ...onlyOf[other].flatMap((column) =>
      cells[column].trim() === '' ? [] : [rowTexts.ofOtherType(headingOf(column), typeNames[type])],
    ),
    ...(pictures.length > mostPictures || !pictures.every((url) => pictureAddress.safeParse(url).success)
      ? [rowTexts.picture]
      : []),
    ...(pictures.some((url) => strangeUploads.has(uploadNameOf(url) ?? '')) ? [rowTexts.pictureGone] : []),
    ...spoilt.map((sentence) => `${headingOf('fabricNumbers')}：${sentence}`),
    ...(read.ok
      ? []
      : Object.entries(read.error).flatMap(([name, text]) =>
          name === 'pictures' ? [] : [`${headingOf(name)}：${text}`],
        )),
  ]
}
