import { href } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { pdfTexts, pictureTexts } from './texts.ts'
import type { PicturePurpose, UploadAnswer, UploadRefusal } from './types.ts'
import { refusalBeforeUpload } from './uploader.server.ts'

const statusOf = {
  not_signed_in: 401,
  no_permission: 403,
  too_many_uploads: 429,
  busy: 503,
  too_many_unused: 429,
  shop_full: 507,
  disk_full: 507,
} satisfies Record<UploadRefusal, number>

/** Seconds until it is worth another try. */
const retryAfter: Readonly<Record<number, string>> = { 429: '3600', 503: '5' }

const isOfUploads = (refusal: string): refusal is UploadRefusal => refusal in statusOf

/** On /api/uploads/picture `?for=photo` is a member's own photograph. */
export const picturePurposeAt = ({ pathname, searchParams }: URL): PicturePurpose => {
  if (pathname === href('/gallery/admin/picture')) return 'curated'
  return searchParams.get('for') === 'photo' ? 'photo' : 'work'
}

/** The answer to an upload that would be refused whatever it holds, before its first byte is taken; undefined when it may come. */
export const answerBeforeUpload = async (
  ctx: AppContext,
  actor: Actor,
  url: URL,
): Promise<Response | undefined> => {
  const kind = url.pathname === href('/api/uploads/pdf') ? 'pdf' : picturePurposeAt(url)
  const refusal = await refusalBeforeUpload(ctx, actor, kind)
  if (refusal === undefined) return undefined
  return uploadResponse(refused(refusal), kind === 'pdf' ? pdfTexts : pictureTexts)
}

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
