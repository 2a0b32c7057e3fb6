import { exchangedMailOf } from '~/features/orders/exchange/queries.server.ts'
import { mailsFact } from '~/features/orders/facts.rules.ts'
import { newAccessToken, orderBy } from '~/features/orders/queries.server.ts'
import { cancelledMail, refundedMail } from '~/features/orders/refund/mails.rules.ts'
import { refundForMail, returnsOf } from '~/features/orders/refund/queries.server.ts'
import { arrivalOfOrder } from '~/features/shop/delivery-dates/queries.server.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import type { NewMail } from '~/kernel/mail.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { enqueueFurtherMail, putAside, stopMails, takeBackMails } from '~/server/mail/outbox.ts'
import { presentEmail } from '../address.rules.ts'
import { orderForAct } from '../commands.server.ts'
import { mailFact, orderSubject } from '../facts.rules.ts'
import { isDead, mailsOfOrders } from '../list.queries.server.ts'
import {
  addressChangedMail,
  confirmationMail,
  notShippedMail,
  returnArrivedMail,
  returnMail,
  shippedMail,
} from '../mails.rules.ts'
import { unitsNotShipped } from '../money.queries.server.ts'
import { goesToNewAddress, isStillTrue, isWrittenTo, mailKey, orderNumberTyped } from '../rules.ts'
import { putOrderSearch } from '../search.commands.server.ts'
import { deskRefusals } from '../texts.ts'
import type { Order, OrderMail } from '../types.ts'
import { chosenMails, readEmailForm } from './form.server.ts'
import { messageBy } from './messages.queries.server.ts'
import { messageMail } from './messages.rules.ts'
import { buyersMails } from './page.queries.server.ts'

/** The mail as it is written today, undefined when it is not true any more. */
const writtenAgain = async (
  ctx: AppContext,
  trx: AppTransaction,
  order: Order,
  { kind, about }: Pick<OrderMail, 'kind' | 'about'>,
): Promise<NewMail | undefined> => {
  if (!isStillTrue(kind, order)) return undefined
  const notShipped = await unitsNotShipped(trx, order)
  switch (kind) {
    case 'order_confirmation':
      return confirmationMail(order, ctx, await arrivalOfOrder(trx, ctx.settings, order.paidAt), notShipped)
    case 'order_shipped':
      return shippedMail(order, ctx, notShipped)
    case 'order_not_shipped':
      return notShippedMail(order, ctx, notShipped)
    case 'order_address':
      return addressChangedMail(order, ctx)
    case 'order_cancelled':
      return cancelledMail(order, ctx)
    case 'order_refunded': {
      const refund = await refundForMail(trx, about)
      return refund && refundedMail(order, refund, ctx)
    }
    case 'order_exchanged':
      return exchangedMailOf(ctx, trx, order, about)
    case 'order_message': {
      const message = await messageBy(trx, about)
      return message && messageMail(order, message, ctx)
    }
    default: {
      const found = (await returnsOf(trx, order.id)).find(({ id }) => id === about)
      if (found === undefined) return undefined
      return kind === 'order_return'
        ? returnMail(order, found.id, found.units, ctx)
        : returnArrivedMail(order, found.id, ctx)
    }
  }
}

const subjectKeyOf = ({ id }: Order, { about }: Pick<OrderMail, 'about'>): string =>
  about === '' ? id : `${id} ${about}`

const stopped = 'メールアドレスを直したので、前のアドレスへは送りませんでした'

/**
 * Sends the new address the chosen mails with the new link and gives up those that still wait for the former one (N105). Gives the
 * kinds of the mails that it queued. `chosen` are keys; without it, `goesToNewAddress` chooses.
 */
const readdressMails = async (
  ctx: AppContext,
  trx: AppTransaction,
  order: Order,
  chosen: readonly string[] | undefined,
): Promise<string[]> => {
  const mails = await buyersMails(trx, order)
  const queued: string[] = []
  for (const mail of mails) {
    const { kind, isPutAside } = mail
    const state = mail.state ?? 'dead'
    const goes = chosen?.includes(mailKey(mail)) ?? goesToNewAddress({ kind, state, isPutAside })
    const key = subjectKeyOf(order, mail)
    const written = goes ? await writtenAgain(ctx, trx, order, mail) : undefined
    // Nothing is taken back that nothing replaces. Held back for its minutes of undoing, it leaves when it would have.
    const heldUntil = written === undefined ? null : (await takeBackMails(trx, kind, key, 0)).heldUntil
    await stopMails(trx, ctx, kind, key, stopped)
    if (written === undefined) continue
    await enqueueFurtherMail(ctx, trx, { ...written, subjectKey: key }, heldUntil)
    queued.push(kind)
  }
  return queued
}

