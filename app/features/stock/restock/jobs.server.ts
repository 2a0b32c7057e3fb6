import {
  hasUncertainPrices,
  sellableProducts,
  shopClosure,
  withStock,
} from '~/features/products/queries.server.ts'
import { isForSale, type SellableProduct } from '~/features/products/rules.ts'
import type { AppContext } from '~/server/app-context.ts'
import { heldText, type RestoredShop, restoredShop } from '~/server/backup/restored-shop.ts'
import { forUpdateSkipLocked } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { backMail } from './mails.rules.ts'
import { awaitedNumbers, liveRestocks } from './queries.server.ts'
import { restockKept } from './rules.ts'

const minute = 60_000
const numbersAtOnce = 200
/** Each mail is rendered in one uninterrupted step. */
const mailsAtOnce = 20

/** Queues the mails for a product that is sold again and deletes their requests in the same transaction (W10, W12). */
export const tellRestocksJob = (ctx: AppContext): Job => ({
  name: 'tell of products that are back',
  everyMs: minute,
  firstAfterMs: minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    // Not while the shop is closed: nothing can be bought yet.
    if ((await shopClosure(ctx.db, ctx.now())) !== null) return
    let after = ''
    while (!signal.aborted) {
      const numbers = await awaitedNumbers(ctx.db, { now: ctx.now(), after, most: numbersAtOnce })
      for (const product of await productsBack(ctx, numbers)) await tellAll(ctx, product, signal)
      after = numbers.at(-1) ?? ''
      if (numbers.length < numbersAtOnce) return
    }
  },
})

const productsBack = async ({ db, now }: AppContext, numbers: readonly string[]) => {
  const sold = await withStock(db, [...(await sellableProducts(db, numbers)).values()])
  const back = sold.filter(isForSale)
  return (await hasUncertainPrices(db, back, now())) ? back.filter(({ type }) => type === 'kit') : back
}

const tellAll = async (ctx: AppContext, product: SellableProduct, signal: AbortSignal): Promise<void> => {
  let told = mailsAtOnce
  while (told === mailsAtOnce && !signal.aborted) told = await tellSome(ctx, product)
}

const tellSome = (ctx: AppContext, product: SellableProduct): Promise<number> =>
  inTransaction(ctx, async (trx) => {
    const rows = await liveRestocks(trx, ctx.now())
      .where('number', '=', product.number)
      .where('confirmedAt', 'is not', null)
      .select(['id', 'email', 'confirmedAt'])
      .orderBy('id')
      .limit(mailsAtOnce)
      .$call(forUpdateSkipLocked(trx))
      .execute()
    const { settings, siteOrigin } = ctx
    const restored = await restoredShop(trx)
    for (const { id, email, confirmedAt } of rows)
      await enqueueMail(
        mayHaveBeenSent(restored, Number(confirmedAt), ctx.now()) ? { ...ctx, holdsMails: heldText } : ctx,
        trx,
        backMail(product, { settings, siteOrigin, recipient: email, subjectKey: id }),
      )
    if (rows.length > 0)
      await trx
        .deleteFrom('restockRequest')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    return rows.length
  })

const askedAgainForMs = 24 * 60 * minute

/** For a day after a restore these mails are given up: the lost shop may have sent them already (D26). */
const mayHaveBeenSent = (restored: RestoredShop | null, confirmedAt: number, now: number): boolean =>
  restored !== null && confirmedAt <= restored.backupAt && now < restored.restoredAt + askedAgainForMs

/** Deletes requests unconfirmed for a day or confirmed half a year ago (W12). */
export const forgetRestocksJob = ({ db, now }: Pick<AppContext, 'db' | 'now'>): Job => ({
  name: 'forget old restock notices',
  everyMs: 60 * minute,
  firstAfterMs: 5 * minute,
  limitMs: 5 * minute,
  run: async () => {
    await db
      .deleteFrom('restockRequest')
      .where((eb) =>
        eb.or([
          eb.and([eb('confirmedAt', 'is', null), eb('createdAt', '<=', now() - restockKept.unconfirmed)]),
          eb('confirmedAt', '<=', now() - restockKept.confirmed),
        ]),
      )
      .execute()
  },
})
