import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { markFound } from '~/features/stock/shelf.commands.server.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { orderSubject } from '../facts.rules.ts'
import { foundRefusals } from './texts.ts'
import { ordersToShipNumbered } from './to-ship.queries.server.ts'

interface FoundForm {
  /** Of the order. */
  readonly number: string
  readonly position: number
}

/** 布はありました: the cloth of a line for which the stock has none lies there, so that it is packed (K33); for all who pack. */
export const foundFabric = defineAct({
  name: 'packing.found-fabric',
  words: '「布はありました」を押しました',
  subject: orderSubject,
  facts: { product: '商品' },
  who: 'anybody',
  form: ({ form }: Opened<unknown>): Read<FoundForm> => {
    const [number = '', position = ''] = fieldOf(form, 'line', 30).split(':')
    // No line has the position -1.
    return ok({
      number: orderNumberTyped(number),
      position: /^\d{1,3}$/.test(position) ? Number(position) : -1,
    })
  },
  refusals: foundRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, form }) => {
    // Lock: serializes with shipping and cancelling.
    const order = await lockedOrderBy(trx, 'orderNumber', form.number)
    const [toShip] = order === undefined ? [] : await ordersToShipNumbered(trx, ctx.demo, [order.number])
    if (toShip === undefined) return refused('not-to-ship')
    const found = await markFound(trx, ctx, { orderId: toShip.id, position: form.position })
    if (!found.ok) return found
    const subject = subjectOf(orderSubject, toShip.id)
    return ok({ answer: null, subject, after: { product: found.value } })
  },
})
