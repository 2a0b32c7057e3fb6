// @every: the built shop with neighbours that fail

import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { allocator } from '../../scripts/run-pinned.js'
import { forgetPeak, memoryGroup, peakMb, residentMb } from '../support/memory-group.ts'
import { type HeldShop, startHeldShop } from './held-shop.ts'
import { isWhole, note, shopIsBuilt } from './holds-run.ts'
import { lossesOf, nothingAcknowledged } from './losses.ts'
import { allWell, doAll, statusesOf } from './visits.ts'

beforeAll(shopIsBuilt)

const limitMb = 256
const crowd = isWhole ? 500 : 100
const mostAddedMb = 60

/** A shop within the container's limit, where this user may set one. */
const limitedShop = async (postgres?: string) => {
  const group = memoryGroup(limitMb * 1_048_576)
  if (group !== undefined) onTestFinished(group.remove)
  const env = { ...allocator, ...(group && { MEMORY_GROUP: group.folder }) }
  const shop = await startHeldShop(onTestFinished, { env, ...(postgres && { postgres }) })
  const pid = shop.process.pid() ?? 0
  const before = residentMb(pid)
  forgetPeak(pid)
  return { shop, pid, addedMb: () => peakMb(pid) - before, kills: () => group?.kills() ?? 0 }
}

const statusOf = ({ process: { listens } }: HeldShop, path: string, encoding: string, visitor: number) =>
  new Promise<number | undefined>((resolve) => {
    const address = `198.51.${Math.floor(visitor / 250)}.${1 + (visitor % 250)}`
    const headers = { 'accept-encoding': encoding, 'x-forwarded-for': address }
    request(`${listens}${path}`, { agent: false, headers }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode)),
    )
      .once('error', () => resolve(0))
      .end()
  })

const isStillWell = async (shop: HeldShop, pid: number) => {
  expect(statusesOf(await doAll(shop))).toEqual(allWell)
  expect([shop.process.isOver(), shop.process.pid()]).toEqual([false, pid])
  expect(await lossesOf(shop, nothingAcknowledged)).toEqual({ lost: [], doubled: [] })
}

describe.each(isWhole ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('on %s', (engine) => {
  test.each(isWhole ? ['br', 'gzip', 'identity'] : ['br'])(
    'D60: a crowd on a page that is not kept yet, in %s, gets it within 256 MB',
    async (encoding) => {
      const { shop, pid, addedMb, kills } = await limitedShop(
        engine === 'SQLite' ? undefined : inject('postgresUrl'),
      )
      const from = performance.now()
      const statuses = await Promise.all(
        Array.from({ length: crowd }, (_, visitor) => statusOf(shop, '/all-products', encoding, visitor)),
      )
      const recoveredMs = performance.now() - from
      expect([...new Set(statuses)]).toEqual([200])
      const added = addedMb()
      expect(added).toBeLessThan(mostAddedMb)
      expect(kills()).toBe(0)
      const remarks = `${crowd} at once within ${limitMb} MB added ${added.toFixed(0)} MB; well after: the slowest answer`
      await isStillWell(shop, pid)
      note({ fault: `crowd, ${engine}, ${encoding}`, trials: 1, lost: 0, doubled: 0, recoveredMs, remarks })
    },
    120_000,
  )
})

test('D61: connections that send 1,000 requests ahead and read nothing hold no answers, and others are served', async () => {
  const { shop, pid, addedMb, kills } = await limitedShop()
  const { port } = new URL(shop.process.listens)
  const ahead = 'GET /all-products HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1_000)
  const connections = Array.from({ length: isWhole ? 40 : 10 }, () =>
    connect(Number(port), '127.0.0.1')
      .on('error', () => {})
      .pause(),
  )
  for (const connection of connections) connection.write(ahead)
  await Promise.all(connections.map((connection) => connection.connecting && once(connection, 'connect')))
  const from = performance.now()
  for (let visitor = 0; visitor < 20; visitor += 1)
    expect(await statusOf(shop, '/all-products', 'br', visitor)).toBe(200)
  const recoveredMs = performance.now() - from
  const added = addedMb()
  expect(added).toBeLessThan(mostAddedMb)
  await isStillWell(shop, pid)
  expect(kills()).toBe(0)
  for (const connection of connections) connection.destroy()
  const remarks = `${connections.length} x 1,000 requests ahead added ${added.toFixed(0)} MB`
  note({ fault: 'requests ahead, unread', trials: 1, lost: 0, doubled: 0, recoveredMs, remarks })
}, 120_000)
