import { colourOf, readFacts } from '~/features/products/description.rules.ts'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'
import { type KeptProduct, keptProducts, without } from '~/features/wishlist/rules.ts'

/** As many columns as a table of a phone can be read with (W22). */
export const mostCompared = 4

/** What a browser's storage holds, also a damaged one (W22). */
export const comparedProducts = (kept: readonly KeptProduct[]): readonly KeptProduct[] =>
  kept.slice(0, mostCompared)

/** The same from the text of the storage. */
export const readCompared = (text: string): readonly KeptProduct[] => comparedProducts(keptProducts(text))

/** With `product` as the last column; null when the table is full, for no column may go unasked (W22). */
export const withCompared = (
  compared: readonly KeptProduct[],
  product: KeptProduct,
): readonly KeptProduct[] | null => {
  const others = without(compared, product.number)
  return others.length < mostCompared ? [...others, product] : null
}

/** One row of the table: what it is called, and what each product has in it. */
export interface ComparedRow {
  readonly name: string
  readonly values: readonly string[]
}

/** In the place of what a description does not say. */
const unsaid = '—'

const factOf = (product: SellableProduct, name: string): string => {
  if (product.type !== 'fabric') return unsaid
  return readFacts(product.description).facts.find((fact) => fact.name === name)?.value ?? unsaid
}

const isKit = (product: SellableProduct | Kit): product is Kit => 'fabricSize' in product

/** Width, weight, material and colour, as the descriptions say them; of kits also the fabric that they need (W22). */
export const comparedRows = (products: ReadonlyArray<SellableProduct | Kit>): readonly ComparedRow[] => {
  const row = (name: string, value: (product: SellableProduct | Kit) => string): ComparedRow => ({
    name,
    values: products.map((product) => value(product) || unsaid),
  })
  return [
    row('幅', (product) => factOf(product, '生地巾')),
    row('厚さ', (product) => factOf(product, '厚さ')),
    row('素材', (product) => factOf(product, '素材')),
    row('色', (product) => colourOf(product) ?? unsaid),
    ...(products.some(isKit)
      ? [row('使う布', (product) => (isKit(product) ? product.fabricSize : unsaid))]
      : []),
  ]
}
