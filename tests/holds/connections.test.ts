// @every: the built shop with neighbours that fail

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { inTransaction } from '../../app/server/database/transaction.ts'
import { rememberDeskSettings } from '../../app/server/desk-settings.ts'
import { createNotices } from '../../app/server/live/notices.ts'
import { silentLog } from '../../app/server/log.ts'
import { forgetShopState, rememberShopState } from '../../app/server/shop-state.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { waitFor } from '../support/wait-for.ts'
import { type HeldOptions, type HeldShop, startHeldShop } from './held-shop.ts'
import { isWhole, note, shopIsBuilt } from './holds-run.ts'
import { lossesOf, nothingAcknowledged } from './losses.ts'
import { allWell, comment, doAll, press, statusesOf, type Visit, visit } from './visits.ts'

const closing: (() => Promise<void>)[] = []
const atEnd = (close: () => Promise<void>) => void closing.push(close)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})
beforeAll(shopIsBuilt)

const limitMs = 150_000

const noteTrial = async (shop: HeldShop, fault: string, recoveredMs: number, remarks?: string) => {
  await shop.provider.settled()
  const { lost, doubled } = await lossesOf(shop, nothingAcknowledged)
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
  note({ fault, trials: 1, lost: 0, doubled: 0, recoveredMs, ...(remarks !== undefined && { remarks }) })
}

const pay = async (shop: HeldShop): Promise<void> => {
  const pressed = await press(shop)
  expect(pressed.status).toBe(200)
  await shop.provider.pay(/cs_test_\w+/.exec(pressed.body)?.[0] ?? '')
}

describe.each(['session', 'transaction'] as const)('D100, D102: behind a pooler, by %s', (pooler) => {
  const opened: { shop?: HeldShop; second?: ShopProcess } = {}
  const both = () => {
    const { shop, second } = opened
    if (shop === undefined || second === undefined) throw new Error('no shop')
    return { shop, second, there: { ...shop, process: second } }
  }
  beforeAll(async () => {
    const options: HeldOptions = { postgres: inject('postgresUrl'), pooler, env: { LOG_LEVEL: 'info' } }
    opened.shop = await startHeldShop(atEnd, options)
    opened.second = await opened.shop.beside({})
  }, 120_000)

  test(
    'all goes as without one, and the start says what is lost',
    async () => {
      const { shop, there } = both()
      for (const each of [shop, there]) expect(statusesOf(await doAll(each))).toEqual(allWell)
      await pay(shop)
      await shop.provider.settled()
      expect(shop.provider.events()).toMatchObject([{ state: 'delivered', attempts: 1 }])
      expect(shop.process.output().includes('接続をトランザクションごとに使い回します')).toBe(
        pooler === 'transaction',
      )
    },
    limitMs,
  )

  test(
    'a comment of another process comes by itself, within some two seconds',
    async () => {
      const { shop, second } = both()
      const stop = new AbortController()
      const stream = await fetch(`${second.listens}/api/recipes/recipe-2/comment-events`, {
        headers: { accept: 'text/event-stream' },
        signal: stop.signal,
      })
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      let heard = ''
      const reading = (async () => {
        for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
          heard += part.value
      })().catch(() => undefined)
      const [member] = shop.members
      if (member === undefined) throw new Error('a shop without members')
      await waitFor('the first version', 10_000, async () => heard.includes('data: 0'))
      const posted = await comment(shop, member, 'recipe-2', randomUUID())
      expect(posted.status).toBe(200)
      const from = performance.now()
      await waitFor('the comment to be heard of', 10_000, async () => heard.includes('data: 1'))
      await noteTrial(shop, `pooler by ${pooler}: a comment of another process`, performance.now() - from)
      stop.abort()
      await reading
    },
    limitMs,
  )

  test(
    'N50: settings of another process are taken',
    async () => {
      const { shop, second } = both()
      const parts = { db: shop.database.db, log: silentLog }
      const from = performance.now()
      await inTransaction(parts, (trx) =>
        rememberDeskSettings(trx, { notices: createNotices() }, { name: 'べつの名の布店' }),
      )
      for (const process of [shop.process, second])
        await waitFor('the new name', 20_000, async () =>
          (await visit({ process }, `/all-products?q=${randomUUID()}`)).body.includes('べつの名の布店'),
        )
      await noteTrial(shop, `pooler by ${pooler}: settings of another process`, performance.now() - from)
    },
    limitMs,
  )

  test(
    'D30: each process knows of a move by itself, refuses writes, and takes them again',
    async () => {
      const { shop, second, there } = both()
      const from = performance.now()
      const until = Date.now() + 60_000
      const state = { state: 'leaving', token: 'x', until, endsAt: until, place: 'elsewhere' }
      await rememberShopState(shop.database.db, 'move', JSON.stringify(state))
      for (const process of [shop.process, second])
        await waitFor('it to be known', 20_000, async () =>
          process.output().includes('the shop is only read while it moves'),
        )
      const knownMs = performance.now() - from
      const [member] = shop.members
      if (member === undefined) throw new Error('a shop without members')
      for (const each of [shop, there]) {
        expect((await comment(each, member, 'recipe-3', randomUUID())).status).toBe(503)
        expect((await visit(each, '/readyz')).status).toBe(200)
      }
      await forgetShopState(shop.database.db, 'move')
      for (const each of [shop, there])
        await waitFor('writes', 20_000, async () => {
          const { status } = await comment(each, member, 'recipe-3', randomUUID())
          return status === 200
        })
      await noteTrial(shop, `pooler by ${pooler}: a move is known`, knownMs)
    },
    limitMs,
  )
})

test(
  'D103, D104: with ten connections sixty searches at once keep no event of a payment waiting',
  async () => {
    const cluster = await startPostgresCluster({ maxConnections: 10 })
    atEnd(cluster.stop)
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query('create role seller login').finally(() => admin.end())
    const shop = await startHeldShop(atEnd, { postgres: cluster.url('postgres'), role: 'seller' })
    await waitFor('the line at the start', 10_000, async () =>
      shop.process
        .output()
        .includes(
          'データベースの接続は13本ほしいところ、このお店が使えるのは7本です。お支払いの通知に2本を取り置き、ほかは3本までにします',
        ),
    )
    const answers: Visit[] = []
    let isOver = false
    const asking = Array.from({ length: 60 }, async () => {
      while (!isOver) answers.push(await visit(shop, `/gallery/search?q=${Math.random()}`))
    })
    await waitFor('all to have searched', 60_000, async () => answers.length >= 60)
    const from = performance.now()
    for (let count = 0; count < (isWhole ? 10 : 3); count += 1) {
      await waitFor('a payment', 60_000, async () => (await press(shop)).status === 200)
      await pay(shop)
    }
    await shop.provider.settled()
    const takenMs = performance.now() - from
    isOver = true
    await Promise.all(asking)
    for (const { state, attempts } of shop.provider.events())
      expect({ state, attempts }).toEqual({ state: 'delivered', attempts: 1 })
    for (const { status, headers } of answers) {
      expect([200, 503]).toContain(status)
      if (status === 503) expect(headers.get('retry-after')).not.toBe(null)
    }
    await noteTrial(shop, 'ten connections, sixty searches at once', takenMs, `${answers.length} searches`)
  },
  limitMs,
)
