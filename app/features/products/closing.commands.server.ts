import { sql } from 'kysely'
import { closureFacts, shopSubject } from '~/features/shop/facts.rules.ts'
import { presentHoliday } from '~/features/shop/holidays/queries.server.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { Yen } from '~/kernel/money.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import {
  closingRefusals,
  closureMark,
  closureMessage,
  presentClosure,
  productClosingRefusals,
} from './closing.rules.ts'
import { nameWithColour } from './description.rules.ts'
import { productSubject } from './facts.rules.ts'
import { shopClosure } from './queries.server.ts'
import { productNumber } from './rules.ts'

/** `version` is the form's `closureMark`; null for a command on the machine. */
interface ClosingForm {
  readonly version: string | null
}

const lockedClosure = async (trx: AppTransaction, now: number, version: string | null) => {
  await lockShopState(trx, 'closure')
  const closure = await shopClosure(trx, now)
  return version === null || version === closureMark(closure) ? ok(closure) : refused('stale' as const)
}

/** Checkout refuses everything until `openShop`. An already closed shop keeps `since` and gets the new `message`, maybe '' (N25). */
export const closeShop = defineAct({
  name: 'shop.close',
  words: '見るだけにしました',
  done: '見るだけにしました。お客様の画面には10秒ほどで出ます。「営業中に戻す」で、すぐに元に戻せます。',
  subject: shopSubject,
  facts: closureFacts,
  who: 'owner',
  form: ({ form }: Opened<object>): Read<ClosingForm & { readonly message: string }> =>
    ok({ version: fieldOf(form, 'version'), message: fieldOf(form, 'message') }),
  refusals: closingRefusals,
  answer: noAnswer,
  present: async ({ ctx: { db, now } }) => presentClosure(await shopClosure(db, now())),
  prepare: async ({ form }) => {
    const message = closureMessage(form.message)
    return message === null ? refused('message') : ok({ ...form, message })
  },
  run: async (trx, { ctx, form: { version, message } }) => {
    const before = await lockedClosure(trx, ctx.now(), version)
    if (!before.ok) return before
    const after = { since: before.value?.since ?? ctx.now(), message }
    await rememberShopState(trx, 'closure', JSON.stringify(after))
    return ok({ answer: null, subject: subjectOf(shopSubject), before: before.value, after })
  },
})

/** Sells again and ends a current holiday (N60). */
export const openShop = defineAct({
  name: 'shop.open',
  words: '営業中に戻しました',
  done: '営業中に戻しました。お客様の画面からお知らせが消えるまで、10秒ほどかかります。止めるには、「見るだけにする」か、お休みの予定をお使いください。',
  subject: shopSubject,
  facts: closureFacts,
  who: 'owner',
  form: ({ form }: Opened<object>): Read<ClosingForm> => ok({ version: fieldOf(form, 'version') }),
  refusals: closingRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, form: { version } }) => {
    const before = await lockedClosure(trx, ctx.now(), version)
    if (!before.ok) return before
    await rememberShopState(trx, 'closure', '')
    if ((await presentHoliday(trx, ctx.now())) !== null) await rememberShopState(trx, 'holiday', '')
    return ok({ answer: null, subject: subjectOf(shopSubject), before: before.value, after: null })
  },
})

/** The number, from the address of a product's page or as it was typed. */
interface ClosedProduct {
  readonly number: string
}

interface ProductAddress {
  readonly number?: string
}

const longestNumber = 100

/** Stops selling a product until `openItem`, regardless of imports. What is typed ignores case. Returns its name with the colour. */
export const closeItem = defineAct({
  name: 'product.close',
  words: '商品の販売を休止しました',
  done: '販売を休止しました。下の「再開する」で、すぐに元に戻せます。',
  subject: productSubject,
  facts: { number: null, name: '名前' },
  who: 'owner',
  form: ({ form, at }: Opened<ProductAddress>): Read<ClosedProduct, 'no-number' | 'no-product'> => {
    const typed = at.number ?? (fieldOf(form, 'numberSearch').trim() || fieldOf(form, 'number').trim())
    if (typed === '') return refused('no-number')
    if (typed.length > longestNumber) return refused('no-product')
    // A text that is no number finds none, and is searched for.
    return ok({ number: productNumber(typed) ?? typed })
  },
  refusals: productClosingRefusals,
  answer: { parse: String },
  run: async (trx, { ctx, form: { number: typed } }) => {
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
    return ok({ answer: name, subject: subjectOf(productSubject, number), after: { number, name } })
  },
})

export const openItem = defineAct({
  name: 'product.open',
  words: '商品の販売を再開しました',
  done: '販売を再開しました。元に戻すには、もう一度休止してください。',
  subject: productSubject,
  facts: { number: null },
  who: 'owner',
  form: ({ form, at }: Opened<ProductAddress>): Read<ClosedProduct> =>
    ok({ number: at.number ?? fieldOf(form, 'number') }),
  refusals: productClosingRefusals,
  answer: noAnswer,
  run: async (trx, { form: { number } }) => {
    const { numDeletedRows } = await trx
      .deleteFrom('closedProduct')
      .where('number', '=', number)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return refused('not-closed')
    return ok({ answer: null, subject: subjectOf(productSubject, number), before: { number } })
  },
})

/** For the end of a demo: its products are not the shop's. */
export const openAllItems = async ({ db }: AppContext): Promise<void> => {
  await db.deleteFrom('closedProduct').execute()
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
