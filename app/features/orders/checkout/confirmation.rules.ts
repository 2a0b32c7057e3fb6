import type { CartTotals } from '~/features/cart/totals.rules.ts'
import { fieldsOf } from '~/kernel/json.ts'
import { formatYen, type Yen } from '~/kernel/money.ts'
import type { SalesTerms } from '~/kernel/shop-settings.ts'

/** An item that the law demands on the last screen before an order (L2, S21). */
export interface ConfirmationItem {
  readonly heading: string
  readonly lines: readonly string[]
}

export type ConfirmedCart = Pick<CartTotals, 'lines' | 'units' | 'subtotal' | 'shipping' | 'total'>

type ShownTerms = Pick<
  SalesTerms,
  | 'payment'
  | 'paymentTime'
  | 'otherFees'
  | 'delivery'
  | 'cancellation'
  | 'returns'
  | 'returnPostage'
  | 'defects'
  | 'refund'
>

export type OfferEnds = string | null

const amount = (yen: Yen) => `${formatYen(yen)}円`
const fee = (shipping: Yen) => (shipping === 0 ? '無料' : amount(shipping))

const productName = ({ shownName, item }: ConfirmedCart['lines'][number]) =>
  `${item.managementNumber} ${shownName}`

const payment = ({ payment, paymentTime, otherFees }: ShownTerms): ConfirmationItem => ({
  heading: '支払の時期・方法',
  lines: [payment, paymentTime, otherFees],
})

const headingOfDelivery = '引渡時期'

const delivery = ({ delivery }: ShownTerms): ConfirmationItem => ({
  heading: headingOfDelivery,
  lines: [delivery],
})

const period = (offerEnds: OfferEnds): ConfirmationItem[] =>
  offerEnds === null ? [] : [{ heading: '申込期間', lines: [offerEnds] }]

const withdrawal = (terms: ShownTerms): ConfirmationItem => ({
  heading: 'キャンセル・返品',
  lines: [terms.cancellation, terms.returns, terms.returnPostage, terms.defects, terms.refund],
})

/** The final confirmation in the law's order (L2, S21), shown and kept with the order. */
export const confirmationItems = (
  cart: ConfirmedCart,
  terms: ShownTerms,
  offerEnds: OfferEnds = null,
): ConfirmationItem[] => [...itemsOfCart(cart), ...itemsOfTerms(terms, offerEnds)]

/** Those of the law's items that the cart tells, in its order. */
export const itemsOfCart = (cart: ConfirmedCart): ConfirmationItem[] => [
  {
    heading: '数量',
    lines: [
      ...cart.lines.map((line) => `${productName(line)} × ${line.item.quantity}`),
      `合計 ${cart.units}点`,
    ],
  },
  {
    heading: '販売価格（税込）',
    lines: [
      ...cart.lines.map((line) => `${productName(line)} ${amount(line.amount)}`),
      `商品小計 ${amount(cart.subtotal)}`,
      `送料 ${fee(cart.shipping)}`,
      `合計 ${amount(cart.total)}`,
    ],
  },
]

/** Those that are the same for every cart, behind the cart's. */
export const itemsOfTerms = (terms: ShownTerms, offerEnds: OfferEnds = null): ConfirmationItem[] => [
  payment(terms),
  delivery(terms),
  ...period(offerEnds),
  withdrawal(terms),
]

/** Of an answer of the shop; null when it is none. */
export const readItems = (answer: unknown): readonly ConfirmationItem[] | null => {
  if (!Array.isArray(answer)) return null
  const items = answer.flatMap((one) => {
    const { heading, lines } = fieldsOf(one)
    if (typeof heading !== 'string' || !Array.isArray(lines)) return []
    return [{ heading, lines: lines.filter((line) => typeof line === 'string') }]
  })
  return items.length === 0 || items.length < answer.length ? null : items
}

/** With a closed shop's line (N60) behind the time of delivery. */
export const withClosure = (
  items: readonly ConfirmationItem[],
  closure: string,
): readonly ConfirmationItem[] =>
  closure === ''
    ? items
    : items.map(({ heading, lines }) => ({
        heading,
        lines: heading === headingOfDelivery ? [...lines, closure] : lines,
      }))

/**
 * The law's six items as a sentence each (S21), in its order; payment is by card only, when the order is placed. `arrival` are the
 * days on which an order of now arrives (P21), where the shop can tell them: the one line about delivery (S35).
 */
export const confirmationInShort = (
  cart: Omit<ConfirmedCart, 'lines'>,
  { deliveryDays: { from, to }, returnDays }: Pick<SalesTerms, 'deliveryDays' | 'returnDays'>,
  arrival: string | null = null,
): string[] => [
  `${cart.units}点のご注文です。`,
  `合計${amount(cart.total)}（税込、送料${cart.shipping === 0 ? '無料' : `${fee(cart.shipping)}を含む`}）です。`,
  'お支払いはカードで、ご注文のときです。',
  `${arrival ?? `${from === to ? to : `${from}〜${to}`}営業日でお届け`}します。`,
  'お申し込みの期限はありません。',
  `取り消しは発送前、返品は到着後${returnDays}日以内です。`,
]

export const confirmationText = (items: readonly ConfirmationItem[]): string =>
  items.map(({ heading, lines }) => `【${heading}】\n${lines.join('\n')}`).join('\n\n')

/** The payment page's limit, in UTF-16 units. */
export const longestPaymentPageText = 1200

const short = (items: readonly ConfirmationItem[]): string => {
  const text = items.map(({ heading, lines }) => `【${heading}】${lines.join(' ')}`).join(' ')
  if (text.length <= longestPaymentPageText) return text
  return `${text.slice(0, longestPaymentPageText - cutEnding.length)}${cutEnding}`.toWellFormed()
}

const cutEnding = '…（続きは特定商取引法に基づく表記をご覧ください）'

export const isCutOnPaymentPage = (cart: ConfirmedCart, terms: ShownTerms): boolean =>
  [submitText(cart, terms), shippingText(cart, terms)].some((text) => text.endsWith(cutEnding))

/** Above the payment page's button: sums only, as that page shows the lines (L2). At most 1,200 characters. */
export const submitText = (
  cart: Omit<ConfirmedCart, 'lines'>,
  terms: ShownTerms,
  offerEnds: OfferEnds = null,
): string =>
  short([
    { heading: '数量', lines: [`合計${cart.units}点（明細のとおり）`] },
    {
      heading: '販売価格（税込）',
      lines: [`商品${amount(cart.subtotal)}、送料${fee(cart.shipping)}、合計${amount(cart.total)}`],
    },
    payment(terms),
    delivery(terms),
    ...period(offerEnds),
    withdrawal(terms),
  ])

/** At most 1,200 characters. */
export const shippingText = ({ shipping }: Pick<ConfirmedCart, 'shipping'>, terms: ShownTerms): string =>
  short([
    delivery(terms),
    { heading: '送料', lines: [`${fee(shipping)}。お届け先は日本国内に限ります。`] },
    withdrawal(terms),
  ])
