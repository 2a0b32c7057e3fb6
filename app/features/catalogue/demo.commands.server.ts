import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type NewProduct, putProducts } from './commands.server.ts'
import { configuredFeed } from './queries.server.ts'
import { productNumber } from './rules.ts'

/** A fabric of the demo, in the feed's shape. */
export interface DemoFabricContent {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  readonly price: string
  readonly imageUrl: string
  readonly status: string
}

/**
 * Puts the demo's fabrics where they are missing, those as well that a feed had taken over; what is there already is left as
 * it is, so this may run at each start. While a feed is configured nothing is put: the shop shows the feed's fabrics.
 * Throws when the content itself is wrong.
 */
export const seedDemoFabrics = async (
  ctx: AppContext,
  _actor: Actor,
  fabrics: readonly DemoFabricContent[],
): Promise<void> => {
  if ((await configuredFeed(ctx.db)) !== null) return
  await ctx.db.transaction().execute(async (trx) => {
    const kept = await trx.selectFrom('product').select('number').where('source', '!=', 'feed').execute()
    const numbers = new Set(kept.map(({ number }) => number))
    const missing = fabrics.map(demoProduct).filter(({ number }) => !numbers.has(number))
    const put = await putProducts(trx, ctx.now(), missing)
    if (!put.ok) throw new Error(`demo fabric ${put.error.number}: ${put.error.reason}`)
  })
}

const demoProduct = (fabric: DemoFabricContent, position: number): NewProduct => ({
  number: productNumber(fabric.managementNumber) ?? fabric.managementNumber,
  type: 'fabric',
  name: fabric.name,
  description: fabric.description,
  priceText: fabric.price,
  imageUrl: fabric.imageUrl,
  status: fabric.status,
  source: 'demo',
  position,
})

/**
 * When a demo ends: takes away every product of the demo, kits too (their further fields first, by their own feature), and
 * the copy of a feed, which a demo may have had from anywhere.
 */
export const removeDemoProducts = async (ctx: AppContext, _actor: Actor): Promise<void> => {
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('product').where('source', 'in', ['demo', 'feed']).execute()
    await trx.deleteFrom('feedProblem').execute()
    await trx.deleteFrom('feedImport').execute()
  })
}
