import { type Yen, yen } from '~/kernel/money.ts'
import type { ShippingBand } from '~/kernel/shop-settings.ts'
import { type ShippingStep, shippingStep } from './totals.rules.ts'

/**
 * Yen that are missing until shipping is free; null in an empty or already free cart, and wherever more products can lead to
 * a higher fee (C20): with the shop's fees it is given from 4,400 to 24,199 yen.
 */
export const untilFreeShipping = (subtotal: Yen, bands: readonly ShippingBand[]): Yen | null => {
  const freeFrom = bands.at(-1)?.below
  const { fee } = shippingStep(subtotal, bands)
  if (freeFrom === undefined || fee === 0 || subtotal >= freeFrom) return null
  const mayRise = bands.some((band) => band.below > subtotal && band.fee > fee)
  return mayRise ? null : yen(freeFrom - subtotal)
}

/** How far below a dearer step of the fee the cart says so. */
const stepIsNear = 400

/** The dearer step of the fee that at most 400 yen more would reach; null where none is so near (C20). */
export const dearerStepAhead = (subtotal: Yen, bands: readonly ShippingBand[]): ShippingStep | null => {
  const { below, fee } = shippingStep(subtotal, bands)
  if (subtotal <= 0 || below === null || below - subtotal > stepIsNear) return null
  const next = shippingStep(below, bands)
  return next.fee > fee ? next : null
}
