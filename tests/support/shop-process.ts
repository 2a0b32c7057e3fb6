import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pinnedNode, root } from '../../scripts/install-when-missing.js'
import { serverFlags } from '../../scripts/run-pinned.js'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'
import { realShopSettings } from './real-shop-settings.ts'
import { compiledFolder } from './source-process.ts'
import { waitFor } from './wait-for.ts'

const startLimitMs = 60_000
/** The variables that name folders of demos that were started and stopped, for the workers of the browser tests: by DEMO_ORDERS. */
export const whereDemoDataIs = { '0': 'DEMO_DATA_FOR_TESTS', '1': 'DEMO_DATA_WITH_ORDERS_FOR_TESTS' } as const
/** Settings that do not change a demo's first data, beside DEMO_ORDERS, which has a folder for each. */
const changesNoDemo = new Set(['SITE_ORIGIN', 'ADMIN_PASSWORD_HASH', 'HOST', 'DEMO_ORDERS'])
const runInMemoryGroup = 'tests/support/run-in-memory-group.js'
const printedAddress = /^ {2}(https?:\/\/\S+)$/m

export type ShopEnvironment = Readonly<Record<string, string>>

/** The built shop in a process of its own, with its own data folder. */
export interface ShopProcess {
  /** The public address, such as `http://localhost:41234`. */
  readonly origin: string
  /** Where it listens. Another address than `origin` only when SITE_ORIGIN says so. */
  readonly listens: string
  readonly dataDir: string
  pid(): number | undefined
  /** Both outputs, over all its starts. */
  output(): string
  /** Ended, by itself or by a signal. */
  isOver(): boolean
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL. */
  kill(): Promise<void>
  /** With the same data and address. */
  startAgain(): Promise<void>
  /** SIGKILL, and removes the data. */
  remove(): Promise<void>
}

/**
 * Starts the built shop on a free port with a new data folder, and resolves when it can serve; one that does not start is removed. `own` is what the owner
 * wrote into its shop.settings.json; a shop that opens for real has what it needs there. `program` is what runs the shop.
 * `until` open: it listens, and its products may not be known yet (P41).
 * MEMORY_GROUP among the settings: the folder of a `MemoryGroup` that it runs in.
 */
export const startShop = async (
  settings: ShopEnvironment = {},
  own: object | undefined = settings.DEMO === '0' ? realShopSettings : undefined,
  program = 'scripts/serve.js',
  until: 'ready' | 'open' = 'ready',
): Promise<ShopProcess> => {
  const dataDir = await mkdtemp(join(memoryFolder(), 'shop-e2e-'))
  const ready = process.env[whereDemoDataIs[settings.DEMO_ORDERS === '1' ? '1' : '0']]
  if (
    ready !== undefined &&
    own === undefined &&
    Object.keys(settings).every((name) => changesNoDemo.has(name))
  )
    await cp(ready, dataDir, { recursive: true })
  if (own !== undefined) await writeFile(join(dataDir, 'shop.settings.json'), JSON.stringify(own))
  const { PATH = '', HOME = '' } = process.env
  // With a public address the chosen port is not printed, so a free one is found first.
  let port = settings.SITE_ORIGIN === undefined ? 0 : await freePort()
  let output = ''
  let child: ChildProcess
  let origin = ''
  const listens = () => (settings.SITE_ORIGIN === undefined ? origin : `http://127.0.0.1:${port}`)

  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const start = async () => {
    const words = settings.MEMORY_GROUP === undefined ? [program] : [runInMemoryGroup, program]
    const started = spawn(pinnedNode(), [...serverFlags, ...words], {
      cwd: root,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE: compiledFolder,
        DATA_DIR: dataDir,
        DEMO_ORDERS: '0',
        ...settings,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let printed = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        output += text
      })
    await waitFor('the shop to print its address', startLimitMs, async () => {
      if (isOver()) throw new Error(`the shop did not start:\n${printed}`)
      return printedAddress.test(printed)
    })
    origin = printedAddress.exec(printed)?.[1] ?? ''
    if (port === 0) port = Number(new URL(origin).port)
    if (until === 'open') return
    await waitFor('the shop to be ready', startLimitMs, async () => {
      if (isOver()) throw new Error(`the shop ended while it started:\n${printed}`)
      return (await fetch(`${listens()}/readyz`)).ok
    })
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (isOver()) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }

  const remove = async () => {
    await end('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }

  await start().catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    get origin() {
      return origin
    },
    get listens() {
      return listens()
    },
    dataDir,
    pid: () => child.pid,
    output: () => output,
    isOver,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    startAgain: start,
    remove,
  }
}
