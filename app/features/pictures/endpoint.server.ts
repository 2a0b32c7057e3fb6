import { href } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { pdfRefusals, pictureRefusals } from './texts.ts'
import type { PicturePurpose, UploadAnswer } from './types.ts'
import { refusalBeforeUpload } from './uploader.server.ts'

/** In seconds, by status. */
const retryAfter: Readonly<Record<number, string>> = { 429: '3600', 503: '5' }

export const picturePurposeAt = ({ pathname, searchParams }: URL): PicturePurpose => {
  if (pathname === href('/gallery/admin/picture')) return 'curated'
  if (pathname === href('/admin/product-picture')) return 'product'
  return searchParams.get('for') === 'photo' ? 'photo' : 'recipe'
}

/** The refusal of an upload before its first byte is read; undefined when it may come. */
export const answerBeforeUpload = async (
  ctx: AppContext,
  actor: Actor,
  url: URL,
): Promise<Response | undefined> => {
  const kind = url.pathname === href('/api/uploads/pdf') ? 'pdf' : picturePurposeAt(url)
  const refusal = await refusalBeforeUpload(ctx, actor, kind)
  if (refusal === undefined) return undefined
  // The desk is invisible to others (N6).
  if (kind === 'product' && refusal === 'not_signed_in') return new Response(null, { status: 404 })
  return uploadResponse(refused(refusal), kind === 'pdf' ? pdfRefusals : pictureRefusals)
}

export const uploadResponse = <Name extends string>(
  done: Result<Exclude<UploadAnswer, { error: string }>, Name>,
  refusals: Refusals<Name>,
): Response => {
  if (done.ok) return Response.json(done.value satisfies UploadAnswer, { status: 201 })
  const { status, text } = refusals[done.error]
  const wait = retryAfter[status]
  return Response.json({ error: text } satisfies UploadAnswer, {
    status,
    ...(wait === undefined ? {} : { headers: { 'retry-after': wait } }),
  })
}

export const onlyPost = (): Response =>
  Response.json({ error: 'POSTで送信してください。' }, { status: 405, headers: { allow: 'POST' } })
