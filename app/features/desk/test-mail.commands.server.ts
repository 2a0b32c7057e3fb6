import { z } from 'zod'
import { shopSubject } from '~/features/shop/facts.rules.ts'
import { testMailsPerHour } from '~/kernel/mail.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { noteMailServer } from '~/server/mail/mail-server-state.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { renderMail } from '~/server/mail/template.ts'
import { countedFor, countTryWithin } from '~/server/rate-limit.ts'
import { forgetShopState, rememberShopState } from '~/server/shop-state.ts'
import { lastTestMail } from './test-mail.queries.server.ts'
import { type TestMail, testMailRefusals, testMailTo } from './test-mail.rules.ts'

const hourly = countedFor({ name: 'test-mail', spanMs: 3_600_000, most: testMailsPerHour }, 'shop')

/** Of a demo that has ended. */
export const forgetTestMail = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  forgetShopState(db, 'mail_test')

const keptInDemo = {
  state: 'skipped',
  text: '練習用のお店なので、外へは送らず、メールの画面（練習用）に入れました。',
  said: '',
} as const

interface TestMailForm {
  readonly to: string
  /** Of the mail; made before its row is written, so that who wrote the row knows it. */
  readonly id?: string
}

/** `id` is that of the mail which the form has sent first. */
type Sending = TestMail & { readonly id: string }

/**
 * Sends one mail, past the queue and once for a form, and keeps what became of each step (N66). The desk gives the owner's address; who
 * runs commands may give another. A form that comes again gets the last result.
 */
export const sendTestMail = defineAct({
  name: 'mail.test',
  words: '試しのメールを送ってみました',
  subject: shopSubject,
  facts: {},
  who: 'owner',
  form: ({ ctx }: Opened<object>): Read<TestMailForm> => ok({ to: ctx.ownerEmail }),
  refusals: testMailRefusals,
  content: () => null,
  answer: z.object({ id: z.string() }).transform(({ id }): Sending => ({ id, at: 0, steps: null })),
  prepare: async ({ ctx, form }) =>
    ctx.demo || ctx.mail.delivers ? ok({ ...form, id: ctx.newId() }) : refused('mail-off' as const),
  run: async (trx, { ctx, form: { to, id = '' } }) => {
    if (!(await countTryWithin(trx, ctx.now(), [hourly]))) return refused('too-many' as const)
    const begun: TestMail = { at: ctx.now(), steps: ctx.demo ? [keptInDemo] : null }
    await rememberShopState(trx, 'mail_test', JSON.stringify(begun))
    if (ctx.demo) await enqueueMail(ctx, trx, testMailTo(to, { id, shopName: ctx.settings.name }))
    return ok({ answer: { id, ...begun }, subject: subjectOf(shopSubject) })
  },
  after: async (ctx, _, begun, { to, id }) => {
    // Whoever wrote the row sends, nobody else.
    if (begun.id !== id) return { ...begun, ...(await lastTestMail(ctx.db)) }
    if (ctx.demo) return begun
    const shop = { ...ctx, shopName: ctx.settings.name }
    const mail = testMailTo(to, { ...shop, id })
    const trial = await ctx.mail.tryOut({
      ...renderMail(mail.subject, mail, shop),
      recipient: to,
      messageId: `<${id}@${ctx.mail.domain}>`,
    })
    const sent: TestMail = { at: begun.at, steps: trial?.steps ?? null }
    await rememberShopState(ctx.db, 'mail_test', JSON.stringify(sent))
    if (trial !== null) await noteMailServer(ctx, trial.trouble, trial.failedAt ?? undefined)
    return { id, ...sent }
  },
})
