import { z } from 'zod'
import { setPrice } from '~/features/products/closing.commands.server.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { lockFeedImport } from './feed.commands.server.ts'
import type { HeldPriceFailure } from './held-prices.texts.ts'
import type { HeldPrice } from './price-guard.rules.ts'

/**
 * Sells a fabric at the price that was held, from now on; `price`, in yen, is what the form showed, null for a command of the
 * machine. There is no undo but a mended list.
 */
export const acceptPrice = async (
  ctx: AppContext,
  actor: DeskActor,
  form: { readonly requestId: string; readonly number: string; readonly price: number | null },
): Promise<Result<HeldPrice, HeldPriceFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, number } = form
  const sent = { requestId, content: [number, form.price] }
  return actOnce(ctx, actor, 'price.accept', sent, heldPrice.parse, async (trx) => {
    if ((await configuredFeed(trx)) === null) return refused('nothing_held')
    await lockFeedImport(trx)
    const held = await trx
      .selectFrom('heldPrice')
      .innerJoin('product', 'product.number', 'heldPrice.number')
      .where('heldPrice.number', '=', number)
      .select(['name', 'heldPrice.price', 'heldPrice.priceText', 'formerPrice'])
      .executeTakeFirst()
    if (held === undefined || held.price === null) return refused('nothing_held')
    const { name, price, priceText, formerPrice } = held
    if (form.price !== null && form.price !== price) return refused('stale')
    await setPrice(trx, ctx.now(), { number, price: yen(price), priceText })
    await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
    const answer = { number, name, price: yen(price), formerPrice: yen(formerPrice) }
    return ok({ answer, subject: `product:${number}`, before: { price: formerPrice }, after: { price } })
  })
}

const heldPrice = z.object({
  number: z.string(),
  name: z.string(),
  price: z.number().transform(yen),
  formerPrice: z.number().transform(yen),
})
