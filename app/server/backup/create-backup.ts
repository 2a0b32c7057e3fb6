import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { versionOf } from '../database/migrate.ts'
import { type DatabaseSettings, openDatabase } from '../database/open-database.ts'
import { isSchemaOf, versionSql } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { copyToFolder } from '../pictures/copy-pictures.ts'
import type { PictureBucket } from '../pictures/picture-bucket.ts'
import { type MarkedPlace, placeProblem } from '../place-mark.ts'
import { shopState } from '../shop-state.ts'
import { codeOfError } from '../whole-file.ts'
import { type ArchiveEntry, packed } from './archive.ts'
import { aloneIn, nameOfArchive, prune, writeFileList, writeShopOf } from './backup-place.ts'
import { isWhole, storeFiles, sumOf, writeStream } from './files.ts'
import type { KeepRule } from './keep.rules.ts'
import { type Manifest, manifestFormat } from './manifest.ts'
import { checkDatabase, manifestName, openBackup, secretName, settingsName } from './open-backup.ts'
import { claimBackupPlace, ownBackupFolder } from './own-place.ts'
import { asRefusal, BackupRefused } from './refusals.ts'
import { createSeal, type Seal } from './seal.ts'
import { factsOf } from './shop-facts.ts'
import { takeSnapshot } from './snapshot.ts'

export interface Backup {
  readonly settings: DatabaseSettings
  readonly place: string
  /** When set, pictures are copied from this bucket beside the data folder first. */
  readonly pictures?: { readonly bucket: PictureBucket; readonly place: MarkedPlace } | undefined
  readonly settingsFile: string
  /** The owner's age1… key; without it nothing is locked, and the secret of sessions is left out. */
  readonly recipient: string | undefined
  readonly keep: KeepRule
  readonly now: number
  readonly rebuildSearch: (trx: Transaction<Schema>) => Promise<void>
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
}

export interface MadeBackup {
  readonly archive: string
  readonly bytes: number
  readonly manifest: Manifest
  readonly removed: number
  readonly hasSecret: boolean
}

/** Makes a backup while the shop runs (D20), and restores it to check it (D21). Throws BackupRefused, changing nothing. */
export const createBackup = async (backup: Backup): Promise<MadeBackup> => {
  const place = resolve(backup.place)
  if (!relative(resolve(backup.settings.dataDir), place).startsWith('..'))
    throw new BackupRefused('inside-data')
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
    if (!isSchemaOf(versionOf(allMigrations), rows[0])) throw new BackupRefused('other-version')
  } finally {
    await database.close()
  }
}

/** Throws BackupRefused where the place, or the pictures, are another shop's (D67). */
const checkPlaces = async ({ settings, pictures }: Backup, place: string): Promise<void> => {
  const { db, close } = await openDatabase(settings)
  try {
    const problem = pictures === undefined ? null : await placeProblem(db, pictures.place)
    if (problem !== null) throw new BackupRefused('not-ours', problem)
    await claimBackupPlace(db, ownBackupFolder(place))
  } finally {
    await close()
  }
}

const makeIn = async (backup: Backup, scratch: string, seal: Seal | undefined): Promise<MadeBackup> => {
  const { place, signal, tell } = backup
  const made = await writeArchive(backup, scratch, seal)
  tell('控えを試しの場所に戻して、件数と日ごとの売上を比べています。')
  await verify(made.unfinished, made.manifest, { ...backup, scratch, identity: seal?.identity })
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
  const removed = await prune(place, backup.keep, made.manifest.shop ?? '')
  return { archive, bytes: made.bytes, manifest: made.manifest, removed, hasSecret: made.hasSecret }
}

/** Earlier folders take precedence. */
const foldersOfPictures = async ({ settings, pictures, signal, tell }: Backup): Promise<string[]> => {
  const imagesDir = join(settings.dataDir, 'images')
  if (pictures === undefined) return [imagesDir]
  const mirror = `${settings.dataDir}-pictures`
  await copyToFolder(pictures.bucket, mirror, {
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
  const { facts, shop } = await readSnapshot(scratch)
  // After this its bytes do not change any more.
  const sum = await sumOf(createReadStream(path))
  const files = await storeFiles(await foldersOfPictures(backup), place, {
    ...(seal !== undefined && { seal }),
    signal,
    tell: every(100, (done, all) => tell(`写真とPDF：${done} / ${all}`)),
  })
  const manifest: Manifest = {
    program: 'nuno-square',
    format: manifestFormat,
    madeAt: now,
    ...(shop !== undefined && { shop }),
    engine: settings.databaseUrl === undefined ? 'sqlite' : 'postgres',
    lastMigration: versionOf(allMigrations).last,
    database: { ...sum, tables: facts.tables },
    days: [...facts.days],
    troubles: [...facts.troubles],
    files,
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
  return { unfinished, bytes, manifest, hasSecret: secret.length > 0 }
}

const every =
  (count: number, tell: (done: number, all: number) => void) =>
  (done: number, all: number): void => {
    if (done % count === 0) tell(done, all)
  }

const readSnapshot = async (folder: string) => {
  const { db, close } = await openDatabase({ dataDir: folder, log: silentLog })
  try {
    return { facts: await factsOf(db), shop: await shopState(db, 'shop_id') }
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

/** Checks what lies on the disk: unpacked, opened, counted, and each picture read. */
const verify = async (archive: string, manifest: Manifest, check: Check): Promise<void> => {
  const folder = join(check.scratch, 'restored')
  await mkdir(folder)
  const found = await openBackup(archive, folder, check)
  if (JSON.stringify(found) !== JSON.stringify(manifest)) throw new BackupRefused('broken')
  await checkDatabase(folder, found)
  for (const file of found.files) {
    check.signal.throwIfAborted()
    if (!(await isWhole(check.place, file))) throw new BackupRefused('broken', `（写真 ${file.path}）`)
  }
}
