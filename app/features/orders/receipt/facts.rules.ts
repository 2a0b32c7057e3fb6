import { unitsEver } from '~/features/orders/exchanges.rules.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import type { KeptPayment, KeptRefund } from '~/features/orders/payment/types.ts'
import { partName } from '~/features/orders/refund/mails.rules.ts'
import { leftOf, type RefundPart } from '~/features/orders/refund/rules.ts'
import { issuerToday, paidAmount } from '~/features/orders/rules.ts'
import { taxesOfParts } from '~/features/orders/tax.rules.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { unitOf } from '~/features/products/rules.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import type { DocumentFacts, DocumentLine, DocumentRefund } from './document.rules.ts'
import type { ReceiptKind } from './rules.ts'

/** The payment whose money the order's documents are about: the first of which something is left, else the first. */
const paymentOfDocuments = (payments: readonly KeptPayment[]): KeptPayment | undefined => {
  const inYen = payments.filter(({ currency }) => currency === 'jpy')
  return inYen.find((payment) => leftOf(payment) > 0) ?? inYen[0]
}

export interface StatedRefund extends Pick<KeptRefund, 'id' | 'amount' | 'reason'> {
  /** Epoch ms. */
  readonly at: number
  readonly tax: number
}

/**
 * The refunds of an order that a document may state, oldest first, each with its tax (M18): those that came to their end. What goes back
 * of a second payment for the same order is no part of what was sold, and not among them.
 */
export const statedRefunds = (payments: readonly KeptPayment[]): readonly StatedRefund[] => {
  const payment = paymentOfDocuments(payments)
  if (payment === undefined) return []
  const counted = payment.refunds.filter(({ state }) => refundsThatCount.some((each) => each === state))
  const taxes = taxesOfParts(payment.amount, counted)
  return counted.flatMap(({ id, amount, reason, state, askedAt: at }, index) =>
    state === 'succeeded' ? [{ id, amount, reason, at, tax: taxes[index] ?? 0 }] : [],
  )
}

/** The line as it was paid for, of a line that may have been exchanged several times. */
const paidFor = (lines: readonly OrderLine[], position: number): number => {
  const from = lines[position]?.exchangedFrom ?? null
  return from === null ? position : paidFor(lines, from)
}

const named = (line: OrderLine) => `${nameWithColour(line)}（${line.number}）`

/** The lines that were paid, which come to the sums, each with what it is now (M22). */
const paidLines = ({ lines }: Pick<Order, 'lines'>): DocumentLine[] =>
  lines.flatMap((line, position): DocumentLine[] => {
    if (line.exchangedFrom != null) return []
    const units = unitsEver(lines, position)
    const counter = unitOf(line.type)
    const exchanges = lines.filter(
      (each, at) => each.exchangedFrom != null && each.quantity > 0 && paidFor(lines, at) === position,
    )
    return [
      {
        name: named(line),
        units: `${units}${counter}`,
        unitPrice: line.unitPrice,
        amount: line.unitPrice * units,
        notes: [
          ...(line.free ? ['布と一緒のご注文で無料'] : []),
          ...exchanges.map((each) => `うち${each.quantity}${counter}は、${named(each)}に変更しました`),
        ],
      },
    ]
  })

const documentRefund = (order: Order, refund: StatedRefund, parts: readonly RefundPart[]): DocumentRefund => {
  const { id, at, amount, tax, reason } = refund
  const own = parts.filter(({ refundId }) => refundId === id)
  const what = own.map((part) => ({ words: partName(order, part, reason), amount: part.amount }))
  if (what.length === 0)
    return { at, amount, tax, what: [{ words: reason ?? 'ご返金', amount }], reason: null }
  return { at, amount, tax, what, reason: own.some(({ part }) => part === 'other') ? null : reason }
}

/** What a document is made of, at the moment it is issued; `parts` are those of its refunds. Null for an order without a payment's day. */
export const documentFacts = (
  order: Order,
  refunds: readonly StatedRefund[],
  parts: readonly RefundPart[],
  settings: Pick<ShopSettings, 'name' | 'seller' | 'invoiceNumber' | 'receipts'>,
  issued: Pick<DocumentFacts, 'number' | 'revision' | 'nameLine' | 'issuedAt'> & {
    readonly kind: ReceiptKind
  },
): DocumentFacts | null => {
  const { paidAt, shippedAt, number, subtotal, shipping, total } = order
  if (paidAt === null) return null
  const { amount: received, tax } = paidAmount(order)
  return {
    ...issued,
    purpose: settings.receipts.purpose,
    issuer: order.issuer ?? issuerToday(settings),
    phone: settings.seller.phone,
    order: { number, paidAt, shippedAt, subtotal, shipping, total, received, tax },
    lines: paidLines(order),
    refunds: refunds.map((refund) => documentRefund(order, refund, parts)),
  }
}
