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
