import { disputeStops, type OrderMoney, refundsThatCount } from '~/features/orders/money.rules.ts'
import { shippingRefusal } from '~/features/orders/shipping.rules.ts'
import type { Order, OrderLine } from '~/features/orders/types.ts'
import type { ReturnedAs } from '~/features/stock/rules.ts'

/** Of one order, undone ones included: each has a position for ever. */
export const mostExchanges = 30

/** Why nothing of an order is exchanged (N125). */
export type OrderHindrance =
  | 'unpaid'
  | 'shipped'
  | 'cancelled'
  | 'unsettled'
  | 'refunded'
  | 'disputed'
  | 'practice'

/** Why units of a line are not exchanged (N125). */
export type LineHindrance = 'free' | 'packed' | 'under-way' | 'given-back'

/** What is known of an order beside its row when its lines are exchanged, each by position. */
export interface ExchangeFacts {
  readonly money: OrderMoney
  /** Units whose money has not gone back. */
  readonly unitsLeft: readonly number[]
  /** Lines that are in the box. */
  readonly packed: ReadonlySet<number>
  /** Lines that are cut, by tick or in the stock. */
  readonly cut: ReadonlySet<number>
  /** Of each exchange whose difference was asked back, by its id. */
  readonly differences: ReadonlyMap<string, Difference>
  /** Lines of which a refund or a return is not over yet; one that failed is over once another took its place. */
  readonly underWay: ReadonlySet<number>
}

/** Paid in full and settled, neither shipped, cancelled, given back nor contested; orders of a former demo take no real cloth. */
export const orderHindrance = (
  order: Order,
  money: OrderMoney,
  demo: boolean,
): OrderHindrance | undefined => {
  if (order.practice !== demo) return 'practice'
  const why = shippingRefusal(order, money, true)
  if (why === 'needs-review') return 'unsettled'
  if (why !== undefined) return why
  return disputeStops(money) ? 'disputed' : undefined
}

/** Kits that came free hang on the fabric beside them and are never exchanged (I7), nor is what is in the box, given back or about to be. */
export const lineHindrance = (
  { free, unitPrice }: Pick<OrderLine, 'free' | 'unitPrice'>,
  position: number,
  { packed, underWay, unitsLeft }: ExchangeFacts,
): LineHindrance | undefined => {
  if (free || unitPrice === 0) return 'free'
  if (packed.has(position)) return 'packed'
  if (underWay.has(position)) return 'under-way'
  return (unitsLeft[position] ?? 0) > 0 ? undefined : 'given-back'
}

/** Whether a refund in this state has not arrived yet, and has not failed. */
export const isOnItsWay = (state: string): boolean =>
  state !== 'succeeded' && refundsThatCount.some((each) => each === state)

/** What became of a difference that was asked back: on its way or arrived, or neither, with the refunds that failed. */
export interface Difference {
  readonly isBack: boolean
  readonly failed: readonly string[]
}

/** One exchange of an order. */
export interface Exchange {
  readonly id: string
  readonly position: number
  readonly fromPosition: number
  readonly units: number
  readonly unitPrice: number
  readonly refundId: string | null
  readonly exchangedAt: number
  readonly undoneAt: number | null
}

/** Why an exchange is not undone (N126). */
export type UndoHindrance = 'no-exchange' | 'money-back' | 'packed' | 'exchanged-on' | LineHindrance

/** Undone as long as all of it is there, out of the box, and no money has gone back for it: a difference that failed is not owed then (N156). */
export const undoHindrance = (
  exchange: Exchange,
  lines: Order['lines'],
  facts: ExchangeFacts,
): UndoHindrance | undefined => {
  const { id, position, fromPosition, units, undoneAt } = exchange
  const line = lines[position]
  if (line === undefined || undoneAt !== null) return 'no-exchange'
  if (facts.differences.get(id)?.isBack) return 'money-back'
  if (facts.packed.has(position) || facts.packed.has(fromPosition)) return 'packed'
  if (line.quantity < units) return 'exchanged-on'
  if (facts.underWay.has(position)) return 'under-way'
  return (facts.unitsLeft[position] ?? 0) < units ? 'given-back' : undefined
}

/** Yen that go back for these units; negative where the other product costs more. */
export const differenceOf = (paid: number, price: number, units: number): number => (paid - price) * units

/** What becomes of the cloth that is not sent: undefined while the owner has not said of a cut piece (K34). */
export const backOf = (isCut: boolean, said: ReturnedAs | undefined): ReturnedAs | undefined =>
  said ?? (isCut ? undefined : 'bolt')
