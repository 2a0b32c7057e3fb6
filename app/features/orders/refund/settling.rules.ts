import type { Order, ReviewReason } from '~/features/orders/types.ts'

/** How a review may end (N21). */
export const settlements = [
  'accepted',
  'given-back',
  'practice',
  'second-given-back',
  'checked',
  'piece-found',
] as const
export type Settlement = (typeof settlements)[number]

const ends: Readonly<Record<ReviewReason, readonly Settlement[]>> = {
  amount: ['accepted', 'given-back'],
  currency: ['given-back'],
  'other-order': ['given-back'],
  livemode: ['practice'],
  'paid-twice': ['second-given-back'],
  'not-listed': ['checked'],
  'sold-out': ['piece-found', 'given-back'],
}

const isReason = (text: string): text is ReviewReason => Object.hasOwn(ends, text)

/** Reasons unknown to this version allow the ends that leave money and order as they are. */
export const settlementsOf = ({
  reviewReason,
  state,
}: Pick<Order, 'reviewReason' | 'state'>): readonly Settlement[] => {
  if (reviewReason === null) return []
  // Its first payment does not fit either.
  if (reviewReason === 'paid-twice' && state === 'needs_review') return ['second-given-back', 'given-back']
  return isReason(reviewReason) ? ends[reviewReason] : ['given-back', 'checked']
}

/** Refunds ask her to confirm again who she is (N3). */
export const givesBack = (how: Settlement): boolean => how === 'given-back' || how === 'second-given-back'
