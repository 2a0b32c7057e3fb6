import { readEmail } from '~/kernel/email.ts'
import { fieldOf, formOf } from '~/kernel/form.ts'
import { asFormAnswer } from '~/kernel/refusal.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import { reportThing } from './commands.server.ts'
import { type ReportAnswer, type ReportKind, reportReasons, wordsTyped } from './rules.ts'
import { type ReportRefusal, reportRefusals } from './texts.ts'

const longestTyped = 5_000

/** Takes a form of a report; null when it was taken, else what the page shows again (N68). Never throws. */
export const takeReport = async (
  ctx: RequestContext,
  request: Request,
  { kind, id }: { readonly kind: ReportKind; readonly id: string },
): Promise<{ readonly answer: ReportAnswer; readonly status: number } | null> => {
  const form = await formOf(request)
  const typed = {
    reason: fieldOf(form, 'reason', 100),
    words: fieldOf(form, 'words', longestTyped),
    email: fieldOf(form, 'email', 300),
  }
  const refuse = (error: ReportRefusal) => {
    const refusal = reportRefusals[error]
    return { answer: { typed, ...asFormAnswer(refusal) }, status: refusal.status }
  }
  const reason = reportReasons.find((each) => each === typed.reason)
  if (reason === undefined) return refuse('no_reason')
  const words = wordsTyped(typed.words)
  const email = typed.email.trim() === '' ? null : readEmail(typed.email)
  if (email !== null && !email.ok) return refuse('email_invalid')
  try {
    const done = await reportThing(ctx, ctx.actor, {
      kind,
      id,
      reason,
      words,
      email: email?.value ?? null,
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    })
    return done.ok ? null : refuse(done.error)
  } catch (error) {
    ctx.log.error('a report could not be stored', errorFields(error))
    return refuse('failed')
  }
}
