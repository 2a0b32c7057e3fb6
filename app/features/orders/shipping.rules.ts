import { ok, type Result, refused } from '~/kernel/result.ts'
import { isCarrier, trackingTyped } from './carriers.rules.ts'
import { disputeStops, isGivenBack, type OrderMoney } from './money.rules.ts'
import type { Order } from './types.ts'

/** So long the mail waits, and shipping is undone without a word. */
export const undoMs = 10 * 60_000

const dayMs = 24 * 60 * 60_000

export const longestNote = 1_000

/** How long one who packs sees an order that was shipped. */
export const packerSeesMs = 14 * dayMs

/** How long she sees where it went. */
export const packerSeesAddressMs = 3 * dayMs

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

/** What else can be in the way of changing or taking back what was shipped. */
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

/**
 * Why a form that shows `version` of an order comes too late; null when it does not, or the command line asks, which shows none. Who
 * was faster is told where it matters (N14).
 */
export const lateness = (
  order: ShippedParts,
  version: number | null,
  shippedBefore: boolean,
): 'stale' | 'cancelled' | 'shipped' | null => {
  if (version === null || version === order.version) return null
  if (order.cancelledAt !== null) return 'cancelled'
  return !shippedBefore && order.shippedAt !== null ? 'shipped' : 'stale'
}

/**
 * Why an order is not shipped: only what was paid in full (M5), was not cancelled nor given back (M11), needs no look, and whose money
 * nobody contests unless she ships it all the same (N14).
 */
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

/** Can it still be undone as if it had never been shipped? Times in epoch ms. */
export const canUndo = (shippedAt: number, now: number): boolean => now - shippedAt < undoMs

/** The carrier and the number of a form in their one spelling, over what the order has. */
export const parcelIn = (
  { carrier, tracking }: { readonly carrier: string; readonly tracking: string },
  kept: Pick<Order, 'carrier' | 'tracking'>,
): Result<Pick<Order, 'carrier' | 'tracking'>, 'bad-carrier' | 'bad-tracking'> => {
  if (carrier !== '' && !isCarrier(carrier)) return refused('bad-carrier')
  const number = trackingTyped(tracking)
  if (number === null) return refused('bad-tracking')
  return ok({ carrier: carrier || kept.carrier, tracking: number || kept.tracking })
}