interface EmailForm {
  readonly number: string
  /** Version of the order shown by the form; null on the command line. */
  readonly version: number | null
  readonly email: string
  /** Keys of the mails that the new address gets; without a choice, what `goesToNewAddress` says. */
  readonly mails?: readonly string[]
}

/** Corrects an order's e-mail. Replaces its link, which a stranger may have (N13), and sends the chosen mails to the new address (N105). */
export const correctEmail = defineAct({
  name: 'order.email',
  words: 'メールアドレスを直しました',
  subject: orderSubject,
  facts: { email: 'メールアドレス', mails: mailsFact },
  who: 'owner',
  form: ({ form, at: { number } }: Opened<{ readonly number: string }>): Read<EmailForm> => {
    const read = readEmailForm(form)
    if (!read.ok) return read
    const mails = form.get('chooses') === '1' ? { mails: chosenMails(form) } : {}
    return ok({ version: versionOf(form), number: orderNumberTyped(number), ...read.value, ...mails })
  },
  refusals: deskRefusals,
  answer: noAnswer,
  present: async ({ at, ctx }) => {
    const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(at.number))
    return order && presentEmail(order.version, order.customer.email)
  },
  run: async (trx, { ctx, form }) => {
    const found = await orderForAct(trx, form.number, form.version)
    if (!found.ok) return found
    const { id, customer, version } = found.value
    const { email } = form
    if (!isWrittenTo(found.value)) return refused('unpaid')
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
    await putOrderSearch(trx, id)
    const order = await orderBy(trx, 'id', id)
    const mails = order === undefined ? [] : await readdressMails(ctx, trx, order, form.mails)
    const subject = subjectOf(orderSubject, id)
    return ok({ answer: null, subject, before: { email: customer.email }, after: { email, mails } })
  },
})

interface MailForm {
  readonly number: string
  readonly kind: string
}

/** Sends the buyer a mail again with today's content, unless the former one is still queued. */
export const sendMailAgain = defineAct({
  name: 'order.mail-again',
  words: 'メールを送り直しました',
  subject: orderSubject,
  facts: { mail: mailFact },
  who: 'owner',
  form: ({ form, at: { number } }: Opened<{ readonly number: string }>): Read<MailForm> =>
    ok({ number: orderNumberTyped(number), kind: fieldOf(form, 'act') }),
  refusals: deskRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, form: { number, kind } }) => {
    const found = await orderForAct(trx, number, null)
    if (!found.ok) return found
    const order = found.value
    if (kind !== 'order_confirmation' && kind !== 'order_shipped') return refused('no-such-mail')
    const mails = ((await mailsOfOrders(trx, [order.id])).get(order.id) ?? []).filter(
      (mail) => mail.kind === kind,
    )
    const written = await writtenAgain(ctx, trx, order, { kind, about: '' })
    if (mails.length === 0 || written === undefined) return refused('no-such-mail')
    if (mails.some(({ state }) => state === 'queued')) return refused('mail-queued')
    await enqueueFurtherMail(ctx, trx, { ...written, subjectKey: order.id })
    return ok({ answer: null, subject: subjectOf(orderSubject, order.id), after: { mail: kind } })
  },
})

interface AsideForm {
  readonly number: string
  /** Id of the mail. */
  readonly mail: string
}

/** Says that the buyer of a mail that was not delivered knows of it in another way: it leaves きょう, list and order (N106). */
export const putMailAside = defineAct({
  name: 'order.mail-aside',
  words: '届かなかったメールを片づけました',
  subject: orderSubject,
  facts: { mail: mailFact },
  who: 'owner',
  form: ({ form, at: { number } }: Opened<{ readonly number: string }>): Read<AsideForm> =>
    ok({ number: orderNumberTyped(number), mail: fieldOf(form, 'mail', 60) }),
  refusals: deskRefusals,
  answer: noAnswer,
  run: async (trx, { ctx, form: { number, mail: id } }) => {
    const found = await orderForAct(trx, number, null)
    if (!found.ok) return found
    const order = found.value
    const mails = (await mailsOfOrders(trx, [order.id])).get(order.id) ?? []
    const mail = mails.find((each) => each.id === id)
    if (mail === undefined || !isDead(mail)) return refused('no-such-mail')
    await putAside(trx, ctx, mail.kind, subjectKeyOf(order, mail))
    return ok({ answer: null, subject: subjectOf(orderSubject, order.id), after: { mail: mail.kind } })
  },
})
