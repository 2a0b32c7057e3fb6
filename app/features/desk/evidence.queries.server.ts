import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import type { Evidence } from './evidence.rules.ts'

const mostMails = 50

/** Printable evidence for a buyer's bank; undefined for an unknown number. */
export const evidenceOf = async (db: Kysely<Schema>, number: string): Promise<Evidence | undefined> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return undefined
  const { id } = order
  const mails = await db
    .selectFrom('mail')
    .select(['subject', 'subjectKey', 'sentAt', 'text'])
    .where('kind', 'like', 'order%')
    .where('subjectKey', '>=', id)
    .where('subjectKey', '<', `${id}~`)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(mostMails)
    .execute()
  const written = await db
    .selectFrom('orderMessage')
    .select(['id', 'text'])
    .where('orderId', '=', id)
    .orderBy('writtenAt')
    .limit(mostMails)
    .execute()
  const textOf = (subjectKey: string) =>
    written.find((message) => subjectKey.split(' ')[1] === message.id)?.text ?? ''
  const disputes = await db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.paymentIntent', 'dispute.paymentIntent')
    .select(['dispute.id', 'dispute.amount', 'reason', 'status', 'dueBy', 'livemode'])
    .where('payment.orderId', '=', id)
    .orderBy('openedAt')
    .orderBy('dispute.id')
    .execute()
  return {
    ...order,
    texts: [order.confirmationText, order.submitText, order.shippingText].filter((text) => text !== ''),
    mails: mails.map(({ subject, subjectKey, sentAt, text }) => ({
      ...{ subject, sentAt },
      text: text === '' ? textOf(subjectKey) : text,
    })),
    disputes: disputes.map(({ livemode, ...dispute }) => ({
      ...dispute,
      dashboard: `https://dashboard.stripe.com/${livemode === 1 ? '' : 'test/'}disputes/${dispute.id}`,
    })),
  }
}
