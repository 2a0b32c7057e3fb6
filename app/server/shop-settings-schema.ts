import { z } from 'zod'
import { isEmail } from '~/kernel/email.ts'
import { safeLink } from '~/kernel/links.ts'
import { yen } from '~/kernel/money.ts'
import { readPatternScale } from '~/kernel/pattern-scale.ts'
import {
  type ClosedDays,
  longestAccount,
  longestTaxClass,
  type ShopSettings,
} from '~/kernel/shop-settings.ts'

const said = (error: string) => ({ error })

const text = z
  .string(said('must be a text in quotation marks'))
  .regex(/\S/, 'may not be empty')
  .regex(/^[^{}]*$/, 'has a brace left over from a pattern')

const matching = (pattern: RegExp, what: string) =>
  z.string(said(`must be ${what}`)).regex(pattern, `must be ${what}`)

const whole = (least: number, most: number) => {
  const error = said(`must be a whole number from ${least} to ${most}, without quotation marks`)
  return z.number(error).int(error).min(least, error).max(most, error)
}

const amount = whole(0, 999_999).transform(yen)
const yesOrNo = z.boolean(said('must be true or false'))
const listOf = <T extends z.ZodType>(one: T) => z.array(one, said('must be a list in square brackets'))
const group = <T extends z.ZodRawShape>(parts: T) =>
  z.strictObject(parts, {
    error: (issue) => (issue.code === 'invalid_type' ? 'must be a group in braces' : undefined),
  })

const mustBeLink = 'must be a link that begins with https://'
const link = z.string(said(mustBeLink)).refine((address) => safeLink(address) !== null, mustBeLink)

const phone = matching(/^0[\d-]{9,13}$/, 'a telephone number such as 03-1234-5678')
const time = matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00')
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const band = group({ below: whole(1, 9_999_999).transform(yen), fee: amount })

const bands = listOf(band).superRefine((steps, found) => {
  steps.forEach(({ below }, at) => {
    const before = steps[at - 1]
    if (before !== undefined && below <= before.below)
      found.addIssue({
        code: 'custom',
        path: [at, 'below'],
        message: `must be more than the ${before.below} of the step before it`,
      })
  })
})

const fromTo = group({ from: whole(0, 365), to: whole(0, 365) }).refine(({ from, to }) => from <= to, {
  path: ['to'],
  error: 'may not be less than from',
})

const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^20\d{2}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value

const longestClosedMs = 366 * 86_400_000

const isClosedDays = (value: unknown): value is ClosedDays => {
  if (typeof value !== 'object' || value === null) return isDay(value)
  const { from, to } = Object.fromEntries(Object.entries(value))
  if (Object.keys(value).length !== 2 || !isDay(from) || !isDay(to)) return false
  const lasts = Date.parse(to) - Date.parse(from)
  return lasts >= 0 && lasts <= longestClosedMs
}

const closed = z.custom<ClosedDays>(
  isClosedDays,
  said('must be a day such as 2026-12-30, or { "from": "…", "to": "…" } of at most a year'),
)

const patternScale = z
  .string(said('must be a text in quotation marks'))
  .refine((text) => readPatternScale(text) !== null, 'must name a size such as 柄の大きさ 3cm')

const openingHours = group({
  days: listOf(z.enum(weekdays, said(`must be one of ${weekdays.join(', ')}`))),
  opens: time,
  closes: time,
}).refine(({ opens, closes }) => opens.padStart(5, '0') < closes, {
  path: ['closes'],
  error: 'must be later than opens',
})

/** Of full-width signs, as accounting programs count them. */
const widthOf = (name: string): number =>
  [...name].reduce((sum, sign) => sum + (/^[\u0020-\u007e\uff61-\uff9f]$/.test(sign) ? 1 : 2), 0)

