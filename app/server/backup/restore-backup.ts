import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { checkCopy, copyTables } from '../data-copy/copy-tables.ts'
import { databasePlace } from '../data-copy/move-places.ts'
import { writeMarker } from '../data-folder/marker.ts'
import { paidOrdersIn } from '../data-folder/shop-in-database.ts'
import { checkUsable } from '../database/database-check.ts'
import { migrateWithin } from '../database/migrate.ts'
import { openDatabase, sqliteFileName } from '../database/open-database.ts'
import { inTransaction } from '../database/transaction.ts'
import { silentLog } from '../log.ts'
import { holdWaitingMails } from '../mail/mail-queue.ts'
import { markOfFolder } from '../place-mark.ts'
import { rememberShopState, shopState } from '../shop-state.ts'
import { writeWhole } from '../whole-file.ts'
import type { PicturesOfBackup } from './create-backup.ts'
import { takeOutFiles } from './files.ts'
import type { Manifest } from './manifest.ts'
import { checkDatabase, openBackup } from './open-backup.ts'
import { asRefusal, BackupRefused, brokenFile } from './refusals.ts'
import { heldText, noteRestored } from './restored-shop.ts'

export interface Restore {
  readonly archive: string
  /** Must be missing or empty. */
  readonly dataDir: string
  /** Must be empty; without it the shop uses SQLite in the folder. */
  readonly databaseUrl: string | undefined
  readonly identity: string | undefined
  /** Goes on without damaged pictures and PDFs; the database is never passed over (D70). */
  readonly withoutDamaged?: boolean
  readonly pictures: Pick<PicturesOfBackup, 'shownBy'>
  readonly rebuildSearch: (trx: Transaction<Schema>) => Promise<void>
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

export interface RestoredBackup {
  readonly manifest: Manifest
  /** Mails that waited at the backup, and are not sent by themselves (D26). */
  readonly heldMails: number
  /** Left out, with where each was shown; '' where that is not known (D70). */
  readonly damaged: readonly { readonly path: string; readonly shownBy: string }[]
}

/** Restores into an empty place (D25), whole or not at all. Throws BackupRefused. */
export const restoreBackup = async (restore: Restore): Promise<RestoredBackup> => {
  const dataDir = resolve(restore.dataDir)
  await checkRestoreTarget({ ...restore, dataDir })
  const scratch = join(dirname(dataDir), `.restoring-${randomUUID()}`)
  try {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const manifest = await openBackup(restore.archive, scratch, restore)
    await checkDatabase(scratch, manifest)
    const paths = await takeFiles(restore, manifest, scratch)
    const { heldMails, shownBy } = await prepare(restore, manifest, { folder: scratch, damaged: paths })
    restore.signal.throwIfAborted()
    if (restore.databaseUrl === undefined) await put(scratch, dataDir)
    else await putWithPostgres(restore, restore.databaseUrl, { scratch, dataDir })
    return {
      manifest,
      heldMails,
      damaged: paths.map((path) => ({ path, shownBy: shownBy.get(path) ?? '' })),
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const isTaken = async (folder: string): Promise<boolean> =>
  existsSync(folder) && (await readdir(folder)).length > 0

/** Asks the place before anything is fetched or written. Throws BackupRefused where it cannot be filled (D25, D96). */
export const checkRestoreTarget = async ({
  databaseUrl,
  dataDir,
}: Pick<Restore, 'dataDir' | 'databaseUrl'>): Promise<void> => {
  if (await isTaken(dataDir)) throw new BackupRefused('not-empty', `（${dataDir}）`)
  if (databaseUrl === undefined) return
  const database = await openDatabase({ databaseUrl, dataDir, log: silentLog })
  try {
    const { problem } = await checkUsable(database, `戻す先「${databasePlace(databaseUrl)}」`)
    if (problem !== null) throw new BackupRefused('no-database', problem)
    if ((await database.db.introspection.getTables()).length > 0)
      throw new BackupRefused('database-not-empty')
  } finally {
    await database.close()
  }
}

/** Gives the paths that it left out. */
const takeFiles = async (restore: Restore, { files }: Manifest, scratch: string): Promise<string[]> => {
  const { tell, signal, identity, withoutDamaged = false } = restore
  const damaged: string[] = []
  for (const [at, file] of files.entries()) {
    signal.throwIfAborted()
    if (at % 100 === 0) tell(`写真とPDF：${at} / ${files.length}`)
    const target = join(scratch, 'images', file.path)
    if (await takeOutFiles(dirname(resolve(restore.archive)), file, { target, identity })) continue
    if (!withoutDamaged) throw brokenFile(file.path)
    damaged.push(file.path)
  }
  return damaged
}

/** Migrates it, writes its marker, and holds back mails that may have gone out since (D26). */
const prepare = async (
  { databaseUrl, pictures }: Restore,
  { madeAt }: Manifest,
  { folder, damaged }: { readonly folder: string; readonly damaged: readonly string[] },
) => {
  const placesId = randomUUID()
  const { db, close } = await openDatabase({ dataDir: folder, log: silentLog })
  try {
    const held = await inTransaction({ db, log: silentLog }, async (trx) => {
      await migrateWithin(trx)
      // The lost shop may live on: its places stay its own until the owner takes them over (D67).
      await rememberShopState(trx, 'places_id', placesId)
      await noteRestored(trx, { backupAt: madeAt, restoredAt: Date.now(), takenIn: null })
      return holdWaitingMails(trx, heldText)
    })
    const id = (await shopState(db, 'shop_id')) ?? null
    const engine = databaseUrl === undefined ? 'sqlite' : 'postgres'
    await writeMarker(folder, { id, engine, paidOrders: await paidOrdersIn(db) })
    const picturesId = await shopState(db, 'pictures_id')
    await mkdir(join(folder, 'images'), { recursive: true })
    await markOfFolder(join(folder, 'images')).replaceMark(placesId)
    if (picturesId !== undefined)
      await writeWhole(join(folder, 'images', '.pictures-id'), `${picturesId}\n`, 0o600)
    return { heldMails: held, shownBy: await pictures.shownBy(db, damaged) }
  } finally {
    await close()
  }
}

/** The rename needs the empty folder there to be gone. */
const put = async (scratch: string, dataDir: string): Promise<void> => {
  if (existsSync(dataDir)) await rmdir(dataDir)
  await rename(scratch, dataDir)
}

/** The folder moves right before the commit: after a crash in between, the start reports an empty database (D9). */
const putWithPostgres = async (
  { rebuildSearch, signal, tell }: Restore,
  databaseUrl: string,
  { scratch, dataDir }: { readonly scratch: string; readonly dataDir: string },
): Promise<void> => {
  const target = await openDatabase({ databaseUrl, dataDir: scratch, log: silentLog })
  tell('PostgreSQLに入れています。')
  let isPut = false
  try {
    const source = await openDatabase({ dataDir: scratch, log: silentLog })
    await inTransaction({ db: target.db, log: silentLog }, async (trx) => {
      try {
        const copied = await copyTables(source.db, trx, { signal })
        await rebuildSearch(trx)
        await checkCopy(trx, copied)
      } finally {
        await source.close()
      }
      for (const end of ['', '-wal', '-shm']) await rm(join(scratch, sqliteFileName + end), { force: true })
      await put(scratch, dataDir)
      isPut = true
    })
  } catch (error) {
    if (isPut) await rename(dataDir, scratch)
    throw error
  } finally {
    await target.close()
  }
}
