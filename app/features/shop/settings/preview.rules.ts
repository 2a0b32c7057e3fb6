import { shippingStep } from '~/features/cart/totals.rules.ts'
import { confirmationItems, isCutOnPaymentPage } from '~/features/orders/checkout/confirmation.rules.ts'
import { legalNotice } from '~/features/shop/site-pages/rules.ts'
import { formatYen, sumOf, yen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { type SettingPart, settingLabel } from './parts.rules.ts'
import { typedPart } from './typed.rules.ts'

export interface SettingChange {
  readonly name: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** A text for shoppers, before and after. */
export interface TextChange {
  readonly heading: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Preview of a settings change (N50). */
export interface SettingsPreview {
  readonly changes: readonly SettingChange[]
  /** Shipping fee by cart total. */
  readonly shipping: readonly { readonly subtotal: string; readonly before: string; readonly after: string }[]
  readonly cart: readonly TextChange[]
  readonly legal: readonly TextChange[]
}

/** The fields of a part that differ between two settings, as shown in the form. */
export const changesBetween = (
  part: SettingPart,
  before: ShopSettings,
  after: ShopSettings,
): SettingChange[] => {
  const former = typedPart(part, before)
  return Object.entries(typedPart(part, after)).flatMap(([name, text]) => {
    const was = former[name] ?? ''
    return was === text ? [] : [{ name, label: settingLabel(name) ?? name, before: was, after: text }]
  })
}

const sums = [1_000, 3_000, 5_000, 10_000, 30_000]

const fee = (subtotal: number, { cart }: ShopSettings): string => {
  const { fee } = shippingStep(yen(subtotal), cart.shippingBands)
  return fee === 0 ? '無料' : `${formatYen(fee)}円`
}

/** Five pieces for 3,000 yen. */
const sampleCart = ({ cart }: ShopSettings) => {
  const subtotal = yen(3_000)
  const shipping = shippingStep(subtotal, cart.shippingBands).fee
  return { lines: [], units: 5, subtotal, shipping, total: sumOf([subtotal, shipping]) }
}

const cartTexts = (settings: ShopSettings): Pick<TextChange, 'heading' | 'after'>[] =>
  confirmationItems(sampleCart(settings), settings.terms).map(({ heading, lines }) => ({
    heading,
    after: lines,
  }))

const legalTexts = (settings: ShopSettings): Pick<TextChange, 'heading' | 'after'>[] =>
  legalNotice(settings).map(({ name, lines }) => ({ heading: name, after: lines }))

const textsBetween = (
  before: readonly Pick<TextChange, 'heading' | 'after'>[],
  after: readonly Pick<TextChange, 'heading' | 'after'>[],
): TextChange[] => {
  const headings = [...new Set([...before, ...after].map(({ heading }) => heading))]
  const linesOf = (texts: typeof before, heading: string) =>
    texts.find((text) => text.heading === heading)?.after ?? []
  return headings
    .map((heading) => ({ heading, before: linesOf(before, heading), after: linesOf(after, heading) }))
    .filter(({ before, after }) => before.join('\n') !== after.join('\n'))
}

/** Texts for shoppers that change, in the cart and the legal notice. */
export const settingsPreview = (
  part: SettingPart,
  before: ShopSettings,
  after: ShopSettings,
): SettingsPreview => ({
  changes: changesBetween(part, before, after),
  shipping: sums
    .map((sum) => ({
      subtotal: `${formatYen(yen(sum))}円`,
      before: fee(sum, before),
      after: fee(sum, after),
    }))
    .filter((row) => row.before !== row.after),
  cart: textsBetween(cartTexts(before), cartTexts(after)),
  legal: textsBetween(legalTexts(before), legalTexts(after)),
})

/** Whether the legally required text fits above the payment page's button (L2). */
export const fitsPaymentPage = (settings: ShopSettings): boolean =>
  !isCutOnPaymentPage(sampleCart(settings), settings.terms)
