import { nameWithColour } from '~/features/products/description.rules.ts'
import { href } from '~/href.ts'
import { withHonorific } from '~/kernel/honorific.ts'
import { taxInside, yen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { parcelsOf } from './carriers.rules.ts'
import { exchangeDifference, linesNow, orderedName } from './exchanges.rules.ts'
import { type OrderMoney, sentBackAt } from './money.rules.ts'
import { buyersStanding } from './standing.rules.ts'
import type { Customer, Issuer, Order, OrderLine, OrderMail, OrderState, PaymentStatus } from './types.ts'

/** Characters that are not confused when read aloud or written by hand. */
const clearCharacters = '23456789ABCDEFGHJKLMNPQRTUVWXY'

export const orderNumberLength = 8

/** An order number such as K7P4-9WXD from eight `randoms` in [0, 1). */
export const orderNumberFrom = (randoms: readonly number[]): string => {
  const signs = randoms
    .slice(0, orderNumberLength)
    .map((random) => clearCharacters[Math.floor(random * clearCharacters.length)] ?? '2')
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`
}

export const isOrderNumber = (text: string): boolean =>
  /^.{4}-.{4}$/.test(text) && [...text.replace('-', '')].every((sign) => clearCharacters.includes(sign))

export const orderNumberTyped = (text: string): string => {
  const signs = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** Amount and tax for the order's documents (N21). */
export const paidAmount = ({
  total,
  taxIncluded,
  acceptedAmount,
}: Pick<Order, 'total' | 'taxIncluded' | 'acceptedAmount'>) =>
  acceptedAmount === null
    ? { amount: total, tax: taxIncluded }
    : { amount: yen(acceptedAmount), tax: taxInside(yen(acceptedAmount)) }

/** `waiting` is shown as 確認中, for any reason. */
export const paymentStatusOf = (state: OrderState): Exclude<PaymentStatus, 'unknown'> => {
  if (state === 'paid') return 'paid'
  return state === 'awaiting_payment' || state === 'needs_review' ? 'waiting' : 'unpaid'
}

/** Whether the owner may write to the buyer: money came, is awaited or is to be looked at (N13, N115). */
export const isWrittenTo = ({ state }: Pick<Order, 'state'>): boolean =>
  ['paid', 'needs_review', 'awaiting_payment'].includes(state)

/** Only mails whose content is still true. */
export const mayBeSentAgain = (
  kind: string,
  { paidAt, shippedAt }: Pick<Order, 'paidAt' | 'shippedAt'>,
): boolean =>
  (kind === 'order_confirmation' && paidAt !== null) || (kind === 'order_shipped' && shippedAt !== null)

/** Whether a mail to the buyer is still true of the order, so that another address may get it (N105). */
export const isStillTrue = (
  kind: string,
  order: Pick<Order, 'paidAt' | 'shippedAt' | 'cancelledAt'>,
): boolean => {
  const { shippedAt, cancelledAt } = order
  if (kind === 'order_not_shipped') return shippedAt === null && cancelledAt === null
  if (kind === 'order_address') return shippedAt === null && cancelledAt === null
  if (kind === 'order_exchanged') return cancelledAt === null
  if (kind === 'order_cancelled') return cancelledAt !== null
  if (kind === 'order_confirmation' || kind === 'order_shipped') return mayBeSentAgain(kind, order)
  return ['order_refunded', 'order_return', 'order_return_arrived', 'order_message'].includes(kind)
}

/** How the form names a mail to the buyer, such as `order_refunded 0192…`. */
export const mailKey = ({ kind, about }: Pick<OrderMail, 'kind' | 'about'>): string =>
  about === '' ? kind : `${kind} ${about}`

/** Which mails a corrected address gets unless the owner chooses otherwise: what did not arrive, confirmation and shipping (N105). */
export const goesToNewAddress = ({
  kind,
  state,
  isPutAside,
}: Pick<OrderMail, 'kind' | 'state' | 'isPutAside'>): boolean =>
  kind === 'order_confirmation' || kind === 'order_shipped' || (state !== 'sent' && !isPutAside)

/** A name as its bearer is addressed (N110). */
export const addressee = (name: string | null): string =>
  name === null || name === '' ? 'お客様' : withHonorific(name)

/** Whom the parcel is for: the buyer, when the address names nobody. Null or '' when nobody is named. */
export const recipientName = ({ name, address }: Pick<Customer, 'name' | 'address'>): string | null =>
  address?.recipient || name

export const orderPath = (accessToken: string): string => href('/order/:token', { token: accessToken })

/** Whether the order has a page of receipts (M19): it was paid, and in earnest. */
export const hasReceipts = ({
  state,
  practice,
  paidAt,
}: Pick<Order, 'state' | 'practice' | 'paidAt'>): boolean => state === 'paid' && paidAt !== null && !practice

export const receiptPath = (accessToken: string, done?: string): string =>
  href('/order/:token/receipt', { token: accessToken, ...(done === undefined ? {} : { done }) })

export const issuerToday = ({
  name,
  seller: { legalName, postalCode, address },
  invoiceNumber,
}: Pick<ShopSettings, 'name' | 'seller' | 'invoiceNumber'>): Issuer => ({
  name,
  legalName,
  postalCode,
  address,
  invoiceNumber,
})

export const returnAddressOf = ({ name, seller }: Pick<ShopSettings, 'name' | 'seller'>) => ({
  postalCode: seller.postalCode,
  address: seller.address,
  name,
})

/** Data of the order's page (S23), with issuer (S22), colours (P27); nothing of the payment, nothing that identifies a browser. */
export const orderView = (
  order: Order,
  money: OrderMoney,
  settings: Pick<ShopSettings, 'name' | 'seller' | 'invoiceNumber'>,
  /** Estimated arrival, counted from payment (P21). */
  arrival: string | null = null,
  /** From `unitsNotShipped`. */
  notShipped: readonly number[] = [],
) => ({
  number: order.number,
  /** The browser's cart asks whether it may still be paid. */
  state: order.state,
  practice: order.practice,
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  shippedAt: order.shippedAt,
  /** As its buyer reads it: refunding all of an order cancels it, too. */
  cancelledAt: order.cancelledAt ?? sentBackAt(money),
  arrival,
  parcels: parcelsOf(order),
  standing: buyersStanding({ ...order, money }),
  subtotal: order.subtotal,
  shipping: order.shipping,
  total: order.total,
  taxIncluded: paidAmount(order).tax,
  accepted: order.acceptedAmount === null ? null : yen(order.acceptedAmount),
  exchangeDifference: exchangeDifference(order),
  lines: linesNow(order.lines).map((line) => ({
    ...lineView(line),
    position: line.position,
    orderedAs: orderedName(order.lines, line),
    notShipped: notShipped[line.position] ?? 0,
    // A shipping that was taken back leaves its returns behind.
    awaited: order.shippedAt === null ? 0 : unitsReturned(money, line.position, false),
    arrived: order.shippedAt === null ? 0 : unitsReturned(money, line.position, true),
  })),
  buyer: order.customer.name,
  recipient: recipientName(order.customer),
  address: order.customer.address,
  issuer: order.issuer ?? issuerToday(settings),
  /** Today's, while the issuer has that of the payment's day. */
  returnAddress: returnAddressOf(settings),
})

/** Of the line at this position; what was announced and did not arrive is awaited. */
const unitsReturned = ({ returns }: OrderMoney, position: number, hasArrived: boolean): number =>
  returns
    .filter(({ arrivedAt }) => (arrivedAt !== null) === hasArrived)
    .reduce((sum, { units }) => sum + (units[position] ?? 0), 0)

const lineView = (line: OrderLine) => ({
  number: line.number,
  type: line.type,
  name: nameWithColour(line),
  unitPrice: line.unitPrice,
  quantity: line.quantity,
  amount: line.amount,
  free: line.free,
  picture: line.picture,
})

export type OrderView = ReturnType<typeof orderView>

/** In `orders.session_names_token`: 0 for attempts that began before S25, 1 before D69. An attempt keeps its parameters (M2). */
export const namesTokenAndShop = 2

/** The payment page of an order that can still be paid, unless another cart of its browser took its place (S9); else null. */
export const pageToPay = (
  {
    state,
    openKey,
    sessionUrl,
    sessionExpiresAt,
  }: Pick<Order, 'state' | 'openKey' | 'sessionUrl' | 'sessionExpiresAt'>,
  now: number,
): string | null => (state === 'pending' && openKey !== null && sessionExpiresAt > now ? sessionUrl : null)
