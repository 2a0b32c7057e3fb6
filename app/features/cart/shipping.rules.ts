import { type Yen, yen } from '~/kernel/money.ts'
import type { ShippingBand } from '~/kernel/shop-settings.ts'

/** Why shipping costs what it does: goods for `from` yen up to below `below` pay `fee`; no `below` on the last step. */
export interface ShippingStep {
  readonly from: Yen
  readonly below: Yen | null
  readonly fee: Yen
}

/** The step of the fee that a subtotal after the kit offer stands on (S:L186-190, C19, C20); nothing bought, no fee. */
export const shippingStep = (subtotal: Yen, bands: readonly ShippingBand[]): ShippingStep => {
  if (subtotal <= 0) return { from: yen(0), below: yen(1), fee: yen(0) }
  const at = bands.findIndex(({ below }) => subtotal < below)
  const band = bands[at]
  if (band === undefined) return { from: bands.at(-1)?.below ?? yen(1), below: null, fee: yen(0) }
  return { from: bands[at - 1]?.below ?? yen(1), below: band.below, fee: band.fee }
}

/**
 * How many yen more make shipping free, for 「あと○円で送料無料」, or null where the hint must not stand (C20): in an
 * empty or already free cart, and on every step from which more goods can lead to a higher fee, whatever they cost.
 * With the shop's fees it stands from 4,400 to 24,199 yen.
 */
export const untilFreeShipping = (subtotal: Yen, bands: readonly ShippingBand[]): Yen | null => {
  const freeFrom = bands.at(-1)?.below
  const { fee } = shippingStep(subtotal, bands)
  if (freeFrom === undefined || fee === 0 || subtotal >= freeFrom) return null
  const mayRise = bands.some((band) => band.below > subtotal && band.fee > fee)
  return mayRise ? null : yen(freeFrom - subtotal)
}
