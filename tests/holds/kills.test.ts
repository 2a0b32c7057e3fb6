// @every: the built shop with neighbours that fail

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { memoryFolder } from '../support/memory-folder.ts'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { expectBooksAgree } from '../support/stock-for-tests.ts'
import { waitFor } from '../support/wait-for.ts'
import { writers } from './acknowledged.ts'
import { type HeldShop, startHeldShop } from './held-shop.ts'
import { type Chance, chanceOf, isWhole, note, seed, shopIsBuilt } from './holds-run.ts'
import { lossesOf, lossesOfMails } from './losses.ts'
import { visit } from './visits.ts'

beforeAll(shopIsBuilt)

const roundsOf = { SQLite: isWhole ? 100 : 2, PostgreSQL: isWhole ? 100 : 1 }
const restarts = 12
/** Enough for all buyers; many of them claim the same piece. */
const pieces = Array.from({ length: 100 }, () => 50)
const longestMs = 2_500

/** How the next process dies: at one of its commits, or after a number of ms. */
const anyDeath = (chance: Chance) => {
  const commit = `commit ${1 + chance.below(25)} ${chance.of(['before', 'during', 'after'])}`
  const afterMs = 50 + chance.below(1_000)
  return chance.next() < 0.6 ? { commit, afterMs: longestMs } : { commit: '', afterMs }
}

const isUp = (shop: HeldShop, startedAt: number) => () =>
  shop.process.isOver() || performance.now() - startedAt > longestMs

/** Delivers the provider's undelivered events, then checks. */
const look = async (shop: HeldShop, all: ReturnType<typeof writers>) => {
  await shop.provider.deliverNow()
  await waitFor('every event to be taken', 30_000, async () => {
    await shop.provider.deliverNow()
    return shop.provider.events().every(({ state }) => state !== 'pending')
  })
  await expectBooksAgree(shop.database.db)
  return lossesOf(shop, all.acknowledged)
}

describe.each(['SQLite', 'PostgreSQL'] as const)('D49: killed at random (%s)', (engine) => {
  const rounds = roundsOf[engine]
  test(
    `${rounds} times under load, nothing acknowledged is lost and nothing doubled`,
    async () => {
      const chance = chanceOf(seed + (engine === 'SQLite' ? 1 : 2))
      const folder = await mkdtemp(join(memoryFolder(), 'shop-kills-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      const dieFile = join(folder, 'die')
      await writeFile(dieFile, '')
      const shop = await startHeldShop(onTestFinished, {
        members: 24,
        counted: pieces,
        env: { DIE_FILE: dieFile },
        ...(engine === 'PostgreSQL' && { postgres: inject('postgresUrl') }),
      })
      const all = writers(shop, chance)
      const { comments, posts, sessions } = all.acknowledged
      // The first process may die before it answers anything.
      await all.until(() => comments.size + posts.size + sessions.size > rounds)
      let [slowest, whileStarting] = [0, 0]
      for (let round = 0; round < rounds; round += 1) {
        const { commit, afterMs } = anyDeath(chance)
        await shop.process.kill()
        await writeFile(dieFile, commit)
        const starts = await shop.process.startAgain().then(
          () => true,
          () => false,
        )
        if (!starts) whileStarting += 1
        const startedAt = performance.now()
        const load = all.until(isUp(shop, startedAt))
        if (starts) await Promise.race([pause(afterMs), load])
        await shop.process.kill()
        await load
        await writeFile(dieFile, '')
        const from = performance.now()
        await shop.process.startAgain()
        slowest = Math.max(slowest, performance.now() - from)
        const { lost, doubled } = await look(shop, all)
        expect({ round, commit, lost, doubled }).toEqual({ round, commit, lost: [], doubled: [] })
      }
      await allMailsGo(shop)
      const mails = await lossesOfMails(shop)
      expect(mails.lost).toEqual([])
      const remarks = `${whileStarting} while it started; ${comments.size} comments, ${posts.size} recipes, ${sessions.size} payment pages acknowledged; ${mails.doubled.length} of ${shop.mails.received.length} mails came twice; answers ${JSON.stringify(all.answers)}`
      note({
        fault: `kill -9, ${engine}`,
        trials: rounds,
        lost: 0,
        doubled: 0,
        recoveredMs: slowest,
        remarks,
      })
    },
    isWhole ? 20 * 60_000 : 120_000,
  )
})

describe.runIf(isWhole)('D49: PostgreSQL stops at once, again and again', () => {
  test(
    'the shop goes on by itself: nothing acknowledged is lost, nothing doubled',
    async () => {
      const cluster = await startPostgresCluster()
      onTestFinished(() => cluster.stop())
      const shop = await startHeldShop(onTestFinished, {
        members: 24,
        counted: pieces,
        postgres: cluster.url('postgres'),
      })
      const [pid, chance] = [shop.process.pid(), chanceOf(seed + 3)]
      const all = writers(shop, chance)
      let slowest = 0
      for (let restart = 0; restart < restarts; restart += 1) {
        let isOver = false
        const load = all.until(() => isOver)
        await pause(300 + chance.below(1_200))
        await cluster.restart('immediate')
        const from = performance.now()
        await waitFor(
          'the shop to be ready',
          30_000,
          async () => (await visit(shop, '/readyz')).status === 200,
        )
        slowest = Math.max(slowest, performance.now() - from)
        await pause(300)
        isOver = true
        await load
        expect({ restart, ...(await look(shop, all)) }).toEqual({ restart, lost: [], doubled: [] })
      }
      expect([shop.process.isOver(), shop.process.pid()]).toEqual([false, pid])
      expect(all.unexpected).toEqual([])
      const remarks = `answers ${JSON.stringify(all.answers)}`
      note({
        fault: 'PostgreSQL stopped at once',
        trials: restarts,
        lost: 0,
        doubled: 0,
        recoveredMs: slowest,
        remarks,
      })
    },
    10 * 60_000,
  )
})

/** Claims of killed processes expire after two minutes; the short run does not wait for that. */
const allMailsGo = async ({ database: { db } }: HeldShop) => {
  if (!isWhole)
    await db
      .updateTable('mail')
      .set({ claimedUntil: 0, nextAttemptAt: 0 })
      .where('state', '=', 'queued')
      .execute()
  await waitFor('the mails to go', isWhole ? 300_000 : 30_000, async () => {
    const queued = await db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()
    return queued.length === 0
  })
}
