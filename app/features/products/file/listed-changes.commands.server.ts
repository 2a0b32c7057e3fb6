import { rowVersion } from '~/features/products/desk/list.rules.ts'
import { markedNow, type ProductNow } from '~/features/products/desk/marked.queries.server.ts'
import { leftBecause } from '~/features/products/desk/several.texts.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { mostMarked } from '~/kernel/desk-list.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { frameRefusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { FileProduct } from './columns.rules.ts'
import { type ComparedRow, compareRow } from './compare.server.ts'
import { changedPrice, type ListedChange, type PriceChange, priceChangeText } from './listed-change.rules.ts'
import type { KeptChange } from './listed-change.server.ts'
import { fileProducts } from './queries.server.ts'
import { keepPreview, mayCompare, type Previewed } from './stored-files.commands.server.ts'
import { changedPriceText, fileRefusals, listFileName, notSavedAsItIs } from './texts.ts'

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
  const content: KeptChange = {
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
