import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { isCarrier } from '~/features/orders/carriers.rules.ts'
import { lockOrdersNumbered } from '~/features/orders/queries.server.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import type { parcelRefusals } from '~/features/orders/texts.ts'
import { forgetTicksOf, putTicks, takeTicks } from '~/features/orders/ticks.commands.server.ts'
import { markCut } from '~/features/stock/cutting.commands.server.ts'
import { lockStockOfOrders } from '~/features/stock/queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { type Doing, defineAct, defineSeveral, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { packingSubject, tickFacts } from '../facts.rules.ts'
import { saveParcel, unshipOrder } from './correcting.commands.server.ts'
import {
  goneIn,
  labelTextsIn,
  type NumbersSent,
  numbersIn,
  ordersOf,
  packedIn,
  ticksIn,
} from './form.server.ts'
import { correctedOf, type LabelField, labelText } from './labels.rules.ts'
import { refusedOrders, whyNotToShip } from './left-out.queries.server.ts'
import { hasNumber, isTouched, parcelsOfRow } from './number-rows.rules.ts'
import { type DoneOrders, mostTicks, type Tick, tickKey, tickOf } from './rules.ts'
import { shipOrder } from './shipping.commands.server.ts'
import { tickRefusals } from './texts.ts'
import { ordersNumbered, ordersToShipNumbered } from './to-ship.queries.server.ts'

/** Ticks as checkbox values. */
interface TickForm {
  readonly on: readonly string[]
  readonly off: readonly string[]
}

const saved = z.object({ saved: z.number(), refused: refusedOrders })

/** Sets and clears ticks of orders still to ship; shared by all packers (N16). */
export const saveTicks = defineAct({
  name: 'packing.tick',
  words: '発送作業の印を付け外ししました',
  subject: packingSubject,
  facts: tickFacts,
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<TickForm, keyof typeof tickRefusals> => {
    const { added, removed } = ticksIn(form)
    const keys = [...new Set(form.getAll('key'))].flatMap((key) => (typeof key === 'string' ? key : []))
    if (keys.length > mostTicks) return refused('too-many')
    if (keys.length === 0) return ok({ on: added, off: removed })
    return ok(fieldOf(form, 'value') === 'on' ? { on: keys, off: [] } : { on: [], off: keys })
  },
  refusals: tickRefusals,
  answer: saved,
  run: async (trx, { ctx, actor, form }: Doing<TickForm>) => {
    const [typedOn, typedOff] = [ticksOf(form.on), ticksOf(form.off)]
    const numbers = [...new Set([...typedOn, ...typedOff].map(({ number }) => number))]
    // An exchange asks whether the line is packed: whichever of the two comes second sees the first (M16).
    await lockOrdersNumbered(trx, numbers)
    const orders = await ordersToShipNumbered(trx, ctx.demo, numbers)
    const ids = new Map(orders.map(({ number, id }) => [number, id]))
    const isToShip = ({ number }: Tick) => ids.has(number)
    const lines = new Map(orders.map((order) => [order.number, order.lines]))
    // A page that was open since before an exchange shows what the order no longer holds.
    const isHeld = ({ number, position }: Tick) => lines.get(number)?.[position]?.quantity !== 0
    const [on, off] = [typedOn.filter(isToShip).filter(isHeld), typedOff.filter(isToShip)]
    for (const some of inChunks(on))
      await putTicks(
        trx,
        some.map(({ number, position, step }) => ({
          orderId: ids.get(number) ?? '',
          position,
          step,
          tickedAt: ctx.now(),
          tickedBy: actor.kind === 'desk' ? actor.name : null,
        })),
      )
    for (const ticks of Map.groupBy(off, ({ number, step }) => `${number} ${step}`).values())
      await takeTicks(
        trx,
        ids.get(ticks[0]?.number ?? '') ?? '',
        ticks[0]?.step ?? 'cut',
        ticks.map(({ position }) => position),
      )
    const cut = [...on, ...off].filter(({ step }) => step === 'cut')
    await lockStockOfOrders(
      trx,
      cut.flatMap(({ number }) => ids.get(number) ?? []),
    )
    for (const back of [false, true]) await cutClaims(ctx, trx, actor, back ? off : on, ids, back)
    const left = await whyNotToShip(
      trx,
      ctx,
      actor,
      numbers.filter((number) => !ids.has(number)),
    )
    const answer = { saved: on.length + off.length, refused: left }
    return ok({
      answer,
      subject: subjectOf(packingSubject),
      after: { on: on.map(tickKey), off: off.map(tickKey) },
    })
  },
})

