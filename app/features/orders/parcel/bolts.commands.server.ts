import { z } from 'zod'
import { lockedOrderBy } from '~/features/orders/queries.server.ts'
import type { OtherBolt } from '~/features/stock/rules.ts'
import { promiseFromOther } from '~/features/stock/shelf.commands.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import type { boltRefusals } from './texts.ts'
import { ordersToShipNumbered } from './to-ship.queries.server.ts'

interface OtherBoltForm extends OtherBolt {
  readonly requestId: string
  /** Of the order. */
  readonly number: string
}

const done = z.object({ number: z.string() })

/** Moves a line to ship to another bolt; for all packers, recorded in the log and the stock moves (K20). */
export const cutFromOther = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, ...content }: OtherBoltForm,
): Promise<Result<{ readonly number: string }, keyof typeof boltRefusals>> =>
  actOnce<{ readonly number: string }, keyof typeof boltRefusals>(
    ctx,
    actor,
    'packing.other-bolt',
    { requestId, content },
    (kept) => done.parse(kept),
    async (trx) => {
      // Lock: serializes with shipping and cancelling.
      const order = await lockedOrderBy(trx, 'orderNumber', content.number)
      const [toShip] = order === undefined ? [] : await ordersToShipNumbered(trx, ctx.demo, [order.number])
      if (toShip === undefined) return refused('not-to-ship')
      const { position, from, to } = content
      const moved = await promiseFromOther(trx, ctx, actor, { orderId: toShip.id, position, from, to })
      if (!moved.ok) return moved
      const { number, units } = moved.value
      const line = { product: number, units }
      return ok({
        answer: { number },
        subject: `order:${toShip.id}`,
        before: { ...line, bolt: from },
        after: { ...line, bolt: to },
      })
    },
  )