/** A name that freee, マネーフォワード and 弥生 read as it stands: no sign that ends a cell, and none that would be guarded (P23, M35). */
const bookName = text
  .max(longestTaxClass, `may have at most ${longestTaxClass} characters`)
  .regex(/^[^",\p{Cc}]*$/u, 'may have no quotation mark, comma or line break')
  .regex(/^[^\s'#=+\-@＝＋－＠\u2212]/u, "may not begin with a blank or one of ' # = + - @")

const accountName = bookName.refine(
  (name) => widthOf(name) <= 2 * longestAccount,
  `may have at most ${longestAccount} full-width characters`,
)

const taxClasses = { sales: bookName, refunds: bookName, disputes: bookName, fees: bookName }

/** What settings must be (P13, L1). A message completes a sentence that begins with the setting's name. */
export const shopSettingsSchema: z.ZodType<ShopSettings> = group({
  name: text,
  nameInLatin: text,
  description: text,
  seller: group({
    legalName: text,
    personInCharge: text,
    postalCode: matching(/^\d{3}-\d{4}$/, 'a postal code such as 150-0001'),
    address: text,
    phone,
    fax: phone.nullable(),
    email: z.string(said('must be an e-mail address')).refine(isEmail, 'must be an e-mail address'),
  }),
  hours: group({ lines: listOf(text).min(1, 'may not be empty'), open: listOf(openingHours) }),
  links: group({ oldWebsite: link.nullable(), newsletter: link.nullable(), externalStore: link.nullable() }),
  cart: group({
    unitsPerLine: whole(1, 99),
    // The payment provider takes 100 lines, shipping included (S3).
    kinds: whole(1, 99),
    freeKits: whole(0, 99),
    shippingBands: bands,
  }),
  joined: z.literal('lengthwise', said('must be "lengthwise", or null')).nullable(),
  closedDays: listOf(closed).max(200, 'may have at most 200 entries'),
  cutOff: time.nullable(),
  patternScales: z.record(z.string(), patternScale, said('must be a group in braces')),
  terms: group({
    payment: text,
    paymentTime: text,
    otherFees: text,
    delivery: text,
    deliveryDays: fromTo,
    returns: text,
    returnDays: whole(0, 365),
    returnPostage: text,
    refund: text,
    cancellation: text,
    defects: text,
    prices: text,
    offerPeriod: text,
    liability: text,
    externalContract: text,
  }),
  parcels: group({
    contents: text.max(15, 'may have at most 15 characters'),
    sender: group({
      name: text.max(16, 'may have at most 16 characters'),
      postalCode: matching(/^\d{3}-\d{4}$/, 'a postal code such as 150-0001'),
      address: text.max(32, 'may have at most 32 characters'),
      building: z.string(said('must be a text in quotation marks')).max(16, 'may have at most 16 characters'),
      phone,
    }).nullable(),
    yamatoKind: z.enum(['0', '7', '8', 'A'], said('must be "0", "7", "8" or "A"')),
    yamatoCustomer: matching(/^\d{10,12}$/, 'the 10 to 12 digits of the carrier, or null').nullable(),
  }),
  accounting: group({
    accounts: group({
      sales: accountName,
      refunds: accountName.nullable(),
      disputes: accountName.nullable(),
      fees: accountName,
      receivable: accountName,
      receivableSub: accountName.nullable(),
      bank: accountName,
    }),
    freee: group({ ...taxClasses, wallet: bookName.nullable() }),
    moneyForward: group(taxClasses),
    yayoi: group(taxClasses),
  }),
  receipts: group({ purpose: text.max(40, 'may have at most 40 characters') }),
  privacy: group({
    lastUpdated: text,
    supplementUpdated: text,
    processors: listOf(group({ name: text, purpose: text })),
    disclosureFee: text,
  }),
  court: text,
  invoiceNumber: matching(/^T\d{13}$/, 'T and 13 digits, or null').nullable(),
  subscriptions: listOf(
    group({
      name: text,
      material: text,
      monthlyPrice: amount,
      cloths: whole(1, 999),
      fabricPieceSize: text,
      freeShipping: yesOrNo,
      link,
      picture: matching(
        /^\/Image\/[^?#\\]+$/,
        'a file of the folder of pictures, such as /Image/monthly.jpg',
      ).optional(),
    }),
  ),
  pageSize: whole(1, 100),
  copyrightYear: whole(1900, 2999),
})
