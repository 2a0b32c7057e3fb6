import { colourOf, readFacts } from '~/features/products/description.rules.ts'
import { colours, facetsOf, materials } from '~/features/products/facets.rules.ts'
import type { Kit, SellableProduct } from '~/features/products/rules.ts'

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

const namesOf = (kinds: typeof colours | typeof materials, ids: readonly string[]): string =>
  kinds
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join('・')

/** Its own word for its colour, and the colours that a list finds it by where the word is another: 柿×桜（ピンク・オレンジ）. */
const coloursOf = (product: SellableProduct): string => {
  const own = colourOf(product)
  if (own === null) return unsaid
  const found = namesOf(colours, facetsOf(product).colour)
  return found === '' || found === own ? own : `${own}（${found}）`
}

/** As the description has it, else as far as a list knows it from the texts. */
const materialOf = (product: SellableProduct): string => {
  const said = factOf(product, '素材')
  return said !== unsaid || product.type !== 'fabric' ? said : namesOf(materials, facetsOf(product).material)
}

const isKit = (product: SellableProduct | Kit): product is Kit => 'fabricSize' in product

/** Of fabrics width, weight, material and colours, of kits the fabric that they need; neither where there are none (W22). */
export const comparedRows = (products: ReadonlyArray<SellableProduct | Kit>): readonly ComparedRow[] => {
  const row = (name: string, value: (product: SellableProduct | Kit) => string): ComparedRow => ({
    name,
    values: products.map((product) => value(product) || unsaid),
  })
  const ofFabrics = [
    row('幅', (product) => factOf(product, '生地巾')),
    row('厚さ', (product) => factOf(product, '厚さ')),
    row('素材', materialOf),
    row('色', coloursOf),
  ]
  const ofKits = [row('使う布', (product) => (isKit(product) ? product.fabricSize : unsaid))]
  return [...(products.every(isKit) ? [] : ofFabrics), ...(products.some(isKit) ? ofKits : [])]
}
