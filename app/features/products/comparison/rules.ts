import { type KeptProduct, keptProducts, without } from '~/features/products/wishlist/rules.ts'

/** As many columns as fit on a phone (W22). */
export const mostCompared = 4

/** Accepts damaged storage (W22). */
export const comparedProducts = (kept: readonly KeptProduct[]): readonly KeptProduct[] =>
  kept.slice(0, mostCompared)

export const readCompared = (text: string): readonly KeptProduct[] => comparedProducts(keptProducts(text))

/** Null if the table is full: no column is dropped unasked (W22). */
export const withCompared = (
  compared: readonly KeptProduct[],
  product: KeptProduct,
): readonly KeptProduct[] | null => {
  const others = without(compared, product.number)
  return others.length < mostCompared ? [...others, product] : null
}
