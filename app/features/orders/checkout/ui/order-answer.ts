import { lineOf } from '~/features/cart/rules.ts'
import type { Cart, NumberedQuantity } from '~/features/cart/types.ts'
import { readCartProducts } from '~/features/cart/ui/products-now.ts'
import type { OwnStock } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { fieldsOf } from '~/kernel/json.ts'
import {
  type CartEffect,
  orderedLinesIn,
  type PaymentAnswer,
  type PaymentRecord,
  type RememberedOrder,
} from '../payment-record.rules.ts'

export interface OrderAnswer {
  readonly payment: PaymentAnswer
  readonly session: string | null
  /** Its open payment page, or null. */
  readonly payAt: string | null
  readonly path: string
  readonly lines: readonly NumberedQuantity[]
  /** What this browser could have of its counted products while it is unpaid (K31), by number. */
  readonly left: ReadonlyMap<string, OwnStock>
}

const nothingOf = (payment: 'over' | 'unsure'): OrderAnswer => ({
  payment,
  session: null,
  payAt: null,
  path: '',
  lines: [],
  left: new Map(),
})

/** The shop asks the provider within 3 s. */
const answerLimitMs = 10_000

/** Never throws. */
export const readOrder = async (token: string): Promise<OrderAnswer> => {
  try {
    const response = await fetch(`${href('/api/orders/:token', { token })}?payment`, {
      signal: AbortSignal.timeout(answerLimitMs),
    })
    if (response.status === 404) return nothingOf('over')
    const { status, sessionId, payAt, path, order, left } = fieldsOf(
      response.ok ? await response.json() : null,
    )
    const { lines, state } = fieldsOf(order)
    if (typeof path !== 'string' || !Array.isArray(lines)) return nothingOf('unsure')
    const session = typeof sessionId === 'string' ? sessionId : null
    return {
      payment: paymentOf(status, state),
      session,
      payAt: typeof payAt === 'string' ? payAt : null,
      path,
      lines: orderedLinesIn(lines),
      left: stockIn(left),
    }
  } catch {
    return nothingOf('unsure')
  }
}

const stockIn = (value: unknown): ReadonlyMap<string, OwnStock> =>
  new Map(
    (Array.isArray(value) ? value : [])
      .map(fieldsOf)
      .flatMap(({ number, most, waits }) =>
        typeof number === 'string' && Number.isSafeInteger(most)
          ? [[number, { most: Number(most), waits: waits === true }] as const]
          : [],
      ),
  )

const paymentOf = (status: unknown, state: unknown): PaymentAnswer => {
  if (status === 'paid') return 'paid'
  // While our order is pending, `waiting` may mean that the provider could not be asked.
  if (status === 'waiting') return state === 'pending' ? 'unsure' : 'waiting'
  return state === 'pending' ? 'open' : 'over'
}

/** An order's lines as sold now; null if the shop could not be asked. */
export const cartLinesOf = async (ordered: readonly NumberedQuantity[]): Promise<Cart | null> => {
  const products = await readCartProducts(ordered.map(({ managementNumber }) => managementNumber))
  if (products === null) return null
  return ordered.flatMap(({ managementNumber, quantity }) => {
    const found = products.get(managementNumber)
    return found === undefined ? [] : [lineOf(found, quantity)]
  })
}

export const withAnswer = (order: RememberedOrder, { session, lines }: OrderAnswer): RememberedOrder => ({
  ...order,
  session: session ?? order.session,
  lines: lines.length > 0 ? lines : order.lines,
})

export type PaymentMessage =
  | { readonly kind: 'cancelled' | 'unsure' }
  | { readonly kind: 'paid' | 'waiting' | 'returned'; readonly path: string }

/** A cancel is no longer told once the order was paid after all, as in another tab. */
export const stillTrue = (
  message: PaymentMessage | null,
  { orders }: PaymentRecord,
): PaymentMessage | null => {
  const last = orders.at(-1)?.state
  return message?.kind === 'cancelled' && (last === 'paid' || last === 'settled') ? null : message
}

/** `comesBack`: this tab left to pay the order and has not been told the outcome. */
export const messageAfter = (
  former: PaymentMessage | null,
  { payment, path }: OrderAnswer,
  effect: CartEffect | 'stuck',
  comesBack: boolean,
): PaymentMessage | null => {
  if (effect === 'give-back') return { kind: 'returned', path }
  if (payment === 'paid' || payment === 'waiting') {
    const isShown = former !== null && 'path' in former && former.path === path
    return effect === 'take-out' || isShown ? { kind: payment, path } : former
  }
  if (!comesBack) return former
  return { kind: payment === 'unsure' ? 'unsure' : 'cancelled' }
}
