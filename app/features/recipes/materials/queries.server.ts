import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { postingRefusal, type WhyNoPosting } from '~/features/accounts/profile/rules.ts'
import { numbersOrdered } from '~/features/orders/queries.server.ts'
import { inBrief, nameWithColour } from '~/features/products/description.rules.ts'
import { fabricsFound, ranksOf } from '~/features/products/fabric-search.queries.server.ts'
import { type Facets, facetsOf, facetWords } from '~/features/products/facets.rules.ts'
import { kitsNumbered } from '~/features/products/kit.queries.server.ts'
import type { ListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import type { ListedFabric } from '~/features/products/narrowing.rules.ts'
import type { Cutting } from '~/features/products/planning/layout.rules.ts'
import { mayHaveTop } from '~/features/products/planning/sewing.rules.ts'
import { numberSold } from '~/features/products/product.queries.server.ts'
import { fabricsNumbered, productListState, productsFound } from '~/features/products/queries.server.ts'
import {
  isForSale,
  numberKey,
  pictureOfProduct,
  type SellableProduct,
  whyStopped,
} from '~/features/products/rules.ts'
import { nameKey } from '~/features/products/search.rules.ts'
import { searchedFor } from '~/features/search/words/queries.server.ts'
import type { Member, Requester } from '~/kernel/actor.ts'
import { parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { type Alternatives, readSearch, searchText, searchWords } from '~/kernel/search-text.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CallLimits } from '~/server/call-limits.ts'
import { nearestFabrics } from './likeness.rules.ts'
import {
  type LineTie,
  type MaterialTie,
  type Offer,
  type OfferedProduct,
  type TiedLines,
  type TiedMaterial,
  tiesOf,
  unitsInLine,
} from './rules.ts'
import { isNoProductsName, lastWordOf } from './written.rules.ts'

const storedTies = z
  .array(
    z.object({
      line: z.number(),
      product: z.object({ number: z.string(), units: z.number(), name: z.string() }).nullable(),
    }),
  )
  .catch([])

/** Reads `recipe.material_ties`; empty if that is unreadable. */
export const tiesIn = (json: string): readonly MaterialTie[] => storedTies.parse(parsedJson(json))

const productsShown = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, SellableProduct>> => {
  const [fabrics, kits] = await Promise.all([fabricsNumbered(db, numbers), kitsNumbered(db, numbers)])
  return new Map([...fabrics, ...kits].map((product) => [product.number, product]))
}

export interface NamedProduct {
  readonly number: string
  readonly name: string
}

/** The product on sale with this number, exactly or in another case (P28), or null. */
export const productNamed = async (db: Kysely<Schema>, written: string): Promise<SellableProduct | null> => {
  for (const type of ['fabric', 'kit'] as const) {
    const number = await numberSold(db, type, written)
    const product = number === undefined ? undefined : (await productsShown(db, [number])).get(number)
    if (product !== undefined) return product
  }
  return null
}

/** Filters `recipe_product` for this product, not for a former one with its number (W2). */
export const usesProduct = ({ number, name }: NamedProduct) =>
  sql<boolean>`recipe_product.number = ${numberKey(number)} and recipe_product.chosen_name in ('', ${nameKey(name)})`

interface OfferContext extends AppContext {
  readonly listedFabrics: () => Promise<ListedFabrics>
}

const asksOfMinute: CallLimits = {
  name: 'material-products',
  spanMs: 60_000,
  perClient: 240,
  perNetwork: 240,
  together: 240,
}

/** Each request of a member who may post counts against her alone (W6). */
const refusalOf = (ctx: AppContext, actor: Requester): WhyNoPosting | 'too_many' | null => {
  const refusal = postingRefusal(actor)
  if (refusal !== null || actor.kind !== 'member') return refusal ?? 'not_signed_in'
  return ctx.calls.waitOfClient(asksOfMinute, actor.id, ctx.now()) > 0 ? 'too_many' : null
}

const mostOffered = 8
const mostOrdered = 200

/** At most 8, those ordered with the member's verified address first; if the line finds nothing, its last word is searched (W6). */
export const productsOffered = async (
  ctx: OfferContext,
  actor: Requester,
  typed: string,
): Promise<Result<Offer, WhyNoPosting | 'too_many'>> => {
  const refusal = refusalOf(ctx, actor)
  if (refusal !== null || actor.kind !== 'member') return refused(refusal ?? 'not_signed_in')
  const q = readSearch(typed)
  const whole = await found(ctx, actor, q)
  const last = lastWordOf(q)
  const byLastWord = whole.length === 0 && last !== q
  return ok({ products: byLastWord ? await found(ctx, actor, last) : whole, byLastWord })
}

const found = async (ctx: OfferContext, member: Member, words: string): Promise<OfferedProduct[]> => {
  if (isNoProductsName(words)) return []
  const terms = await searchedFor(ctx.db, words)
  const list = await ctx.listedFabrics()
  const { fabrics } = list
  const [foundFabrics, kitRanks, ordered] = await Promise.all([
    fabricsFound(ctx.db, list, words, terms('fabric')),
    productsFound(ctx.db, 'kit', words, terms('kit')),
    numbersOrdered(ctx.db, member, mostOrdered),
  ])
  const ranks = new Map([...(kitRanks ?? []), ...ranksOf(list, foundFabrics)])
  const listed = fabrics.map(({ number }) => number).filter((number) => ranks.has(number))
  const placeOf = new Map(ordered.map((number, at) => [number, at - ordered.length]))
  const place = (number: string) => placeOf.get(number) ?? ranks.get(number) ?? 0
  // Unpublished kits are dropped below; there are only tens of them.
  const numbers = [...listed, ...(kitRanks?.keys() ?? [])].sort((a, b) => place(a) - place(b))
  const shown = await productsShown(ctx.db, numbers.slice(0, mostLookedAt))
  const facetsOf = new Map(fabrics.map((fabric) => [fabric.number, fabric]))
  const { wide } = terms('fabric')
  return numbers
    .flatMap((number) => shown.get(number) ?? [])
    .filter(
      (product) =>
        (ranks.get(product.number) ?? 0) <= inName || isSaidBy(product, facetsOf.get(product.number), wide),
    )
    .slice(0, mostOffered)
    .map(offered)
}

/** Ranks of `productsFound` up to this are matches in name, reading or number. */
const inName = 1
const mostLookedAt = 100

/** Name, number, colour and pattern only: other words of a description, such as thread, propose no product. */
const isSaidBy = (
  product: SellableProduct,
  facets: Facets | undefined,
  words: readonly Alternatives[],
): boolean => {
  const known = facets === undefined ? '' : facetWords({ ...facets, material: [] })
  const text = searchText(`${nameWithColour(product)} ${product.number} ${known}`)
  return words.every((alternatives) =>
    alternatives.some((alternative) => searchWords(alternative).every((word) => text.includes(word))),
  )
}

const mostNamed = 20

/** The published products of the first twenty numbers, by the number asked for (W5, P28). */
export const productsByNumber = async (
  ctx: AppContext,
  actor: Requester,
  numbers: readonly string[],
): Promise<Result<Readonly<Record<string, OfferedProduct>>, WhyNoPosting | 'too_many'>> => {
  const refusal = refusalOf(ctx, actor)
  if (refusal !== null) return refused(refusal)
  const called: Array<readonly [string, OfferedProduct]> = []
  for (const number of numbers.slice(0, mostNamed)) {
    const product = await productNamed(ctx.db, number.slice(0, 64))
    if (product !== null) called.push([number, offered(product)])
  }
  return ok(Object.fromEntries(called))
}

const offered = (product: SellableProduct): OfferedProduct => ({
  number: product.number,
  type: product.type,
  name: product.name,
  called: nameWithColour(product),
  price: product.price,
  picture: pictureOfProduct(product),
  stopped: whyStopped(product) ?? null,
  mayHaveTop: mayHaveTop(product),
})

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
const mostFabricsLookedAt = 6

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
      .slice(0, mostNear)
      .map(inBrief),
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
  return nearestFabrics(wanted, others, mostFabricsLookedAt).map(({ number }) => number)
}
