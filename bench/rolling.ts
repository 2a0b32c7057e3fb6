// npm run test:rolling [-- COMMIT]: a shop on PostgreSQL with its pictures in S3, two processes behind nginx (Debian's, with deploy/nginx.conf), under
// load. The release is rolled forward, a process is killed, the database restarts as after a crash, the release is rolled back and forward again; at
// each station nothing that was acknowledged is lost or doubled, and no visitor sees more than a retry. COMMIT is the former release, the last one as a
// rule.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { built } from '../scripts/build-when-stale.js'
import { getReadyOrEnd } from '../scripts/get-ready.js'
import { root } from '../scripts/install-when-missing.js'
import { writers } from '../tests/holds/acknowledged.ts'
import { type HeldShop, startHeldShop } from '../tests/holds/held-shop.ts'
import { chanceOf, seed } from '../tests/holds/holds-run.ts'
import { lossesOf, lossesOfMails } from '../tests/holds/losses.ts'
import { comment, visit } from '../tests/holds/visits.ts'
import { freePort } from '../tests/support/free-port.ts'
import { smallPdf } from '../tests/support/pictures-for-tests.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { bucketForTests, picturesKeyForTests, startS3 } from '../tests/support/s3-server.ts'
import type { ShopEnvironment, ShopProcess } from '../tests/support/shop-process.ts'
import { waitFor } from '../tests/support/wait-for.ts'
import { machine } from './machine.js'
import { programsOrEnd } from './needs.js'
import { printTable } from './print-table.js'
import { builtRelease, type ShopNode, shopNode, startNginx } from './rolling-parts.ts'

programsOrEnd('npm run test:rolling', ['nginx'])
await getReadyOrEnd(built)
const former = builtRelease(process.argv[2])
const closing: (() => unknown)[] = []
const atEnd = (close: () => unknown): void => void closing.unshift(close)
const stationMs = 6_000
const chance = chanceOf(seed)
console.log(`${machine()}. Seed ${seed}. The former release is ${former.name}.`)

const cluster = await startPostgresCluster()
atEnd(() => cluster.stop())
const s3 = await startS3(atEnd)
const nginxPort = await freePort()
const nodes: ShopNode[] = []
const origin = `http://localhost:${nginxPort}`
const listens = `http://127.0.0.1:${nginxPort}`

const startBoth = async (settings: ShopEnvironment, own: object): Promise<ShopProcess> => {
  for (let at = 0; at < 2; at += 1) nodes.push(await shopNode({ ...settings, SITE_ORIGIN: origin }, own))
  atEnd(() => Promise.all(nodes.map((node) => node.kill())))
  for (const node of nodes) await node.start(former.folder)
  const nginx = await startNginx(nginxPort, nodes)
  atEnd(() => nginx.stop())
  await waitFor('nginx', 10_000, async () => (await fetch(`${listens}/readyz`)).ok)
  const none = async () => {}
  const nowhere = { dataDir: '/nowhere', pid: () => undefined, output: () => '', isOver: () => false }
  return { origin, listens, ...nowhere, stop: async () => 0, kill: none, startAgain: none, remove: none }
}

const shop: HeldShop = await startHeldShop(atEnd, {
  postgres: cluster.url('postgres'),
  start: startBoth,
  env: {
    PICTURES: `s3://${bucketForTests}/pictures`,
    PICTURES_S3_ENDPOINT: s3.endpoint,
    ...picturesKeyForTests,
  },
})

const seen = { visits: 0, retries: 0, afterRetry: [] as string[] }
const paths = [
  '/',
  '/all-products',
  '/kits',
  '/gallery',
  '/gallery/detail/recipe-1',
  '/legal',
  '/all-products?q=a',
]
const isFine = ({ status }: { readonly status: number }) => status > 0 && status < 500
const visitor = async (isOver: () => boolean) => {
  while (!isOver()) {
    const path = `${chance.of(paths)}${chance.next() < 0.3 ? `${'?'}at=${randomUUID()}` : ''}`
    seen.visits += 1
    if (!isFine(await visit(shop, path))) {
      seen.retries += 1
      await pause(1_000)
      const again = await visit(shop, path)
      if (!isFine(again)) seen.afterRetry.push(`${path}: ${again.status}`)
    }
    await pause(20)
  }
}

const uploads: string[] = []
const uploader = async (isOver: () => boolean) => {
  while (!isOver()) {
    const { cookie } = chance.of(shop.members)
    const body = Buffer.concat([smallPdf, Buffer.from(`\n% ${randomUUID()}\n`)])
    const headers = { cookie, origin, 'content-type': 'application/pdf' }
    const answer = await fetch(`${listens}/api/uploads/pdf`, { method: 'POST', headers, body }).catch(
      () => undefined,
    )
    const url: unknown = answer?.ok ? (await answer.json().catch(() => undefined))?.url : undefined
    if (typeof url === 'string') uploads.push(url)
    await pause(300)
  }
}

const load = writers(shop, chance, 6)

