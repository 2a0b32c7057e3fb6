import { displayDay, inTokyo } from './days.ts'
import { compareCodeUnits } from './kana-order.ts'
import { nfkc } from './text.ts'

const latest = Date.UTC(9999, 11, 31, 14, 59, 59, 999)
/** March 1973: smaller numbers are counts, years or days like 20240905. */
const earliestNumber = 100_000_000_000

/**
 * Epoch ms, or null for an unknown form (P15). Takes 2024/9/5, 2024年1月5日, 令和6年9月5日, R6.9.5, 20240905, ISO 8601, epoch ms; without
 * a zone: Tokyo, without a day: the first of the month.
 */
export const parseDate = (date: string | number): number | null => {
  const text = nfkc(String(date)).trim()
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  if (year !== undefined) return momentInParts({ year, month, day })
  if (typeof date === 'number') return momentOf(date)
  if (/^\d{12,13}$/.test(text)) return momentOf(Number(text))
  const parts = (calendarForm.exec(text) ?? eraForm.exec(text))?.groups
  return parts ? momentInParts(parts) : null
}

const momentOf = (ms: number): number | null =>
  Number.isSafeInteger(ms) && ms >= earliestNumber && ms <= latest ? ms : null

// Not 'iu': Safari then misses \k<mark> in a text that was cut out of one with Japanese.
const formOf = (year: RegExp) =>
  new RegExp(
    [
      year,
      /(?:(?<mark>[-/.])(?<month>\d{1,2})(?:\k<mark>(?<day>\d{1,2}))?| ?年 ?(?<kanjiMonth>\d{1,2}) ?月(?: ?(?<kanjiDay>\d{1,2}) ?日)?)/,
      /(?: ?\([日月火水木金土](?:曜日?)?\))?/,
      /(?:[T ] ?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?<zone> ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/,
    ]
      .map((part) => part.source)
      .join(''),
    'i',
  )

const calendarForm = formOf(/^(?<year>\d{4})/)
const eraForm = formOf(/^(?<era>令和?|平成?|昭和?|大正?|明治?|[RHSTM])\.? ?(?<eraYear>\d{1,2}|元)/)

/** The year before the first one of an era, by its letter and its first sign. Years beyond an era's end are read on, as in 平成33年. */
const yearsBefore: ReadonlyMap<string, number> = new Map(
  [
    ['R令', 2018],
    ['H平', 1988],
    ['S昭', 1925],
    ['T大', 1911],
    ['M明', 1867],
  ].flatMap(([signs, before]) => [...String(signs)].map((sign) => [sign, Number(before)] as const)),
)

const yearIn = ({ year, era = '', eraYear }: Partial<Record<string, string>>): number =>
  year === undefined
    ? (yearsBefore.get(era.charAt(0).toUpperCase()) ?? 0) +
      (eraYear === '元' ? 1 : Number(eraYear) || Number.NaN)
    : Number(year)

const momentInParts = (parts: Partial<Record<string, string>>): number | null => {
  const number = (text: string | undefined) => Number(text ?? 0)
  const [year, month, day] = [
    yearIn(parts),
    number(parts.month ?? parts.kanjiMonth),
    number(parts.day ?? parts.kanjiDay ?? '1'),
  ]
  const [hour, minute, second] = [number(parts.hour), number(parts.minute), number(parts.second)]
  const midnight = new Date(Date.UTC(year, month - 1, day))
  const isReal = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day && year >= 1900
  const offset = minutesAheadOfUtc(parts.zone)
  if (!isReal || hour > 23 || minute > 59 || second > 59 || offset === null) return null
  const ms = Math.floor(Number(`0.${parts.fraction ?? '0'}`) * 1000)
  return midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + ms
}

const minutesAheadOfUtc = (zone: string | undefined): number | null => {
  if (zone === undefined) return 9 * 60
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? []
  if (sign === undefined) return 0
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')

const dayInTokyo = (moment: number): string => {
  const at = inTokyo(moment)
  return `${at.getUTCFullYear()}/${at.getUTCMonth() + 1}/${at.getUTCDate()}`
}

/** 2024/9/5, in Tokyo; a text of unknown form stays as it is (P15). */
export const displayDate = (date: string | number): string => {
  const moment = parseDate(date)
  return moment === null ? String(date) : dayInTokyo(moment)
}

/** 2024/9/5 13:05, in Tokyo; `moment` in epoch ms. */
export const displayMoment = (moment: number): string => {
  const at = inTokyo(moment)
  return `${dayInTokyo(moment)} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`
}

/** 2024-09-05 for `<time datetime>`, in Tokyo; null for an unknown form. */
export const machineDate = (date: string | number): string | null => {
  const moment = parseDate(date)
  return moment === null ? null : inTokyo(moment).toISOString().slice(0, 10)
}

/** For `sort`: newest first, unknown dates last, equal ones by id (P15, R25). */
export const newestFirst = (
  a: { readonly date: string | number; readonly id: string },
  b: { readonly date: string | number; readonly id: string },
): number => {
  const [first, second] = [
    parseDate(a.date) ?? Number.NEGATIVE_INFINITY,
    parseDate(b.date) ?? Number.NEGATIVE_INFINITY,
  ]
  return first === second ? compareCodeUnits(a.id, b.id) : first < second ? 1 : -1
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** 11/23（月）, in Tokyo; `moment` in epoch ms. */
export const deskDay = (moment: number): string =>
  `${displayDay(moment)}（${weekdays[inTokyo(moment).getUTCDay()]}）`

/** 11/23（月）3:51, in Tokyo; `moment` in epoch ms. */
export const deskMoment = (moment: number): string => {
  const tokyo = inTokyo(moment)
  return `${deskDay(moment)}${tokyo.getUTCHours()}:${twoDigits(tokyo.getUTCMinutes())}`
}
