import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgresFolder } from '../../scripts/programs-for-tests.js'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'
import { postgresUser } from './postgres-cluster.ts'
import { waitFor } from './wait-for.ts'

export interface PostgresReplica {
  /** The same database as at the primary. */
  readonly url: string
  /** Stops it like a crash. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A streaming standby of the cluster at `primaryUrl`, ended and removed by what `atEnd` is given. */
export const startReplica = async (
  primaryUrl: string,
  atEnd: (close: () => Promise<void>) => void,
): Promise<PostgresReplica> => {
  const binaries = findPostgresFolder() ?? ''
  const user = postgresUser()
  const folder = await mkdtemp(join(memoryFolder(), 'shop-replica-'))
  if (user) await chown(folder, user.uid, user.gid)
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
  const { hostname, port: primaryPort, pathname } = new URL(primaryUrl)
  const data = join(folder, 'data')
  const copy = [
    '-D',
    data,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-h',
    hostname,
    '-p',
    primaryPort,
    '-U',
    'postgres',
  ]
  await promisify(execFile)(join(binaries, 'pg_basebackup'), copy, options)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'fsync=off'].flatMap((each) => [
    '-c',
    each,
  ])
  let server: ReturnType<typeof spawn> | undefined
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }
  const start = async () => {
    const begun = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-k', folder, '-p', String(port), ...settings],
      {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    server = begun
    let said = ''
    begun.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await waitFor('the replica', 30_000, async () => said.includes('ready to accept read-only connections'))
  }
  atEnd(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  await start()
  return { url, kill, start }
}
