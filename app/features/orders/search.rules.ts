import { inTokyo, startOfDay } from '~/kernel/days.ts'
import { addressedName } from '~/kernel/honorific.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { closedUp, searchWords } from '~/kernel/search-text.ts'
import { nfkc, withoutInvisible } from '~/kernel/text.ts'
import type { Order, OrderLine } from './types.ts'

/** Counted up when `orderSearchOf` gives something else: all orders are then read again. */
export const ordersReadAs = '1'

/** What an order is found by (N11); packers search `place` only as long as they see it, and never `email` (N12). */
export interface OrderSearch {
  readonly text: string
  readonly place: string
  readonly email: string
}

/** Shorter ones would be found in almost every order. */
export const fewestDigits = 3
const longestDigits = 30
/** Words in lines, then each number between `numberMark`, which no word holds. */
const numberMark = '#'

const isDigits = (text: string): boolean => /^\d+$/.test(text)

const lineOf = (parts: readonly (string | null | undefined)[]): string => {
  const lines = parts.map((part) => closedUp(part ?? '')).filter((part) => part !== '')
  const numbers = parts
    .flatMap((part) => nfkc(part ?? '').match(/\d+/g) ?? [])
    .filter(({ length }) => length >= fewestDigits && length <= longestDigits)
  const marked =
    numbers.length === 0 ? '' : `${numberMark}${[...new Set(numbers)].join(numberMark)}${numberMark}`
  return [...new Set(lines), marked].filter((line) => line !== '').join('\n')
}

const onlyDigits = (text: string): string => nfkc(text).replace(/\D/g, '')

/** `readings`: of its goods; `notes`: what was written beside it at the desk. */
export const orderSearchOf = (
  {
    number,
    customer: { name, email, phone, address },
    lines,
    parcels,
  }: Pick<Order, 'number' | 'customer' | 'parcels'> & {
    readonly lines: readonly Pick<OrderLine, 'number' | 'name'>[]
  },
  readings: readonly string[],
  notes: readonly string[],
): OrderSearch => ({
  text: lineOf([
    number,
    name,
    address?.recipient,
    ...lines.flatMap((line) => [line.number, line.name]),
    ...readings,
    ...parcels.map(({ tracking }) => tracking),
    ...notes,
  ]),
  place: lineOf([
    address && `${address.prefecture}${address.city}${address.line1}`,
    address?.line2,
    onlyDigits(address?.postalCode ?? ''),
    onlyDigits(domesticPhone(phone ?? '')),
  ]),
  email: (email ?? '').toLowerCase(),
})

/** A word, or the digits with which a number begins or ends. */
export interface SearchTerm {
  readonly patterns: readonly string[]
}

export interface ReadOrderSearch {
  /** Epoch ms of the midnight at which the day begins; null for none. */
  readonly day: number | null
  /** Yen, written as money; null for none. */
  readonly sum: number | null
  /** Yen, when it is only digits: a number or a sum; null otherwise. */
  readonly sumOrNumber: number | null
  /** All that was typed as one; undefined when nothing can match. */
  readonly whole: SearchTerm | undefined
  /** Each of them has to match; empty when nothing can. */
  readonly words: readonly SearchTerm[]
  /** A pattern for the e-mail address; null when only digits were typed. */
  readonly email: string | null
  /** Nothing but a day and a sum was typed. */
  readonly isEmpty: boolean
  /** 様 or 〒 alone, which finds nothing. */
  readonly isHonorific: boolean
  /** Whether digits were left out because they are too few. */
  readonly hasFewDigits: boolean
}

const mostWords = 5
const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const termOf = (text: string): SearchTerm | undefined => {
  if (text === '') return undefined
  if (!isDigits(text)) return { patterns: [holding(text)] }
  if (text.length < fewestDigits) return undefined
  return { patterns: [holding(numberMark + text), holding(text + numberMark)] }
}

const dayForms = [
  /^(?:(?<year>\d{4})\/)?(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?<day>\d{1,2})日$/,
]

/** A day without a year is the last such day. */
const dayTyped = (word: string, now: number): number | null => {
  const parts = dayForms.map((form) => form.exec(word)?.groups).find((groups) => groups !== undefined)
  if (parts === undefined) return null
  const [month, day] = [Number(parts.month), Number(parts.day)]
  const of = (year: number): number | null => {
    const midnight = startOfDay(Date.UTC(year, month - 1, day))
    const read = inTokyo(midnight)
    return read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? midnight : null
  }
  if (parts.year !== undefined) return of(Number(parts.year))
  const thisYear = inTokyo(now).getUTCFullYear()
  // 2/29 may be four years ago.
  return (
    Array.from({ length: 8 }, (_, ago) => of(thisYear - ago)).find((at) => at !== null && at <= now) ?? null
  )
}

/** 1,280円, ￥1280: at least one sign that it is money. */
const sumTyped = (word: string): number | null => {
  const [, sign, digits = '', unit] = /^(¥?)(\d{1,3}(?:,\d{3})+|\d+)(円?)$/.exec(word) ?? []
  const plain = digits.replaceAll(',', '')
  const isMoney = sign !== '' || unit !== '' || plain !== digits
  return digits !== '' && isMoney && plain.length <= 9 ? Number(plain) : null
}

/** 山田様 is 山田, 試野御中 is 試野, 花村先生 is 花村 (N110), 〒150-0001 the postal code; `now` in epoch ms. */
export const readOrderSearch = (typed: string, now: number): ReadOrderSearch => {
  const text = domesticPhone(withoutInvisible(nfkc(typed)).trim())
  const given = text.split(/\s+/).filter((word) => word !== '')
  const day = given.map((word) => dayTyped(word, now)).find((at) => at !== null) ?? null
  const sum = given.map(sumTyped).find((yen) => yen !== null) ?? null
  const rest = given
    .filter((word) => dayTyped(word, now) === null && sumTyped(word) === null)
    .map((word) => addressedName(word.replace(/^〒/, '')).name)
    .filter((word) => !/^(?:様|御中)?$/.test(word))
    .join(' ')
  const whole = closedUp(rest)
  const words = searchWords(rest).slice(0, mostWords)
  const terms = words.flatMap((word) => termOf(word) ?? [])
  const isPlain = isDigits(whole)
  return {
    day,
    sum,
    sumOrNumber: isPlain && whole.length >= fewestDigits && whole.length <= 9 ? Number(whole) : null,
    whole: termOf(whole),
    words: terms.length === words.length ? terms : [],
    email: rest === '' || isPlain ? null : holding(rest.toLowerCase()),
    isEmpty: rest === '' && (day !== null || sum !== null),
    isHonorific: rest === '' && given.length > 0 && day === null && sum === null,
    hasFewDigits: words.some((word) => isDigits(word) && word.length < fewestDigits),
  }
}
