import type { Result } from '~/kernel/result.ts'
import type { UploadAnswer, UploadRefusal } from './types.ts'

const statusOf = {
  not_signed_in: 401,
  no_permission: 403,
  too_many_uploads: 429,
  busy: 503,
} satisfies Record<UploadRefusal, number>

/** Seconds until it is worth another try. */
const retryAfter: Readonly<Record<number, string>> = { 429: '3600', 503: '5' }

const isOfUploads = (refusal: string): refusal is UploadRefusal => refusal in statusOf

/** The answer of both calls: 201 with the address, or the named text; what the file itself is refused for gets 422. */
export const uploadResponse = <Refusal extends string>(
  done: Result<Exclude<UploadAnswer, { error: string }>, Refusal>,
  texts: Readonly<Record<Refusal, string>>,
): Response => {
  if (done.ok) return Response.json(done.value satisfies UploadAnswer, { status: 201 })
  const status = isOfUploads(done.error) ? statusOf[done.error] : 422
  const wait = retryAfter[status]
  return Response.json({ error: texts[done.error] } satisfies UploadAnswer, {
    status,
    ...(wait === undefined ? {} : { headers: { 'retry-after': wait } }),
  })
}

export const onlyPost = (): Response =>
  Response.json({ error: 'POSTで送信してください。' }, { status: 405, headers: { allow: 'POST' } })
