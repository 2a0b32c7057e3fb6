import type { Insertable, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate, takeTurn } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { codeOfError } from '~/server/pictures/put-picture.ts'
import { isDiskFull, tellOfFullShop, waitingOf } from './room.server.ts'
import type { UploadRoom } from './types.ts'
import { lackOfRoom, letGo } from './upload-limits.rules.ts'

type NewUpload = Omit<Insertable<Schema['upload']>, 'source' | 'lastPutAt'>

interface Put {
  readonly files: readonly { readonly file: string; readonly content: Uint8Array }[]
  /** Whose it is; pictures of goods are nobody's. */
  readonly owner: string | undefined
}

/**
 * The row comes before the files: no file is ever without a row by which it is found when nothing refers to it, and no removal
 * can be under way while files are written. Busy while one is. Without room nothing is written, and the owner is told (D5).
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
  if (!written.ok && written.error !== 'busy') await tellOfFullShop(ctx, written.error)
  return written
}

const writeAll = async ({ uploadFiles }: AppContext, files: Put['files']) => {
  try {
    for (const { file, content } of files) await uploadFiles.put(file, content)
    return ok(null)
  } catch (error) {
    if (codeOfError(error) === 'ENOSPC') return refused('disk_full' as const)
    throw error
  }
}

/** Rolls back the rows of an upload. */
class NoRoom extends Error {
  readonly room: UploadRoom
  constructor(room: UploadRoom) {
    super(room)
    this.room = room
  }
}

/** Whoever puts something there comes one after the other: two at once do not pass a limit together. */
const turnOfUploads = 7_301_944_126_550_818

const noteUpload = async (
  ctx: AppContext,
  upload: NewUpload,
  owner: string | undefined,
): Promise<Result<null, 'busy' | UploadRoom>> => {
  const lastPutAt = ctx.now()
  try {
    return await inTransaction(ctx, async (trx) => {
      if (owner !== undefined) await takeTurn(trx, turnOfUploads)
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

/** One that is used already waits for nothing, unless it was let go meanwhile. */
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