const ticksOf = (keys: readonly string[]): Tick[] => keys.flatMap((key) => tickOf(key) ?? [])

/** Marks ticked lines as cut in the stock, order by order (K13); the caller has locked their stock. */
const cutClaims = async (
  ctx: AppContext,
  trx: AppTransaction,
  actor: DeskActor,
  ticks: readonly Tick[],
  ids: ReadonlyMap<string, string>,
  back: boolean,
): Promise<void> => {
  const cut = Map.groupBy(
    ticks.filter(({ step }) => step === 'cut'),
    ({ number }) => number,
  )
  for (const some of inChunks([...cut], cutPerPortion)) {
    for (const [number, own] of some) {
      const orderId = ids.get(number)
      const positions = own.map(({ position }) => position)
      if (orderId !== undefined) await markCut(trx, ctx, actor, { orderId, positions, back })
    }
    if (cut.size > cutPerPortion) await setImmediate()
  }
}

/** Orders; about 10 ms on SQLite, between which pages are answered. */
const cutPerPortion = 10

/** Orders that a press names, each with the version shown. */
interface OrdersForm {
  readonly orders: readonly { readonly number: string; readonly version: number }[]
}

interface PackedForm extends TickForm {
  readonly orders: readonly (OrdersForm['orders'][number] & { readonly usesOldNumber?: boolean })[]
  /** For those without any parcel yet; '' for none. */
  readonly carrier: string
  /** Had ticks, and left while the page was open. */
  readonly gone?: readonly string[]
}

/** Keeps the ticks that the form changed, and ships the orders that it names, each by its own act (N85). */
export const shipPacked = defineSeveral({
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<PackedForm> => {
    const { added, removed } = ticksIn(form)
    return ok({
      on: added,
      off: removed,
      orders: packedIn(form),
      carrier: fieldOf(form, 'carrier'),
      gone: goneIn(form),
    })
  },
  refusals: {},
  run: async ({ ctx, actor, form }: Doing<PackedForm>): Promise<DoneOrders> => {
    const { requestId, on, off, orders, carrier, gone = [] } = form
    const refusedTicks = await keptBefore(ctx, actor, { requestId, on, off })
    const shipped = await eachOrder(orders, ({ number, version, usesOldNumber }) =>
      shipOrder(ctx, actor, {
        requestId: `${requestId}:${number}`,
        number,
        version,
        parcels: [],
        carrierUnlessKept: carrier,
        usesOldNumber: usesOldNumber === true,
      }),
    )
    const isNamed = new Set(orders.map(({ number }) => number))
    const ofTicks = refusedTicks.filter(({ number }) => !isNamed.has(number))
    const isTold = new Set([...isNamed, ...ofTicks.map(({ number }) => number)])
    const left = await goneNotShipped(
      ctx,
      actor,
      gone.filter((number) => !isTold.has(number)),
    )
    return { done: shipped.done, refused: [...ofTicks, ...shipped.refused, ...left] }
  },
})

/** Of orders that left while a page was open, those whose box is to stay, with why: who shipped the others is told by their panel (N91). */
const goneNotShipped = async (
  ctx: AppContext,
  actor: DeskActor,
  gone: readonly string[],
): Promise<DoneOrders['refused']> => {
  const cameBack = await ordersToShipNumbered(ctx.db, ctx.demo, gone)
  const isBack = new Set(cameBack.map(({ number }) => number))
  const left = await whyNotToShip(
    ctx.db,
    ctx,
    actor,
    gone.filter((number) => !isBack.has(number)),
  )
  return left.filter(({ why }) => why !== 'shipped')
}

