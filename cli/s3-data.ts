import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { bucketPlaceOf, openBackupBucket } from '~/server/backup/backup-bucket.ts'
import { archiveTime } from '~/server/backup/backup-place.ts'
import type { Backup, MadeBackup } from '~/server/backup/create-backup.ts'
import { claimBackupPlace, ownBackupBucket } from '~/server/backup/own-place.ts'
import { BackupRefused } from '~/server/backup/refusals.ts'
import { bringFromS3, copyToS3, type SentCopy } from '~/server/backup/s3-copy.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import type { Env } from '~/server/env.ts'
import { silentLog } from '~/server/log.ts'
import { isS3 } from '~/server/s3/s3-place.ts'
import { shopState } from '~/server/shop-state.ts'
import type { LongTask } from './long-task.ts'

/** A backup for S3 is made beside the data, and stays there too (D40). */
export const folderOfBackup = (env: Env, place: string): string =>
  isS3(place) ? `${resolve(env.DATA_DIR)}-backup` : place

/** Refuses early what could not be sent: whatever leaves the machine must be locked (D40). */
export const checkPlace = (env: Env, place: string): void => {
  if (!isS3(place)) return
  bucketPlaceOf(place, env)
  if (env.BACKUP_KEY === undefined) throw new BackupRefused('needs-lock')
}

/** Claims the place in S3 for this shop, and gives the shop's id. Throws BackupRefused. */
const claimed = async (env: Env, place: string): Promise<string> => {
  const { db, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: resolve(env.DATA_DIR),
    log: silentLog,
  })
  return claimBackupPlace(db, ownBackupBucket(openBackupBucket(bucketPlaceOf(place, env)), place))
    .then(async () => (await shopState(db, 'shop_id')) ?? '')
    .finally(close)
}

/**
 * Tries the place in S3 and claims it before anything is made beside the data (D67, D90). Throws BackupRefused with `s3-away` for one
 * that does not answer for now.
 */
export const tryPlace = async (env: Env, place: string): Promise<void> => {
  if (!isS3(place)) return
  const { store } = openBackupBucket(bucketPlaceOf(place, env))
  await store.check()
  await claimed(env, place)
  await store.checkWrites({ removes: false })
}

interface BackupToCopy {
  readonly parts: Pick<Backup, 'keep' | 'now' | 'replaces'>
  readonly made: MadeBackup
  readonly readsAll: boolean
  readonly work: LongTask
}

export const copyBackup = async (
  env: Env,
  place: string,
  { parts: { keep, now, replaces }, made, readsAll, work }: BackupToCopy,
): Promise<Pick<SentCopy, 'notPruned'> & { readonly lines: readonly string[] }> => {
  if (!isS3(place)) return { lines: [], notPruned: null }
  const bucket = openBackupBucket(bucketPlaceOf(place, env))
  const shopId = await claimed(env, place)
  const { also, ...rule } = keep
  const { sent, replaced, removed, notPruned } = await copyToS3(folderOfBackup(env, place), bucket, {
    ...work,
    shopId,
    keep: made.missing.length > 0 ? { ...rule, also } : rule,
    now,
    replaces,
    readsAll,
  })
  return {
    notPruned,
    lines: [
      ...(replaced === 0 ? [] : [`${place} で壊れていた写真とPDF ${replaced}枚を、送り直しました。`]),
      `${place} に${sent}個を送り、読み返して確かめました。${notPruned === null ? `古いものを${removed}個消しました。` : ''}`,
    ],
  }
}

/** Runs `task` with a local path of the archive; for S3 it is fetched first, the newest of a bucket by default. */
export const withArchiveHere = async <T>(
  env: Env,
  place: string,
  { dataDir, work }: { readonly dataDir: string; readonly work: LongTask },
  task: (archive: string) => Promise<T>,
): Promise<T> => {
  if (!isS3(place)) return task(resolve(place))
  const cut = place.lastIndexOf('/')
  const last = place.slice(cut + 1)
  const isArchive = archiveTime(last) !== undefined
  const bucket = openBackupBucket(bucketPlaceOf(isArchive ? place.slice(0, cut) : place, env))
  await bucket.store.check()
  const folder = await mkdtemp(join(dirname(dataDir), '.from-s3-'))
  try {
    return await task(await bringFromS3(bucket, isArchive ? last : undefined, { ...work, folder }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
