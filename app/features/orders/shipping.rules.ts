import { ok, type Result, refused } from '~/kernel/result.ts'
import { isCarrier, isShortened, mostParcels, type Parcel, trackingsTyped } from './carriers.rules.ts'
import { disputeStops, isGivenBack, type OrderMoney } from './money.rules.ts'
import { type BuyersFacts, kindOf } from './standing.rules.ts'
import type { Order } from './types.ts'

/** Delay of the buyer's mail, so that shipping can be undone unnoticed. */
export const undoMinutes = 10
export const undoShippingMs = undoMinutes * 60_000

const dayMs = 24 * 60 * 60_000

export const longestNote = 1_000

/** How long a packer sees a shipped order, and its address (N12). */
export const packerSeesDays = { order: 14, address: 3 } as const
export const packerSeesMs = {
  order: packerSeesDays.order * dayMs,
  address: packerSeesDays.address * dayMs,
} as const

/** Packers see what is to be shipped, and what was shipped within 14 days (N12). */
export const packersSee = (order: BuyersFacts, now: number): boolean => {
  if (order.shippedAt !== null) return order.shippedAt > now - packerSeesMs.order
  const kind = kindOf(order)
  return kind === 'open' || (kind === 'review' && order.state === 'paid')
}

/** How long who packs is told that an order whose form she holds was cancelled (N90). */
const cancelledIsToldMs = dayMs

/** Whether an order could be packed until it was cancelled, which is told to who packs for a day, and nothing else of it (N90). */
export const isToldCancelled = (
  { cancelledAt, paidAt, shippedAt }: Pick<Order, 'cancelledAt' | 'paidAt' | 'shippedAt'>,
  now: number,
): boolean =>
  cancelledAt !== null && cancelledAt > now - cancelledIsToldMs && paidAt !== null && shippedAt === null

/** Why an order is not to be shipped, whoever asks. */
type NotToShip = 'cancelled' | 'shipped' | 'unpaid' | 'needs-review' | 'refunded' | 'disputed'

export type ShippingRefusal =
  | 'not-found'
  | 'stale'
  | NotToShip
  | 'old-number'
  | 'without-fabric'
  | ParcelFault

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
  | ParcelFault
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
): NotToShip | undefined => {
  if (order.cancelledAt !== null) return 'cancelled'
  if (order.state !== 'paid') return order.state === 'needs_review' ? 'needs-review' : 'unpaid'
  if (order.shippedAt !== null) return 'shipped'
  if (order.reviewReason !== null && order.settledAt === null) return 'needs-review'
  if (isGivenBack(money)) return 'refunded'
  return disputeStops(money) && !despiteDispute ? 'disputed' : undefined
}

/** How a shipping was taken back: within ten minutes, or later with a reason. */
export type TakenBack = 'undone' | 'unshipped'

/** Times in epoch ms. */
export const canUndo = (recordedAt: number | null, now: number): boolean =>
  recordedAt !== null && now - recordedAt < undoShippingMs

/** Fields of a form as typed; the number may be several. */
export interface TypedParcel {
  readonly carrier: string
  readonly tracking: string
}

export type ParcelFault = 'bad-carrier' | 'bad-tracking' | 'shortened-tracking' | 'too-many-parcels'

/** What stands after a form that shows all parcels, each number once; an empty list keeps what is stored, an empty carrier its own (N63). */
export const parcelsIn = (
  typed: readonly TypedParcel[],
  kept: readonly Parcel[],
): Result<readonly Parcel[], ParcelFault> => {
  if (typed.length === 0) return ok(kept)
  const found = new Map<string, Parcel>()
  let alone: string | null = null
  for (const [at, parcel] of typed.entries()) {
    const read = parcelIn(parcel, (kept[at] ?? kept[0])?.carrier ?? null)
    if (!read.ok) return read
    const { carrier, numbers } = read.value
    for (const tracking of numbers) if (!found.has(tracking)) found.set(tracking, { carrier, tracking })
    alone ??= carrier
  }
  if (found.size > mostParcels) return refused('too-many-parcels')
  return ok(found.size > 0 || alone === null ? [...found.values()] : [{ carrier: alone, tracking: null }])
}

/** One row of the form; `kept` is the carrier where none is typed. */
export const parcelIn = (
  { carrier, tracking }: TypedParcel,
  kept: string | null,
): Result<{ readonly carrier: string | null; readonly numbers: readonly string[] }, ParcelFault> => {
  if (carrier !== '' && !isCarrier(carrier)) return refused('bad-carrier')
  if (isShortened(tracking)) return refused('shortened-tracking')
  const numbers = trackingsTyped(tracking)
  if (numbers === null) return refused('bad-tracking')
  const own = carrier || kept
  return own === null && numbers.length > 0 ? refused('bad-carrier') : ok({ carrier: own, numbers })
}