/** Keeps the ticks of a form that does something else as well; gives the orders whose ticks are not kept, and why. */
const keptBefore = async (
  ctx: AppContext,
  actor: DeskActor,
  form: TickForm & { readonly requestId: string },
): Promise<DoneOrders['refused']> => {
  const ticks = ticksOf([...form.on, ...form.off])
  if (ticks.length === 0) return []
  const kept = await saveTicks(ctx, actor, form)
  if (kept.ok) return kept.value.refused
  // It was read before, which alone refuses its number.
  const why = kept.error === 'too-many' ? 'other-content' : kept.error
  return [...new Set(ticks.map(({ number }) => number))].map((number) => ({ number, why }))
}

/** Undoes the shipping of each of these orders. */
export const undoShipping = defineSeveral({
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<OrdersForm> => {
    const only = fieldOf(form, 'order')
    return ok({ orders: ordersOf(form).filter(({ number }) => only === 'all' || number === only) })
  },
  refusals: {},
  run: ({ ctx, actor, form: { requestId, orders } }: Doing<OrdersForm>): Promise<DoneOrders> =>
    eachOrder(orders, ({ number, version }) =>
      unshipOrder(ctx, actor, {
        requestId: `${requestId}:${number}`,
        number,
        version,
        note: '',
        mail: false,
      }),
    ),
})

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
    // Others are served in between.
    await setImmediate()
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
  answer: saved,
  run: async (trx, { ctx, actor, form }: Doing<LabelTexts>) => {
    const numbers = [...new Set(form.texts.map(({ number }) => number))]
    // Packers may correct orders that they can pack.
    const found = isShopOwner(actor)
      ? await ordersNumbered(trx, numbers)
      : await ordersToShipNumbered(trx, ctx.demo, numbers)
    const orders = new Map(found.map((order) => [order.number, order]))
    const texts = form.texts.filter(({ number }) => orders.has(number))
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
    const refused = await whyNotToShip(
      trx,
      ctx,
      actor,
      numbers.filter((number) => !orders.has(number)),
    )
    return ok({ answer: { saved: texts.length, refused }, subject: subjectOf(packingSubject), after })
  },
})

export interface NumbersForm {
  /** What she changed, and what leaves; without parcels those that are stored stay. */
  readonly orders: readonly {
    readonly number: string
    readonly version: number
    readonly parcels: readonly TypedParcel[]
    readonly ships: boolean
  }[]
  /** The orders that leave were asked about by name, with the numbers that they have. */
  readonly isAsked: boolean
  /** Of a page: as it came, for what is shown again. */
  readonly sent?: NumbersSent
}

/**
 * Stores the tracking numbers of the rows that she touched, in place of those that their orders have (N86), and ships the orders that the
 * press names; a refusal affects only its own order.
 */
export const saveNumbers = defineSeveral({
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<NumbersForm> => {
    const sent = numbersIn(form)
    const { rows, above, read, named, isAsked, isShipping } = sent
    const orders = rows.flatMap((row) => {
      const { number, version } = row
      const ships = isShipping && named.has(number) && hasNumber(row)
      const parcels = isTouched(row) ? parcelsOfRow(row, isCarrier(above) ? above : '', read) : []
      return ships || parcels.length > 0 ? { number, version, parcels, ships } : []
    })
    return ok({ orders, isAsked, sent })
  },
  refusals: {},
  run: ({ ctx, actor, form: { requestId, orders, isAsked } }: Doing<NumbersForm>): Promise<DoneOrders> =>
    eachOrder(orders, ({ number, version, parcels, ships }) => {
      const form = { requestId: `${requestId}:${number}`, number, version, parcels }
      return ships
        ? shipOrder(ctx, actor, { ...form, usesOldNumber: isAsked })
        : saveParcel(ctx, actor, { ...form, shippedOn: '', mail: false })
    }),
})

/** Within a transaction: deletes ticks and corrections of orders about to be deleted. */
export const forgetPacking = async (trx: AppTransaction, orderIds: readonly string[]): Promise<void> => {
  for (const ids of inChunks(orderIds)) {
    await forgetTicksOf(trx, ids)
    await trx.deleteFrom('labelText').where('orderId', 'in', ids).execute()
  }
}
