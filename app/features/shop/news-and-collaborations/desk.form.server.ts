import { machineDate, parseDate } from '~/kernel/dates.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { isCalendarDay, type ListName, type TypedEntry } from './desk.rules.ts'
import { linkRow, newsRow } from './form.server.ts'

const aDay = '日付を選び直してください。'

/** As a browser without a calendar sends it, in any form (P15). */
const dayTyped = (text = ''): string => machineDate(text) ?? text

const faultsOfDays = ({
  fromDay,
  toDay,
}: Readonly<Record<'fromDay' | 'toDay', string>>): Record<string, string> => ({
  ...(fromDay === '' || isCalendarDay(fromDay) ? {} : { fromDay: aDay }),
  ...(toDay === '' || isCalendarDay(toDay) ? {} : { toDay: aDay }),
  ...(fromDay !== '' && toDay !== '' && toDay < fromDay
    ? { toDay: '出しはじめる日より後の日を選んでください。' }
    : {}),
})

/** Without a day of its own a news entry would stand below all others (P15). */
const faultsOfDate = (list: ListName, { date = '' }: TypedEntry): Record<string, string> =>
  list === 'news' && date !== '' && parseDate(date) === null
    ? { date: '日付を「2026年11月24日」のように入力してください。' }
    : {}

/** Checks an entry by the rules of the owner's files; refuses with texts by field. */
export const readEntry = (
  list: ListName,
  typed: TypedEntry,
): Result<TypedEntry, Readonly<Record<string, string>>> => {
  const row = list === 'news' ? newsRow : linkRow
  const read = row.safeParse({ ...typed, id: 'an id' })
  const days = { fromDay: dayTyped(typed.fromDay), toDay: dayTyped(typed.toDay) }
  const errors = { ...faultsOfDate(list, typed), ...faultsOfDays(days) }
  if (!read.success) for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message
  if (!read.success || Object.keys(errors).length > 0) return refused(errors)
  const { id: _, ...texts } = read.data
  return ok({ ...texts, ...days })
}
