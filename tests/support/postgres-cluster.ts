import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgresFolder } from '../../scripts/programs-for-tests.js'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

const postgresBinaries = (): string => {
  const found = findPostgresFolder()
  if (found === undefined) {
    throw new Error(
      'PostgreSQL is not installed: the tests need its initdb and postgres (on Debian: apt-get install postgresql).',
    )
  }
  return found
}

/** The user that runs the cluster if we are root, as PostgreSQL refuses to run as root; undefined otherwise. */
export const postgresUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (account === undefined)
    throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody.')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

const startLimitMs = 30_000

/**
 * This shell is PostgreSQL's parent and reads our pipe: each line names the signal by which it restarts the server. When our
 * process ends, however it ends, the pipe closes; the shell then stops the server and removes the folder. Without fsync.
 */
const guard = `
  start() { "$1" -D "$2/data" -k "$2" -p "$3" -c listen_addresses=127.0.0.1 -c max_connections="$4" \\
    -c fsync=off -c full_page_writes=off -c autovacuum=off -c jit=off -c max_wal_size=128MB </dev/null & }
  start "$@"
  while read -r how; do kill -"$how" $!; wait $!; start "$@"; done
  kill -QUIT $!
  wait $!
  rm -rf "$2"
`

export interface PostgresCluster {
  url(name: string): string
  /** The same through the socket file, where a query costs less than through TCP. */
  socketUrl(name: string): string
  /** Makes an empty database of this name. */
  create(name: string): Promise<void>
  /** Closes every connection and resolves when the server is reachable again; `immediate` is like a crash. */
  restart(how?: 'fast' | 'immediate'): Promise<void>
  stop(): Promise<void>
}

const becomesReady = async (
  server: ChildProcessByStdio<Writable, null, Readable>,
  isFatal: (line: string) => boolean,
): Promise<void> => {
  const said: string[] = []
  const limit = setTimeout(() => server.stdin.end(), startLimitMs)
  try {
    for await (const line of createInterface({ input: server.stderr })) {
      if (line.includes('ready to accept connections')) return
      said.push(line)
      if (isFatal(line)) server.stdin.end()
    }
  } finally {
    clearTimeout(limit)
    server.stderr.resume()
  }
  throw new Error(`PostgreSQL did not start: ${said.slice(-3).join(' / ')}`)
}

/** A new, empty cluster. Throws one sentence when PostgreSQL is missing. */
export const startPostgresCluster = async ({ maxConnections = 200 } = {}): Promise<PostgresCluster> => {
  const binaries = postgresBinaries()
  const user = postgresUser()
  const folder = await mkdtemp(join(memoryFolder(), 'shop-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
  const initdb = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  await promisify(execFile)(join(binaries, 'initdb'), initdb, options).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })

  const port = await freePort()
  const given = [join(binaries, 'postgres'), folder, String(port), String(maxConnections)]
  const server = spawn('/bin/sh', ['-c', guard, 'sh', ...given], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  await becomesReady(server, (line) => line.includes('FATAL'))
  const url = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`
  return {
    url,
    socketUrl: (name) => `postgres://postgres@${encodeURIComponent(folder)}:${port}/${name}`,
    create: async (name) => {
      const admin = new pg.Client({ connectionString: url('postgres') })
      await admin.connect()
      try {
        await admin.query(`create database ${name}`)
      } finally {
        await admin.end()
      }
    },
    restart: async (how = 'fast') => {
      // It reports each connection that it closes as fatal.
      const ready = becomesReady(server, () => false)
      server.stdin.write(how === 'fast' ? 'INT\n' : 'QUIT\n')
      await ready
    },
    stop: async () => {
      server.stdin.end()
      await ended
    },
  }
}
