import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { copyTables } from '../data-copy/copy-tables.ts'
import { schemaVersionOf } from '../database/migrate.ts'
import { type DatabaseSettings, openDatabase, sqliteFileName } from '../database/open-database.ts'
import { withinSnapshot } from '../database/snapshot.ts'
import { openSqliteConnection } from '../database/sqlite-connection.ts'
import { inTransaction } from '../database/transaction.ts'
import { isSchemaOf, versionSql } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { copyToFolder } from '../pictures/copy-pictures.ts'
import type { PictureBucket } from '../pictures/picture-bucket.ts'
import type { MarkedPlace } from '../place-mark.ts'
import { shopState } from '../shop-state.ts'
import { codeOfError, digestOf } from '../whole-file.ts'
import { type ArchiveEntry, packed } from './archive.ts'
import { aloneIn, nameOfArchive, prune, writeFileList, writeShopOf } from './backup-place.ts'
import { isWhole, type StoredFiles, storeFiles, writeStream } from './files.ts'
import type { KeepRule } from './keep.rules.ts'
import { type Manifest, manifestFormat } from './manifest.ts'
import { checkDatabase, manifestName, openBackup, secretName, settingsName } from './open-backup.ts'
import { checkIsOwn, claimBackupPlace, ownBackupFolder } from './own-place.ts'
import { asRefusal, BackupRefused } from './refusals.ts'
import { createSeal, type Seal } from './seal.ts'
import { factsOf } from './shop-facts.ts'

