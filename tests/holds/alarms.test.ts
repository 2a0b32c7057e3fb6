// @every: the built shop with neighbours that fail

import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { waitFor } from '../support/wait-for.ts'
import { type HeldOptions, startHeldShop } from './held-shop.ts'
import { isWhole, note, shopIsBuilt } from './holds-run.ts'
import { lossesOf, nothingAcknowledged } from './losses.ts'
import { allWell, doAll, press, statusesOf, visit } from './visits.ts'

beforeAll(shopIsBuilt)

const limitMs = 400_000
/** Of an alarm, by both ways. */
const fiveMinutes = 300_000
const token = 'a token of the metrics, long enough'

describe.runIf(isWhole)('what the owner must hear of', () => {
  /** With a second mail server by which alarms go. */
  const start = async (options: HeldOptions = {}) => {
    const second = await startMailServer(onTestFinished)
    const shop = await startHeldShop(onTestFinished, {
      ...options,
      env: { ALARM_SMTP_URL: second.url, METRICS_TOKEN: token },
    })
    return {
      shop,
      toldBySecond: () => second.received.length,
      urgentMails: async () =>
        shop.database.db
          .selectFrom('mail')
          .select(['text', 'state'])
          .where('kind', '=', 'owner_urgent')
          .execute(),
    }
  }
  const figures = async ({ process: { listens } }: Awaited<ReturnType<typeof start>>['shop']) =>
    (await fetch(`${listens}/metrics`, { headers: { authorization: `bearer ${token}` } })).text()

  test.each([
    ['SQLite', {}],
    ['PostgreSQL', { postgres: inject('postgresUrl') }],
  ])(
    'M13, N26: nobody can pay (%s): both ways within five minutes, and the end with the first good page',
    async (engine, options) => {
      const { shop, toldBySecond, urgentMails } = await start(options)
      expect((await press(shop)).status).toBe(200)
      shop.faults.provider.behave({ kind: 'reset' })
      for (let count = 0; count < 3; count += 1) expect((await press(shop)).status).toBe(502)
      const from = performance.now()
      await waitFor('the alarm by both ways', fiveMinutes, async () => {
        const sent = (await urgentMails()).filter(({ state }) => state === 'sent')
        return sent.length === 1 && toldBySecond() === 1
      })
      expect(await figures(shop)).toMatch(/^shop_payment_pages_total\{outcome="unreachable"\} 3$/m)
      shop.faults.provider.behave({ kind: 'pass' })
      expect((await press(shop)).status).toBe(200)
      await waitFor('the end by both ways', fiveMinutes, async () => {
        const sent = (await urgentMails()).filter(({ state }) => state === 'sent')
        return sent.length === 2 && toldBySecond() === 2
      })
      const recoveredMs = performance.now() - from
      const { lost, doubled } = await lossesOf(shop, nothingAcknowledged)
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
      note({ fault: `nobody can pay, ${engine}`, trials: 1, lost: 0, doubled: 0, recoveredMs })
    },
    2 * limitMs,
  )

  test(
    'M14: a later start with a refused key opens shop and gallery, closes checkout alone, and rings',
    async () => {
      const { shop, toldBySecond, urgentMails } = await start()
      expect(statusesOf(await doAll(shop))).toEqual(allWell)
      await shop.process.stop()
      const process = await shop.beside({ STRIPE_SECRET_KEY: 'sk_test_of_yesterday' })
      const later = { ...shop, process }
      await waitFor('checkout to close', 30_000, async () => (await press(later)).status === 503)
      const { body, headers } = await press(later)
      expect(body).toContain('ただいまお支払いの手続きができない')
      expect(headers.get('retry-after')).toBe('60')
      expect(statusesOf(await doAll(later))).toEqual({ ...allWell, checkout: 503 })
      const from = performance.now()
      await waitFor('the alarm by both ways', fiveMinutes, async () => {
        const sent = (await urgentMails()).filter(({ state }) => state === 'sent')
        return sent.length === 1 && toldBySecond() === 1
      })
      note({ fault: 'a refused key', trials: 1, lost: 0, doubled: 0, recoveredMs: performance.now() - from })
    },
    limitMs,
  )

  test(
    'N28: a database that is cut for 75 s is told by the second way, and that it is back',
    async () => {
      const { shop, toldBySecond } = await start({ postgres: inject('postgresUrl') })
      expect(statusesOf(await doAll(shop))).toEqual(allWell)
      shop.faults.database.behave({ kind: 'reset' })
      const from = performance.now()
      await waitFor('the alarm', 75_000, async () => toldBySecond() === 1)
      shop.faults.database.behave({ kind: 'pass' })
      await waitFor('the end', 75_000, async () => toldBySecond() === 2)
      expect((await visit(shop, '/readyz')).body).toBe('ok\n')
      note({
        fault: 'database cut, told',
        trials: 1,
        lost: 0,
        doubled: 0,
        recoveredMs: performance.now() - from,
      })
    },
    limitMs,
  )
})
