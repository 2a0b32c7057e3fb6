import type { Insertable, Selectable } from 'kysely'
import type { KitTable, ProductTable } from '#db/schema.ts'
import { parsePrice, parsePriceOrZero } from '~/kernel/money.ts'
import { factsOfRow, factsToldIn } from './description.rules.ts'
import { eachFact, noFacts } from './fabric-facts.rules.ts'

type Row = Selectable<ProductTable>

/**
 * Each column of a product, and so whatever is compared, written over and put back: the compiler asks here for a new one. `told` is what a
 * form, a file or a list says, `chosen` what this shop decides, `kept` what stays as it was first stored.
 */
const columns = {
  number: 'kept',
  type: 'kept',
  name: 'told',
  reading: 'told',
  description: 'told',
  ...eachFact(() => 'told' as const),
  text: 'told',
  factsOf: 'worked out',
  priceText: 'told',
  price: 'worked out',
  imageUrl: 'told',
  moreImages: 'told',
  status: 'told',
  source: 'chosen',
  position: 'told',
  createdAt: 'kept',
  updatedAt: 'worked out',
  practice: 'kept',
  plainNumber: 'worked out',
  plainName: 'worked out',
  facets: 'worked out',
  facetWords: 'worked out',
  readFrom: 'worked out',
} as const satisfies Readonly<Record<keyof ProductTable, 'told' | 'chosen' | 'kept' | 'worked out'>>

type Column = keyof typeof columns
type ColumnOf<Kind extends string> = { [C in Column]: (typeof columns)[C] extends Kind ? C : never }[Column]
export type ToldColumn = ColumnOf<'told'>

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name)
const isTold = (name: Column): name is ToldColumn => columns[name] === 'told'
const allColumns = Object.keys(columns).filter(isColumn)
const toldColumns = allColumns.filter(isTold)
/** What a product that is put again brings anew. */
export const writtenOver = allColumns.filter((name) => columns[name] !== 'kept')

/** What a kit has beside a fabric. `createdAt` in epoch ms; null keeps the stored one, and is now for a new kit. */
export interface KitParts extends Pick<Selectable<KitTable>, 'level' | 'fabricSize' | 'fabricNumbers'> {
  readonly createdAt: number | null
}

/**
 * A row without what is worked out, alike for every source: the price (C9), and what lists and searches compare (W35). Facts that are
 * not given are read from the description, once.
 */
export type NewProduct = Readonly<Omit<Insertable<ProductTable>, ColumnOf<'worked out'> | 'createdAt'>> & {
  readonly kit?: KitParts
}

/** As it would be written again. */
export const productOfRow = (row: Row): NewProduct => {
  const { factsOf: _, price: _p, createdAt: _c, updatedAt: _u, ...rest } = row
  const { plainNumber: _n, plainName: _l, facets: _f, facetWords: _w, readFrom: _r, ...told } = rest
  return { ...told, ...factsOfRow(row) }
}

/** With facts read from the description where none are given. */
export const withDefaults = ({ kit: _, ...product }: NewProduct) => ({
  reading: '',
  moreImages: '',
  ...noFacts,
  text: '',
  ...factsToldIn(product),
  ...product,
})

/** Whether a product says what is stored already (`kit` beside its row): written again it would change nothing. */
export const isToldAlike = (row: Row, product: NewProduct, kit?: KitParts): boolean => {
  const [before, after] = [{ ...row, ...factsOfRow(row) }, withDefaults(product)]
  return (
    row.source === after.source &&
    row.price === priceOf(product) &&
    toldColumns.every((column) => before[column] === after[column]) &&
    areKitPartsAlike(kit, product.kit)
  )
}

const areKitPartsAlike = (before: KitParts | undefined, after: KitParts | undefined): boolean =>
  before?.level === after?.level &&
  before?.fabricSize === after?.fabricSize &&
  before?.fabricNumbers === after?.fabricNumbers &&
  (after === undefined || after.createdAt === null || before?.createdAt === after.createdAt)

export const priceOf = ({ type, priceText }: Pick<NewProduct, 'type' | 'priceText'>) =>
  (type === 'kit' ? parsePriceOrZero : parsePrice)(priceText)
