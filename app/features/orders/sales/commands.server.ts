import { z } from 'zod'
import { wordFact } from '~/kernel/facts.ts'
import { fieldOf } from '~/kernel/form.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, refused } from '~/kernel/result.ts'
import { takeAdvisoryLock } from '~/server/database/engine.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { basisOf } from './booking.rules.ts'
import { dayOf } from './facts.queries.server.ts'
import { basisChanges } from './queries.server.ts'
import { basisNames, isBasis, monthName, monthOf, nextMonth, shownBasis } from './rules.ts'
import type { SalesBasis } from './types.ts'

/** The shop counts by one day at a time. */
const salesSubject = { kind: 'sales', name: '月の売上' } as const

/** There may be no row yet to lock: of two first choices at once the second sees the first. */
const basisLock = 4_170_131

interface BasisForm {
  readonly basis: SalesBasis
  /** What the form showed, as `shownBasis`: for which month which basis. */
  readonly shown: string
}

const basisRefusals = {
  'no-basis': { status: 422, text: '発送日か支払日を選んでください。', field: 'basis' },
  'other-basis': {
    status: 409,
    text: 'ほかの画面で先に変わったか、月が変わりました。まだ何も変えていません。いまの設定を確かめて、もう一度押してください。',
  },
} as const satisfies Refusals<string>

const counted = z.object({ fromMonth: z.string() })

/** From the next month on, orders that are paid then count by that day (M28); a choice that has not begun yet is replaced. */
export const setSalesBasis = defineAct({
  name: 'sales.basis',
  words: '売上を数える日を変えました',
  subject: salesSubject,
  facts: {
    basis: wordFact('売上を数える日', basisNames),
    fromMonth: {
      label: 'いつの月から',
      text: (value) => (typeof value === 'string' ? monthName(value) : ''),
    },
  },
  who: 'owner',
  refusals: basisRefusals,
  answer: counted,
  form: ({ form }: Opened<object>): Read<BasisForm, 'no-basis'> => {
    const [basis, shown] = [fieldOf(form, 'basis'), fieldOf(form, 'shown')]
    return isBasis(basis) ? ok({ basis, shown }) : refused('no-basis')
  },
  run: async (trx, { ctx, form: { basis, shown } }) => {
    const fromMonth = nextMonth(monthOf(dayOf(ctx.now())))
    await takeAdvisoryLock(trx, basisLock)
    const before = basisOf(await basisChanges(trx), fromMonth)
    // Also where the month has ended since: then the button would begin another one than it says.
    if (shownBasis(fromMonth, before) !== shown) return refused('other-basis')
    await trx
      .insertInto('salesBasis')
      .values({ fromMonth, basis })
      .onConflict((conflict) => conflict.column('fromMonth').doUpdateSet({ basis }))
      .execute()
    return ok({
      answer: { fromMonth },
      subject: subjectOf(salesSubject),
      before: { basis: before },
      after: { basis, fromMonth },
    })
  },
})
