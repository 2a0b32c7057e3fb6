import { z } from 'zod'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import type { OtherBolt } from '~/features/stock/rules.ts'
import { promiseFromOther } from '~/features/stock/shelf.commands.server.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { orderSubject } from '../facts.rules.ts'
import { boltRefusals } from './texts.ts'
import { ordersToShipNumbered } from './to-ship.queries.server.ts'

interface OtherBoltForm extends OtherBolt {
  /** Of the order. */
  readonly number: string
}

const done = z.object({ number: z.string() })

/** Moves a line to ship to another bolt; for all packers, recorded in the log and the stock moves (K20). */
export const cutFromOther = defineAct({
  name: 'packing.other-bolt',
  words: '別の反物から裁つことにしました',
  subject: orderSubject,
  facts: { product: '商品', bolt: '反物', units: null },
  who: 'anybody',
  form: ({ form, at }: Opened<Pick<OtherBoltForm, 'number' | 'position'>>): Read<OtherBoltForm> =>
    ok({ ...at, from: fieldOf(form, 'from', 20), to: fieldOf(form, 'to', 20) }),
  refusals: boltRefusals,
  answer: done,
  run: async (trx, { ctx, actor, form }) => {
    // Lock: serializes with shipping and cancelling.
    const order = await lockedOrderBy(trx, 'orderNumber', form.number)
    const [toShip] = order === undefined ? [] : await ordersToShipNumbered(trx, ctx.demo, [order.number])
    if (toShip === undefined) return refused('not-to-ship')
    const { position, from, to } = form
    const moved = await promiseFromOther(trx, ctx, actor, { orderId: toShip.id, position, from, to })
    if (!moved.ok) return moved
    const { number, units } = moved.value
    const line = { product: number, units }
    return ok({
      answer: { number },
      subject: subjectOf(orderSubject, toShip.id),
      before: { ...line, bolt: from },
      after: { ...line, bolt: to },
    })
  },
})
