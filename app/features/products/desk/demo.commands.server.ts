import { type ReadDemoUpload, seedDemoUploads } from '~/features/pictures/commands.server.ts'
import type { NewProduct } from '~/features/products/columns.queries.server.ts'
import { putProducts } from '~/features/products/commands.server.ts'
import { putDemoKits } from '~/features/products/kit.commands.server.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import type { KitToStore } from '~/features/products/rules.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'

export type DemoFabric = Pick<
  NewProduct,
  'number' | 'name' | 'reading' | 'description' | 'priceText' | 'imageUrl' | 'moreImages' | 'status'
>

/** Adds the demo's fabrics that are missing, with their pictures, unless a feed is configured; repeatable. Throws when the content is wrong. */
export const seedDemoFabrics = async (
  ctx: AppContext,
  { fabrics, read }: { readonly fabrics: readonly DemoFabric[]; readonly read: ReadDemoUpload },
): Promise<void> => {
  if ((await configuredFeed(ctx.db)) !== null) return
  await seedDemoUploads(ctx, { content: fabrics, read })
  await inTransaction(ctx, async (trx) => {
    const kept = await trx.selectFrom('product').select('number').where('source', '!=', 'feed').execute()
    const numbers = new Set(kept.map(({ number }) => number))
    const missing = fabrics.map(demoProduct).filter(({ number }) => !numbers.has(number))
    const put = await putProducts(trx, ctx.now(), missing)
    if (!put.ok) throw new Error(`demo fabric ${put.error.number}: ${put.error.reason}`)
  })
}

const demoProduct = (fabric: DemoFabric, position: number): NewProduct => ({
  ...fabric,
  type: 'fabric',
  source: 'demo',
  position,
})

/** Adds the demo's kits that are missing, with their pictures; repeatable. Throws when the content is wrong. */
export const seedDemoKits = async (
  ctx: AppContext,
  { kits, read }: { readonly kits: readonly KitToStore[]; readonly read: ReadDemoUpload },
): Promise<void> => {
  await seedDemoUploads(ctx, { content: kits, read })
  await inTransaction(ctx, (trx) => putDemoKits(trx, ctx.now(), kits))
}
