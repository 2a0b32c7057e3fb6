import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Actor, MemberId } from '~/kernel/actor.ts'
import { type EncodeRefusal, isPdf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import {
  copyName,
  filesOf,
  letGo,
  longestSide,
  type PdfRefusal,
  type PicturePurpose,
  type PictureRefusal,
  pdfUrl,
  pictureOf,
  pictureUrl,
  sharedOwners,
  type UploadedPicture,
  type UploadRoom,
  uploadNameOf,
  uploadNamesOf,
  uploadUrl,
  uploadUrlsIn,
  widthsOf,
} from './rules.ts'
import { countUpload, putUpload, uploaderOf } from './uploads.server.ts'

/** Stores a picture re-encoded in its sizes, once for equal content (R1, R5). */
export const uploadPicture = async (
  ctx: AppContext,
  actor: Actor,
  { bytes, purpose }: { readonly bytes: Uint8Array; readonly purpose: PicturePurpose },
): Promise<Result<UploadedPicture, PictureRefusal>> => {
  const uploader = uploaderOf(actor, purpose)
  if (!uploader.ok) return uploader
  if (!(await countUpload(ctx, purpose, uploader.value))) return refused('too_many_uploads')
  const { owner, member } = uploader.value
  return encodeAndPut(ctx, bytes, { sender: member, owner })
}

/** Stores a product's picture when it is the turn of `sender` (R1, R5); busy when there is no room. */
export const keepPicture = async (
  ctx: AppContext,
  sender: string,
  bytes: Uint8Array,
): Promise<Result<UploadedPicture, EncodeRefusal>> => {
  const kept = await encodeAndPut(ctx, bytes, { sender })
  if (kept.ok) return kept
  const { error } = kept
  const hasNoRoom = error === 'disk_full' || error === 'shop_full' || error === 'too_many_unused'
  return refused(hasNoRoom ? 'busy' : error)
}

const encodeAndPut = async (
  ctx: AppContext,
  bytes: Uint8Array,
  { sender, owner }: { readonly sender: string; readonly owner?: string },
): Promise<Result<UploadedPicture, EncodeRefusal | UploadRoom>> => {
  const encoded = await ctx.pictureEncoder.encode(bytes, {
    sender,
    within: { width: longestSide, height: longestSide },
    widthsOf,
    isKnown: (picture) => isKept(ctx, nameOf(picture)),
  })
  if (!encoded.ok) return encoded
  const { width, height, jpeg, copies } = encoded.value
  const name = nameOf(encoded.value)
  // The JPEG comes last, so that its presence means that all files are there.
  const files = [
    ...copies.map((copy) => ({ file: copyName(name, copy.width, copy.format), content: copy.content })),
    { file: `${name}.jpg`, content: jpeg },
  ]
  const bytesKept = files.reduce((sum, { content }) => sum + content.length, 0)
  const done = await putUpload(
    ctx,
    { name, kind: 'picture', width, height, bytes: bytesKept },
    { files, owner },
  )
  return done.ok ? ok({ url: pictureUrl(name), width, height }) : done
}

/** Whether `keepPicture` could read it; stores nothing. */
export const lookAtPicture = async (
  ctx: Pick<AppContext, 'pictureEncoder'>,
  sender: string,
  bytes: Uint8Array,
): Promise<Result<null, EncodeRefusal>> => {
  const within = { width: longestSide, height: longestSide }
  const read = await ctx.pictureEncoder.encode(bytes, { sender, within, widthsOf, isKnown: async () => true })
  return read.ok ? ok(null) : read
}

/** Stores a PDF unchanged (R8). */
export const uploadPdf = async (
  ctx: AppContext,
  actor: Actor,
  bytes: Uint8Array,
): Promise<Result<{ readonly url: string }, PdfRefusal>> => {
  const uploader = uploaderOf(actor, 'pdf')
  if (!uploader.ok) return uploader
  if (!isPdf(bytes)) return refused('not_a_pdf')
  if (!(await countUpload(ctx, 'pdf', uploader.value))) return refused('too_many_uploads')
  const name = hashOf(bytes)
  const files = [{ file: `${name}.pdf`, content: bytes }]
  const { owner } = uploader.value
  const upload = { name, kind: 'pdf', width: 0, height: 0, bytes: bytes.length } as const
  const done = await putUpload(ctx, upload, { files, owner })
  return done.ok ? ok({ url: pdfUrl(name) }) : done
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

const nameOf = (picture: { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }) =>
  `${hashOf(picture.jpeg)}-${picture.width}x${picture.height}`

/** Whether all files exist; also postpones their removal. */
const isKept = async (ctx: AppContext, name: string): Promise<boolean> => {
  const missing = await inTransaction(ctx, (trx) => keepUploads(trx, ctx.now(), [pictureUrl(name)]))
  return missing.length === 0 && ctx.uploadFiles.has(`${name}.jpg`)
}

/** Keeps uploads for a week, used or not. Gives the addresses that are no uploads of ours, or no longer. */
export const keepUploads = async (
  trx: Transaction<Schema>,
  now: number,
  urls: readonly string[],
): Promise<readonly string[]> => {
  const names = uploadNamesOf(urls)
  if (names.length === 0) return urls
  const rows = await trx
    .updateTable('upload')
    .set({ lastPutAt: now })
    .where('name', 'in', names)
    .where('lastPutAt', '>', 0)
    .returning('name')
    .execute()
  const there = new Set(rows.map(({ name }) => name))
  return urls.filter((url) => !there.has(uploadNameOf(url) ?? ''))
}

/**
 * Marks uploads as used by `owner` in the transaction that refers to them, which stops their removal. Gives the addresses that are
 * no uploads of ours, or were put by somebody else (R40): the reference must then not be written.
 */
export const claimUploads = async (
  trx: Transaction<Schema>,
  { now, owner }: { readonly now: number; readonly owner: string },
  urls: readonly string[],
): Promise<readonly string[]> => {
  const names = uploadNamesOf(urls)
  if (names.length === 0) return urls
  const rows = await trx
    .selectFrom('uploadOwner')
    .select('name')
    .where('name', 'in', names)
    .where('owner', 'in', [owner, sharedOwners.anybody])
    .execute()
  const own = new Set(rows.map(({ name }) => name))
  const hers = urls.filter((url) => own.has(uploadNameOf(url) ?? ''))
  const gone = new Set(await keepUploads(trx, now, hers))
  const missing = urls.filter((url) => !hers.includes(url) || gone.has(url))
  if (missing.length === 0)
    await trx.updateTable('uploadOwner').set({ waiting: 0 }).where('name', 'in', names).execute()
  return missing
}

/** Lets the next collection remove uploads that nothing else refers to (A17). */
export const releaseUploads = async (trx: Transaction<Schema>, urls: readonly string[]): Promise<void> => {
  for (const names of inChunks(uploadNamesOf(urls)))
    await trx
      .updateTable('upload')
      .set({ lastPutAt: letGo })
      .where('name', 'in', names)
      .where('lastPutAt', '>', 0)
      .execute()
}

/** Lets the next collection remove what only a closed account put and never used (A17). */
export const releaseWaiting = async (trx: Transaction<Schema>, member: MemberId): Promise<void> => {
  const rows = await trx
    .selectFrom('uploadOwner')
    .select('name')
    .where('owner', '=', member)
    .where('waiting', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploadOwner as other')
            .select('other.name')
            .whereRef('other.name', '=', 'uploadOwner.name')
            .where('other.owner', '!=', member),
        ),
      ),
    )
    .execute()
  await releaseUploads(
    trx,
    rows.map(({ name }) => uploadUrl(name)),
  )
}

