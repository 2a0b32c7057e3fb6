import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silentLog } from '../../app/server/log.ts'
import { memoryFolder } from './memory-folder.ts'
import { migrated } from './migrated.ts'
import { startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `sqlite` runs no test on PostgreSQL (`npm run test:quick`), `differing` those that may differ there (`npm test`). */
    engines: 'both' | 'differing' | 'sqlite'
    /** The address of the maintenance database of this run's PostgreSQL cluster. */
    postgresUrl: string
    /** The same through its socket file, where a query costs less than through TCP. */
    postgresSocketUrl: string
    /** The migrated SQLite file that each test copies. */
    migratedFolder: string
    /** The same for PostgreSQL: a database of the cluster. */
    migratedDatabase: string
  }
}

/** Vitest's global setup: one PostgreSQL cluster and one migrated database of each engine serve the whole run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-migrated-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  await migrated({ dataDir: folder, log: silentLog })
  project.provide('migratedFolder', folder)
  if (process.env.TEST_ENGINES === 'sqlite') {
    project.provide('engines', 'sqlite')
    return removeFolder
  }
  const cluster = await startPostgresCluster()
  project.provide('engines', process.env.TEST_ENGINES === 'differing' ? 'differing' : 'both')
  project.provide('postgresUrl', cluster.url('postgres'))
  project.provide('postgresSocketUrl', cluster.socketUrl('postgres'))
  await cluster.create('migrated')
  await migrated({ databaseUrl: cluster.url('migrated'), dataDir: '/nowhere', log: silentLog })
  project.provide('migratedDatabase', 'migrated')
  return async () => {
    await cluster.stop()
    await removeFolder()
  }
}
