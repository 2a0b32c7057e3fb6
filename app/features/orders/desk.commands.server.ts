import { isDeepStrictEqual } from 'node:util'
import { arrivalOfOrder } from '~/features/shop/delivery-dates/queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import { isShopOwner } from '~/kernel/actor.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { enqueueMail, nextSubjectKey, takeBackMails } from '~/server/mail/outbox.ts'
import { orderForAct } from './commands.server.ts'
import { mailsOfOrders, orderSearchText } from './list.queries.server.ts'
import { addressChangedMail, confirmationMail, shippedMail } from './mails.rules.ts'
import { moneyOfOrder, unitsNotShipped } from './money.queries.server.ts'
import { isGivenBack } from './money.rules.ts'
import { newAccessToken, orderBy } from './queries.server.ts'
import { mayBeSentAgain } from './rules.ts'
import { type DeskRefusal, mostNotes } from './texts.ts'
import type { DeliveryAddress, Order } from './types.ts'

export interface OrderForm {
  readonly requestId: string
  readonly number: string
}

interface VersionedForm extends OrderForm {
  /** Version of the order shown by the form; null on the command line. */
  readonly version: number | null
}

const nothing = () => null

type Refused = Exclude<DeskRefusal, 'other-content'>
type Step = Promise<Result<Act<null>, Refused>>

const whyItStays = async (
  trx: AppTransaction,
  { id, state, shippedAt, cancelledAt }: Order,
): Promise<Refused | undefined> => {
  if (shippedAt !== null) return 'shipped'
  if (cancelledAt !== null) return 'cancelled'
  if (state !== 'paid') return 'unpaid'
  return isGivenBack(await moneyOfOrder(trx, id)) ? 'cancelled' : undefined
}

export interface AddressForm extends VersionedForm {
  readonly address: DeliveryAddress
  readonly phone: string
  readonly mails: boolean
}

/** Corrects recipient and address of a paid order before shipping (N13). */
export const correctAddress = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, ...form }: AddressForm,
): Promise<Result<null, DeskRefusal>> =>
  actOnce(ctx, actor, 'order.address', { requestId, content: form }, nothing, async (trx): Step => {
    if (!isShopOwner(actor)) return refused('not-found')
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const order = found.value
    const refusal = await whyItStays(trx, order)
    if (refusal !== undefined) return refused(refusal)
    const { address, phone, mails } = form
    const customer = { ...order.customer, address, phone }
    // The provider writes +8190…, the form 090…; that alone is not a change.
    const before = { ...order.customer.address, phone: domesticPhone(order.customer.phone ?? '') || null }
    const after = { ...address, phone }
    if (isDeepStrictEqual(before, after)) return refused('unchanged')
    const version = order.version + 1
    await trx
      .updateTable('orders')
      .set({
        shippingAddress: JSON.stringify(address),
        customerPhone: phone,
        addressChangedAt: ctx.now(),
        searchText: orderSearchText({ ...order, customer }),
        version,
      })
      .where('id', '=', order.id)
      .execute()
    if (mails && order.customer.email !== null)
      await enqueueMail(ctx, trx, addressChangedMail({ ...order, customer, version }, ctx))
    return ok({ answer: null, subject: `order:${order.id}`, before, after })
  })

export interface EmailForm extends VersionedForm {
  readonly email: string
}

/** Corrects an order's e-mail. Replaces its link, which a stranger may have, and sends the confirmation again (N13). */
export const correctEmail = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, ...form }: EmailForm,
): Promise<Result<null, DeskRefusal>> =>
  actOnce(ctx, actor, 'order.email', { requestId, content: form }, nothing, async (trx): Step => {
    if (!isShopOwner(actor)) return refused('not-found')
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const { id, customer, version } = found.value
    const { email } = form
    if (!['paid', 'needs_review', 'awaiting_payment'].includes(found.value.state)) return refused('unpaid')
    await trx
      .updateTable('orders')
      .set({
        customerEmail: email,
        accessToken: newAccessToken(),
        formerTokenHash: null,
        version: version + 1,
      })
      .where('id', '=', id)
      .execute()
    const order = await orderBy(trx, 'id', id)
    if (order !== undefined && order.state === 'paid') await readdressMails(ctx, trx, order)
    return ok({ answer: null, subject: `order:${id}`, before: { email: customer.email }, after: { email } })
  })

