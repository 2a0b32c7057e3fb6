import {
  changeOrder,
  insertReturn,
  noteEvent,
  orderForAct,
  writeReturn,
} from '~/features/orders/commands.server.ts'
import { returnArrivedMail, returnMail } from '~/features/orders/mails.rules.ts'
import { unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { actOnce } from '~/server/audit.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { returnsOf } from './queries.server.ts'
import { type PartRefusal, returnFaults, unitsToReturn } from './rules.ts'

interface ReturnForm {
  readonly number: string
  readonly version: number | null
  readonly requestId: string
  readonly mailsBuyer: boolean
}

export type ReturnRefusal =
  | 'not-found'
  | 'stale'
  | 'other-content'
  | 'not-shipped'
  | 'no-return'
  | 'no-lines'
  | 'arrived'
  | 'refunded'

const done = () => null

/** Announces a return of shipped products (N19), `units` by position, of each at most what was sent; mails the buyer if wanted. */
export const announceReturn = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, ...form }: ReturnForm & { readonly units: readonly number[] },
): Promise<Result<null, ReturnRefusal | readonly PartRefusal[]>> =>
  actOnce<null, ReturnRefusal | readonly PartRefusal[]>(
    ctx,
    actor,
    'order.return',
    { requestId, content: form },
    done,
    async (trx) => {
      if (!isShopOwner(actor)) return refused('not-found')
      const found = await orderForAct(trx, form.number, form.version)
      if (!found.ok) return found
      const order = found.value
      if (order.shippedAt === null) return refused('not-shipped')
      const units = Array.from({ length: order.lines.length }, (_, at) => form.units[at] ?? 0)
      const notShipped = await unitsNotShipped(trx, order)
      const most = unitsToReturn(order.lines, notShipped, await returnsOf(trx, order.id))
      const faults = returnFaults(units, most)
      if (faults.length > 0) return refused(faults)
      if (units.every((count) => count === 0)) return refused('no-lines')
      const id = ctx.newId()
      const announcedAt = ctx.now()
      await insertReturn(trx, {
        id,
        orderId: order.id,
        announcedAt,
        lines: JSON.stringify(units.flatMap((count, at) => (count > 0 ? [[at, count]] : []))),
      })
      await changeOrder(trx, order.id)
      await noteEvent(trx, ctx, actor, order.id, 'return announced')
      if (form.mailsBuyer) await enqueueMail(ctx, trx, returnMail(order, id, units, ctx))
      return ok({ answer: null, subject: `order:${order.id}`, after: { return: id, units } })
    },
  )

/** Can be changed until it is refunded. */
export const changeReturn = (
  ctx: AppContext,
  actor: DeskActor,
  {
    requestId,
    ...form
  }: ReturnForm & {
    readonly returnId: string
    readonly to: 'arrived' | 'not-arrived' | 'withdrawn'
    readonly condition: string
  },
): Promise<Result<null, ReturnRefusal>> =>
  actOnce<null, ReturnRefusal>(
    ctx,
    actor,
    `order.return-${form.to}`,
    { requestId, content: form },
    done,
    async (trx) => {
      if (!isShopOwner(actor)) return refused('not-found')
      const found = await orderForAct(trx, form.number, form.version)
      if (!found.ok) return found
      const order = found.value
      const row = await trx
        .selectFrom('orderReturn')
        .selectAll()
        .where('id', '=', form.returnId)
        .where('orderId', '=', order.id)
        .executeTakeFirst()
      if (row === undefined) return refused('no-return')
      if (row.refundId !== null) return refused('refunded')
      if (row.arrivedAt !== null && form.to === 'withdrawn') return refused('arrived')
      const arrivedAt = form.to === 'arrived' ? ctx.now() : null
      const condition = form.to === 'arrived' ? form.condition || null : null
      await writeReturn(trx, row, form.to === 'withdrawn' ? null : { arrivedAt, condition })
      await changeOrder(trx, order.id)
      const what = form.to === 'arrived' ? 'return arrived' : 'return withdrawn'
      await noteEvent(trx, ctx, actor, order.id, what, condition)
      if (form.to === 'arrived' && form.mailsBuyer)
        await enqueueMail(ctx, trx, returnArrivedMail(order, row.id, ctx))
      const before = { arrivedAt: row.arrivedAt, condition: row.condition }
      return ok({ answer: null, subject: `order:${order.id}`, before, after: { return: form.to, condition } })
    },
  )
