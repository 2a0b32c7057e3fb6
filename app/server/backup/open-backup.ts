import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type AppDatabase, openDatabase, sqliteFileName } from '../database/open-database.ts'
import { silentLog } from '../log.ts'
import { ArchiveBroken, type ArchiveEntry, unpacked } from './archive.ts'
import { writeStream } from './files.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { BackupRefused } from './refusals.ts'
import { openSealed } from './seal.ts'
import { databaseDifferences, factsOf } from './shop-facts.ts'

export const manifestName = 'manifest.json'
export const settingsName = 'shop.settings.json'
export const secretName = 'auth-secret'

const mostManifestBytes = 64 * 1024 * 1024
/** The only files that an archive may write, beside its manifest. */
const known = new Set<string>([sqliteFileName, settingsName, secretName])

const textOf = async ({ bytes, content }: ArchiveEntry): Promise<string> => {
  if (bytes > mostManifestBytes) throw new BackupRefused('broken')
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Unpacks into `folder`, a scratch one, and checks the database against its manifest; throws BackupRefused. */
export const openBackup = async (
  archive: string,
  folder: string,
  { identity, signal }: { readonly identity: string | undefined; readonly signal?: AbortSignal },
): Promise<Manifest> => {
  const found = await stat(archive).catch(() => undefined)
  if (found?.isDirectory()) throw new BackupRefused('a-folder', `（${archive}）`)
  if (!found?.isFile()) throw new BackupRefused('no-file', `（${archive}）`)
  let manifest: Manifest | undefined
  for await (const entry of entriesOf(await openSealed(archive, identity))) {
    signal?.throwIfAborted()
    if (manifest === undefined) {
      if (entry.name !== manifestName) throw new BackupRefused('no-backup')
      manifest = readManifest(await textOf(entry))
    } else if (known.has(entry.name)) {
      const written = await writeStream(join(folder, entry.name), entry.content, signal)
      if (entry.name === sqliteFileName && written.sha256 !== manifest.database.sha256)
        throw new BackupRefused('broken')
    }
  }
  if (manifest === undefined) throw new BackupRefused('no-backup')
  return manifest
}

/** Fails at the first bytes: no backup; later: a broken one. */
async function* entriesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  let isFirst = true
  try {
    for await (const entry of unpacked(content)) {
      isFirst = false
      yield entry
    }
  } catch (error) {
    if (error instanceof ArchiveBroken) throw new BackupRefused(isFirst ? 'no-backup' : 'broken')
    throw error
  }
}

/** Throws BackupRefused unless the database in `folder` is sound and matches the manifest (D21). */
export const checkDatabase = async (folder: string, manifest: Manifest): Promise<void> => {
  const database = await openDatabase({ dataDir: folder, log: silentLog })
  try {
    const faults = await faultsIn(database, manifest)
    if (faults.length > 0) throw new BackupRefused('broken', `（${faults.join('、')}）`)
  } finally {
    await database.close()
    for (const end of ['-wal', '-shm']) await rm(join(folder, sqliteFileName + end), { force: true })
  }
}

const faultsIn = async ({ db }: AppDatabase, manifest: Manifest): Promise<string[]> => {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.withoutPlugins())
  if (rows[0]?.integrity_check !== 'ok') return ['データベースが壊れています']
  const found = await factsOf(db)
  return databaseDifferences(
    { tables: manifest.database.tables, days: manifest.days, troubles: manifest.troubles },
    found,
  )
}
