import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import { comingHoliday } from './queries.server.ts'
import { type Holiday, type HolidayFailure, holidayMark, readHoliday } from './rules.ts'

/** `shown` is the form's `holidayMark`; null on the command line. */
interface HolidayForm {
  readonly requestId: string
  readonly shown: string | null
}

const replaceWith =
  (ctx: AppContext, shown: string | null, after: Holiday | null) =>
  async (trx: AppTransaction): Promise<Result<Act<null>, 'stale'>> => {
    await lockShopState(trx, 'holiday')
    const before = await comingHoliday(trx, ctx.now())
    if (shown !== null && shown !== holidayMark(before)) return refused('stale')
    await rememberShopState(trx, 'holiday', after === null ? '' : JSON.stringify(after))
    return ok({ answer: null, subject: 'shop', before, after })
  }

const noAnswer = () => null

/** Replaces the former plan. Undone by `cancelHoliday` (N60). */
export const planHoliday = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, shown, from, to, message }: HolidayForm & Holiday,
): Promise<Result<null, HolidayFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const read = readHoliday({ from, to, message }, ctx.now())
  if (!read.ok) return read
  const form = { requestId, content: [shown, read.value] }
  return actOnce(ctx, actor, 'shop.holiday', form, noAnswer, replaceWith(ctx, shown, read.value))
}

/** Cancels a planned holiday or ends a present one (N60). */
export const cancelHoliday = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, shown }: HolidayForm,
): Promise<Result<null, HolidayFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const form = { requestId, content: shown }
  return actOnce(ctx, actor, 'shop.no-holiday', form, noAnswer, replaceWith(ctx, shown, null))
}
