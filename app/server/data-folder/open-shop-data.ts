import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import type { Engine } from '../database/engine.ts'
import { migrate, versionOf } from '../database/migrate.ts'
import { forgetMove } from '../database/move-note.ts'
import {
  type AppDatabase,
  type DatabaseSettings,
  openDatabase,
  sqliteFileName,
} from '../database/open-database.ts'
import { StartRefused } from '../start.ts'
import { type FoundData, folderProblem } from './folder-problem.ts'
import { type Marker, readMarker, writeMarker } from './marker.ts'
import { type FoundShop, paidOrdersIn, settledId, shopIn } from './shop-in-database.ts'

export interface ShopData extends AppDatabase {
  /** Writes the number of orders to the marker, unless this process must not write. */
  noteOrders(): Promise<void>
}

/** Creates no database, and closes what it opens. */
export const lookAtData = async (settings: DatabaseSettings): Promise<FoundData> => {
  const { dataDir, databaseUrl } = settings
  const engine: Engine = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const marker = await readMarker(dataDir)
  const inFile = engine === 'sqlite' || marker === undefined ? await shopInFile(settings) : undefined
  if (engine === 'sqlite') return { dataDir, marker, engine, shop: inFile, ordersBeside: 0 }
  const shop = await lookInside(settings)
  return { dataDir, marker, engine, shop, ordersBeside: inFile?.paidOrders ?? 0 }
}

const shopInFile = async ({ dataDir, log }: DatabaseSettings): Promise<FoundShop | undefined> => {
  const file = join(dataDir, sqliteFileName)
  const isThere = existsSync(file) && statSync(file).size > 0
  return isThere ? lookInside({ dataDir, log }) : undefined
}

const lookInside = async (settings: DatabaseSettings): Promise<FoundShop | undefined> => {
  const database = await openDatabase(settings)
  try {
    return await shopIn(database.db)
  } finally {
    await database.close()
  }
}

/** Opens and migrates the shop's database. Throws StartRefused, changing nothing, if the folder is another shop's (D9). */
export const openShopData = async (settings: DatabaseSettings): Promise<ShopData> => {
  const found = await lookAtData(settings)
  const problem = folderProblem(found)
  if (problem !== null) throw new StartRefused([problem])
  const database = await openDatabase(settings)
  try {
    await migrate(database)
    // Its former side is left: otherwise the folder check would have refused.
    if (found.shop?.move) await forgetMove(database.db)
    database.keepTo(versionOf(allMigrations))
    const noteOrders = () => noteMarker(database, settings.dataDir)
    await noteOrders()
    return Object.assign(database, { noteOrders })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The database first: a crash in between leaves a folder without a marker, as before. */
const noteMarker = async (database: AppDatabase, dataDir: string): Promise<void> => {
  const { db, engine } = database
  await database.checkWrites()
  const before = await readMarker(dataDir)
  const id = await settledId(db, 'shop_id', randomUUID())
  const marker: Marker = { id, engine, paidOrders: await paidOrdersIn(db) }
  if (JSON.stringify(before) !== JSON.stringify(marker)) await writeMarker(dataDir, marker)
}
