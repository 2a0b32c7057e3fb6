import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { s3PlaceAt } from '../../app/server/s3/s3-place.ts'
import { createS3Request } from '../../app/server/s3/s3-request.ts'
import type { Program } from '../../scripts/programs-for-tests.js'
import { freePort } from '../support/free-port.ts'
import { waitFor } from '../support/wait-for.ts'
import { type GuardedProgram, startGuarded } from './guarded-program.ts'

const run = promisify(execFile)
const startLimitMs = 120_000

/** Debian's Swift is of Debian's Python, which need not be the first on PATH. */
const python = '/usr/bin/python3'
const storage = ['account', 'container', 'object'] as const

/** What the walk needs, for `ensurePrograms`. */
export const swift: Program = {
  name: 'OpenStack Swift',
  packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  isThere: () =>
    [...storage, 'proxy'].every((name) => existsSync(`/usr/bin/swift-${name}-server`)) &&
    existsSync('/usr/bin/memcached'),
}

/** A Swift that speaks S3 (s3api with tempauth): one node, one device, one replica, with one bucket. */
export interface Swift {
  /** Without the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly keyId: string
  readonly secret: string
  stop(): Promise<void>
}

const region = 'us-east-1'
const bucket = 'fabric-shop'
const keyId = 'shop:owner'
const secret = 'secret-of-the-walk'

/** The order of Swift's own example for s3api; what limits, watches or translates is left out. */
const pipeline =
  'catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth copy slo dlo versioned_writes symlink proxy-server'

const proxyConf = (folder: string, port: number, cachePort: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
[pipeline:main]
pipeline = ${pipeline}
${pipeline
  .split(' ')
  .slice(0, -1)
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}`)
  .join('\n')
  .replace('#memcache', `#memcache\nmemcache_servers = 127.0.0.1:${cachePort}`)
  .replace('#s3api', `#s3api\nlocation = ${region}`)
  .replace('#tempauth', `#tempauth\nuser_${keyId.replace(':', '_')} = ${secret} .admin`)}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`

const storageConf = (name: string, folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
recon_cache_path = ${folder}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

const buildRing = async (folder: string, name: string, port: number) => {
  const build = (...words: string[]) =>
    run(python, ['/usr/bin/swift-ring-builder', join(folder, `${name}.builder`), ...words])
  await build('create', '4', '1', '1')
  await build('add', `r1z1-127.0.0.1:${port}/device`, '1')
  await build('rebalance')
}

/** Throws a sentence where Swift cannot keep its objects: it writes what it knows of them beside the file. */
const mustHaveAttributes = (folder: string) =>
  run(python, ['-c', 'import os, sys; os.setxattr(sys.argv[1], "user.swift", b"1")', folder]).catch(() => {
    throw new Error(`The file system of ${folder} has no extended attributes, and Swift needs them.`)
  })

/** Starts it on free ports, with all that it keeps below `folder`, which nobody else may read. */
export const startSwift = async (folder: string): Promise<Swift> => {
  await mustHaveAttributes(folder)
  await mkdir(join(folder, 'devices', 'device'), { recursive: true })
  const programs: GuardedProgram[] = []
  const stop = async () => void (await Promise.all(programs.map((program) => program.stop())))
  const start = (...words: string[]) => programs.push(startGuarded(words, { cwd: folder }))
  const cachePort = await freePort()
  start('/usr/bin/memcached', '-l', '127.0.0.1', '-p', `${cachePort}`, '-m', '16', '-u', userInfo().username)
  const ports: number[] = []
  for (const name of storage) {
    const port = await freePort()
    ports.push(port)
    await buildRing(folder, name, port)
    await writeFile(join(folder, `${name}.conf`), storageConf(name, folder, port))
  }
  const port = await freePort()
  ports.push(port)
  await writeFile(join(folder, 'proxy.conf'), proxyConf(folder, port, cachePort))
  for (const name of [...storage, 'proxy'])
    start(python, `/usr/bin/swift-${name}-server`, join(folder, `${name}.conf`))
  const endpoint = `http://127.0.0.1:${port}`
  try {
    // A proxy that asks one of the others too early leaves it alone for a minute.
    for (const each of ports)
      await waitFor('Swift to answer', startLimitMs, async () => {
        const over = programs.find((program) => program.isOver())
        if (over !== undefined) throw new Error(`Swift did not start: ${over.said()}`)
        return (await fetch(`http://127.0.0.1:${each}/`)).status > 0
      })
    const place = s3PlaceAt(`s3://${bucket}`, { endpoint, region, keyId, secret })
    if (place === undefined) throw new Error('no place')
    await createS3Request(place, { answerMs: startLimitMs, writeMs: startLimitMs })('PUT', '')
  } catch (error) {
    await stop()
    throw error
  }
  return { endpoint, region, bucket, keyId, secret, stop }
}
