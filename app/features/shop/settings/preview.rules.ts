import { shippingStep } from '~/features/cart/totals.rules.ts'
import { confirmationItems, isCutOnPaymentPage } from '~/features/orders/checkout/confirmation.rules.ts'
import { legalNotice } from '~/features/shop/site-pages/rules.ts'
import { formatYen, sumOf, yen } from '~/kernel/money.ts'
import type { ShopSettings } from '~/kernel/shop-settings.ts'
import { type SettingPart, settingLabel } from './parts.rules.ts'
import { fieldsOfPart, typedPart } from './typed.rules.ts'

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

/** A sentence that says another number of days than the setting. */
export interface OtherDays {
  /** Of the number of days. */
  readonly label: string
  readonly days: number
  readonly heading: string
  readonly line: string
}

/** Preview of a settings change (N50). */
export interface SettingsPreview {
  readonly changes: readonly SettingChange[]
  /** Shipping fee by cart total. */
  readonly shipping: readonly { readonly subtotal: string; readonly before: string; readonly after: string }[]
  readonly cart: readonly TextChange[]
  readonly legal: readonly TextChange[]
  readonly otherDays: readonly OtherDays[]
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

const kanjiDigits = '一二三四五六七八九'

/** 二十一 is 21; up to 99. */
const ofKanji = (text: string): string =>
  text.replace(/[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]/g, (number) => {
    const [tens = '', ones = ''] = number.includes('十') ? number.split('十') : ['0', number]
    const digit = (one: string, none: number) => (one === '' ? none : kanjiDigits.indexOf(one) + 1)
    return String((tens === '0' ? 0 : digit(tens, 1) * 10) + digit(ones, 0))
  })

const daySpans = /(\d+)(?:\D?(?:営業)?日)?(?:\s*[〜~～ー−–-]\s*(\d+))?\s*(営業日|日|週間)/g

/** The numbers of days that a sentence names, such as 2 and 3 of 「２〜３営業日」; with `weeks` 7 of 「一週間」 too. */
const daysIn = (line: string, weeks: boolean): number[] =>
  [...ofKanji(line.normalize('NFKC')).matchAll(daySpans)].flatMap(([, from, to, unit]) =>
    [from, to].flatMap((days) => {
      if (days === undefined || (unit === '週間' && !weeks)) return []
      return Number(days) * (unit === '週間' ? 7 : 1)
    }),
  )

/**
 * Sentences that disagree with a number of days that this change is about (N80): its own sentence that does not name it, and others of
 * the notice of the law that still name the former one.
 */
const otherDaysOf = (part: SettingPart, before: ShopSettings, after: ShopSettings): OtherDays[] => {
  const [former, later] = [typedPart(part, before), typedPart(part, after)]
  const notice = legalNotice(after).flatMap(({ name, lines }) =>
    lines.map((line) => ({ heading: name, line })),
  )
  return fieldsOfPart(part).flatMap(({ name, label, saidIn }) => {
    if (saidIn === undefined) return []
    const isNew = (field: string) => former[field] !== later[field]
    if (!isNew(name) && !isNew(saidIn)) return []
    const [was, days] = [Number(former[name]), Number(later[name])]
    return notice
      .filter(({ line }) => {
        if (line === later[saidIn]) return !daysIn(line, true).includes(days)
        const said = daysIn(line, false)
        return said.includes(was) && !said.includes(days)
      })
      .map((one) => ({ label, days, ...one }))
  })
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
  otherDays: otherDaysOf(part, before, after),
})

/** Whether the legally required text fits above the payment page's button (L2). */
export const fitsPaymentPage = (settings: ShopSettings): boolean =>
  !isCutOnPaymentPage(sampleCart(settings), settings.terms)
