import { type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { errorFields } from '~/server/log.ts'

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
