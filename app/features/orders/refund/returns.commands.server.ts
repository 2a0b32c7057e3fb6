import {
  changeOrder,
  insertReturn,
  noteEvent,
  orderForAct,
  writeReturn,
} from '~/features/orders/commands.server.ts'
import { returnArrivedMail, returnMail } from '~/features/orders/mails.rules.ts'
import { unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { type DoneAct, defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { orderSubject } from '../facts.rules.ts'
import {
  type OrderForm,
  type OrderPage,
  oneLineField,
  presentMoney,
  readOrderForm,
  readWanted,
} from './form.server.ts'
import { returnsOf } from './queries.server.ts'
import { type PartRefusal, returnFaults, unitsToReturn } from './rules.ts'
import { moneyRefusals, partsTold } from './texts.ts'

type ReturnRefusal = 'not-found' | 'stale' | 'not-shipped' | 'no-lines'

interface ReturnForm extends OrderForm {
  /** By position. */
  readonly units: readonly number[]
}

/** Announces a return of shipped products (N19), of each at most what was sent; mails the buyer if wanted. */
export const announceReturn = defineAct({
  name: 'order.return',
  words: '返品を受け付けました',
  subject: orderSubject,
  facts: { return: null, units: null },
  who: 'owner',
  form: async ({ form, at, ctx }: Opened<OrderPage>): Promise<Read<ReturnForm, 'not-found'>> => {
    const read = await readOrderForm(form, at, ctx)
    if (!read.ok) return read
    const { sent, sheet } = read.value
    return ok({ ...sent, units: readWanted(form, sheet.lines.length).lines.map(({ units }) => units) })
  },
  refusals: moneyRefusals,
  told: partsTold,
  answer: noAnswer,
  present: presentMoney,
  run: async (
    trx,
    { ctx, actor, form },
  ): Promise<Result<DoneAct<null, 'return' | 'units'>, ReturnRefusal | readonly PartRefusal[]>> => {
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
    return ok({ answer: null, subject: subjectOf(orderSubject, order.id), after: { return: id, units } })
  },
})

interface ChangedReturn extends OrderForm {
  readonly returnId: string
  readonly condition?: string
}

/** Can be changed until it is refunded. */
const changeReturn = (to: 'arrived' | 'not-arrived' | 'withdrawn', words: string) =>
  defineAct({
    name: `order.return-${to}`,
    words,
    subject: orderSubject,
    facts: { arrivedAt: null, return: null, condition: '届いたときの様子' },
    who: 'owner',
    form: async ({ form, at, ctx }: Opened<OrderPage>): Promise<Read<ChangedReturn, 'not-found'>> => {
      const read = await readOrderForm(form, at, ctx)
      if (!read.ok) return read
      const returnId = oneLineField(form, 'returnId')
      return ok({ ...read.value.sent, returnId, condition: oneLineField(form, 'condition') })
    },
    refusals: moneyRefusals,
    answer: noAnswer,
    present: presentMoney,
    run: async (trx, { ctx, actor, form }) => {
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
      if (row.arrivedAt !== null && to === 'withdrawn') return refused('arrived')
      const arrivedAt = to === 'arrived' ? ctx.now() : null
      const condition = to === 'arrived' ? form.condition || null : null
      await writeReturn(trx, row, to === 'withdrawn' ? null : { arrivedAt, condition })
      await changeOrder(trx, order.id)
      const what = to === 'arrived' ? 'return arrived' : 'return withdrawn'
      await noteEvent(trx, ctx, actor, order.id, what, condition)
      if (to === 'arrived' && form.mailsBuyer)
        await enqueueMail(ctx, trx, returnArrivedMail(order, row.id, ctx))
      const before = { arrivedAt: row.arrivedAt, condition: row.condition }
      return ok({
        answer: null,
        subject: subjectOf(orderSubject, order.id),
        before,
        after: condition === null ? { return: to } : { return: to, condition },
      })
    },
  })

export const receiveReturn = changeReturn('arrived', '返品が届きました')
export const unreceiveReturn = changeReturn('not-arrived', '返品を、まだ届いていないことにしました')
export const withdrawReturn = changeReturn('withdrawn', '返品を取りやめました')
