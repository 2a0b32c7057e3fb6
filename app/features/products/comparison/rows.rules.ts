import { colourOf, factsOfProduct } from '~/features/products/description.rules.ts'
import type { FactName } from '~/features/products/fabric-facts.rules.ts'
import { colours, facetsOf, materials } from '~/features/products/facets.rules.ts'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'

export interface ComparisonRow {
  readonly name: string
  readonly values: readonly string[]
}

const unsaid = '—'

const factOf = (product: SellableProduct, name: FactName): string =>
  product.type === 'fabric' ? factsOfProduct(product)[name] || unsaid : unsaid

const namesOf = (kinds: typeof colours | typeof materials, ids: readonly string[]): string =>
  kinds
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join('・')

/** The product's own colour word, then the list's colours if different: 柿×桜（ピンク・オレンジ）. */
const coloursOf = (product: SellableProduct): string => {
  const own = colourOf(product)
  if (own === null) return unsaid
  const found = namesOf(colours, facetsOf(product).colour)
  return found === '' || found === own ? own : `${own}（${found}）`
}

/** As it is told, else as a list knows it from the texts. */
const materialOf = (product: SellableProduct): string => {
  const said = factOf(product, 'material')
  return said !== unsaid || product.type !== 'fabric' ? said : namesOf(materials, facetsOf(product).material)
}

const isKit = (product: SellableProduct | Kit): product is Kit => 'fabricSize' in product

/** Rows for fabrics or kits only if there are any (W22). */
export const comparedRows = (products: ReadonlyArray<SellableProduct | Kit>): readonly ComparisonRow[] => {
  const row = (name: string, value: (product: SellableProduct | Kit) => string): ComparisonRow => ({
    name,
    values: products.map((product) => value(product) || unsaid),
  })
  const ofFabrics = [
    row('生地巾', (product) => factOf(product, 'width')),
    row('厚さ', (product) => factOf(product, 'thickness')),
    row('素材', materialOf),
    row('色', coloursOf),
  ]
  const ofKits = [row('使う布', (product) => (isKit(product) ? product.fabricSize : unsaid))]
  return [...(products.every(isKit) ? [] : ofFabrics), ...(products.some(isKit) ? ofKits : [])]
}
