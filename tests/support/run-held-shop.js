// The built shop as a real one whose provider is a payment simulator in another process, at SIMULATOR_PORT: what kills this process leaves
// that one alone. CLOCK_FILE holds by how many ms this process's clock is ahead, read at the start and at each SIGUSR2; DIE_FILE,
// such as with `commit 7 before`, kills the process at its 7th commit: before it, while it is on its way, or when it is done. With FIGURES each
// SIGUSR2 prints what the process uses, after a full collection while there is a file of that name; with HOG_FILE
// it takes so many MB of the heap. RELEASE is the folder of another release, whose build is run.
import './source-aliases.js'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { root } from '../../scripts/install-when-missing.js'

const {
  CLOCK_FILE,
  DIE_FILE,
  FIGURES,
  HOG_FILE,
  PORT,
  RELEASE = root,
  SIMULATOR_PORT,
  SITE_ORIGIN,
} = process.env

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

const [, nth, side] =
  /^commit (\d+) (before|during|after)$/.exec(DIE_FILE ? readFileSync(DIE_FILE, 'utf8') : '') ?? []
if (nth !== undefined) {
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

if (HOG_FILE !== undefined) {
  globalThis.hog = []
  process.on('SIGUSR2', () => {
    const mb = Number(readFileSync(HOG_FILE, 'utf8'))
    globalThis.hog.length = Math.min(globalThis.hog.length, mb)
    while (globalThis.hog.length < mb) globalThis.hog.push(new Array(131_072).fill(mb))
  })
}

if (FIGURES !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  process.on('SIGUSR2', () => {
    if (existsSync(FIGURES)) collect()
    const { malloced_memory: malloced, number_of_native_contexts: contexts } = getHeapStatistics()
    const delays = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
    delay.reset()
    console.log(`figures ${JSON.stringify({ ...process.memoryUsage(), malloced, contexts, ...delays })}`)
  })
}

const { open } = await import(pathToFileURL(join(RELEASE, 'build/server/app.js')).href)
const { listen } = await import(pathToFileURL(join(root, 'app/server/http/http-server.ts')).href)

for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
const server = await listen('127.0.0.1', Number(PORT))
const shop = await open({
  env: { ...process.env, SITE_ORIGIN: SITE_ORIGIN ?? `http://localhost:${server.port}` },
  port: server.port,
  clientDir: join(RELEASE, 'build/client'),
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
for (const line of shop.announcements) console.log(`  ${line}`)
