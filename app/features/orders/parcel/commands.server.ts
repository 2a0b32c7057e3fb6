import { z } from 'zod'
import { saveParcel, unshipOrder } from '~/features/orders/parcel.commands.server.ts'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import type { parcelRefusals } from '~/features/orders/texts.ts'
import { markCut } from '~/features/stock/cutting.commands.server.ts'
import { lockStockOfOrders } from '~/features/stock/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { packingSubject, tickFacts } from '../facts.rules.ts'
import { labelTextsIn } from './form.server.ts'
import { correctedOf, type LabelField, labelText } from './labels.rules.ts'
import { type DoneOrders, isPacked, packingOrder, type Tick, tickKey, tickOf } from './rules.ts'
import { ordersNumbered, ordersToShipNumbered } from './to-ship.queries.server.ts'

/** Ticks as checkbox values. */
interface TickForm {
  readonly on: readonly string[]
  readonly off: readonly string[]
}

const done = z.object({ saved: z.number() })

/** Sets and clears ticks of orders still to ship; shared by all packers (N16). */
export const saveTicks = defineAct({
  name: 'packing.tick',
  words: '発送作業の印を付け外ししました',
  subject: packingSubject,
  facts: tickFacts,
  who: 'anybody',
  refusals: {},
  answer: done,
  run: async (trx, { ctx, actor, form }: Doing<TickForm>) => {
    const on = form.on.flatMap((key) => tickOf(key) ?? [])
    const off = form.off.flatMap((key) => tickOf(key) ?? [])
    const ids = await idsOf(ctx, trx, [...on, ...off])
    for (const { number, position, step } of on) {
      const orderId = ids.get(number)
      if (orderId !== undefined)
        await trx
          .insertInto('packingTick')
          .values({ orderId, position, step, tickedAt: ctx.now() })
          .onConflict((conflict) => conflict.columns(['orderId', 'position', 'step']).doNothing())
          .execute()
    }
    for (const { number, position, step } of off)
      await trx
        .deleteFrom('packingTick')
        .where('orderId', '=', ids.get(number) ?? '')
        .where('position', '=', position)
        .where('step', '=', step)
        .execute()
    const cut = [...on, ...off].filter(({ step }) => step === 'cut')
    await lockStockOfOrders(
      trx,
      cut.flatMap(({ number }) => ids.get(number) ?? []),
    )
    for (const back of [false, true]) await cutClaims(ctx, trx, actor, back ? off : on, ids, back)
    const answer = { saved: on.length + off.length }
    return ok({
      answer,
      subject: subjectOf(packingSubject),
      after: { on: on.map(tickKey), off: off.map(tickKey) },
    })
  },
})

/** Marks ticked lines as cut in the stock, order by order (K13); the caller has locked their stock. */
const cutClaims = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  ticks: readonly Tick[],
  ids: ReadonlyMap<string, string>,
  back: boolean,
): Promise<void> => {
  const cut = ticks.filter(({ step }) => step === 'cut')
  for (const number of new Set(cut.map((tick) => tick.number))) {
    const orderId = ids.get(number)
    const positions = cut.filter((tick) => tick.number === number).map(({ position }) => position)
    if (orderId !== undefined) await markCut(trx, ctx, actor, { orderId, positions, back })
  }
}

const idsOf = async (
  ctx: AppContext,
  trx: AppTransaction,
  ticks: readonly Tick[],
): Promise<ReadonlyMap<string, string>> => {
  const numbers = [...new Set(ticks.map(({ number }) => number))]
  const orders = await ordersToShipNumbered(trx, ctx.demo, numbers)
  return new Map(orders.map(({ number, id }) => [number, id]))
}

/** Orders of a form, each with the version shown. */
interface OrdersForm {
  readonly requestId: string
  readonly orders: readonly { readonly number: string; readonly version: number }[]
}

