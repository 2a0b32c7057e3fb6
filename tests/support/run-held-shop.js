// The built shop as a real one whose provider is a payment simulator in another process, at SIMULATOR_PORT: what kills this process leaves
// that one alone. CLOCK_FILE holds by how many ms this process's clock is ahead, read at the start and at each SIGUSR2; DIE_AT,
// such as `commit 7 before`, kills the process at its 7th commit: before it, while it is on its way, or when it is done.
import './source-aliases.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { root } from '../../scripts/install-when-missing.js'

const { CLOCK_FILE, DIE_AT, PORT, SIMULATOR_PORT } = process.env

if (CLOCK_FILE !== undefined) {
  const TrueDate = Date
  let aheadMs = 0
  const read = () => {
    aheadMs = Number(readFileSync(CLOCK_FILE, 'utf8'))
  }
  read()
  process.on('SIGUSR2', read)
  globalThis.Date = class extends TrueDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [TrueDate.now() + aheadMs] : parts))
    }
    static now() {
      return TrueDate.now() + aheadMs
    }
  }
}

if (DIE_AT !== undefined) {
  const [, nth, side] = /^commit (\d+) (before|during|after)$/.exec(DIE_AT) ?? []
  const die = () => process.kill(process.pid, 'SIGKILL')
  let commits = 0
  const isTheOne = (sql) => {
    if (sql !== 'commit') return false
    commits += 1
    return commits === Number(nth)
  }
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    const ends = isTheOne(sql)
    if (ends && side !== 'after') die()
    exec.call(this, sql)
    if (ends) die()
  }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (...asked) {
    const ends = isTheOne(asked[0]?.text ?? asked[0])
    if (ends && side === 'before') die()
    const answer = query.apply(this, asked)
    if (ends && side === 'during') setImmediate(die)
    if (ends) answer?.then?.(die)
    return answer
  }
}

const at = (path) => pathToFileURL(join(root, path)).href
const { open } = await import(at('build/server/app.js'))
const { listen } = await import(at('app/server/http/http-server.ts'))

for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
const server = await listen('127.0.0.1', Number(PORT))
const shop = await open({
  env: { ...process.env, SITE_ORIGIN: `http://localhost:${server.port}` },
  port: server.port,
  clientDir: join(root, 'build/client'),
  providerForTests: { simulatorPort: Number(SIMULATOR_PORT) },
  drain: () => server.close(8_000),
})
server.handOver(shop.handle)
process.once('SIGTERM', () => shop.close().finally(() => process.exit()))
for (const surprise of ['uncaughtException', 'unhandledRejection'])
  process.once(surprise, (error) => {
    console.error(`${surprise}: ${error?.stack ?? error}`)
    process.exit(1)
  })
console.log(`\n  ${shop.origin}\n`)
