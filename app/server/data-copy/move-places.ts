import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { shopIn } from '../data-folder/shop-in-database.ts'
import { checkUsable } from '../database/database-check.ts'
import type { Engine } from '../database/engine.ts'
import { type AppDatabase, openDatabase, sqliteFileName } from '../database/open-database.ts'
import { silentLog } from '../log.ts'
import { StartRefused } from '../start.ts'

export interface MoveTarget {
  readonly engine: Engine
  /** For people, without the password. */
  readonly place: string
  /** An empty database, to be filled in one transaction. */
  readonly database: AppDatabase
  /** After it, puts the database where a start looks for it; gives the path of a file put aside, or null. */
  readonly settle: () => Promise<string | null>
  readonly close: () => Promise<void>
}

export const databasePlace = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.password = ''
  url.search = ''
  return url.href
}

/** Throws StartRefused when the database cannot be used (D96) or is not empty. */
export const openPostgresTarget = async (databaseUrl: string, shopId: string): Promise<MoveTarget> => {
  const database = await openDatabase({ databaseUrl, dataDir: '', log: silentLog })
  const place = databasePlace(databaseUrl)
  try {
    const { problem } = await checkUsable(database, `「${place}」`)
    if (problem !== null) throw new StartRefused([problem])
    await checkEmpty(database.db, place, shopId)
  } catch (error) {
    await database.close()
    throw error
  }
  return { engine: 'postgres', place, database, settle: async () => null, close: () => database.close() }
}

const checkEmpty = async (db: AppDatabase['db'], place: string, shopId: string): Promise<void> => {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(
    ({ name }) => name,
  )
  if (tables.length === 0) return
  if (tables.includes('kysely_migration')) await checkVersion(db, place)
  const shop = await shopIn(db)
  // A leftover of an interrupted move of this shop is overwritten.
  if (shop?.move?.state === 'arriving' && shop.id === shopId) return
  throw new StartRefused([
    shop === undefined
      ? `${place} は空ではありません（表が${tables.length}個あります）。何も変えていません。空のデータベースを作って、そちらを指定してください。`
      : `${place} には、もうお店があります（支払い済みの注文 ${shop.paidOrders}件）。何も変えていません。空のデータベースを作って、そちらを指定してください。`,
  ])
}

const checkVersion = async (db: AppDatabase['db'], place: string): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.find(({ name }) => !Object.hasOwn(allMigrations, name))
  if (unknown !== undefined)
    throw new StartRefused([
      `${place} のデータは、このプログラムより新しい版のものです（${unknown.name}）。何も変えていません。プログラムを新しくするか、空のデータベースを指定してください。`,
    ])
}

const unfinishedName = '.moving-'

/** Builds the file beside its place. Throws StartRefused for another shop's folder, or too little room for `bytes`. */
export const openSqliteTarget = async (
  dataDir: string,
  { shopId, bytes, token }: { readonly shopId: string; readonly bytes: number; readonly token: string },
): Promise<MoveTarget> => {
  await mkdir(dataDir, { recursive: true })
  for (const name of await readdir(dataDir))
    if (name.startsWith(unfinishedName)) await rm(join(dataDir, name), { recursive: true, force: true })
  const former = await formerFile(dataDir, shopId)
  await checkRoom(dataDir, bytes * 3)
  const folder = join(dataDir, `${unfinishedName}${token}`)
  const database = await openDatabase({ dataDir: folder, log: silentLog })
  return {
    engine: 'sqlite',
    place: dataDir,
    database,
    settle: async () => {
      // The last close merges the -wal file into the database.
      await database.close()
      const aside = former === 'left' ? await putAside(dataDir, token) : null
      for (const end of ['-wal', '-shm']) await rm(join(dataDir, `${sqliteFileName}${end}`), { force: true })
      await rename(join(folder, sqliteFileName), join(dataDir, sqliteFileName))
      await rm(folder, { recursive: true, force: true })
      return aside
    },
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `left`: this very shop, from which it once moved; `nothing`: nothing that counts. */
const formerFile = async (dataDir: string, shopId: string): Promise<'left' | 'nothing'> => {
  const file = join(dataDir, sqliteFileName)
  if (!existsSync(file) || statSync(file).size === 0) return 'nothing'
  const { db, close } = await openDatabase({ dataDir, log: silentLog })
  try {
    const shop = await shopIn(db)
    if (shop === undefined) await checkEmpty(db, file, shopId)
    if (shop === undefined || (shop.move?.state === 'arriving' && shop.id === shopId)) return 'nothing'
    if (shop.move?.state === 'left' && shop.id === shopId) return 'left'
    throw new StartRefused([
      `${file} には、もうお店があります（支払い済みの注文 ${shop.paidOrders}件）。何も変えていません。別の DATA_DIR を使うか、そのファイルをほかの場所に移してください。`,
    ])
  } finally {
    await close()
  }
}

const putAside = async (dataDir: string, token: string): Promise<string> => {
  const name = `shop-before-move-${token}.sqlite`
  await rename(join(dataDir, sqliteFileName), join(dataDir, name))
  return join(dataDir, name)
}

const checkRoom = async (dataDir: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  if (free < bytes)
    throw new StartRefused([
      `${dataDir} の空きが足りません（あと${megabytes(bytes - free)}MB必要です）。何も変えていません。空きを作ってから、もう一度実行してください。`,
    ])
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576)
