import { sql } from 'kysely'
import { presentHoliday } from '~/features/shop/holidays/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import type { Yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import {
  type ClosingFailure,
  closureMark,
  closureMessage,
  type ProductClosingFailure,
} from './closing.rules.ts'
import { nameWithColour } from './description.rules.ts'
import { shopClosure } from './queries.server.ts'

/** `shown` is the form's `closureMark`; null for a command on the machine. */
interface ClosingForm {
  readonly requestId: string
  readonly shown: string | null
}

const lockedClosure = async (trx: AppTransaction, now: number) => {
  await lockShopState(trx, 'closure')
  return shopClosure(trx, now)
}

/** Checkout refuses everything until `openShop`. An already closed shop keeps `since` and gets the new `message`, maybe '' (N25). */
export const closeShop = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, shown, message }: ClosingForm & { readonly message: string },
): Promise<Result<null, ClosingFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const line = closureMessage(message)
  if (line === null) return refused('message')
  const form = { requestId, content: [shown, line] }
  return actOnce(
    ctx,
    actor,
    'shop.close',
    form,
    () => null,
    async (trx) => {
      const before = await lockedClosure(trx, ctx.now())
      if (shown !== null && shown !== closureMark(before)) return refused('stale')
      const after = { since: before?.since ?? ctx.now(), message: line }
      await rememberShopState(trx, 'closure', JSON.stringify(after))
      return ok({ answer: null, subject: 'shop', before, after })
    },
  )
}

/** Sells again and ends a current holiday (N60). */
export const openShop = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, shown }: ClosingForm,
): Promise<Result<null, ClosingFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  return actOnce(
    ctx,
    actor,
    'shop.open',
    { requestId, content: shown },
    () => null,
    async (trx) => {
      const before = await lockedClosure(trx, ctx.now())
      if (shown !== null && shown !== closureMark(before)) return refused('stale')
      await rememberShopState(trx, 'closure', '')
      if ((await presentHoliday(trx, ctx.now())) !== null) await rememberShopState(trx, 'holiday', '')
      return ok({ answer: null, subject: 'shop', before, after: null })
    },
  )
}

interface ProductForm {
  readonly requestId: string
  readonly number: string
}

const nameIn = (answer: unknown): string => String(answer)

/** Stops selling a product until `openItem`, regardless of imports. `typed` ignores case. Returns its name with the colour. */
export const closeItem = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, number: typed }: ProductForm,
): Promise<Result<string, ProductClosingFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const form = { requestId, content: typed }
  return actOnce(ctx, actor, 'product.close', form, nameIn, async (trx) => {
    const product = await trx
      .selectFrom('product')
      .select(['number', 'name', 'type', 'description'])
      .where(sql`lower(number)`, '=', typed.toLowerCase())
      .orderBy(sql`case when number = ${typed} then 0 else 1 end`)
      .orderBy('number')
      .executeTakeFirst()
    if (product === undefined) return refused('no-product')
    const { number } = product
    const name = nameWithColour(product)
    await trx
      .insertInto('closedProduct')
      .values({ number, closedAt: ctx.now() })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .execute()
    return ok({ answer: name, subject: `product:${number}`, after: { number, name } })
  })
}

/** For the end of a demo: its products are not the shop's. */
export const openAllItems = async ({ db }: AppContext): Promise<void> => {
  await db.deleteFrom('closedProduct').execute()
}

export const openItem = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, number }: ProductForm,
): Promise<Result<null, ProductClosingFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  return actOnce(
    ctx,
    actor,
    'product.open',
    { requestId, content: number },
    () => null,
    async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('closedProduct')
        .where('number', '=', number)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return refused('not-closed')
      return ok({ answer: null, subject: `product:${number}`, before: { number } })
    },
  )
}

/** Part of the caller's transaction at `now` (epoch ms). */
export const setPrice = async (
  trx: AppTransaction,
  now: number,
  { number, ...price }: { readonly number: string; readonly price: Yen; readonly priceText: string },
): Promise<void> => {
  await trx
    .updateTable('product')
    .set({ ...price, updatedAt: now })
    .where('number', '=', number)
    .execute()
}
