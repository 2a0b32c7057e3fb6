import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Engine } from '../../app/server/database/engine.ts'
import {
  type AppDatabase,
  type DatabaseSettings,
  openDatabase,
  sqliteFileName,
} from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { createPostgresLender } from './lent-postgres.ts'
import { memoryFolder } from './memory-folder.ts'

export interface DatabasePlaces {
  readonly engine: Engine
  empty(): Promise<DatabaseSettings>
  /** A copy of one that was migrated once. */
  migrated(): Promise<DatabaseSettings>
  /** A migrated one, open, for one test, which closes it. */
  open(): Promise<AppDatabase>
  clear(): Promise<void>
}

const inOrder = async (tasks: readonly (() => Promise<unknown>)[]) => {
  for (const each of tasks) await each()
}

export const sqlitePlaces = (): DatabasePlaces => {
  const folders: string[] = []
  const empty = async () => {
    const dataDir = await mkdtemp(join(memoryFolder(), 'shop-test-'))
    folders.push(dataDir)
    return { dataDir, log: silentLog }
  }
  const copy = async () => {
    const settings = await empty()
    await copyFile(join(inject('migratedFolder'), sqliteFileName), join(settings.dataDir, sqliteFileName))
    return settings
  }
  return {
    engine: 'sqlite',
    empty,
    migrated: copy,
    open: async () => openDatabase(await copy()),
    clear: async () => {
      await inOrder(folders.splice(0).map((folder) => () => rm(folder, { recursive: true, force: true })))
    },
  }
}

/** Copying the database's files takes half the time; before PostgreSQL 15 there was no other way. */
const quickStrategy = async (admin: pg.Pool): Promise<string> => {
  const { rows } = await admin.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  return (rows[0]?.version ?? 0) < 150_000 ? '' : 'strategy file_copy'
}

export const postgresPlaces = (): DatabasePlaces => {
  const clusterUrl = inject('postgresSocketUrl')
  const admin = new pg.Pool({ connectionString: clusterUrl, max: 1 })
  const names: string[] = []
  let strategy: Promise<string> | undefined
  const create = async (template: string): Promise<DatabaseSettings> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    strategy ??= quickStrategy(admin)
    await admin.query(`create database ${name} template ${template} ${await strategy}`)
    names.push(name)
    return { databaseUrl: new URL(`/${name}`, clusterUrl).href, dataDir: '/nowhere', log: silentLog }
  }
  const empty = () => create('template1')
  const copy = () => create(inject('migratedDatabase'))
  const lender = createPostgresLender(copy)
  return {
    engine: 'postgres',
    empty,
    migrated: copy,
    open: lender.lend,
    clear: async () => {
      await lender.clear()
      await inOrder(names.splice(0).map((name) => () => admin.query(`drop database ${name} with (force)`)))
      await admin.end()
    },
  }
}
