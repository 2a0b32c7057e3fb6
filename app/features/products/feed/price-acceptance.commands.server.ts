import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { setPrice } from '~/features/products/closing.commands.server.ts'
import { formerPriceIn, lowestCertainPrice, noFormerPrice } from '~/features/products/price-guard.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { type Marked, marksOf } from '~/kernel/desk-list.ts'
import { sumFact } from '~/kernel/facts.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { LeftOut } from '~/kernel/left-out.ts'
import { yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { forUpdate } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  type Doing,
  defineAct,
  defineSeveral,
  noAnswer,
  type Opened,
  type Read,
  subjectOf,
} from '~/server/desk-act.ts'
import { idForProduct } from '~/server/press-id.ts'
import { productSubject } from '../facts.rules.ts'
import { lockFeedImport } from './feed.commands.server.ts'
import { heldPrices } from './feed.queries.server.ts'
import { heldPriceRefusals, leftBecause, severalPriceRefusals } from './held-prices.texts.ts'

interface PriceForm {
  readonly number: string
  /** Yen, as the form showed it; null for a command on the machine. */
  readonly price: number | null
}

const readPriceForm = ({ form, at }: Opened<{ readonly number?: string }>): Read<PriceForm> =>
  ok({ number: at.number ?? fieldOf(form, 'number'), price: Number(fieldOf(form, 'price')) })

const priceFacts = { price: sumFact('価格') }

const lockedPrice = async (trx: AppTransaction, form: PriceForm) => {
  const feed = await configuredFeed(trx)
  if (feed !== null) await lockFeedImport(trx)
  const held = await trx
    .selectFrom('heldPrice')
    .innerJoin('product', 'product.number', 'heldPrice.number')
    .where('heldPrice.number', '=', form.number)
    .select(['name', 'source', 'heldPrice.price', 'heldPrice.priceText', 'formerPrice', 'keptAt'])
    .$call(forUpdate(trx))
    .executeTakeFirst()
  if (held === undefined || held.price === null || (feed === null && held.source === 'feed'))
    return refused('nothing_held' as const)
  // What remains of an own product's price is that she has been asked about it.
  if (held.source !== 'feed' && held.keptAt !== null) return refused('nothing_held' as const)
  if (form.price !== null && form.price !== held.price) return refused('stale' as const)
  return ok({ ...held, price: yen(held.price), formerPrice: formerPriceIn(held.formerPrice) })
}

/** Sells at the held price. Only a corrected list undoes it. */
export const acceptPrice = defineAct({
  name: 'price.accept',
  words: '止めていた価格で販売しました',
  done: '新しい価格で販売します。元に戻すには、商品の表か商品のページで価格を直してください。',
  subject: productSubject,
  facts: priceFacts,
  who: 'owner',
  form: readPriceForm,
  refusals: heldPriceRefusals,
  answer: z.object({
    number: z.string(),
    name: z.string(),
    price: z.number().transform(yen),
    formerPrice: z.number().transform(formerPriceIn).nullable(),
  }),
  run: async (trx, { ctx, form }) => {
    const held = await lockedPrice(trx, form)
    if (!held.ok) return held
    const { number } = form
    const { name, source, price, priceText, formerPrice } = held.value
    await setPrice(trx, ctx.now(), { number, price, priceText })
    // So that she is not asked about it again when the product comes on sale anew (N75).
    if (source !== 'feed' && price < lowestCertainPrice)
      await trx
        .updateTable('heldPrice')
        .set({ formerPrice: noFormerPrice, keptAt: ctx.now() })
        .where('number', '=', number)
        .execute()
    else await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
    const answer = { number, name, price, formerPrice }
    const subject = subjectOf(productSubject, number)
    return ok({ answer, subject, before: { price: formerPrice }, after: { price } })
  },
})

/** Keeps the former price: forgets an own product's other one; a feed's is not reported again until its cell changes (N43). */
export const keepPrice = defineAct({
  name: 'price.keep',
  words: '止めていた価格にせず、これまでの価格のままにしました',
  done: 'これまでの価格のまま販売します。',
  subject: productSubject,
  facts: priceFacts,
  who: 'owner',
  form: readPriceForm,
  refusals: heldPriceRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, form }) => {
    const held = await lockedPrice(trx, form)
    if (!held.ok) return held
    const { number } = form
    const { source, price, formerPrice } = held.value
    if (source !== 'feed') await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
    else await trx.updateTable('heldPrice').set({ keptAt: ctx.now() }).where('number', '=', number).execute()
    const subject = subjectOf(productSubject, number)
    return ok({ answer: null, subject, before: { price }, after: { price: formerPrice } })
  },
})

interface PricesForm {
  /** Each with the price that its row showed as its version. */
  readonly prices: readonly Marked[]
}

export interface DonePrices {
  readonly done: number
  readonly left: readonly LeftOut[]
}

/** The name under which the list sends its marks, and its address the row whose own button was pressed. */
const markName = 'product'

/** One after the other, each by its own act; others are served in between. */
const eachPrice = async (
  { form: { requestId, prices } }: Doing<PricesForm>,
  step: (form: {
    readonly requestId: string
    readonly number: string
    readonly price: number
  }) => Promise<Result<unknown, string>>,
): Promise<DonePrices> => {
  const left: LeftOut[] = []
  let done = 0
  for (const { key: number, version: price } of prices) {
    const acted = await step({ requestId: idForProduct(requestId, number), number, price })
    if (acted.ok) done += 1
    else left.push(leftBecause(number, acted.error))
    await setImmediate()
  }
  return { done, left }
}

const ofPrices = {
  who: 'owner',
  form: ({ form, at }: Opened<{ readonly only: string }>): Read<PricesForm, 'none-marked'> => {
    const only = new FormData()
    if (at.only !== '') only.set(markName, at.only)
    const prices = marksOf(at.only === '' ? form : only, markName)
    return prices === null || prices.length === 0 ? refused('none-marked') : ok({ prices })
  },
  refusals: severalPriceRefusals,
} as const

/** この価格にする for each marked product that still waits with the price that was shown (N140). */
export const acceptPrices = defineSeveral({
  ...ofPrices,
  run: (by: Doing<PricesForm>) => eachPrice(by, (form) => acceptPrice(by.ctx, by.actor, form)),
})

/** そのまま for each of them; a first price has none to keep. */
export const keepPrices = defineSeveral({
  ...ofPrices,
  run: async (by: Doing<PricesForm>) => {
    const held = new Map((await heldPrices(by.ctx.db)).map((each) => [each.number, each]))
    return eachPrice(by, async (form) =>
      held.get(form.number)?.formerPrice === null
        ? refused('first-price')
        : keepPrice(by.ctx, by.actor, form),
    )
  },
})
