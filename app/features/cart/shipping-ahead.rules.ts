import { formatYen, type Yen, yen } from '~/kernel/money.ts'
import type { ShippingBand } from '~/kernel/shop-settings.ts'
import { type ShippingStep, shippingStep } from './totals.rules.ts'

/** Yen until shipping is free; null for an empty or already free cart, or if the fee may rise before (C20). */
export const untilFreeShipping = (subtotal: Yen, bands: readonly ShippingBand[]): Yen | null => {
  const freeFrom = bands.at(-1)?.below
  const { fee } = shippingStep(subtotal, bands)
  if (freeFrom === undefined || fee === 0 || subtotal >= freeFrom) return null
  const mayRise = bands.some((band) => band.below > subtotal && band.fee > fee)
  return mayRise ? null : yen(freeFrom - subtotal)
}

const stepIsNear = 400

/** The dearer shipping step that at most 400 yen more would reach, or null (C20). */
export const nextDearerStep = (subtotal: Yen, bands: readonly ShippingBand[]): ShippingStep | null => {
  const { below, fee } = shippingStep(subtotal, bands)
  if (subtotal <= 0 || below === null || below - subtotal > stepIsNear) return null
  const next = shippingStep(below, bands)
  return next.fee > fee ? next : null
}

export const shippingInShort = (bands: readonly ShippingBand[]): string => {
  const [first, ...dearer] = bands
  const last = bands.at(-1)
  if (first === undefined || last === undefined) return '無料'
  const steps = dearer.map(
    ({ fee }, at) => `${formatYen(bands[at]?.below ?? first.below)}円以上は${formatYen(fee)}円`,
  )
  return `${formatYen(first.fee)}円（商品の小計${[...steps, `${formatYen(last.below)}円以上は無料`].join('、')}）`
}