/** Ships those orders that are fully packed by the ticks `on`, each by its own act, with `carrier` ('' for none) unless one is stored. */
export const shipPacked = async (
  ctx: AppContext,
  actor: DeskActor,
  form: OrdersForm & { readonly on: ReadonlySet<string>; readonly carrier: string },
): Promise<DoneOrders> => {
  const { requestId, on } = form
  // Includes orders shipped or cancelled meanwhile: their packer must be told.
  const found = await ordersNumbered(
    ctx.db,
    form.orders.map(({ number }) => number),
  )
  const packed = new Set(
    found
      .filter((order) => isPacked(packingOrder(order, on, ctx.settings.joined), on))
      .map(({ number }) => number),
  )
  const orders = form.orders.filter(({ number }) => packed.has(number))
  return eachOrder(orders, ({ number, version }) =>
    shipOrder(ctx, actor, {
      requestId: `${requestId}:${number}`,
      number,
      version,
      parcels: [],
      carrierUnlessKept: form.carrier,
    }),
  )
}

/** Undoes the shipping of each of these orders. */
export const undoShipping = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, orders }: OrdersForm,
): Promise<DoneOrders> =>
  eachOrder(orders, ({ number, version }) =>
    unshipOrder(ctx, actor, { requestId: `${requestId}:${number}`, number, version, note: '', mail: false }),
  )

/** One at a time: each is its own transaction. */
const eachOrder = async <Order extends { readonly number: string }>(
  orders: readonly Order[],
  act: (order: Order) => Promise<Result<unknown, keyof typeof parcelRefusals>>,
): Promise<DoneOrders> => {
  const done: string[] = []
  const refused: { number: string; why: keyof typeof parcelRefusals }[] = []
  for (const order of orders) {
    const answer = await act(order)
    if (answer.ok) done.push(order.number)
    else refused.push({ number: order.number, why: answer.error })
  }
  return { done, refused }
}

/** Corrected label texts by order and field. */
interface LabelTexts {
  readonly texts: readonly { readonly number: string; readonly field: LabelField; readonly text: string }[]
}

/** Stores corrected label texts with each order (N17). */
export const saveLabelTexts = defineAct({
  name: 'label.texts',
  words: '送り状の文字を直しました',
  subject: packingSubject,
  facts: {},
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<LabelTexts> => ok({ texts: labelTextsIn(form) }),
  refusals: {},
  content: ({ texts }: LabelTexts) => texts,
  answer: done,
  run: async (trx, { ctx, actor, form: { texts } }: Doing<LabelTexts>) => {
    const numbers = texts.map(({ number }) => number)
    // Packers may correct orders that they can pack.
    const found = isShopOwner(actor)
      ? await ordersNumbered(trx, numbers)
      : await ordersToShipNumbered(trx, ctx.demo, numbers)
    const orders = new Map(found.map((order) => [order.number, order]))
    for (const { number, field, text } of texts) {
      const order = orders.get(number)
      if (order === undefined) continue
      const row = { orderId: order.id, field, original: correctedOf(order, field), text: labelText(text) }
      await trx
        .insertInto('labelText')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['orderId', 'field']).doUpdateSet({ original: row.original, text: row.text }),
        )
        .execute()
    }
    // The log names the fields only; the texts are addresses, which stay with their orders.
    const after = texts.map(({ number, field }) => ({ number, field }))
    return ok({ answer: { saved: texts.length }, subject: subjectOf(packingSubject), after })
  },
})

interface NumbersForm {
  readonly requestId: string
  readonly orders: readonly {
    readonly number: string
    readonly version: number
    readonly parcels: readonly TypedParcel[]
  }[]
  /** Whether to ship them as well. */
  readonly ship: boolean
}

/** Stores the tracking numbers of each order in place of those that it has; a refusal affects only its own order. */
export const saveNumbers = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, orders, ship }: NumbersForm,
): Promise<DoneOrders> =>
  eachOrder(orders, ({ number, version, parcels }) => {
    const form = { requestId: `${requestId}:${number}`, number, version, parcels }
    return ship
      ? shipOrder(ctx, actor, form)
      : saveParcel(ctx, actor, { ...form, shippedOn: '', mail: false })
  })

/** Within a transaction: deletes ticks and corrections of orders about to be deleted. */
export const forgetPacking = async (trx: AppTransaction, orderIds: readonly string[]): Promise<void> => {
  for (const ids of inChunks(orderIds)) {
    await trx.deleteFrom('packingTick').where('orderId', 'in', ids).execute()
    await trx.deleteFrom('labelText').where('orderId', 'in', ids).execute()
  }
}