export interface Backup {
  readonly settings: DatabaseSettings
  readonly place: string
  /** A demo's own backups lie in its data folder (D108); others never, where they would be lost with it. */
  readonly mayLieInside?: boolean
  /** When set, pictures are copied from this bucket beside the data folder first. */
  readonly pictureStore?: { readonly bucket: PictureBucket; readonly place: MarkedPlace } | undefined
  readonly settingsFile: string
  /** The owner's age1… key; without it nothing is locked, and the secret of sessions is left out. */
  readonly recipient: string | undefined
  readonly keep: KeepRule
  readonly now: number
  /** Stores damaged files of the place anew; otherwise they are a refusal (D70). */
  readonly replaces: boolean
  readonly rebuildSearch: (trx: Transaction<Schema>) => Promise<void>
  readonly pictures: PicturesOfBackup
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

/** What the rows of a database say of pictures and PDFs; `paths` are below `images`. */
export interface PicturesOfBackup {
  /** Paths that its rows use and that are not among `paths`. */
  readonly missing: (db: Kysely<Schema>, paths: Iterable<string>) => Promise<readonly string[]>
  /** Those that its rows use. */
  readonly inUse: (db: Kysely<Schema>, paths: readonly string[]) => Promise<readonly string[]>
  /** Where they are shown, in the owner's words; only where it is known. */
  readonly shownBy: (db: Kysely<Schema>, paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export interface MadeBackup {
  readonly archive: string
  readonly bytes: number
  readonly manifest: Manifest
  /** Paths whose stored file was damaged and was stored anew (D70). */
  readonly replaced: readonly string[]
  /** Paths that the shop's rows use and that are not in the backup (D71). */
  readonly missing: readonly string[]
  readonly removed: number
  /** Why older ones that were to go lie there still (D91). */
  readonly notPruned: string | null
  readonly hasSecret: boolean
}

/** Makes a backup while the shop runs (D20), and restores it to check it (D21). Throws BackupRefused, changing nothing. */
export const createBackup = async (backup: Backup): Promise<MadeBackup> => {
  const place = resolve(backup.place)
  const isInside = !relative(resolve(backup.settings.dataDir), place).startsWith('..')
  if (isInside && backup.mayLieInside !== true) throw new BackupRefused('inside-data')
  await checkVersion(backup.settings)
  const seal = backup.recipient === undefined ? undefined : await createSeal(backup.recipient)
  try {
    await mkdir(place, { recursive: true, mode: 0o700 })
    await checkPlaces(backup, place)
    return await aloneIn(place, backup.now, async () => {
      const scratch = await mkdtemp(join(place, '.unfinished-'))
      try {
        return await makeIn({ ...backup, place }, scratch, seal)
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    })
  } catch (error) {
    throw asRefusal(error)
  }
}

const checkVersion = async (settings: DatabaseSettings): Promise<void> => {
  const database = await openDatabase(settings)
  try {
    const { rows } = await sql.raw<Record<string, unknown>>(versionSql).execute(database.db)
    if (!isSchemaOf(schemaVersionOf(allMigrations), rows[0])) throw new BackupRefused('other-version')
  } finally {
    await database.close()
  }
}

/** Throws BackupRefused where the place, or the pictures, are another shop's (D67). */
const checkPlaces = async ({ settings, pictureStore }: Backup, place: string): Promise<void> => {
  const { db, close } = await openDatabase(settings)
  try {
    await pictureStore?.bucket.check()
    if (pictureStore !== undefined) await checkIsOwn(db, pictureStore.place)
    await claimBackupPlace(db, ownBackupFolder(place))
  } finally {
    await close()
  }
}

const makeIn = async (backup: Backup, scratch: string, seal: Seal | undefined): Promise<MadeBackup> => {
  const { place, signal, tell } = backup
  const made = await writeArchive(backup, scratch, seal)
  tell('控えを試しの場所に戻して、件数と日ごとの売上を比べています。')
  await verify(made, { ...backup, scratch, identity: seal?.identity })
  signal.throwIfAborted()
  const name = nameOfArchive(backup.now, seal !== undefined)
  const archive = join(place, name)
  await writeFileList(
    place,
    name,
    made.manifest.files.map(({ stored }) => stored),
  )
  await writeShopOf(place, name, made.manifest.shop ?? '')
  await rename(made.unfinished, archive)
  const { also: _also, ...keep } = backup.keep
  const { bytes, manifest, missing, hasSecret } = made
  const pruned = await orNotPruned(place, () =>
    prune(place, missing.length > 0 ? backup.keep : keep, manifest.shop ?? ''),
  )
  return { archive, bytes, manifest, missing, replaced: made.stored.replaced, ...pruned, hasSecret }
}

/** The backup lies there whole, whatever the disk does with older ones (D91). */
const orNotPruned = async (
  place: string,
  task: () => Promise<number>,
): Promise<Pick<MadeBackup, 'removed' | 'notPruned'>> => {
  try {
    return { removed: await task(), notPruned: null }
  } catch (error) {
    const code = codeOfError(error)
    if (typeof code !== 'string') throw error
    return {
      removed: 0,
      notPruned: `${place} の古い控えを消せません（${code}）。フォルダーの許可と、ディスクを確かめてください。`,
    }
  }
}

/** Earlier folders take precedence. */
const foldersOfPictures = async ({ settings, pictureStore, signal, tell }: Backup): Promise<string[]> => {
  const imagesDir = join(settings.dataDir, 'images')
  if (pictureStore === undefined) return [imagesDir]
  const mirror = `${settings.dataDir}-pictures`
  await copyToFolder(pictureStore.bucket, mirror, {
    signal,
    tell: (done) => void (done % 100 === 0 && tell(`S3から写した写真とPDF：${done}`)),
    mirrors: true,
  })
  return [mirror, imagesDir]
}

const writeArchive = async (backup: Backup, scratch: string, seal: Seal | undefined) => {
  const { settings, place, signal, tell, now } = backup
  tell('データベースの写しを取っています。')
  const path = await takeSnapshot(settings, scratch, {
    rebuildSearch: backup.rebuildSearch,
    onRows: () => signal.throwIfAborted(),
    signal,
  })
  signal.throwIfAborted()
  const { facts, shop } = await withSnapshot(scratch, async (db) => ({
    facts: await factsOf(db),
    shop: await shopState(db, 'shop_id'),
  }))
  // After this its bytes do not change any more.
  const sum = await digestOf(createReadStream(path))
  const stored = await storeFiles(await foldersOfPictures(backup), place, {
    ...(seal !== undefined && { seal }),
    replaces: backup.replaces,
    signal,
    tell: every(100, (done, all) => tell(`写真とPDF：${done} / ${all}`)),
  })
  const missing = await missingOf(backup, scratch, stored)
  const manifest: Manifest = {
    program: 'nuno-square',
    format: manifestFormat,
    madeAt: now,
    ...(shop !== undefined && { shop }),
    engine: settings.databaseUrl === undefined ? 'sqlite' : 'postgres',
    lastMigration: schemaVersionOf(allMigrations).last,
    database: { ...sum, tables: facts.tables },
    days: [...facts.days],
    troubles: [...facts.troubles],
    files: [...stored.files],
  }
  const secret = seal === undefined ? [] : await entryOf(secretName, join(settings.dataDir, secretName))
  const entries: ArchiveEntry[] = [
    entryOfText(manifestName, JSON.stringify(manifest)),
    ...(await entryOf(settingsName, backup.settingsFile)),
    ...secret,
    ...(await entryOf('shop.sqlite', path)),
  ]
  const unfinished = join(scratch, 'archive')
  const content = packed(entries)
  const { bytes } = await writeStream(
    unfinished,
    seal === undefined ? content : await seal.lock(content),
    signal,
  )
  return { unfinished, bytes, manifest, stored, missing, hasSecret: secret.length > 0 }
}

/** What was let go of since the snapshot is not missing. */
const missingOf = async (
  { settings, pictures }: Backup,
  scratch: string,
  { files, unreadable }: StoredFiles,
): Promise<string[]> => {
  const paths = files.map(({ path }) => path)
  const missing = await withSnapshot(scratch, (db) => pictures.missing(db, paths))
  if (missing.length === 0) return [...unreadable]
  const { db, close } = await openDatabase(settings)
  const lost = await pictures.inUse(db, missing).finally(close)
  return [...new Set([...unreadable, ...lost])]
}

const every =
  (count: number, tell: (done: number, all: number) => void) =>
  (done: number, all: number): void => {
    if (done % count === 0) tell(done, all)
  }

const withSnapshot = async <T>(folder: string, task: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
  const { db, close } = await openDatabase({ dataDir: folder, log: silentLog })
  try {
    return await task(db)
  } finally {
    await close()
  }
}

const entryOfText = (name: string, text: string): ArchiveEntry => {
  const content = Buffer.from(text)
  return {
    name,
    bytes: content.length,
    content: (async function* () {
      yield content
    })(),
  }
}

const entryOf = async (name: string, path: string): Promise<ArchiveEntry[]> => {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOfError(error) === 'ENOENT') return undefined
    throw error
  })
  return found === undefined ? [] : [{ name, bytes: found.size, content: createReadStream(path) }]
}

interface Check extends Backup {
  readonly scratch: string
  readonly identity: string | undefined
}

/** Checks what lies on the disk: unpacked, opened, counted, and each new picture read, as the others were when they were found. */
const verify = async (
  { unfinished, manifest, stored }: Awaited<ReturnType<typeof writeArchive>>,
  check: Check,
): Promise<void> => {
  const folder = join(check.scratch, 'restored')
  await mkdir(folder)
  const found = await openBackup(unfinished, folder, check)
  if (JSON.stringify(found) !== JSON.stringify(manifest)) throw new BackupRefused('not-as-written')
  await checkDatabase(folder, found)
  for (const file of found.files) {
    check.signal.throwIfAborted()
    if (stored.written.has(file.stored) && !(await isWhole(check.place, file)))
      throw new BackupRefused('not-as-written', `（${file.path}）`)
  }
}

interface SnapshotSteps {
  readonly rebuildSearch: (trx: Transaction<Schema>) => Promise<void>
  readonly onRows: (table: string, rows: number) => void
  readonly signal: AbortSignal
}

/** Writes the database of one moment to `folder` as a SQLite file, while the shop writes on (D20); gives its path. */
const takeSnapshot = async (
  settings: DatabaseSettings,
  folder: string,
  steps: SnapshotSteps,
): Promise<string> => {
  const path = join(folder, sqliteFileName)
  if (settings.databaseUrl === undefined) copyFile(join(settings.dataDir, sqliteFileName), path)
  else await copyFromPostgres(settings, folder, steps)
  return path
}

/** Blocks no writer in WAL mode, but does block this process, which must not be the shop's. */
const copyFile = (from: string, to: string): void => {
  const connection = openSqliteConnection(from, 'pragma busy_timeout = 5000;')
  try {
    connection.run('vacuum into ?', [to])
  } finally {
    connection.close()
  }
}

const copyFromPostgres = async (
  settings: DatabaseSettings,
  folder: string,
  { rebuildSearch, ...steps }: SnapshotSteps,
): Promise<void> => {
  const source = await openDatabase(settings)
  const target = await openDatabase({ dataDir: folder, log: silentLog })
  try {
    await withinSnapshot(source.db, (snapshot) =>
      inTransaction({ db: target.db, log: silentLog }, async (trx) => {
        await copyTables(snapshot, trx, steps)
        await rebuildSearch(trx)
      }),
    )
  } finally {
    await target.close()
    await source.close()
  }
}
