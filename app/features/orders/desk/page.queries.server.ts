import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isOwed } from '~/features/orders/attempts.rules.ts'
import { trackingLink } from '~/features/orders/carriers.rules.ts'
import { exchangeDifference, orderedName } from '~/features/orders/exchanges.rules.ts'
import { isDead, mailsOfOrders } from '~/features/orders/list.queries.server.ts'
import { moneyOfOrder, unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { orderBy, orderHistory } from '~/features/orders/queries.server.ts'
import { receiptsOfOrder } from '~/features/orders/receipt/queries.server.ts'
import { refundStateText } from '~/features/orders/refund/texts.ts'
import {
  goesToNewAddress,
  isStillTrue,
  mailKey,
  mayBeSentAgain,
  orderNumberTyped,
  paidAmount,
} from '~/features/orders/rules.ts'
import { packersSee } from '~/features/orders/shipping.rules.ts'
import { orderStanding } from '~/features/orders/standing.rules.ts'
import type { Order, OrderMail } from '~/features/orders/types.ts'
import { boltsOf } from '~/features/stock/queries.server.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import type { ToldActs } from '~/kernel/facts.ts'
import { auditOf } from '~/server/audit.ts'
import { othersOfBuyer } from './found-orders.queries.server.ts'
import { historyOf } from './history.rules.ts'
import { mailName } from './owner.texts.ts'
import { maySeeAddress, sheetsOf, standingFor } from './rules.ts'
import type { DeskMoney, DeskNote, DeskOrder } from './types.ts'

type Db = Kysely<Schema>

/** The order with this number in any spelling; undefined if this person may see none (N12). */
export const deskOrder = async (
  db: Db,
  { role }: Pick<DeskPerson, 'role'>,
  typedNumber: string,
  now: number,
  acts: ToldActs,
): Promise<DeskOrder | undefined> => {
  const order = await orderBy(db, 'orderNumber', orderNumberTyped(typedNumber))
  if (order === undefined) return undefined
  const { id, number, version, practice, state, createdAt, paidAt, shippedAt, parcels } = order
  const money = await moneyOfOrder(db, id)
  const mails = (await mailsOfOrders(db, [id])).get(id) ?? []
  const standing = orderStanding({ ...order, money, isUndelivered: mails.some(isDead) })
  if (role === 'packer' && !packersSee({ ...order, money }, now)) return undefined
  const notShipped = await unitsNotShipped(db, order)
  const bolts = await boltsOf(db, [id])
  const { subtotal, shipping, total, acceptedAmount: accepted, accessToken, customer } = order
  const addressIsHidden = !maySeeAddress(order, role, now)
  return {
    ...{ number, version, practice, createdAt, paidAt, shippedAt, addressIsHidden },
    parcels: parcels.map((parcel) => ({ ...parcel, link: trackingLink(parcel.carrier, parcel.tracking) })),
    standing: standingFor(standing, role),
    buyer: customer.name,
    address: addressIsHidden ? null : customer.address,
    phone: addressIsHidden ? null : customer.phone,
    lines: order.lines.map(({ imageUrl: _image, ...line }, position) => ({
      ...line,
      orderedAs: orderedName(order.lines, line),
      notShipped: notShipped[position] ?? 0,
      bolt: bolts.get(`${id} ${position}`)?.[shippedAt === null ? 'text' : 'name'] ?? null,
    })),
    notes: await notesOf(db, id),
    paper: await paperOf(db, id),
    sheets: sheetsOf({ standing, state, shippedAt, practice }, role),
    history: historyOf(await orderHistory(db, id), await auditOf(db, `order:${id}`), role, acts),
    owners:
      role === 'packer'
        ? null
        : {
            ...{ subtotal, shipping, total, accepted, taxIncluded: paidAmount(order).tax, accessToken },
            email: customer.email,
            exchangeDifference: exchangeDifference(order),
            returnToRefund: await returnToRefund(db, id),
            others: await othersOfBuyer(db, order),
            mails: mails.map((mail) => ({
              ...mail,
              name: mailName(mail),
              waitsUntil: mail.dueAt !== null && mail.dueAt > now ? mail.dueAt : null,
              mayBeSentAgain: mayBeSentAgain(mail.kind, order) && mail.state !== 'queued',
            })),
            money: await deskMoney(db, id),
            receipts: await receiptsOfOrder(db, id),
          },
  }
}

export const isSeen = async (
  db: Db,
  order: Order,
  { role }: Pick<DeskPerson, 'role'>,
  now: number,
): Promise<boolean> =>
  role === 'owner' || packersSee({ ...order, money: await moneyOfOrder(db, order.id) }, now)

const returnToRefund = async (db: Db, orderId: string): Promise<string | null> => {
  const found = await db
    .selectFrom('orderReturn')
    .select('id')
    .where('orderId', '=', orderId)
    .where('arrivedAt', 'is not', null)
    .where('refundId', 'is', null)
    .orderBy('arrivedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

const notesOf = (db: Db, orderId: string): Promise<DeskNote[]> =>
  db
    .selectFrom('orderNote')
    .select(['id', 'writtenAt', 'writtenBy', 'text'])
    .where('orderId', '=', orderId)
    .orderBy('writtenAt')
    .orderBy('id')
    .execute()

const paperOf = async (db: Db, orderId: string): Promise<DeskOrder['paper']> => {
  const order = await db
    .selectFrom('orders')
    .select('noteHidesPrices')
    .where('id', '=', orderId)
    .executeTakeFirst()
  const made = await db
    .selectFrom('orderExport')
    .select(['kind', 'exportedAt'])
    .where('orderId', '=', orderId)
    .execute()
  const at = (kind: 'label' | 'note') => made.find((each) => each.kind === kind)?.exportedAt ?? null
  return { hidesPrices: order?.noteHidesPrices === 1, labelAt: at('label'), noteAt: at('note') }
}

const deskMoney = async (db: Db, orderId: string): Promise<DeskMoney> => {
  const payments = await db
    .selectFrom('payment')
    .select(['paymentIntent', 'receivedAt', 'amount', 'role', 'fee'])
    .where('orderId', '=', orderId)
    .orderBy('receivedAt')
    .orderBy('paymentIntent')
    .execute()
  const intents = payments.map(({ paymentIntent }) => paymentIntent)
  if (intents.length === 0) return { payments, refunds: [], disputes: [] }
  const refunds = await db
    .selectFrom('refund')
    .select([
      'id',
      'askedAt',
      'amount',
      'state',
      'via',
      'reason',
      'failureReason',
      'pendingReason',
      'insteadOf',
      'droppedAt',
      'forgoneBecause',
    ])
    .where('paymentIntent', 'in', intents)
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
  const parts = await db
    .selectFrom('refundLine')
    .innerJoin('refund', 'refund.id', 'refundLine.refundId')
    .select(['refundId', 'part', 'position', 'units', 'refundLine.amount'])
    .where('paymentIntent', 'in', intents)
    .orderBy('refundId')
    .orderBy('ordinal')
    .execute()
  const disputes = await db
    .selectFrom('dispute')
    .select(['id', 'openedAt', 'amount', 'status', 'reason', 'dueBy'])
    .where('paymentIntent', 'in', intents)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()
  return {
    payments,
    refunds: refunds.map(({ via, failureReason, pendingReason, ...refund }) => ({
      ...refund,
      failure:
        refund.state === 'failed' ? refundStateText({ ...refund, via, failureReason, pendingReason }) : null,
      isOpen: isOwed(refund, refunds),
      lines: parts.flatMap(({ refundId, ...part }) => (refundId === refund.id ? part : [])),
    })),
    disputes,
  }
}

interface BuyersMail extends Pick<OrderMail, 'kind' | 'about' | 'isPutAside'> {
  readonly subject: string
  /** Null before it was first sent. */
  readonly state: OrderMail['state'] | null
}

/** The mails that the buyer got or should have, oldest first; of a paid order the confirmation in any case. */
export const buyersMails = async (
  db: Db,
  order: Pick<Order, 'id' | 'paidAt'>,
): Promise<readonly BuyersMail[]> => {
  const mails = (await mailsOfOrders(db, [order.id])).get(order.id) ?? []
  if (order.paidAt === null || mails.some(({ kind }) => kind === 'order_confirmation')) return mails
  const confirmation = { kind: 'order_confirmation', about: '', subject: '', state: null, isPutAside: false }
  return [confirmation, ...mails]
}

const stateTexts = { queued: '送っています', sent: '送信済み', dead: '届いていません' } as const

/** A mail as the sheet of a corrected address lists it. */
interface ReaddressedMail {
  readonly key: string
  readonly name: string
  readonly standing: string
  /** False when it is not true of the order any more. */
  readonly mayGo: boolean
  /** Unless the owner chooses otherwise. */
  readonly goes: boolean
}

/** What another address of the buyer may get (N105). */
export const mailsToReaddress = async (db: Db, number: string): Promise<readonly ReaddressedMail[]> => {
  const order = await orderBy(db, 'orderNumber', number)
  if (order === undefined) return []
  return (await buyersMails(db, order)).map((mail) => {
    const { kind, state, isPutAside } = mail
    return {
      key: mailKey(mail),
      name: mailName(mail),
      standing: state === null ? 'まだ送っていません' : isPutAside ? '片づけました' : stateTexts[state],
      mayGo: isStillTrue(kind, order),
      goes: goesToNewAddress({ kind, state: state ?? 'dead', isPutAside }),
    }
  })
}