/** Everything acknowledged exists once, and both processes agree. */
const check = async (station: string, startedAt: number): Promise<string[]> => {
  await waitFor('every event to be taken', 60_000, async () => {
    await shop.provider.deliverNow()
    return (await lossesOf(shop, load.acknowledged)).lost.length === 0
  })
  const { lost, doubled } = await lossesOf(shop, load.acknowledged)
  const missing: string[] = []
  for (const url of uploads)
    for (const node of nodes) {
      const { status } = await fetch(`${node.listens}${url}`)
      if (status !== 200) missing.push(`${url} at ${node.listens}: ${status}`)
    }
  const { rows } = await sql<{
    orders: number
    yen: number
  }>`select count(*) as orders, coalesce(sum(total), 0) as yen
    from orders where paid_at is not null`.execute(shop.database.db)
  const paid = shop.provider.sessions().filter(({ payment_status }) => payment_status === 'paid')
  const yen = paid.reduce((sum, { amount_total }) => sum + (amount_total ?? 0), 0)
  const [sold = { orders: 0, yen: 0 }] = rows
  const wrong = [
    ...lost,
    ...doubled,
    ...missing,
    ...seen.afterRetry,
    ...load.unexpected.map((body) => body.slice(0, 200)),
  ]
  if (Number(sold.orders) !== paid.length || Number(sold.yen) !== yen)
    wrong.push(`${sold.orders} orders of ${sold.yen} yen, and ${paid.length} payments of ${yen} yen`)
  table.push([
    station,
    nodes.map((node) => (node.release() === root ? 'latest' : former.name)).join(' + '),
    String(Math.round(performance.now() - startedAt)),
    `${paid.length} / ${yen.toLocaleString('en')}`,
    `${load.acknowledged.comments.size} + ${load.acknowledged.posts.size}`,
    String(uploads.length),
    `${seen.visits} / ${seen.retries}`,
    wrong.length === 0 ? 'equal' : `${wrong.length} WRONG`,
  ])
  for (const sentence of wrong.slice(0, 10)) console.log(`  not so: ${sentence}`)
  return wrong
}

const table: string[][] = []
let isWrong = false
const station = async (name: string, act: () => Promise<void>) => {
  const startedAt = performance.now()
  let isOver = false
  const until = () => isOver
  const going = [load.until(until), visitor(until), visitor(until), uploader(until)]
  await pause(stationMs / 3)
  await act()
  const doneMs = performance.now() - startedAt
  await pause(stationMs / 2)
  isOver = true
  await Promise.all(going)
  console.log(`${name}: the act took ${Math.round(doneMs - stationMs / 3)} ms`)
  if ((await check(name, startedAt)).length > 0) isWrong = true
}

/** A reader at one process sees a comment written at the other. */
const hearsComments = async (): Promise<void> => {
  const [first, second] = nodes
  const stop = new AbortController()
  const stream = await fetch(`${first?.listens}/api/recipes/recipe-2/comment-events`, {
    headers: { accept: 'text/event-stream' },
    signal: stop.signal,
  })
  const reader = stream.body?.getReader()
  await reader?.read()
  const member = shop.members[0]
  if (member === undefined || second === undefined) throw new Error('a shop without members')
  const at = { process: { ...shop.process, listens: second.listens } }
  await comment({ ...shop, ...at }, member, 'recipe-2', randomUUID())
  const heard = await Promise.race([reader?.read().then(() => true), pause(3_000).then(() => false)])
  stop.abort()
  if (!heard) throw new Error('a comment at one process was not heard of at the other')
}

const replace = async (at: number, release: string) => {
  const node = nodes[at]
  if (node === undefined) throw new Error('there are two')
  const code = await node.stop()
  if (code !== 0) throw new Error(`a process ended with ${code}: ${node.output().slice(-1_000)}`)
  await node.start(release)
}

try {
  await station('the former release', hearsComments)
  await station('forward: the first process', () => replace(0, root))
  await station('one of each', hearsComments)
  await station('forward: the second process', () => replace(1, root))
  await station('a process is killed and starts again', async () => {
    await nodes[0]?.kill()
    await pause(1_000)
    await nodes[0]?.start(root)
  })
  await station('the database ends as in a crash', () => cluster.restart('immediate'))
  await station('back: the first process', () => replace(0, former.folder))
  await station('back: the second process', () => replace(1, former.folder))
  await station('forward again: both', async () => {
    await replace(0, root)
    await replace(1, root)
  })
  await waitFor('the mails to go', 120_000, async () => (await lossesOfMails(shop)).lost.length === 0).catch(
    () => undefined,
  )
  const mails = await lossesOfMails(shop)
  printTable([
    [
      'station',
      'processes',
      'ms',
      'paid / yen',
      'comments + recipes',
      'uploads',
      'visits / retries',
      'all that was acknowledged',
    ],
    ...table,
  ])
  console.log(
    `Mails: ${shop.mails.received.length} came, ${mails.lost.length} lost, ${mails.doubled.length} twice. Answers to writers: ${JSON.stringify(load.answers)}`,
  )
  if (isWrong || mails.lost.length > 0) process.exitCode = 1
} finally {
  for (const close of closing) await close()
}
process.exit()
