import { z } from 'zod'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { testMailsPerHour } from '~/kernel/mail.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Act, actOnce } from '~/server/audit.ts'
import { noteMailServer } from '~/server/mail/mail-server-state.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { renderMail } from '~/server/mail/template.ts'
import { countedFor, countTryWithin } from '~/server/rate-limit.ts'
import { forgetShopState, rememberShopState } from '~/server/shop-state.ts'
import { lastTestMail } from './test-mail.queries.server.ts'
import { type TestMail, type TestMailFailure, testMailTo } from './test-mail.rules.ts'

const hourly = countedFor({ name: 'test-mail', spanMs: 3_600_000, most: testMailsPerHour }, 'shop')

/** Of a demo that has ended. */
export const forgetTestMail = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  forgetShopState(db, 'mail_test')

const answerSchema = z.object({ id: z.string() })

const keptInDemo = {
  state: 'skipped',
  text: '練習用のお店なので、外へは送らず、メールの画面（練習用）に入れました。',
  said: '',
} as const

/**
 * Sends one mail, past the queue and once for a form, and keeps what became of each step (N66). The desk gives the owner's address; who
 * runs commands may give another. A form that comes again gets the last result.
 */
export const sendTestMail = async (
  ctx: AppContext,
  actor: DeskActor,
  { requestId, to }: { readonly requestId: string; readonly to: string },
): Promise<Result<TestMail, TestMailFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  if (!ctx.demo && !ctx.mail.delivers) return refused('mail-off')
  const id = ctx.newId()
  const mail = testMailTo(to, { id, shopName: ctx.settings.name })
  const begun: TestMail = { at: ctx.now(), steps: ctx.demo ? [keptInDemo] : null }
  const form = { requestId, content: null }
  const taken = await actOnce(
    ctx,
    actor,
    'mail.test',
    form,
    answerSchema.parse,
    async (trx): Promise<Result<Act<{ id: string }>, 'too-many'>> => {
      if (!(await countTryWithin(trx, ctx.now(), [hourly]))) return refused('too-many')
      await rememberShopState(trx, 'mail_test', JSON.stringify(begun))
      if (ctx.demo) await enqueueMail(ctx, trx, mail)
      return ok({ answer: { id }, subject: 'shop' })
    },
  )
  if (!taken.ok) return taken
  // Whoever wrote the row sends, nobody else.
  if (taken.value.id !== id) return ok((await lastTestMail(ctx.db)) ?? begun)
  if (ctx.demo) return ok(begun)
  const trial = await ctx.mail.tryOut({
    ...renderMail(mail.subject, mail, { ...ctx, shopName: ctx.settings.name }),
    recipient: to,
    messageId: `<${id}@${ctx.mail.domain}>`,
  })
  const sent: TestMail = { ...begun, steps: trial?.steps ?? null }
  await rememberShopState(ctx.db, 'mail_test', JSON.stringify(sent))
  if (trial !== null) await noteMailServer(ctx, trial.trouble, trial.failedAt ?? undefined)
  return ok(sent)
}
