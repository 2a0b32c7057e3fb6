import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { facetsOf } from '~/features/products/facets.rules.ts'
import type { ListedFabric } from '~/features/products/narrowing.rules.ts'
import type { Cutting } from '~/features/products/planning/layout.rules.ts'
import { mayHaveTop } from '~/features/products/planning/sewing.rules.ts'
import { productListState } from '~/features/products/queries.server.ts'
import { isForSale, type SellableProduct } from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { nearestFabrics } from './likeness.rules.ts'
import { productsShown } from './queries.server.ts'
import { type LineTie, numberKey, type TiedLines, tiesOf, unitsInLine } from './rules.ts'
import type { TiedMaterial } from './types.ts'

interface KnownProduct {
  readonly number: string
  readonly type: 'fabric' | 'kit'
  readonly name: string
  readonly description: string
}

const knownProducts = async (
  db: Kysely<Schema>,
  ties: readonly LineTie[],
): Promise<ReadonlyMap<string, KnownProduct>> => {
  const columns = [
    'number',
    'type',
    'name',
    sql<string>`substr(description, 1, 200)`.as('description'),
  ] as const
  const written = [...new Set(ties.map(({ number }) => number))]
  const exact = await db.selectFrom('product').select(columns).where('number', 'in', written).execute()
  const known = new Map(exact.map((row) => [row.number, row]))
  const others = written.filter((number) => !known.has(number))
  if (others.length === 0) return known
  const keys = others.map(numberKey)
  const alike = await db
    .selectFrom('product')
    .select(columns)
    .where(sql`lower(number)`, 'in', keys)
    .orderBy('position')
    .orderBy('number')
    .execute()
  const byKey = new Map(alike.toReversed().map((row) => [numberKey(row.number), row]))
  for (const number of others) {
    const row = byKey.get(numberKey(number))
    if (row !== undefined) known.set(number, row)
  }
  return known
}

const mostNear = 2
/** Some of the nearest may not be for sale. */
const mostLookedAt = 6

/**
 * The shop's present state of a recipe's ties, in line order (W1, W3). A number in the text that no product ever had is dropped. A
 * product that left, or whose number another has now, comes without a product. What cannot be bought comes with up to two similar ones
 * of `fabrics`, all that are published. `joined` decides how many squares a cut size takes, which
 * `unitsOfLine` plans.
 */
export const tiedMaterials = async (
  db: Kysely<Schema>,
  recipe: TiedLines,
  {
    fabrics,
    joined,
    unitsOfLine,
  }: {
    readonly fabrics: readonly ListedFabric[]
    readonly joined: Joined
    readonly unitsOfLine: UnitsOfLine
  },
): Promise<TiedMaterial[]> => {
  const ties = tiesOf(recipe)
  if (ties.length === 0) return []
  const known = await knownProducts(db, ties)
  const shown = await productsShown(db, [...new Set([...known.values()].map(({ number }) => number))])
  // Before the first import of the feed no fabric is known.
  const isKnown = (await productListState(db)).kind === 'ready'
  const found = ties.flatMap((tie): Found[] => {
    const row = known.get(tie.number)
    const isReused = row !== undefined && tie.name !== '' && nameKey(tie.name) !== nameKey(row.name)
    const product = row === undefined || isReused ? undefined : shown.get(row.number)
    if (product === undefined && row === undefined && !tie.isSure) return []
    if (product === undefined && !isKnown && row?.type !== 'kit') return []
    return [{ tie, product: product ?? null, row: isReused ? undefined : row }]
  })
  const used = new Set(found.flatMap(({ product }) => product?.number ?? []))
  const others = fabrics.filter(({ number }) => !used.has(number))
  const near = found.map((each) => nearOf(each, fabrics, others))
  const nearShown = await productsShown(db, [...new Set(near.flat())])
  const units: number[] = []
  for (const each of found) units.push(await unitsOf(each, recipe.ingredients, joined, unitsOfLine))
  return found.map(({ tie: { line, number, name }, product }, at) => ({
    line,
    number: product?.number ?? number,
    units: units[at] ?? 1,
    name,
    product,
    near: (near[at] ?? [])
      .flatMap((each) => nearShown.get(each) ?? [])
      .filter(isForSale)
      .slice(0, mostNear),
  }))
}

interface Found {
  readonly tie: LineTie
  readonly product: SellableProduct | null
  readonly row: KnownProduct | undefined
}

const unitsOf = async (
  { tie, product }: Found,
  lines: readonly string[],
  joined: Joined,
  unitsOfLine: UnitsOfLine,
): Promise<number> => {
  if (product?.type === 'kit') return 1
  const cutting = { joined: joined === 'lengthwise', oneWay: product === null || mayHaveTop(product) }
  return tie.units ?? (await unitsOfLine(lines[tie.line] ?? '', cutting))
}

/** The squares that a line of materials takes (W1). */
export type UnitsOfLine = (line: string, cutting: Cutting) => Promise<number>

/** Lines have at most some hundred characters: 2 MB of text in all. */
const mostLinesKnown = 2_000

/** Plans each line once, and keeps the lines that were asked for last. `plan` is for tests. */
export const createUnitsOfLine = (plan = unitsInLine, mostKnown = mostLinesKnown): UnitsOfLine => {
  const known = new Map<string, number>()
  return async (line, cutting) => {
    const key = `${cutting.joined} ${cutting.oneWay} ${line}`
    let units = known.get(key)
    if (units === undefined) {
      units = plan(line, cutting)
      // A layout takes some 10 ms at most.
      await nextTurn()
    }
    known.delete(key)
    known.set(key, units)
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(oldest)
    }
    return units
  }
}

const nearOf = (
  { tie, product, row }: Found,
  fabrics: readonly ListedFabric[],
  others: readonly ListedFabric[],
): readonly string[] => {
  if (row?.type === 'kit' || (product !== null && isForSale(product))) return []
  const listed = fabrics.find(({ number }) => number === product?.number)
  const wanted = listed ?? facetsOf(row ?? { name: tie.name, description: '' })
  return nearestFabrics(wanted, others, mostLookedAt).map(({ number }) => number)
}
