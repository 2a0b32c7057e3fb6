import { closeItem, closeShop, openItem, openShop } from '~/features/products/closing.commands.server.ts'
import { closingRefusals, productClosingRefusals } from '~/features/products/closing.rules.ts'
import { importSoon } from '~/features/products/feed/feed.commands.server.ts'
import { heldPriceRefusals } from '~/features/products/feed/held-prices.texts.ts'
import { acceptPrice, keepPrice } from '~/features/products/feed/price-acceptance.commands.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { cancelHoliday, planHoliday } from '~/features/shop/holidays/commands.server.ts'
import { holidayRefusals } from '~/features/shop/holidays/rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { fieldOf, requestIdOf } from '~/kernel/form.ts'
import { asFormAnswer, type Refusal } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type ShopAct, type ShopAnswer, shopActs } from './shop.rules.ts'
import { sendTestMail } from './test-mail.commands.server.ts'
import { testMailRefusals } from './test-mail.rules.ts'

interface Sent {
  readonly requestId: string
  readonly shown: string
  readonly message: string
  readonly from: string
  readonly to: string
  readonly number: string
  readonly price: number
}

const longestNumber = 100

const acts: Readonly<
  Record<ShopAct, (ctx: AppContext, actor: DeskActor, sent: Sent) => Promise<Refusal | null>>
> = {
  close: async (ctx, actor, sent) => {
    const done = await closeShop(ctx, actor, sent)
    return done.ok ? null : closingRefusals[done.error]
  },
  open: async (ctx, actor, sent) => {
    const done = await openShop(ctx, actor, sent)
    return done.ok ? null : closingRefusals[done.error]
  },
  holiday: async (ctx, actor, sent) => {
    const done = await planHoliday(ctx, actor, sent)
    return done.ok ? null : holidayRefusals[done.error]
  },
  'no-holiday': async (ctx, actor, sent) => {
    const done = await cancelHoliday(ctx, actor, sent)
    return done.ok ? null : holidayRefusals[done.error]
  },
  'close-product': async (ctx, actor, { requestId, number: typed }) => {
    if (typed.trim() === '') return productClosingRefusals['no-number']
    const number = typed.length > longestNumber ? null : productNumber(typed)
    if (number === null) return productClosingRefusals['no-product']
    const done = await closeItem(ctx, actor, { requestId, number })
    return done.ok ? null : productClosingRefusals[done.error]
  },
  'open-product': async (ctx, actor, sent) => {
    const done = await openItem(ctx, actor, sent)
    return done.ok ? null : productClosingRefusals[done.error]
  },
  feed: async (ctx, actor, { requestId }) => {
    const done = await importSoon(ctx, actor, requestId)
    return done.ok ? null : heldPriceRefusals[done.error]
  },
  price: async (ctx, actor, sent) => {
    const done = await acceptPrice(ctx, actor, sent)
    return done.ok ? null : heldPriceRefusals[done.error]
  },
  'keep-price': async (ctx, actor, sent) => {
    const done = await keepPrice(ctx, actor, sent)
    return done.ok ? null : heldPriceRefusals[done.error]
  },
  'test-mail': async (ctx, actor, { requestId }) => {
    const done = await sendTestMail(ctx, actor, { requestId, to: ctx.ownerEmail })
    return done.ok ? null : testMailRefusals[done.error]
  },
}

/** Handles one form of お店; a refusal has the HTTP status and the data for the form. */
export const actOnShop = async (
  ctx: AppContext,
  actor: DeskActor,
  form: FormData,
): Promise<Result<ShopAct, { readonly status: number; readonly answer: ShopAnswer | null }>> => {
  const text = (name: string) => fieldOf(form, name)
  const act = shopActs.find((each) => each === text('act'))
  const requestId = requestIdOf(form)
  if (!isShopOwner(actor) || act === undefined) return refused({ status: 404, answer: null })
  if (requestId === '') return refused({ status: 400, answer: null })
  const sent = {
    requestId,
    shown: text('shown'),
    message: text('message'),
    from: text('from'),
    to: text('to'),
    number: text('number'),
    price: Number(text('price')),
  }
  const refusal = await acts[act](ctx, actor, sent)
  if (refusal === null) return ok(act)
  const row = act === 'close-product' ? '' : sent.number
  const { message, from, to, number } = sent
  const typed = { message, from, to, number }
  // A new id, because the former one is used up and would always be refused.
  const id = refusal.status === 409 ? ctx.newId() : requestId
  return refused({
    status: refusal.status,
    answer: { act, row, requestId: id, typed, ...asFormAnswer(refusal) },
  })
}
