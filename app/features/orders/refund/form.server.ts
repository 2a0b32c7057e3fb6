import { confirmAgain, confirmationRefusals } from '~/features/desk/access/door.commands.server.ts'
import { inYen } from '~/features/orders/money.rules.ts'
import { backWays, type ReturnedAs } from '~/features/stock/rules.ts'
import { type Actor, type DeskActor, type DeskPerson, isConfirmed, isShopOwner } from '~/kernel/actor.ts'
import { parseDate } from '~/kernel/dates.ts'
import { fieldOf, requestIdOf, versionOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { oneLine } from '~/kernel/text.ts'
import type { AppContext } from '~/server/app-context.ts'
import { moneySheet } from './queries.server.ts'
import { faultsIn, type PartRefusal, totalTyped, type WantedRefund, wantedTyped } from './rules.ts'
import { moneyRefusals, partErrors } from './texts.ts'
import type { MoneyAnswer, MoneySheet } from './types.ts'

const longest = 500
const mostFields = 300
const longestAgo = 366 * 86_400_000

/** A field as one line, cut at 500 characters. */
export const oneLineField = (form: FormData, name: string): string =>
  [...oneLine(fieldOf(form, name))].slice(0, longest).join('')

/** By position (K13). */
const readBackWays = (form: FormData): Readonly<Record<string, ReturnedAs>> =>
  Object.fromEntries(
    [...form.keys()].slice(0, mostFields).flatMap((name) => {
      const [, position] = /^back-(\d{1,3})$/.exec(name) ?? []
      const as = backWays.find((way) => way === form.get(name))
      return position === undefined || as === undefined ? [] : [[position, as]]
    }),
  )

export const readForm = (form: FormData) => ({
  requestId: requestIdOf(form),
  version: versionOf(form),
  mailsBuyer: oneLineField(form, 'mails') === '1',
  back: readBackWays(form),
})

export const readWanted = (form: FormData, lines: number): WantedRefund =>
  wantedTyped(Math.min(lines, mostFields), (field) => oneLineField(form, field))

const notKept = ['requestId', 'version', 'confirmPassword', 'confirmCode', 'confirmPasskey']

/** Typed values to fill in again, never the proof of who she is. */
const typedIn = (form: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...form.keys()]
      .filter((name) => !notKept.includes(name))
      .slice(0, mostFields)
      .map((name) => [name, oneLineField(form, name)]),
  )

/** The actor, or an answer that asks who she is and keeps what she typed (N3). */
export const confirmedActor = async (ctx: AppContext, actor: DeskPerson, form: FormData) => {
  const confirmed = await confirmAgain(ctx, actor, form)
  if (confirmed.ok) return confirmed
  const refusal = confirmationRefusals[confirmed.error]
  const told: MoneyAnswer = {
    ...asFormAnswer(refusal),
    typed: typedIn(form),
    requestId: requestIdOf(form),
    asksConfirmation: true,
  }
  return { ok: false, error: { status: refusal.status, told } } as const
}

/** What is wrong with what was typed, before she is asked who she is; null as well where the order has changed meanwhile. */
export const faultBeforeConfirmation = (form: FormData, sheet: MoneySheet, wanted: WantedRefund) => {
  if (readForm(form).version !== sheet.version) return null
  const faults = faultsIn(sheet, wanted)
  return faults.length === 0 ? null : refusedAnswer(form, faults, sheet)
}

/** Without script the first press only shows the sum; nothing is refunded unseen. */
export const sumNotShown = (form: FormData, sheet: MoneySheet): MoneyAnswer | null => {
  const typed = typedIn(form)
  const total = totalTyped(sheet.lines, typed)
  if (total === null || total === 0 || String(total) === oneLineField(form, 'shown')) return null
  const failure = `返金は ${inYen(total)} になります。よければ、もう一度押してください。`
  return { failure, typed, requestId: requestIdOf(form) }
}

/** In epoch ms; neither in the future nor before the shop existed. */
export const readSentDay = (form: FormData, now: number): Result<number, MoneyAnswer> => {
  const day = parseDate(oneLineField(form, 'day'))
  if (day !== null && day <= now && now - day < longestAgo) return ok(day)
  const errors = { day: '振り込んだ日を、きょうまでの日付で入れてください。' }
  return refused({ errors, typed: typedIn(form), requestId: requestIdOf(form) })
}

/** `sheet` is the order's present state. */
export const refusedAnswer = (
  form: FormData,
  error: keyof typeof moneyRefusals | readonly PartRefusal[],
  sheet: Pick<MoneySheet, 'version' | 'left' | 'line'>,
): { readonly status: number; readonly told: MoneyAnswer } => {
  const kept = { typed: typedIn(form), requestId: requestIdOf(form), version: sheet.version }
  if (typeof error === 'object') return { status: 422, told: { ...kept, errors: partErrors(error) } }
  const refusal = moneyRefusals[error]
  if (error !== 'stale') return { status: refusal.status, told: { ...kept, ...asFormAnswer(refusal) } }
  const stale = [
    { name: '返せる金額', typed: oneLineField(form, 'left'), now: inYen(sheet.left) },
    { name: '状態', typed: oneLineField(form, 'line'), now: sheet.line },
  ].filter(({ typed, now }) => typed !== now)
  return { status: refusal.status, told: { ...kept, stale } }
}

export const shopOwner = ({ actor, now }: Pick<AppContext, 'now'> & { readonly actor: Actor }) =>
  actor.kind === 'desk' && isShopOwner(actor) ? { actor, asks: asksConfirmation(actor, { now }) } : undefined

/** Undefined for everybody but the owner, and for unknown numbers. */
export const ownersSheet = async (
  { db, actor, now }: Pick<AppContext, 'db' | 'now'> & { readonly actor: Actor },
  number: string,
) => {
  if (actor.kind !== 'desk' || !isShopOwner(actor)) return undefined
  const sheet = await moneySheet(db, number)
  return sheet && { actor, sheet, asks: asksConfirmation(actor, { now }) }
}

const asksConfirmation = (actor: DeskActor, { now }: Pick<AppContext, 'now'>): boolean =>
  !isConfirmed(actor, now())
