import { type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'
import type { FailureReason } from './account.texts.ts'

/** The fields of a form; a body that is none has none. */
export const fieldsOfForm = async (request: Request): Promise<(name: string) => string> => {
  const form = await request.formData().catch(() => new FormData())
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** A surprise is logged and told like a refusal, so that the form with what was typed stays on the screen (A21). */
export const orFailed = async <T, E>(
  { log }: Pick<AppContext, 'log'>,
  work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | 'failed'>> => {
  try {
    return await work()
  } catch (error) {
    log.error('what a member asked for could not be done', errorFields(error))
    return refused('failed')
  }
}

const statuses: Readonly<Record<string, number>> = {
  too_many_requests: 429,
  email_taken: 409,
  failed: 500,
} satisfies Record<Exclude<FailureReason, 'lost'>, number>

/** Of the answer that shows a refused form again. */
export const statusOfRefusal = (refusal: string): number => statuses[refusal] ?? 422
