import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { href } from '~/href.ts'
import { type Actor, isShopOwner, mayCurate } from '~/kernel/actor.ts'
import { machineDate } from '~/kernel/dates.ts'
import type { Refusals } from '~/kernel/refusal.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, takeAdvisoryLock } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { BucketAway } from '~/server/pictures/picture-bucket.ts'
import { clientAt } from '~/server/public-address.ts'
import { type Counted, countedFor, countTry, type Limit, mayTry } from '~/server/rate-limit.ts'
import { codeOfError } from '~/server/whole-file.ts'
import {
  fullMail,
  lackOfRoom,
  leastFreeBytes,
  letGo,
  type PicturePurpose,
  sharedOwners,
  type UploadAnswer,
  type UploadRefusal,
  type UploadRoom,
  type Waiting,
} from './rules.ts'
import { pdfRefusals, pictureRefusals } from './texts.ts'

export type UploadKind = PicturePurpose | 'pdf'

interface Uploader {
  /** Of the stored upload. */
  readonly owner: string
  /** Counts for the limits. */
  readonly member: string
  readonly address: string
}

const hour = 3_600_000

/** A recipe has some ten pictures, a few of which are taken again. */
const pictureLimits: readonly Limit[] = [
  { name: 'pictures', spanMs: hour, most: 60 },
  { name: 'pictures-of-day', spanMs: 24 * hour, most: 300 },
]
/** PDFs are stored as they come: 300 MB a day. */
const pdfLimits: readonly Limit[] = [{ name: 'pdfs-of-day', spanMs: 24 * hour, most: 30 }]

/** Multiples of a member's limits, for a household or class and for a provider's network. */
const [perClient, perNetwork] = [3, 12]

/** A recipe needs the right to post, the gallery's home who may curate (A3), a product the owner at her desk (N41). */
export const uploaderOf = (
  actor: Actor,
  kind: UploadKind,
): Result<Uploader, 'not_signed_in' | 'no_permission'> => {
  if (actor.kind === 'owner' || actor.kind === 'system') return refused('not_signed_in')
  const { address } = actor
  if (kind === 'curated') {
    if (!mayCurate(actor)) return refused('not_signed_in')
    const member = actor.kind === 'member' ? actor.id : clientAt(address).client
    return ok({ owner: sharedOwners.curators, member, address })
  }
  if (kind === 'product') {
    if (actor.kind !== 'desk' || !isShopOwner(actor)) return refused('not_signed_in')
    return ok({ owner: sharedOwners.shop, member: actor.id, address })
  }
  if (actor.kind !== 'member') return refused('not_signed_in')
  const isPhoto = kind === 'photo'
  return isPhoto || actor.canUpload
    ? ok({ owner: actor.id, member: actor.id, address })
    : refused('no_permission')
}

/** The member, her client and its network (S17). */
const countedForUpload = (kind: UploadKind, { member, address }: Uploader): Counted[] => {
  const { client, network } = clientAt(address)
  return (kind === 'pdf' ? pdfLimits : pictureLimits).flatMap((each) => [
    countedFor(each, member),
    countedFor({ ...each, name: `${each.name}-of-client`, most: each.most * perClient }, client),
    countedFor({ ...each, name: `${each.name}-of-network`, most: each.most * perNetwork }, network),
  ])
}

/** Counts an upload; false above the limits (S17). */
export const countUpload = (
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  kind: UploadKind,
  uploader: Uploader,
): Promise<boolean> => countTry(ctx, ctx.now(), countedForUpload(kind, uploader))

/** Refuses the actor before the first byte is read. Counts nothing. */
export const refusalBeforeUpload = async (
  ctx: AppContext,
  actor: Actor,
  kind: UploadKind,
): Promise<UploadRefusal | undefined> => {
  const uploader = uploaderOf(actor, kind)
  if (!uploader.ok) return uploader.error
  if (!(await mayTry(ctx.db, ctx.now(), countedForUpload(kind, uploader.value)))) return 'too_many_uploads'
  const room = await roomRefusal(ctx, uploader.value.owner)
  if (room !== undefined) await reportFullShop(ctx, room)
  return room
}

type NewUpload = Omit<Insertable<Schema['upload']>, 'source' | 'lastPutAt'>

interface Put {
  readonly files: readonly { readonly file: string; readonly content: Uint8Array }[]
  /** Undefined for pictures of products. */
  readonly owner: string | undefined
}

/**
 * Writes the row before the files, so that collection finds every file, and no removal runs meanwhile; busy while one does. Without
 * room nothing is written, and the owner is told (D5).
 */
