import { z } from 'zod'
import { type MarkedProduct, mostMarked, rowVersion } from '~/features/products/desk/list.rules.ts'
import { markedNow, type ProductNow } from '~/features/products/desk/marked.queries.server.ts'
import { type ProductState, productStates } from '~/features/products/desk/rules.ts'
import { leftBecause } from '~/features/products/desk/several.texts.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { frameRefusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { keptLeftOut } from '~/server/kept-left-out.ts'
import type { FileProduct } from './columns.rules.ts'
import { type ComparedRow, compareRow } from './compare.server.ts'
import { changedPrice, type PriceChange, priceChangeText } from './listed-change.rules.ts'
import { fileProducts } from './queries.server.ts'
import { keepPreview, mayCompare, type Previewed } from './stored-files.commands.server.ts'
import { changedPriceText, fileRefusals, listFileName, notSavedAsItIs } from './texts.ts'

/** What is to become of the marked products; a price of its own goes before the one of all. */
export interface ListedChange {
  /** Without a version they are compared as they are now. */
  readonly products: readonly (Pick<MarkedProduct, 'number'> & Partial<Pick<MarkedProduct, 'version'>>)[]
  readonly price: PriceChange | null
  /** By number, in yen. */
  readonly prices: ReadonlyMap<string, number>
  readonly status: ProductState | null
}

const price = z.discriminatedUnion('by', [
  z.object({ by: z.literal('yen'), yen: z.int() }),
  z.object({ by: z.literal('percent'), tenths: z.int() }),
  z.object({ by: z.literal('to'), yen: z.int() }),
])

/** What is kept of a preview: what it left out, and the change, to be compared again. */
const keptChange = z.object({
  left: keptLeftOut,
  listed: z.object({
    numbers: z.array(z.string()),
    price: price.nullable(),
    prices: z.array(z.tuple([z.string(), z.int()])),
    status: z.enum(productStates).nullable(),
  }),
})

/** The change of a stored preview, for the present products; null for a file that was sent. */
export const listedChangeIn = (content: unknown): ListedChange | null => {
  const { data } = keptChange.safeParse(content)
  if (data === undefined) return null
  const { numbers, price, prices, status } = data.listed
  return { products: numbers.map((number) => ({ number })), price, prices: new Map(prices), status }
}

type Outcome = { readonly row: ComparedRow } | { readonly left: LeftOut }

const knownOf = (products: readonly FileProduct[]) => ({
  products: new Map(products.map((product) => [product.number, product])),
  ...{ spellings: new Map(), zeros: new Map(), lastByFile: new Set<string>(), ordered: new Set<string>() },
  ...{ fabrics: new Set<string>(), strangeUploads: new Set<string>() },
})

const compared = (
  { number, version }: ListedChange['products'][number],
  { price, prices, status }: ListedChange,
  now: ProductNow | undefined,
  product: FileProduct | undefined,
): Outcome => {
  if (now === undefined || product === undefined) return { left: leftBecause(number, 'no-product') }
  if (now.source === 'feed') return { left: leftBecause(number, 'not-own') }
  if (version !== undefined && rowVersion(now) !== version) return { left: leftBecause(number, 'stale') }
  const own = prices.get(number)
  const change: PriceChange | null = own === undefined ? price : { by: 'to', yen: own }
  const next = change === null ? undefined : changedPrice(change, product.price ?? product.heldPrice)
  if (next === null) return { left: leftBecause(number, 'no-price') }
  if (next !== undefined && next <= 0 && !(next === 0 && product.type === 'kit'))
    return { left: { what: number, ...changedPriceText } }
  const cells = {
    number,
    ...(next === undefined ? {} : { price: String(next) }),
    ...(status === null ? {} : { status }),
  }
  const row = compareRow({ row: 0, cells }, knownOf([product]))
  return row.kind === 'bad'
    ? { left: { what: number, ...notSavedAsItIs(row.problems) } }
    : { row: { ...row, row: null } }
}

/**
 * Compares a change of the marked products with what is stored, as a file of these rows would be (N44): a preview, which
 * `applyFile` takes and `undoFile` undoes. What cannot be changed is left out and named (N90). Refuses like `previewFile`.
 */
export const previewListed = async (
  ctx: AppContext,
  actor: DeskActor,
  change: ListedChange,
): Promise<Previewed> => {
  if (!isShopOwner(actor)) return refusedWith(frameRefusals['not-found'])
  if (!(await mayCompare(ctx, actor))) return refusedWith(fileRefusals['too-often'])
  const products = change.products.slice(0, mostMarked)
  const numbers = products.map(({ number }) => number)
  const now = await markedNow(ctx.db, products)
  const stored = new Map((await fileProducts(ctx.db, numbers)).map((product) => [product.number, product]))
  const outcomes = products.map((product) =>
    compared(product, change, now.get(product.number), stored.get(product.number)),
  )
  const rows = outcomes.flatMap((outcome) => ('row' in outcome ? outcome.row : []))
  const left = outcomes.flatMap((outcome) => ('left' in outcome ? outcome.left : []))
  const changes = [
    ...(change.prices.size > 0 ? ['価格'] : change.price === null ? [] : [priceChangeText(change.price)]),
    ...(change.status === null ? [] : [change.status]),
  ]
  const { price, prices, status } = change
  const content: z.infer<typeof keptChange> = {
    left,
    listed: { numbers, price, prices: [...prices], status },
  }
  return ok(
    await keepPreview(ctx, actor, {
      name: listFileName(changes.join('・'), rows.length),
      content: JSON.stringify(content),
      found: { rows, left: [] },
      replaces: false,
    }),
  )
}

const refusedWith = ({ status, text }: { readonly status: number; readonly text: string }) =>
  refused({ status, texts: [text] })
