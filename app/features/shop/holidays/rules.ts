import { machineDate } from '~/kernel/dates.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { codePointLength, oneLine } from '~/kernel/text.ts'

/** No sales from the start of `from` to the end of `to` ('YYYY-MM-DD' of Tokyo); `message` may be empty. */
export interface Holiday {
  readonly from: string
  readonly to: string
  readonly message: string
}

const dayMs = 86_400_000
const zone = '+09:00'
/** Of the notice of a closed shop, in code points. */
export const longestMessage = 200
export const messageText = `お知らせの文は、1行、${longestMessage}文字までです。`
const longestDays = 60
const daysAhead = 366
const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

export const holidayRefusals = {
  stale: {
    status: 409,
    text: 'ほかの画面で先に変わりました。いまの予定を確かめて、もう一度押してください。',
  },
  from: { status: 422, text: '最初の日を、1年先までの日で入れてください。', field: 'from' },
  to: {
    status: 422,
    text: `最後の日を、最初の日かそれよりあとの、${longestDays}日までの日で入れてください。`,
    field: 'to',
  },
  over: { status: 422, text: 'もう終わった日です。今日からあとの日を入れてください。', field: 'to' },
  message: { status: 422, text: messageText, field: 'message' },
} as const satisfies Refusals<string>

const startOf = (day: string): number => Date.parse(`${day}T00:00:00${zone}`)

const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** Epoch ms (N60). */
export const holidayBounds = ({ from, to }: Holiday): { readonly begins: number; readonly ends: number } => ({
  begins: startOf(from),
  ends: startOf(dayAfter(to)),
})

/** Checks a form at `now` (epoch ms): at most 60 days, beginning within a year, not over (N60); days in any form (P15). */
export const readHoliday = (
  { message, ...typed }: Holiday,
  now: number,
): Result<Holiday, 'from' | 'to' | 'over' | 'message'> => {
  const line = message.trim()
  const [from, to] = [machineDate(typed.from), machineDate(typed.to)]
  if (from === null || startOf(from) > now + daysAhead * dayMs) return refused('from')
  if (to === null || to < from || startOf(to) - startOf(from) >= longestDays * dayMs) return refused('to')
  if (holidayBounds({ from, to, message }).ends <= now) return refused('over')
  if (oneLine(line) !== line || codePointLength(line) > longestMessage) return refused('message')
  return ok({ from, to, message: line })
}

/** Identifies the plan, so that a form is refused once another screen has changed it. */
export const holidayMark = (holiday: Holiday | null): string =>
  holiday === null ? 'none' : `${holiday.from} ${holiday.to} ${holiday.message}`

const noPlanText =
  'ほかの画面で先に、お休みの予定が取り消されました。「この予定にする」をもう一度押すと、この内容で予定にします。'

/** What the form of the plan shows; from when to when is one value (N83). */
export const presentPlan = (holiday: Holiday | null) => ({
  version: holidayMark(holiday),
  values: { from: holiday?.from ?? '', to: holiday?.to ?? '', message: holiday?.message ?? '' },
  labels: { from: '最初の日', to: '最後の日', message: 'お知らせの1行' },
  wholes: [{ name: 'days', label: 'お休みの日', fields: ['from', 'to'] }],
  ...(holiday === null ? { failure: noPlanText } : {}),
})

const spoken = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日(${weekdays[date.getUTCDay()]})`
}

/** 12月28日(月)〜1月4日(月). */
export const holidayDays = ({ from, to }: Holiday): string =>
  from === to ? spoken(from) : `${spoken(from)}〜${spoken(to)}`

export const holidayLine = ({ to, message }: Holiday): string =>
  [message, `${spoken(dayAfter(to))}から、ご購入いただけます。`].filter((part) => part !== '').join(' ')