export const lookAtPdf = (bytes: Uint8Array): Result<null, 'not_a_pdf'> =>
  isPdf(bytes) ? ok(null) : refused('not_a_pdf')

/** Stores a PDF (R8); busy when there is no room. */
export const keepPdf = async (
  ctx: AppContext,
  bytes: Uint8Array,
): Promise<Result<{ readonly url: string }, 'not_a_pdf' | 'busy' | UploadRoom>> => {
  if (!isPdf(bytes)) return refused('not_a_pdf')
  const name = hashOf(bytes)
  const upload = { name, kind: 'pdf', width: 0, height: 0, bytes: bytes.length } as const
  const done = await putUpload(ctx, upload, {
    files: [{ file: `${name}.pdf`, content: bytes }],
    owner: undefined,
  })
  return done.ok ? ok({ url: pdfUrl(name) }) : done
}

/** Hands kept uploads to `owner`, who refers to them from now on (R40). */
export const giveUploads = async (
  trx: Transaction<Schema>,
  { now, owner }: { readonly now: number; readonly owner: string },
  urls: readonly string[],
): Promise<void> => {
  const names = uploadNamesOf(urls)
  if (names.length === 0) return
  await keepUploads(trx, now, urls)
  const uploads = await trx
    .selectFrom('upload')
    .select(['name', 'bytes'])
    .where('name', 'in', names)
    .execute()
  for (const upload of uploads)
    await trx
      .insertInto('uploadOwner')
      .values({ ...upload, owner, waiting: 0 })
      .onConflict((conflict) => conflict.columns(['name', 'owner']).doUpdateSet({ waiting: 0 }))
      .execute()
}

export type ReadDemoUpload = (file: string) => Promise<Uint8Array>

const sizeOfPdf = { width: 0, height: 0 }

/** Adds the missing uploads that `content` names; the next collection after that content goes removes them. */
export const seedDemoUploads = async (
  { db, now, uploadFiles }: AppContext,
  { content, read }: { readonly content: unknown; readonly read: ReadDemoUpload },
): Promise<void> => {
  for (const url of uploadUrlsIn(JSON.stringify(content))) {
    const name = uploadNameOf(url) ?? ''
    const { width, height } = pictureOf(url) ?? sizeOfPdf
    const kind = width === 0 ? ('pdf' as const) : ('picture' as const)
    const row = { name, kind, width, height, bytes: 0, source: 'demo' as const, lastPutAt: now() }
    await db
      .insertInto('upload')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // The JPEG comes last, so that its presence means that all files are there.
    const [main = '', ...copies] = filesOf(row)
    if (await uploadFiles.has(main)) continue
    await Promise.all(copies.map(async (file) => uploadFiles.put(file, await read(file))))
    await uploadFiles.put(main, await read(main))
  }
}