export const putUpload = async (
  ctx: AppContext,
  upload: NewUpload,
  { files, owner }: Put,
): Promise<Result<null, 'busy' | UploadRoom>> => {
  const done = (await isDiskFull(ctx, upload.bytes))
    ? refused('disk_full' as const)
    : await noteUpload(ctx, upload, owner)
  const written = done.ok ? await writeAll(ctx, files) : done
  if (!written.ok && written.error !== 'busy') await reportFullShop(ctx, written.error)
  return written
}

const writeAll = async ({ uploadFiles, log }: AppContext, files: Put['files']) => {
  try {
    for (const { file, content } of files) await uploadFiles.put(file, content)
    return ok(null)
  } catch (error) {
    if (codeOfError(error) === 'ENOSPC') return refused('disk_full' as const)
    // The unused row is collected like any other; the member sends the file again.
    if (error instanceof BucketAway) {
      log.error('an upload could not be put into the store of the pictures', errorFields(error))
      return refused('busy' as const)
    }
    throw error
  }
}

class NoRoom extends Error {
  readonly room: UploadRoom
  constructor(room: UploadRoom) {
    super(room)
    this.room = room
  }
}

/** Serializes writers, so that two together cannot pass a limit. */
const uploadsLockId = 7_301_944_126_550_818

const noteUpload = async (
  ctx: AppContext,
  upload: NewUpload,
  owner: string | undefined,
): Promise<Result<null, 'busy' | UploadRoom>> => {
  const lastPutAt = ctx.now()
  try {
    return await inTransaction(ctx, async (trx) => {
      if (owner !== undefined) await takeAdvisoryLock(trx, uploadsLockId)
      const before = await trx
        .selectFrom('upload')
        .select('lastPutAt')
        .where('name', '=', upload.name)
        .$call(forUpdate(trx))
        .executeTakeFirst()
      const row = await trx
        .insertInto('upload')
        .values({ ...upload, source: 'own', lastPutAt })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ lastPutAt }).where('upload.lastPutAt', '>', 0),
        )
        .returning(['name', 'bytes'])
        .executeTakeFirst()
      if (row === undefined) return refused('busy')
      if (owner === undefined) return ok(null)
      await noteOwner(trx, { ...row, owner }, before?.lastPutAt === letGo)
      const lack = lackOfRoom(await waitingOf(trx, owner), { files: 0, bytes: 0 })
      if (lack !== undefined) throw new NoRoom(lack)
      return ok(null)
    })
  } catch (error) {
    if (error instanceof NoRoom) return refused(error.room)
    throw error
  }
}

/** A known upload keeps its state, so a used one does not count as unused again, unless it was released meanwhile. */
const noteOwner = async (
  trx: Transaction<Schema>,
  row: Omit<Insertable<Schema['uploadOwner']>, 'waiting'>,
  wasLetGo: boolean,
): Promise<void> => {
  await trx
    .insertInto('uploadOwner')
    .values({ ...row, waiting: 1 })
    .onConflict((conflict) => {
      const known = conflict.columns(['name', 'owner'])
      return wasLetGo ? known.doUpdateSet({ waiting: 1 }) : known.doNothing()
    })
    .execute()
}

/** Totals of unused uploads: of `owner`, and of the whole shop. */
const waitingOf = async (db: Kysely<Schema>, owner: string): Promise<Waiting> => {
  const waiting = db.selectFrom('uploadOwner').where('waiting', '=', 1)
  const own = await waiting
    .where('owner', '=', owner)
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirst()
  const all = await waiting.select(({ fn }) => fn.sum<number | null>('bytes').as('bytes')).executeTakeFirst()
  return {
    files: Number(own?.files ?? 0),
    bytes: Number(own?.bytes ?? 0),
    bytesOfShop: Number(all?.bytes ?? 0),
  }
}

/** Keeps disk space for the rest of the shop (D5). */
const isDiskFull = async ({ uploadFiles }: Pick<AppContext, 'uploadFiles'>, bytes: number) =>
  (await uploadFiles.freeBytes()) - bytes < leastFreeBytes

/** Why `owner` could upload nothing now, however small; undefined when there is room (D5). */
const roomRefusal = async (ctx: AppContext, owner: string): Promise<UploadRoom | undefined> => {
  if (await isDiskFull(ctx, 1)) return 'disk_full'
  return lackOfRoom(await waitingOf(ctx.db, owner), { files: 1, bytes: 1 })
}

/** Once a day (D5); a single member's full quota is not the owner's concern. */
const reportFullShop = async (ctx: AppContext, room: UploadRoom): Promise<void> => {
  if (room === 'too_many_unused') return
  const mail = fullMail(room, { day: machineDate(ctx.now()) ?? '', ownerEmail: ctx.ownerEmail })
  if (!(await inTransaction(ctx, (trx) => enqueueMail(ctx, trx, mail)))) return
  ctx.log.error('uploads are refused: there is no room', { alarm: true, room })
}

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
