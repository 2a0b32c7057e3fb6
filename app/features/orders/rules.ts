import { nameWithColour } from '~/features/products/description.rules.ts'
import { href } from '~/href.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { type Cancellation, cancellationOf, type OrderMoney } from './money.rules.ts'
import type { Issuer, Order, OrderLine, OrderState, PaymentStatus, ShippingRefusal } from './types.ts'

/** None is mistaken for another, read aloud or written by hand. */
const clearCharacters = '23456789ABCDEFGHJKLMNPQRTUVWXY'

export const orderNumberLength = 8

/** An order number such as K7P4-9WXD; each of the eight `randoms` is at least 0 and below 1. */
export const orderNumberFrom = (randoms: readonly number[]): string => {
  const signs = randoms
    .slice(0, orderNumberLength)
    .map((random) => clearCharacters[Math.floor(random * clearCharacters.length)] ?? '2')
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`
}

export const isOrderNumber = (text: string): boolean =>
  /^.{4}-.{4}$/.test(text) && [...text.replace('-', '')].every((sign) => clearCharacters.includes(sign))

/** What a person typed for an order number, in its one spelling: blanks, case, width and the hyphen do not matter. */
export const orderNumberTyped = (text: string): string => {
  const signs = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** `waiting` is 確認中, whatever has to be confirmed. */
export const paymentStatusOf = (state: OrderState): Exclude<PaymentStatus, 'unknown'> => {
  if (state === 'paid') return 'paid'
  return state === 'awaiting_payment' || state === 'needs_review' ? 'waiting' : 'unpaid'
}

/** May it be shipped? Only what was paid in full (M5). */
export const shippingRefusal = (state: OrderState): ShippingRefusal | undefined => {
  if (state === 'paid') return undefined
  return state === 'needs_review' ? 'needs-review' : 'unpaid'
}

export const orderPath = (accessToken: string): string => href('/order/:token', { token: accessToken })

type OrderProgress = Pick<Order, 'state' | 'shippedAt'> & { readonly cancellation: Cancellation | null }

/** The state of an order in a few words, for its buyer. */
export const orderStateText = ({ state, shippedAt, cancellation }: OrderProgress): string => {
  if (state === 'paid' && cancellation !== null)
    return cancellation.isDone ? '取り消し済み' : '取り消し（返金中）'
  if (state === 'paid') return shippedAt === null ? 'お支払い済み・発送準備中' : '発送済み'
  if (state === 'awaiting_payment') return 'お支払い待ち'
  if (state === 'needs_review') return 'お店で確認中'
  if (state === 'pending') return 'お支払いの確認中'
  return 'お支払いなし（無効）'
}

interface OrderStep {
  readonly name: string
  /** Epoch ms; null where it is not known or not yet so far. */
  readonly at: number | null
  readonly isReached: boolean
  readonly isDone: boolean
  readonly isCurrent: boolean
}

/** How far an order has come; none for one that was not paid. */
export const orderSteps = ({
  state,
  createdAt,
  shippedAt,
  cancellation,
}: OrderProgress & Pick<Order, 'createdAt'>): OrderStep[] => {
  if (state === 'pending' || state === 'failed' || state === 'expired') return []
  const isCancelled = state === 'paid' && cancellation !== null
  const current = shippedAt !== null ? 2 : state === 'paid' ? 1 : 0
  const isOver = shippedAt !== null || (isCancelled && cancellation.isDone)
  const dates = [createdAt, null, shippedAt]
  return (isCancelled ? ['ご注文', '取り消し'] : ['ご注文', '発送準備', '発送']).map((name, at) => ({
    name,
    at: dates[at] ?? null,
    isReached: at <= current,
    isDone: at < current || (at === current && isOver),
    isCurrent: at === current,
  }))
}

/** Who sells today. */
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

/** What an order's page shows (S23): nothing of the payment and nothing that tells browsers apart. */
export const orderView = (
  order: Order,
  money: OrderMoney,
  settings: Pick<ShopSettings, 'name' | 'seller' | 'invoiceNumber'>,
) => ({
  number: order.number,
  state: order.state,
  practice: order.practice,
  createdAt: order.createdAt,
  paidAt: order.paidAt,
  shippedAt: order.shippedAt,
  cancellation: cancellationOf(order, money),
  subtotal: order.subtotal,
  shipping: order.shipping,
  total: order.total,
  taxIncluded: order.taxIncluded,
  lines: order.lines.map(lineView),
  buyer: order.customer.name,
  recipient: order.customer.address?.recipient || order.customer.name,
  address: order.customer.address,
  /** For the delivery note (S22). */
  issuer: order.issuer ?? issuerToday(settings),
})

const lineView = (line: OrderLine) => ({
  number: line.number,
  type: line.type,
  /** With the colour that was ordered (P27). */
  name: nameWithColour(line),
  unitPrice: line.unitPrice,
  quantity: line.quantity,
  amount: line.amount,
  free: line.free,
  picture: line.picture,
})

export type OrderView = ReturnType<typeof orderView>
