// @every: the built shop with neighbours that fail

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { memoryFolder } from '../support/memory-folder.ts'
import { waitFor } from '../support/wait-for.ts'
import { type HeldShop, startHeldShop } from './held-shop.ts'
import { isWhole, note, shopIsBuilt } from './holds-run.ts'
import { lossesOf, lossesOfMails, nothingAcknowledged } from './losses.ts'
import { allWell, doAll, like, press, signIn, statusesOf } from './visits.ts'

beforeAll(shopIsBuilt)

const [second, minute, day] = [1_000, 60_000, 86_400_000]
const limitMs = 180_000

/** A file with the number of ms by which a process's clock is ahead. */
const newClock = async (aheadMs: number) => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-clock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'ahead')
  await writeFile(file, String(aheadMs))
  return file
}

const startWithClock = async (aheadMs = 0, postgres?: string) => {
  const file = await newClock(aheadMs)
  const shop = await startHeldShop(onTestFinished, {
    env: { CLOCK_FILE: file },
    ...(postgres !== undefined && { postgres }),
  })
  const setClock = async (ms: number) => {
    await writeFile(file, String(ms))
    process.kill(shop.process.pid() ?? 0, 'SIGUSR2')
    await pause(100)
  }
  return { shop, setClock }
}

/** A new payment page, paid at the provider. */
const buy = async (shop: HeldShop): Promise<string> => {
  const session = /cs_test_\w+/.exec((await press(shop)).body)?.[0] ?? ''
  await shop.provider.pay(session)
  return session
}

const isInOrder = async (shop: HeldShop, sessions: readonly string[], fault: string) => {
  await waitFor('each event to be taken', 30_000, async () => {
    await shop.provider.deliverNow()
    return shop.provider.events().every(({ state }) => state === 'delivered')
  })
  expect(await lossesOf(shop, { ...nothingAcknowledged, sessions: new Set(sessions) })).toEqual({
    lost: [],
    doubled: [],
  })
  const { db } = shop.database
  await waitFor('the mails to go', 150_000, async () => {
    const queued = await db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()
    return queued.length === 0
  })
  const mails = await lossesOfMails(shop)
  expect(mails).toEqual({ lost: [], doubled: [] })
  note({ fault, trials: 1, lost: 0, doubled: mails.doubled.length, recoveredMs: 0 })
}

describe('D49: two clocks', () => {
  test.each(isWhole ? [4, -4] : [4])(
    'a shop that is %i minutes ahead of its provider sells and takes the money as ever',
    async (minutes) => {
      const { shop } = await startWithClock(minutes * minute)
      expect(statusesOf(await doAll(shop))).toEqual(allWell)
      await isInOrder(shop, [await buy(shop)], `clock ${minutes} minutes ahead`)
    },
    limitMs,
  )

  test.runIf(isWhole)(
    'a clock that jumps forward and back stops nothing, and what was refused for its time is taken later',
    async () => {
      const { shop, setClock } = await startWithClock()
      const sessions: string[] = []
      for (const ahead of [10 * minute, -10 * minute, 2 * 60 * minute, 0]) {
        await setClock(ahead)
        expect(statusesOf(await doAll(shop))).toEqual(allWell)
        sessions.push(await buy(shop))
      }
      await isInOrder(shop, sessions, 'clock that jumps')
    },
    limitMs,
  )

  test.runIf(isWhole)(
    "a payment in the page's last seconds counts, though the shop's clock says that it is over",
    async () => {
      const { shop, setClock } = await startWithClock()
      const session = /cs_test_\w+/.exec((await press(shop)).body)?.[0] ?? ''
      const expires = Number(shop.provider.sessions().find(({ id }) => id === session)?.expires_at) * second
      const left = expires - Date.now() - 20 * second
      await shop.provider.advanceClock(left)
      await setClock(left + 4 * minute)
      await pause(3 * second)
      await shop.provider.pay(session)
      await isInOrder(shop, [session], 'payment just before expiry')
    },
    limitMs,
  )

  test.runIf(isWhole)(
    'over the end of a month and of a year in Japan all goes on',
    async () => {
      const { shop, setClock } = await startWithClock()
      const [member] = shop.members
      if (member === undefined) throw new Error('a shop without members')
      const inJapan = new Date(Date.now() + 9 * 60 * minute)
      const [year, month] = [inJapan.getUTCFullYear(), inJapan.getUTCMonth()]
      const ends = [Date.UTC(year, month + 1, 1), Date.UTC(year + 1, 0, 1)].toSorted((a, b) => a - b)
      const sessions: string[] = []
      let aheadMs = 0
      for (const end of ends) {
        const next = end - 9 * 60 * minute - 2 * second - Date.now()
        await shop.provider.advanceClock(next - aheadMs)
        aheadMs = next
        await setClock(aheadMs)
        for (let buys = 0; buys < 3; buys += 1) {
          sessions.push(await buy(shop))
          expect((await signIn(shop, member)).status).toBe(302)
          await pause(1_500)
        }
      }
      await isInOrder(shop, sessions, 'month end, New Year')
    },
    limitMs,
  )

  test.runIf(isWhole)(
    'a session that is visited lasts 90 days to the hour, one that is not 30',
    async () => {
      const { shop, setClock } = await startWithClock()
      const [visited, forgotten] = shop.members
      if (visited === undefined || forgotten === undefined) throw new Error('a shop without members')
      const hour = 60 * minute
      const mayLike = async (member: typeof visited) => (await like(shop, member, 'recipe-1')).status === 200
      for (const age of [29 * day, 58 * day, 87 * day, 90 * day - hour]) {
        await setClock(age)
        expect(await mayLike(visited), String(age / day)).toBe(true)
      }
      await setClock(90 * day + hour)
      expect(await mayLike(visited)).toBe(false)
      await setClock(30 * day - hour)
      expect(await mayLike(forgotten)).toBe(true)
      await setClock(62 * day)
      expect(await mayLike(forgotten)).toBe(false)
    },
    limitMs,
  )

  test.runIf(isWhole)(
    'two processes whose clocks are three minutes apart share orders, jobs and mails',
    async () => {
      const { shop } = await startWithClock(-1.5 * minute, inject('postgresUrl'))
      const process = await shop.beside({ CLOCK_FILE: await newClock(1.5 * minute) })
      const other = { ...shop, process }
      const sessions: string[] = []
      for (const one of [shop, other, shop, other]) {
        expect(statusesOf(await doAll(one))).toEqual(allWell)
        sessions.push(await buy(one))
      }
      await isInOrder(shop, sessions, 'two processes, 3 minutes apart')
      await process.kill()
      expect(statusesOf(await doAll(shop))).toEqual(allWell)
    },
    limitMs,
  )
})
