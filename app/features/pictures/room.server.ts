import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { machineDate } from '~/kernel/dates.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { fullMail } from './mails.rules.ts'
import type { UploadRoom } from './types.ts'
import { lackOfRoom, leastFreeBytes, type Waiting } from './upload-limits.rules.ts'

/** What of `owner` and of the whole shop waits for its first use. */
export const waitingOf = async (db: Kysely<Schema>, owner: string): Promise<Waiting> => {
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

/** Whether `bytes` more would leave too little of the disk to the rest of the shop (D5). */
export const isDiskFull = async ({ uploadFiles }: Pick<AppContext, 'uploadFiles'>, bytes: number) =>
  (await uploadFiles.freeBytes()) - bytes < leastFreeBytes

/** Why not even the smallest upload of `owner` would be taken now; undefined when there is room (D5). */
export const roomRefusal = async (ctx: AppContext, owner: string): Promise<UploadRoom | undefined> => {
  if (await isDiskFull(ctx, 1)) return 'disk_full'
  return lackOfRoom(await waitingOf(ctx.db, owner), { files: 1, bytes: 1 })
}

/** Tells the owner, once a day, that nobody can put anything there (D5). What lies with one member is no business of hers. */
export const tellOfFullShop = async (ctx: AppContext, room: UploadRoom): Promise<void> => {
  if (room === 'too_many_unused') return
  const mail = fullMail(room, { day: machineDate(ctx.now()) ?? '', ownerEmail: ctx.ownerEmail })
  if (!(await inTransaction(ctx, (trx) => enqueueMail(ctx, trx, mail)))) return
  ctx.log.error('uploads are refused: there is no room', { alarm: true, room })
}
