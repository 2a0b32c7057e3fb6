import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { type PoolMode, poolUser, startPgbouncer } from './pgbouncer.ts'

export interface PooledPostgres {
  /** The version of the server behind the pooler. */
  readonly version: string
  /** As its superuser, past the pooler. */
  direct(name: string): string
  /** As the owner of the databases, through the pooler of this mode. */
  pooled(name: string, mode: PoolMode): string
  /** A new, empty database that a role without other rights owns. */
  create(name: string): Promise<void>
  /** Gives a database that another role has made to the one of the pooler. */
  give(name: string): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL with a pgbouncer of each mode before it. */
export const startPooledPostgres = async (folder: string): Promise<PooledPostgres> => {
  const cluster = await startPostgresCluster()
  const ask = async (sql: string): Promise<unknown[]> => {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    return admin.query(sql).then(
      ({ rows }) => admin.end().then(() => rows),
      (error: unknown) => admin.end().then(() => Promise.reject(error)),
    )
  }
  const started: { stop(): Promise<void> }[] = [cluster]
  const stop = async () => {
    for (const each of started.splice(0).toReversed()) await each.stop()
  }
  try {
    await ask(`create role ${poolUser.name} login password '${poolUser.password}'`)
    const startIn = async (mode: PoolMode) => {
      await mkdir(join(folder, mode))
      const pooler = await startPgbouncer(join(folder, mode), cluster.url('postgres'), mode)
      started.push(pooler)
      return pooler
    }
    const poolers = { session: await startIn('session'), transaction: await startIn('transaction') }
    const [row] = await ask('show server_version')
    return {
      version: row instanceof Object && 'server_version' in row ? String(row.server_version) : '',
      direct: cluster.url,
      pooled: (name, mode) => poolers[mode].url(name),
      create: async (name) => void (await ask(`create database ${name} owner ${poolUser.name}`)),
      give: async (name) => void (await ask(`alter database ${name} owner to ${poolUser.name}`)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
