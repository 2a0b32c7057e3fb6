import { existsSync } from 'node:fs'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Program } from '../../scripts/programs-for-tests.js'
import { freePort } from '../support/free-port.ts'
import { postgresUser } from '../support/postgres-cluster.ts'
import { waitFor } from '../support/wait-for.ts'
import { startGuarded } from './guarded-program.ts'

const program = '/usr/sbin/pgbouncer'
const startLimitMs = 30_000

/** What the walk needs, for `ensurePrograms`. */
export const pgbouncer: Program = {
  name: 'pgbouncer',
  packages: ['pgbouncer'],
  isThere: () => existsSync(program),
}

export type PoolMode = 'session' | 'transaction'

/** The role with which a shop comes in; it is PostgreSQL's too, which trusts it. */
export const poolUser = { name: 'shop', password: 'password-of-the-walk' } as const

export interface Pgbouncer {
  /** Of the database with this name. */
  url(name: string): string
  stop(): Promise<void>
}

/** As Debian's package has it: what a shop needs beside the mode and the place it has to bring itself. */
const ini = (users: string, port: number, postgresPort: string, mode: PoolMode) => `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
`

/**
 * Starts one on a free port before the PostgreSQL of `postgresUrl`, with its files in `folder`, which becomes its user's alone.
 * The role `poolUser` has to be there.
 */
export const startPgbouncer = async (
  folder: string,
  postgresUrl: string,
  mode: PoolMode,
): Promise<Pgbouncer> => {
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users')
  await chmod(folder, 0o700)
  await writeFile(users, `"${poolUser.name}" "${poolUser.password}"\n`, { mode: 0o600 })
  await writeFile(config, ini(users, port, new URL(postgresUrl).port, mode), { mode: 0o600 })
  const user = postgresUser()
  if (user) for (const path of [folder, config, users]) await chown(path, user.uid, user.gid)
  // It refuses to run as root, as PostgreSQL does.
  const running = startGuarded([program, '-q', config], { cwd: folder, ...user })
  const url = (name: string) => `postgres://${poolUser.name}:${poolUser.password}@127.0.0.1:${port}/${name}`
  await waitFor('pgbouncer to answer', startLimitMs, async () => {
    if (running.isOver()) throw new Error(`pgbouncer did not start: ${running.said()}`)
    const client = new pg.Client({ connectionString: url('postgres') })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }).catch(async (error: unknown) => {
    await running.stop()
    throw error
  })
  return { url, stop: running.stop }
}
