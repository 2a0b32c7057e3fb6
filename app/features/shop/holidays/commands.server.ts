import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { lockShopState, rememberShopState } from '~/server/shop-state.ts'
import { closureFacts, shopSubject } from '../facts.rules.ts'
import { comingHoliday } from './queries.server.ts'
import { type Holiday, holidayMark, holidayRefusals, presentPlan, readHoliday } from './rules.ts'

/** `version` is the form's `holidayMark`; null on the command line. */
interface HolidayForm {
  readonly version: string | null
}

const replaceWith = async (
  trx: AppTransaction,
  now: number,
  version: string | null,
  after: Holiday | null,
) => {
  await lockShopState(trx, 'holiday')
  const before = await comingHoliday(trx, now)
  if (version !== null && version !== holidayMark(before)) return refused('stale' as const)
  await rememberShopState(trx, 'holiday', after === null ? '' : JSON.stringify(after))
  return ok({ answer: null, subject: subjectOf(shopSubject), before, after })
}

/** Replaces the former plan. Undone by `cancelHoliday` (N60). */
export const planHoliday = defineAct({
  name: 'shop.holiday',
  words: 'お休みの予定を決めました',
  done: 'お休みの予定を決めました。「予定を取り消す」で、すぐに元に戻せます。',
  subject: shopSubject,
  facts: closureFacts,
  who: 'owner',
  form: ({ form }: Opened<object>): Read<HolidayForm & Holiday> =>
    ok({
      version: fieldOf(form, 'version'),
      from: fieldOf(form, 'from'),
      to: fieldOf(form, 'to'),
      message: fieldOf(form, 'message'),
    }),
  refusals: holidayRefusals,
  answer: noAnswer,
  present: async ({ ctx: { db, now } }) => presentPlan(await comingHoliday(db, now())),
  prepare: async ({ ctx, form }) => {
    const read = readHoliday(form, ctx.now())
    return read.ok ? ok({ ...form, ...read.value }) : read
  },
  run: (trx, { ctx, form: { version, from, to, message } }) =>
    replaceWith(trx, ctx.now(), version, { from, to, message }),
})

/** Cancels a planned holiday or ends a present one (N60). */
export const cancelHoliday = defineAct({
  name: 'shop.no-holiday',
  words: 'お休みの予定を取り消しました',
  done: 'お休みの予定を取り消しました。元に戻すには、もう一度予定を入れてください。',
  subject: shopSubject,
  facts: closureFacts,
  who: 'owner',
  form: ({ form }: Opened<object>): Read<HolidayForm> => ok({ version: fieldOf(form, 'version') }),
  refusals: holidayRefusals,
  answer: noAnswer,
  run: (trx, { ctx, form: { version } }) => replaceWith(trx, ctx.now(), version, null),
})
