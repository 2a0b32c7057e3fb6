import { createHash } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type Actor, mayCurate } from '~/kernel/actor.ts'
import { type EncodeRefusal, isPdf } from '~/kernel/picture-format.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type AttemptLimits, countAttempt } from '~/server/attempts.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { clientAt } from '~/server/public-address.ts'
import { copyName, longestSide, pdfUrl, pictureUrl, uploadNameOf, widthsOf } from './rules.ts'
import type { PdfRefusal, PicturePurpose, PictureRefusal, UploadedPicture } from './types.ts'

const hour = 3_600_000

/** A work has some ten pictures, of which a few are taken again. */
const pictureLimits: readonly AttemptLimits[] = [
  { name: 'pictures', spanMs: hour, most: 60 },
  { name: 'pictures-of-day', spanMs: 24 * hour, most: 300 },
]
/** PDFs are kept as they come: 300 MB a day. */
const pdfLimits: readonly AttemptLimits[] = [{ name: 'pdfs-of-day', spanMs: 24 * hour, most: 30 }]

/**
 * Keeps a picture, re-encoded in its sizes (R1, R5); the same one twice is one. For a work a member needs the right to post,
 * for her own photograph she does not; for the gallery's home it takes a curator (A3).
 */
export const uploadPicture = async (
  ctx: AppContext,
  actor: Actor,
  { bytes, purpose }: { readonly bytes: Uint8Array; readonly purpose: PicturePurpose },
): Promise<Result<UploadedPicture, PictureRefusal>> => {
  const uploader = uploaderOf(actor, purpose)
  if (!uploader.ok) return uploader
  if (!(await mayUpload(ctx, pictureLimits, uploader.value))) return refused('too_many_uploads')
  return keepPicture(ctx, uploader.value, bytes)
}

/** A picture in its sizes, kept by its content (R1, R5), when it is the turn of `turnOf`; the same one twice is one. */
export const keepPicture = async (
  ctx: AppContext,
  turnOf: string,
  bytes: Uint8Array,
): Promise<Result<UploadedPicture, EncodeRefusal>> => {
  const encoded = await ctx.pictureEncoder.encode(bytes, {
    turnOf,
    within: { width: longestSide, height: longestSide },
    widthsOf,
    isKnown: (picture) => isKept(ctx, nameOf(picture)),
  })
  if (!encoded.ok) return encoded
  const { width, height, jpeg, copies } = encoded.value
  const name = nameOf(encoded.value)
  // The JPEG comes last: when it is there, all are.
  const files = [
    ...copies.map((copy) => ({ file: copyName(name, copy.width, copy.format), content: copy.content })),
    { file: `${name}.jpg`, content: jpeg },
  ]
  const bytesKept = files.reduce((sum, { content }) => sum + content.length, 0)
  const isPut = await put(ctx, { name, kind: 'picture', width, height, bytes: bytesKept }, files)
  return isPut ? ok({ url: pictureUrl(name), width, height }) : refused('busy')
}

/** By whom uploads are counted, when the actor may put such a picture. */
const uploaderOf = (
  actor: Actor,
  purpose: PicturePurpose,
): Result<string, 'not_signed_in' | 'no_permission'> => {
  if (purpose === 'curated') {
    if (!mayCurate(actor)) return refused('not_signed_in')
    if (actor.kind === 'curator') return ok(clientAt(actor.address).client)
  }
  if (actor.kind !== 'member') return refused('not_signed_in')
  return purpose === 'work' && !actor.canUpload ? refused('no_permission') : ok(actor.id)
}

/** Keeps a PDF as it is (R8). */
export const uploadPdf = async (
  ctx: AppContext,
  actor: Actor,
  bytes: Uint8Array,
): Promise<Result<{ readonly url: string }, PdfRefusal>> => {
  if (actor.kind !== 'member') return refused('not_signed_in')
  if (!actor.canUpload) return refused('no_permission')
  if (!isPdf(bytes)) return refused('not_a_pdf')
  if (!(await mayUpload(ctx, pdfLimits, actor.id))) return refused('too_many_uploads')
  const name = hashOf(bytes)
  const files = [{ file: `${name}.pdf`, content: bytes }]
  const isPut = await put(ctx, { name, kind: 'pdf', width: 0, height: 0, bytes: bytes.length }, files)
  return isPut ? ok({ url: pdfUrl(name) }) : refused('busy')
}

const mayUpload = async ({ db, now }: AppContext, limits: readonly AttemptLimits[], member: string) => {
  for (const each of limits) if (!(await countAttempt(db, now(), each, member))) return false
  return true
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

const nameOf = (picture: { readonly jpeg: Uint8Array; readonly width: number; readonly height: number }) =>
  `${hashOf(picture.jpeg)}-${picture.width}x${picture.height}`

/** Whether it lies there whole; from here on it is not removed. */
const isKept = async ({ db, now, uploadFiles }: AppContext, name: string): Promise<boolean> => {
  const missing = await inTransaction(db, (trx) => keepUploads(trx, now(), [pictureUrl(name)]))
  return missing.length === 0 && uploadFiles.has(`${name}.jpg`)
}

/**
 * The row comes before the files: no file is ever without a row by which it is found when nothing refers to it, and no removal
 * can be under way while files are written. False while one is: its row has 0 as its time.
 */
const put = async (
  ctx: AppContext,
  upload: Omit<Insertable<Schema['upload']>, 'source' | 'lastPutAt'>,
  files: readonly { readonly file: string; readonly content: Uint8Array }[],
): Promise<boolean> => {
  const lastPutAt = ctx.now()
  const row = await inTransaction(ctx.db, (trx) =>
    trx
      .insertInto('upload')
      .values({ ...upload, source: 'own', lastPutAt })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ lastPutAt }).where('upload.lastPutAt', '>', 0),
      )
      .returning('name')
      .executeTakeFirst(),
  )
  if (row === undefined) return false
  for (const { file, content } of files) await ctx.uploadFiles.put(file, content)
  return true
}

/**
 * A step of the transaction that begins to refer to uploads: from here on none of them is removed. Gives the addresses that are
 * no uploads of ours, or are none any more.
 */
export const keepUploads = async (
  trx: Transaction<Schema>,
  now: number,
  urls: readonly string[],
): Promise<readonly string[]> => {
  const names = namesOf(urls)
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

/** A step of the transaction that stops referring to uploads: what nothing else refers to goes with the next collection (A17). */
export const releaseUploads = async (trx: Transaction<Schema>, urls: readonly string[]): Promise<void> => {
  const names = namesOf(urls)
  if (names.length === 0) return
  await trx
    .updateTable('upload')
    .set({ lastPutAt: 1 })
    .where('name', 'in', names)
    .where('lastPutAt', '>', 0)
    .execute()
}

const namesOf = (urls: readonly string[]) => [
  ...new Set(urls.map(uploadNameOf).filter((name) => name !== undefined)),
]
