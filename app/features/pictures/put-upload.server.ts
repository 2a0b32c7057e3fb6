import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { machineDate } from '~/kernel/dates.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, takeAdvisoryLock } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { errorFields } from '~/server/log.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { BucketAway } from '~/server/pictures/picture-bucket.ts'
import { codeOfError } from '~/server/whole-file.ts'
import type { UploadRoom } from './types.ts'
import { fullMail, lackOfRoom, leastFreeBytes, letGo, type Waiting } from './upload-room.rules.ts'

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
export const roomRefusal = async (ctx: AppContext, owner: string): Promise<UploadRoom | undefined> => {
  if (await isDiskFull(ctx, 1)) return 'disk_full'
  return lackOfRoom(await waitingOf(ctx.db, owner), { files: 1, bytes: 1 })
}

/** Once a day (D5); a single member's full quota is not the owner's concern. */
export const reportFullShop = async (ctx: AppContext, room: UploadRoom): Promise<void> => {
  if (room === 'too_many_unused') return
  const mail = fullMail(room, { day: machineDate(ctx.now()) ?? '', ownerEmail: ctx.ownerEmail })
  if (!(await inTransaction(ctx, (trx) => enqueueMail(ctx, trx, mail)))) return
  ctx.log.error('uploads are refused: there is no room', { alarm: true, room })
}
