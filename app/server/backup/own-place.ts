import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { claimPlace, type MarkedPlace, markOfBucket, markOfFolder, placeProblem } from '../place-mark.ts'
import type { BackupBucket } from './backup-bucket.ts'
import { archiveTime, filesFolder } from './backup-place.ts'
import { lastBackup } from './last-backup.ts'
import { BackupRefused } from './refusals.ts'
import { restoredShop } from './restored-shop.ts'

export const ownBackupFolder = (folder: string): MarkedPlace => ({
  ...markOfFolder(folder),
  ...knownBy(() => readdir(folder).catch((): string[] => [])),
})

/** `address` such as s3://bucket/folder. */
export const ownBackupBucket = (bucket: BackupBucket, address: string): MarkedPlace => ({
  ...markOfBucket(bucket.store, address),
  ...knownBy(async () => [...(await bucket.names()).keys()]),
})

const knownBy = (names: () => Promise<readonly string[]>): Pick<MarkedPlace, 'isEmpty' | 'isKnownTo'> => ({
  isEmpty: async () => !(await names()).some(isOfShop),
  isKnownTo: async (db) => {
    const at = await lastBackupHere(db)
    return at !== null && (await names()).some((name) => archiveTime(name) === at)
  },
})

/** What a disk brings along, and pictures without the archive that refers to them, are nobody's backup. */
const isOfShop = (name: string): boolean =>
  !name.startsWith('.') && !ofTheDisk.has(name) && name.split('/')[0] !== filesFolder

const ofTheDisk = new Set(['lost+found', 'System Volume Information', '$RECYCLE.BIN'])

/** To the millisecond the name of an archive of this shop. A restored shop knows those of the lost one too, which may live on. */
const lastBackupHere = async (db: Kysely<Schema>): Promise<number | null> => {
  const { madeAt } = await lastBackup(db)
  const restored = await restoredShop(db)
  return madeAt !== null && madeAt > (restored?.restoredAt ?? 0) ? madeAt : null
}

/** Throws BackupRefused for another shop's place, and marks nothing (D67). */
export const checkIsOwn = async (db: Kysely<Schema>, place: MarkedPlace): Promise<void> =>
  refuseOthers(await placeProblem(db, place))

/** Throws BackupRefused for another shop's place (D67). */
export const claimBackupPlace = async (db: Kysely<Schema>, place: MarkedPlace): Promise<void> =>
  refuseOthers(await claimPlace(db, place))

const refuseOthers = (problem: string | null): void => {
  if (problem !== null) throw new BackupRefused('not-ours', problem)
}
