import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { checkUsable } from '../database/database-check.ts'
import { configuredDatabase } from '../database/database-fault.ts'
import type { Engine } from '../database/engine.ts'
import { migrate, schemaVersionOf } from '../database/migrate.ts'
import { forgetMove } from '../database/move-note.ts'
import {
  type AppDatabase,
  type DatabaseSettings,
  openDatabase,
  sqliteFileName,
} from '../database/open-database.ts'
import { type FoundVersion, isSchemaOf, versionSql } from '../database/write-guard.ts'
import { shopState } from '../shop-state.ts'
import { StartRefused } from '../start.ts'
import { type FoundData, folderProblem } from './folder-problem.ts'
import { type Marker, readMarker, writeMarker } from './marker.ts'
import { type FoundShop, paidOrdersIn, settledId, shopIn } from './shop-in-database.ts'

/** Longer than PostgreSQL's own limit of a statement. */
const lookSilenceMs = 8_000

export interface ShopData extends AppDatabase {
  /** Writes the number of orders to the marker, unless this process must not write. */
  noteOrders(): Promise<void>
}

/** Creates no database, and closes what it opens. Throws StartRefused for a PostgreSQL that cannot be used (D96), within seconds where it hangs (D74). */
export const lookAtData = async (settings: DatabaseSettings): Promise<FoundData> => {
  const { dataDir, databaseUrl } = settings
  const engine: Engine = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const marker = await readMarker(dataDir)
  const inFile = engine === 'sqlite' || marker === undefined ? await shopInFile(settings) : undefined
  if (engine === 'sqlite')
    return { dataDir, marker, engine, shop: inFile?.shop, ordersBeside: 0, warning: null }
  const { shop, warning } = await lookInside(settings)
  return { dataDir, marker, engine, shop, ordersBeside: inFile?.shop?.paidOrders ?? 0, warning }
}

interface Inside {
  readonly shop: FoundShop | undefined
  readonly warning: string | null
}

const shopInFile = async ({ dataDir, log }: DatabaseSettings): Promise<Inside | undefined> => {
  const file = join(dataDir, sqliteFileName)
  const isThere = existsSync(file) && statSync(file).size > 0
  return isThere ? lookInside({ dataDir, log }) : undefined
}

const lookInside = async (settings: DatabaseSettings): Promise<Inside> => {
  const database = await openDatabase({ ...settings, silenceMs: lookSilenceMs })
  try {
    const { problem, warning } = await checkUsable(database, configuredDatabase)
    if (problem !== null) throw new StartRefused([problem])
    return { shop: await shopIn(database.db), warning }
  } finally {
    await database.close()
  }
}

/** What a start or a command finds, before it creates or changes anything (D73). Throws StartRefused for another shop's folder (D9). */
export const lookBeforeOpening = async (settings: DatabaseSettings): Promise<FoundData> => {
  const found = await lookAtData(settings)
  const problem = folderProblem(found)
  if (problem !== null) throw new StartRefused([problem])
  return found
}

/** Opens and migrates the shop's database. `onUpgrade` is called before the migrations of a shop that an earlier release opened (D75). */
export const openShopData = async (
  settings: DatabaseSettings,
  given?: FoundData,
  onUpgrade?: () => void,
): Promise<ShopData> => {
  const found = given ?? (await lookBeforeOpening(settings))
  const database = await openDatabase(settings)
  try {
    if (!(await isUpToDate(database, found))) {
      if (found.shop !== undefined) onUpgrade?.()
      await migrate(database)
      // Its former side is left: otherwise the folder check would have refused.
      if (found.shop?.move) await forgetMove(database.db)
    }
    database.keepTo(schemaVersionOf(allMigrations))
    const noteOrders = () => noteMarker(database, settings.dataDir)
    await noteOrders()
    return Object.assign(database, { noteOrders })
  } catch (error) {
    await database.close()
    throw error
  }
}

const isUpToDate = async ({ db }: AppDatabase, { shop }: FoundData): Promise<boolean> => {
  if (shop === undefined || shop.move !== undefined) return false
  const { rows } = await sql.raw<FoundVersion>(versionSql).execute(db)
  return isSchemaOf(schemaVersionOf(allMigrations), rows[0])
}

/** The database first: a crash in between leaves a folder without a marker, as before. */
const noteMarker = async (database: AppDatabase, dataDir: string): Promise<void> => {
  const { db, engine } = database
  await database.checkWrites()
  const before = await readMarker(dataDir)
  const id = await settledId(db, 'shop_id', randomUUID())
  // Sample orders are no money, and go when the demo becomes a real shop: nothing may then be missed (D9).
  const isDemo = (await shopState(db, 'demo')) === '1'
  const marker: Marker = { id, engine, paidOrders: isDemo ? 0 : await paidOrdersIn(db) }
  if (JSON.stringify(before) !== JSON.stringify(marker)) await writeMarker(dataDir, marker)
}
