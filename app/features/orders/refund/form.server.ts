import { inYen } from '~/features/orders/money.rules.ts'
import { backWays, type ReturnedAs } from '~/features/stock/rules.ts'
import { parseDate } from '~/kernel/dates.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Read } from '~/server/desk-act.ts'
import type { Present } from '~/server/merged-form.ts'
import { moneySheet } from './queries.server.ts'
import { faultsIn, longestWords, type WantedRefund, wantedTyped } from './rules.ts'
import { partErrors } from './texts.ts'
import type { MoneySheet } from './types.ts'

/** Fields of every form about an order's money. */
export interface OrderForm {
  readonly number: string
  /** As the form showed it; null for a command on the machine. */
  readonly version: number | null
  readonly mailsBuyer: boolean
  /** By position, for cloth that is not sent or comes back (K13). */
  readonly back?: Readonly<Record<string, ReturnedAs>>
}

/** What the address of such a form names. */
export interface OrderPage {
  readonly number: string
}

const mostFields = 300
const longestAgo = 366 * 86_400_000

/** A field as one line, cut at `longestWords` characters. */
export const oneLineField = (form: FormData, name: string): string =>
  [...oneLine(fieldOf(form, name))].slice(0, longestWords).join('')

/** By position (K13). */
const readBackWays = (form: FormData): Readonly<Record<string, ReturnedAs>> =>
  Object.fromEntries(
    [...form.keys()].slice(0, mostFields).flatMap((name) => {
      const [, position] = /^back-(\d{1,3})$/.exec(name) ?? []
      const as = backWays.find((way) => way === form.get(name))
      return position === undefined || as === undefined ? [] : [[position, as]]
    }),
  )

/** With the order's sheet; refuses an unknown number. */
export const readOrderForm = async (
  form: FormData,
  { number }: OrderPage,
  { db }: Pick<AppContext, 'db'>,
): Promise<Read<{ readonly sent: Required<OrderForm>; readonly sheet: MoneySheet }, 'not-found'>> => {
  const sheet = await moneySheet(db, number, oneLineField(form, 'insteadOf') || null)
  if (sheet === undefined) return refused('not-found')
  const sent = {
    number: sheet.number,
    version: versionOf(form),
    mailsBuyer: oneLineField(form, 'mails') === '1',
    back: readBackWays(form),
  }
  return ok({ sent, sheet })
}

export const readWanted = (form: FormData, lines: number): WantedRefund =>
  wantedTyped(Math.min(lines, mostFields), (field) => oneLineField(form, field))

/** What is wrong by what the sheet shows; nothing where the order has changed meanwhile, which is told first. */
export const faultsShown = (
  { version }: Pick<OrderForm, 'version'>,
  sheet: MoneySheet,
  wanted: WantedRefund,
): Readonly<Record<string, string>> => (version === sheet.version ? partErrors(faultsIn(sheet, wanted)) : {})

/** In epoch ms; neither in the future nor before the shop existed. */
export const readSentDay = (form: FormData, now: number): Read<number> => {
  const day = parseDate(oneLineField(form, 'day'))
  if (day !== null && day <= now && now - day < longestAgo) return ok(day)
  return refused({ day: '振り込んだ日を、きょうまでの日付で入れてください。' })
}

/** What a sheet of an order's money shows, which its forms send along: shown anew, since money is never merged (N84). */
export const presentMoney = async ({
  at: { number },
  ctx: { db },
}: {
  readonly at: OrderPage
  readonly ctx: Pick<AppContext, 'db'>
}): Promise<Present | undefined> => {
  const sheet = await moneySheet(db, number)
  return (
    sheet && {
      version: sheet.version,
      values: { left: inYen(sheet.left), line: sheet.line },
      labels: { left: '返せる金額', line: '状態' },
      isAnew: true,
    }
  )
}