/** Rewrites queued mails, which have the former link and the former address. */
const readdressMails = async (ctx: AppContext, trx: AppTransaction, order: Order): Promise<void> => {
  await takeBackMails(trx, 'order_confirmation', order.id, 0)
  await queueAgain(ctx, trx, order, 'order_confirmation')
  const { heldUntil } = await takeBackMails(trx, 'order_shipped', order.id, 0)
  if (heldUntil === null) return
  const subjectKey = await nextSubjectKey(trx, 'order_shipped', order.id)
  await enqueueMail(
    ctx,
    trx,
    { ...shippedMail(order, ctx, await unitsNotShipped(trx, order)), subjectKey },
    { notBefore: heldUntil },
  )
}

const queueAgain = async (
  ctx: AppContext,
  trx: AppTransaction,
  order: Order,
  kind: 'order_confirmation' | 'order_shipped',
): Promise<void> => {
  const notShipped = await unitsNotShipped(trx, order)
  const mail =
    kind === 'order_confirmation'
      ? confirmationMail(order, ctx, await arrivalOfOrder(trx, ctx.settings, order.paidAt), notShipped)
      : shippedMail(order, ctx, notShipped)
  await enqueueMail(ctx, trx, { ...mail, subjectKey: await nextSubjectKey(trx, kind, order.id) })
}

export interface MailForm extends OrderForm {
  readonly kind: string
}

/** Sends the buyer a mail again with today's content, unless the former one is still queued. */
export const sendMailAgain = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, ...form }: MailForm,
): Promise<Result<null, DeskRefusal>> =>
  actOnce(ctx, actor, 'order.mail-again', { requestId, content: form }, nothing, async (trx): Step => {
    if (!isShopOwner(actor)) return refused('not-found')
    const found = await orderForAct(trx, form.number, null)
    if (!found.ok) return found
    const order = found.value
    const { kind } = form
    if (kind !== 'order_confirmation' && kind !== 'order_shipped') return refused('no-such-mail')
    const mails = ((await mailsOfOrders(trx, [order.id])).get(order.id) ?? []).filter(
      (mail) => mail.kind === kind,
    )
    if (mails.length === 0 || !mayBeSentAgain(kind, order)) return refused('no-such-mail')
    if (mails.some(({ state }) => state === 'queued')) return refused('mail-queued')
    await queueAgain(ctx, trx, order, kind)
    return ok({ answer: null, subject: `order:${order.id}`, after: { mail: kind } })
  })

export interface NoteForm extends OrderForm {
  readonly text: string
}

/** Adds a note. `maySee` is called with the order's row locked. */
export const addNote = (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, ...form }: NoteForm,
  maySee: (trx: AppTransaction, order: Order) => Promise<boolean>,
): Promise<Result<null, DeskRefusal>> =>
  actOnce(ctx, actor, 'order.note', { requestId, content: form }, nothing, async (trx): Step => {
    const found = await orderForAct(trx, form.number, null)
    if (!found.ok) return found
    const { id } = found.value
    if (!(await maySee(trx, found.value))) return refused('not-found')
    const there = await trx
      .selectFrom('orderNote')
      .select('id')
      .where('orderId', '=', id)
      .limit(mostNotes)
      .execute()
    if (there.length === mostNotes) return refused('too-many-notes')
    const note = { id: ctx.newId(), orderId: id, writtenAt: ctx.now(), text: form.text }
    await trx
      .insertInto('orderNote')
      .values({ ...note, writtenBy: actor.kind === 'desk' ? actor.name : '' })
      .execute()
    return ok({ answer: null, subject: `order:${id}`, after: { note: form.text } })
  })
