import { z } from 'zod'
import { ok, refused } from '~/kernel/result.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { bookedForFiles, measuresOf, salesExport } from './queries.server.ts'
import { lackingNames } from './rows.server.ts'
import { mostEntries, salesFileFacts, salesFileRefusals, salesFileSubject } from './rules.ts'

interface SalesFileForm {
  /** As 2026-10. */
  readonly month: string
  /** Made ready before the transaction. */
  readonly found?: { readonly rows: number; readonly freeeParts: number }
}

const answer = z.object({
  id: z.string(),
  rows: z.number(),
  freeeParts: z.number(),
  /** Names in 弥生's file with signs that its Shift_JIS lacks. */
  lacking: z.array(z.string()),
})

export type WrittenSales = z.infer<typeof answer>

/** Makes the files of a month for the accountant (M32); nothing of them is stored, and they name no buyer. */
export const exportSales = defineAct({
  name: salesExport,
  words: '売上のファイルを作りました',
  subject: salesFileSubject,
  facts: salesFileFacts,
  who: 'owner',
  confirms: true,
  form: ({ at: { month } }: Opened<{ readonly month: string }>): Read<SalesFileForm> => ok({ month }),
  refusals: salesFileRefusals,
  content: ({ month }: SalesFileForm) => ({ month }),
  answer,
  prepare: async ({ ctx, actor, form }) => {
    if (!(await bookedForFiles(ctx, actor, 'press'))) return refused('not-booked')
    const found = await measuresOf(ctx, form.month)
    if (found.rows === 0) return refused('nothing')
    if (found.rows > mostEntries) return refused('too-many')
    return ok({ ...form, found })
  },
  run: async (...[, { ctx, form }]) => {
    const { requestId, month, found } = form
    if (found === undefined) return refused('nothing')
    return ok({
      answer: { id: requestId, ...found, lacking: [...lackingNames(ctx.settings.accounting)] },
      subject: subjectOf(salesFileSubject, month),
      after: { rows: found.rows },
    })
  },
})
