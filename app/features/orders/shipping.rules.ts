import { ok, type Result, refused } from '~/kernel/result.ts'
import { isCarrier, trackingTyped } from './carriers.rules.ts'
import { disputeStops, isGivenBack, type OrderMoney } from './money.rules.ts'
import { type BuyersFacts, kindOf } from './standing.rules.ts'
import type { Order } from './types.ts'

/** Delay of the buyer's mail, so that shipping can be undone unnoticed. */
export const undoMs = 10 * 60_000

const dayMs = 24 * 60 * 60_000

export const longestNote = 1_000

/** How long a packer sees a shipped order, and its address (N12). */
export const packerSeesMs = { order: 14 * dayMs, address: 3 * dayMs } as const

/** Packers see what is to be shipped, and what was shipped within 14 days (N12). */
export const packersSee = (order: BuyersFacts, now: number): boolean => {
  if (order.shippedAt !== null) return order.shippedAt > now - packerSeesMs.order
  const kind = kindOf(order)
  return kind === 'open' || (kind === 'review' && order.state === 'paid')
}

export type ShippingRefusal =
  | 'not-found'
  | 'stale'
  | 'cancelled'
  | 'shipped'
  | 'unpaid'
  | 'needs-review'
  | 'refunded'
  | 'disputed'
  | 'bad-carrier'
  | 'bad-tracking'

export type ParcelRefusal =
  | 'not-found'
  | 'stale'
  | 'cancelled'
  | 'shipped'
  | 'unpaid'
  | 'not-shipped'
  | 'note-missing'
  | 'note-too-long'
  | 'mail-begun'
  | 'bad-carrier'
  | 'bad-tracking'
  | 'bad-date'

type ShippedParts = Pick<Order, 'version' | 'cancelledAt' | 'shippedAt'>

/** Why a form with this `version` is stale, by what others did first (N14); null if it is not, or if `version` is null. */
export const lateness = (
  order: ShippedParts,
  version: number | null,
  shippedBefore: boolean,
): 'stale' | 'cancelled' | 'shipped' | null => {
  if (version === null || version === order.version) return null
  if (order.cancelledAt !== null) return 'cancelled'
  return !shippedBefore && order.shippedAt !== null ? 'shipped' : 'stale'
}

/** Null for orders paid in full (M5), not cancelled or refunded (M11), settled, and undisputed unless `despiteDispute` (N14). */
export const shippingRefusal = (
  order: Pick<Order, 'state' | 'reviewReason' | 'settledAt' | 'cancelledAt' | 'shippedAt'>,
  money: OrderMoney,
  despiteDispute: boolean,
): ShippingRefusal | undefined => {
  if (order.cancelledAt !== null) return 'cancelled'
  if (order.state !== 'paid') return order.state === 'needs_review' ? 'needs-review' : 'unpaid'
  if (order.shippedAt !== null) return 'shipped'
  if (order.reviewReason !== null && order.settledAt === null) return 'needs-review'
  if (isGivenBack(money)) return 'refunded'
  return disputeStops(money) && !despiteDispute ? 'disputed' : undefined
}

/** Times in epoch ms. */
export const canUndo = (recordedAt: number | null, now: number): boolean =>
  recordedAt !== null && now - recordedAt < undoMs

/** Normalises the form's carrier and number; empty fields keep the stored values. */
export const parcelIn = (
  { carrier, tracking }: { readonly carrier: string; readonly tracking: string },
  kept: Pick<Order, 'carrier' | 'tracking'>,
): Result<Pick<Order, 'carrier' | 'tracking'>, 'bad-carrier' | 'bad-tracking'> => {
  if (carrier !== '' && !isCarrier(carrier)) return refused('bad-carrier')
  const number = trackingTyped(tracking)
  if (number === null) return refused('bad-tracking')
  const parcel = { carrier: carrier || kept.carrier, tracking: number || kept.tracking }
  return parcel.carrier === null && parcel.tracking !== null ? refused('bad-carrier') : ok(parcel)
}
