import { z } from 'zod'
import { setPrice } from '~/features/products/closing.commands.server.ts'
import type { HeldPrice } from '~/features/products/price-guard.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { forUpdate } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { lockFeedImport } from './feed.commands.server.ts'
import type { HeldPriceFailure } from './held-prices.texts.ts'

/** Sells at the held price; `price` (yen) is what the form showed, null for a command on the machine. Only a corrected list undoes it. */
export const acceptPrice = async (
  ctx: AppContext,
  actor: DeskActor,
  form: PriceForm,
): Promise<Result<HeldPrice, HeldPriceFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, number } = form
  const sent = { requestId, content: [number, form.price] }
  return actOnce(ctx, actor, 'price.accept', sent, heldPrice.parse, async (trx) => {
    const held = await lockedPrice(trx, form)
    if (!held.ok) return held
    const { name, price, priceText, formerPrice } = held.value
    await setPrice(trx, ctx.now(), { number, price, priceText })
    await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
    const answer = { number, name, price, formerPrice: yen(formerPrice) }
    return ok({ answer, subject: `product:${number}`, before: { price: formerPrice }, after: { price } })
  })
}

const heldPrice = z.object({
  number: z.string(),
  name: z.string(),
  price: z.number().transform(yen),
  formerPrice: z.number().transform(yen),
})

interface PriceForm {
  readonly requestId: string
  readonly number: string
  /** Yen, as the form showed it; null for a command on the machine. */
  readonly price: number | null
}

const lockedPrice = async (trx: AppTransaction, form: PriceForm) => {
  const feed = await configuredFeed(trx)
  if (feed !== null) await lockFeedImport(trx)
  const held = await trx
    .selectFrom('heldPrice')
    .innerJoin('product', 'product.number', 'heldPrice.number')
    .where('heldPrice.number', '=', form.number)
    .select(['name', 'source', 'heldPrice.price', 'heldPrice.priceText', 'formerPrice'])
    .$call(forUpdate(trx))
    .executeTakeFirst()
  if (held === undefined || held.price === null || (feed === null && held.source === 'feed'))
    return refused('nothing_held' as const)
  if (form.price !== null && form.price !== held.price) return refused('stale' as const)
  return ok({ ...held, price: yen(held.price) })
}

/** Keeps the former price: forgets an own product's other one; a feed's is not reported again until its cell changes (N43). */
export const keepPrice = async (
  ctx: AppContext,
  actor: DeskActor,
  form: PriceForm,
): Promise<Result<null, HeldPriceFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const { requestId, number } = form
  const sent = { requestId, content: [number, form.price] }
  return actOnce(
    ctx,
    actor,
    'price.keep',
    sent,
    () => null,
    async (trx) => {
      const held = await lockedPrice(trx, form)
      if (!held.ok) return held
      const { source, price, formerPrice } = held.value
      if (source === 'own') await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
      else
        await trx.updateTable('heldPrice').set({ keptAt: ctx.now() }).where('number', '=', number).execute()
      return ok({
        answer: null,
        subject: `product:${number}`,
        before: { price },
        after: { price: formerPrice },
      })
    },
  )
}
