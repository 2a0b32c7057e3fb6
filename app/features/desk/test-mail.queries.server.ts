import { z } from 'zod'
import { href } from '~/href.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { DeskCardSource } from '~/server/desk-cards.ts'
import { mailServerTrouble } from '~/server/mail/mail-server-state.ts'
import { troubleSentence } from '~/server/mail/mail-trouble.ts'
import { shopState } from '~/server/shop-state.ts'
import type { TestMail, TestMailView } from './test-mail.rules.ts'

const testMailSchema = z.object({
  at: z.int(),
  steps: z
    .array(z.object({ state: z.enum(['done', 'skipped', 'failed']), text: z.string(), said: z.string() }))
    .nullable(),
})

/** Null before the first. */
export const lastTestMail = async (db: AppContext['db']): Promise<TestMail | null> => {
  const text = (await shopState(db, 'mail_test')) ?? ''
  return text === '' ? null : testMailSchema.parse(JSON.parse(text))
}

const currentTrouble = async ({ db, demo }: Pick<AppContext, 'db' | 'demo'>): Promise<string | null> => {
  const found = demo ? null : await mailServerTrouble(db)
  return found === null ? null : troubleSentence(found.why)
}

export const testMailView = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'ownerEmail'>,
): Promise<TestMailView> => ({
  recipient: ctx.ownerEmail,
  last: await lastTestMail(ctx.db),
  trouble: await currentTrouble(ctx),
})

/** Goes when a later try or a mail goes through (N65). */
export const mailServerCard: DeskCardSource = {
  kind: 'mail-server',
  text: 'お店からメールを送れません',
  unit: '件',
  tone: 'red',
  place: 'shop',
  waits: false,
  ownerOnly: true,
  to: href('/admin/shop'),
  read: async (ctx) => {
    const note = await currentTrouble(ctx)
    return note === null ? { count: 0 } : { count: 1, note }
  },
}
