import { postingRefusal, type WhyNoPosting } from '~/features/accounts/profile/rules.ts'
import { numbersOrdered } from '~/features/orders/queries.server.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { fabricsFound } from '~/features/products/fabric-search.queries.server.ts'
import { type Facets, facetWords } from '~/features/products/facets.rules.ts'
import type { ListedFabrics } from '~/features/products/listed-fabrics.queries.server.ts'
import { mayHaveTop } from '~/features/products/planning/sewing.rules.ts'
import { productsFound } from '~/features/products/queries.server.ts'
import { pictureOfProduct, type SellableProduct, whyStopped } from '~/features/products/rules.ts'
import { searchedFor } from '~/features/search/words/queries.server.ts'
import type { Member, Requester } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { type Alternatives, readSearch, searchText, searchWords } from '~/kernel/search-text.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CallLimits } from '~/server/call-limits.ts'
import { productNamed, productsShown } from './queries.server.ts'
import type { Offer, OfferedProduct } from './types.ts'
import { isNoProductsName, lastWordOf } from './written.rules.ts'

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
  const [fabricRanks, kitRanks, ordered] = await Promise.all([
    fabricsFound(ctx.db, list, words, terms('fabric')),
    productsFound(ctx.db, 'kit', words, terms('kit')),
    numbersOrdered(ctx.db, member, mostOrdered),
  ])
  const ranks = new Map([...(kitRanks ?? []), ...(fabricRanks ?? [])])
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
