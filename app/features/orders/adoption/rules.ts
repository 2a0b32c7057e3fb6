import { freeSuffix } from '~/features/cart/offer.rules.ts'
import { checkoutViews } from '~/features/cart/types.ts'
import { belongingOf, isPaid } from '~/features/orders/payment/rules.ts'
import type { SessionLine, SessionOfOrder } from '~/features/orders/payment/types.ts'
import { isOrderNumber } from '~/features/orders/rules.ts'
import type { NewOrderLine, RestoredOrder } from '~/features/orders/types.ts'
import { type SellableProduct, shippingNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { defaultLogo } from '~/kernel/image-url.ts'
import { sumOf, times, yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'

/** `not-ours`: of another shop on the same account; `lines`, `sums`: the session does not tell what was bought. */
export type AdoptionRefusal = 'not-paid' | 'livemode' | 'currency' | 'not-ours' | 'lines' | 'sums'

interface AdoptionFacts {
  readonly livemode: boolean
  readonly siteOrigin: string
  readonly shopId: string | undefined
  /** By number, published or not. */
  readonly products: ReadonlyMap<string, SellableProduct>
}

/** Makes the order of a paid session (M12), with lines by management number at the prices paid. */
export const restoredOrder = (
  session: SessionOfOrder,
  facts: AdoptionFacts,
): Result<RestoredOrder, AdoptionRefusal> => {
  const from = checkoutViews.find((view) => view === session.from)
  if (session.orderId === null || from === undefined || belongingOf(session, facts) === 'foreign')
    return refused('not-ours')
  if (!isPaid(session) || session.paymentIntent === null) return refused('not-paid')
  if (session.livemode !== facts.livemode) return refused('livemode')
  if (session.currency !== 'jpy') return refused('currency')
  const lines = productLines(session.lines, facts.products)
  if (lines === undefined || lines.length === 0) return refused('lines')
  const subtotal = sumOf(lines.map(({ unitPrice, quantity }) => times(unitPrice, quantity)))
  const shipping = sumOf(session.lines.filter(isShipping).map(({ amount }) => yen(amount)))
  const total = sumOf([subtotal, shipping])
  if (total !== session.amountTotal) return refused('sums')
  return ok({
    id: session.orderId,
    number: session.orderNumber !== null && isOrderNumber(session.orderNumber) ? session.orderNumber : null,
    formerTokenHash: /^[0-9a-f]{64}$/.test(session.tokenHash ?? '') ? session.tokenHash : null,
    payment: session,
    from,
    lines,
    subtotal,
    shipping,
    total,
    cancelPath: pathOf(session.cancelUrl, facts.siteOrigin),
    submitText: session.submitText,
    shippingText: session.shippingText,
    sessionExpiresAt: session.expiresAt,
    createdAt: session.createdAt,
  })
}

const isShipping = ({ number }: SessionLine): boolean => number === shippingNumber

/** Undefined when a line has no number of ours, or its amount is not divisible by its units. */
const productLines = (
  lines: readonly SessionLine[],
  products: AdoptionFacts['products'],
): NewOrderLine[] | undefined => {
  const found: NewOrderLine[] = []
  for (const line of lines) {
    if (isShipping(line)) continue
    const unitPrice = line.amount / line.quantity
    if (line.number === null || !Number.isInteger(unitPrice) || unitPrice < 0) return undefined
    found.push(productLine(line, line.number, unitPrice, products.get(line.number)))
  }
  return found
}

/** Prices come from the session; description and picture from today's product. */
const productLine = (
  { name, quantity }: SessionLine,
  number: string,
  unitPrice: number,
  product: SellableProduct | undefined,
): NewOrderLine => {
  const free = unitPrice === 0 && name.endsWith(freeSuffix)
  return {
    number,
    type: product?.type ?? (free ? 'kit' : 'fabric'),
    name: free ? name.slice(0, -freeSuffix.length) : name,
    description: product?.description ?? '',
    unitPrice: yen(unitPrice),
    quantity,
    free,
    imageUrl: null,
    picture: product === undefined || product.imageUrl === defaultLogo ? null : product.imageUrl,
  }
}

const pathOf = (cancelUrl: string | null, siteOrigin: string): string => {
  const url = URL.parse(cancelUrl ?? '')
  return url?.origin === siteOrigin ? url.pathname : href('/cancel')
}
