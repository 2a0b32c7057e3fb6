import { expect, onTestFinished, test, vi } from 'vitest'
import { adoptOrder } from '~/features/orders/adoption/commands.server.ts'
import { compareWithProvider, reconcileOrders } from '~/features/orders/payment/jobs.server.ts'
import type { PaymentGateway } from '~/features/orders/payment/stripe.server.ts'
import type { SessionReport } from '~/features/orders/payment/types.ts'
import { compareRefunds } from '~/features/orders/refund/jobs.server.ts'
import { noteRestored, restoredShop } from '~/server/backup/restored-shop.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { checkoutOnBothEngines } from '../../../tests/support/checkout-on-both-engines.ts'
import { loseOrders, placePaidOrder } from '../../../tests/support/paid-order.ts'
import { openPaymentPage, ordersOf } from '../../../tests/support/shopper-for-tests.ts'
import { aliveEveryMs, restMinutes } from './asked.rules.ts'
import { askBackup, makeAskedBackup } from './commands.server.ts'
import { backUpByNight, takeInSinceBackup } from './jobs.server.ts'
import { backupAlarms, backupCards, backupRun, backupsOfDesk } from './queries.server.ts'

const owner = { kind: 'owner' } as const
const never = new AbortController().signal
const day = 86_400_000

checkoutOnBothEngines('a shop and its backups', (shop) => {
  const { db } = { db: () => shop().ctx.db }
  /** The note as `restoreBackup` writes it. */
  const restoreNoted = (backupAt: number) =>
    noteRestored(db(), { backupAt, restoredAt: shop().ctx.now(), takenIn: null })
  const mails = () => db().selectFrom('mail').select(['kind', 'state', 'recipient']).execute()
  const takeIn = () => takeInSinceBackup(shop().ctx, owner, never)

  test('D28: what was paid since the backup comes back from the provider, with its refunds, and nobody is mailed', async () => {
    const backupAt = shop().ctx.now()
    const one = await placePaidOrder(shop(), [['F-1100', 2]])
    const other = await placePaidOrder(shop(), [['K-1', 1]])
    await shop().provider.refund(other.sessionId, { amount: 500 })
    await shop().provider.dispute(one.sessionId)
    await shop().provider.settled()
    await loseOrders(db())
    await restoreNoted(backupAt)
    await takeIn()
    // A job of the first ten minutes after each start.
    await compareRefunds(shop().ctx, never)
    const sumsById = (orders: ReadonlyArray<{ id: string; total: number; state: string }>) =>
      orders.map(({ id, total, state }) => `${id} ${total} ${state}`).toSorted()
    expect(sumsById(await ordersOf(db()))).toEqual(sumsById([one.order, other.order]))
    expect(await db().selectFrom('refund').select(['paymentIntent', 'amount']).execute()).toEqual([
      { paymentIntent: other.paymentIntent, amount: 500 },
    ])
    expect(await db().selectFrom('dispute').select('paymentIntent').execute()).toEqual([
      { paymentIntent: one.paymentIntent },
    ])
    expect((await mails()).filter(({ kind }) => kind === 'order_confirmation')).toEqual([])
    expect((await restoredShop(db()))?.takenIn).toMatchObject({ orders: 2, unclear: 0 })
    expect(await backupAlarms.read(shop().ctx)).toMatchObject([{ text: expect.stringContaining('2件') }])
    await loseOrders(db())
    await takeIn()
    expect(await ordersOf(db())).toEqual([])
  })

  test('D69: of the sessions on one account a restored shop takes in its own alone, and leaves what is unclear to the owner', async () => {
    await rememberShopState(db(), 'shop_id', 'this-shop')
    const backupAt = shop().ctx.now()
    const browsers = ['own', 'another', 'former', 'formerElsewhere', 'movedHere'] as const
    const sessions = new Map<string, (typeof browsers)[number]>()
    for (const browser of browsers) {
      const { sessionId } = await openPaymentPage(shop(), [['F-330', 1]], `browser-number-of-${browser}`)
      await shop().provider.pay(sessionId)
      sessions.set(sessionId, browser)
    }
    await shop().provider.settled()
    const made = shop().provider.sessions()
    expect(made.map(({ metadata }) => metadata?.shop_id)).toEqual(browsers.map(() => 'this-shop'))
    await loseOrders(db())
    await restoreNoted(backupAt)
    const says: Record<(typeof browsers)[number], Partial<SessionReport>> = {
      own: {},
      another: { shopId: 'another-shop', returnsTo: 'https://another.example' },
      former: { shopId: null },
      formerElsewhere: { shopId: null, returnsTo: 'https://another.example' },
      movedHere: { shopId: 'another-shop' },
    }
    const { gateway } = shop().ctx
    const saying = <T extends SessionReport>(report: T): T => ({
      ...report,
      ...says[sessions.get(report.sessionId) ?? 'own'],
    })
    const shared: PaymentGateway = {
      ...gateway,
      async *sessionsSince(from) {
        for await (const report of gateway.sessionsSince(from)) yield saying(report)
      },
      sessionOfOrder: async (id) => {
        const session = await gateway.sessionOfOrder(id)
        return session && saying(session)
      },
    }
    const ctx = { ...shop().ctx, gateway: shared }
    await takeInSinceBackup(ctx, owner, never)
    const taken = (await ordersOf(db())).map(({ sessionId }) => sessions.get(sessionId ?? ''))
    expect(taken.toSorted()).toEqual(['former', 'own'])
    expect((await restoredShop(db()))?.takenIn).toMatchObject({ orders: 2, unclear: 2 })
    const unmatched = await db()
      .selectFrom('payment')
      .select('sessionId')
      .where('role', '=', 'unmatched')
      .execute()
    expect(unmatched.map(({ sessionId }) => sessions.get(sessionId)).toSorted()).toEqual([
      'formerElsewhere',
      'movedHere',
    ])
    // Nor does the daily comparison report the other shop's money as ours, or the owner make an order of it by mistake.
    await compareWithProvider(ctx, never)
    expect(await db().selectFrom('payment').select('sessionId').execute()).toHaveLength(4)
    const adopt = (browser: string) =>
      adoptOrder(ctx, owner, {
        sessionId: [...sessions].find(([, each]) => each === browser)?.[0] ?? '',
        mailsBuyer: false,
        requestId: ctx.newId(),
      })
    expect(await adopt('another')).toMatchObject({ ok: false, error: { why: 'not-ours' } })
    expect(await adopt('formerElsewhere')).toMatchObject({ ok: true })
    expect(await adopt('movedHere')).toMatchObject({ ok: true })
  })

  test('D28: a provider that gives no answer is asked again, and a demo asks for nothing', async () => {
    await placePaidOrder(shop())
    await loseOrders(db())
    await restoreNoted(shop().ctx.now() - day)
    await takeInSinceBackup({ ...shop().ctx, demo: true }, owner, never)
    expect(await ordersOf(db())).toEqual([])
    const { gateway } = shop().ctx
    const silent = {
      ...gateway,
      sessionOfOrder: () => Promise.reject(new Error('no answer')),
    }
    await expect(takeInSinceBackup({ ...shop().ctx, gateway: silent }, owner, never)).rejects.toThrow()
    expect((await restoredShop(db()))?.takenIn).toBe(null)
    await takeIn()
    expect(await ordersOf(db())).toHaveLength(1)
  })

  test('D26: an order that waited in the backup and is found paid is confirmed by no second mail; later ones are', async () => {
    const { sessionId } = await openPaymentPage(shop())
    shop().provider.setWebhookUrl('')
    await shop().provider.pay(sessionId)
    await restoreNoted(shop().ctx.now() - day)
    await shop().advance(20 * 60_000)
    await reconcileOrders(shop().ctx, never)
    expect(await ordersOf(db())).toMatchObject([{ state: 'paid' }])
    expect(new Set((await mails()).map(({ state }) => state))).toEqual(new Set(['dead']))
    await openPaymentPage(shop(), [['F-330', 3]]).then((page) => shop().provider.pay(page.sessionId))
    await shop().advance(20 * 60_000)
    await reconcileOrders(shop().ctx, never)
    expect((await mails()).filter(({ state }) => state === 'queued')).toHaveLength(2)
  })

  test('D29: of all processes one makes a backup, once a night, from three in the morning on', async () => {
    let made = 0
    const count = async () => {
      made += 1
    }
    const at = (now: number) => async () => {
      const ctx = { ...shop().ctx, now: () => now }
      await backUpByNight(ctx, count, never)
    }
    const threeInTokyo = Date.UTC(2026, 3, 1, 18)
    await at(threeInTokyo - 60_000)()
    expect(made).toBe(1)
    await Promise.all([at(threeInTokyo)(), at(threeInTokyo + 1_000)(), at(threeInTokyo + 5_000)()])
    await at(threeInTokyo + day - 60_000)()
    expect(made).toBe(2)
  })

  /** As the command notes it. */
  const noteMade = (madeAt: number | null, failure: string | null = null) =>
    rememberShopState(db(), 'last_backup', JSON.stringify({ madeAt, failure }))
  const asking = (now = shop().ctx.now(), make: (() => Promise<void>) | null = async () => noteMade(now)) => {
    const ctx = { ...shop().ctx, makeAskedBackup: make, now: () => now }
    return {
      ctx,
      ask: () => askBackup(ctx, owner, { requestId: ctx.newId() }),
      work: () => makeAskedBackup(ctx, make ?? (async () => {}), never),
      told: () => backupsOfDesk(ctx),
    }
  }
  const minute = 60_000

  test('D107: a backup that was asked for is made once, by one job of all, and told with its time', async () => {
    let made = 0
    const { ctx, ask, work, told } = asking(undefined, async () => {
      made += 1
      expect(await backupRun(db())).toMatchObject({ state: 'running' })
      expect(await ask()).toEqual({ ok: false, error: 'under-way' })
      expect(await told()).toMatchObject({ isRunning: true, failure: null })
      await noteMade(ctx.now())
    })
    await work()
    expect([made, (await told()).madeAt]).toEqual([0, null])
    expect(await ask()).toEqual({ ok: true, value: null })
    expect(await ask()).toEqual({ ok: false, error: 'under-way' })
    await Promise.all([work(), work(), work()])
    expect(made).toBe(1)
    expect(await told()).toMatchObject({ isRunning: false, failure: null, madeAt: ctx.now() })
    expect(await ask()).toEqual({ ok: false, error: 'too-soon' })
    const later = ctx.now() + restMinutes * minute
    expect(await asking(later - 1).ask()).toEqual({ ok: false, error: 'too-soon' })
    expect(await asking(ctx.now() - minute).ask(), 'a clock that was set back').toMatchObject({ ok: true })
    await asking(ctx.now() - minute).work()
    await noteMade(ctx.now())
    expect(await asking(later).ask()).toMatchObject({ ok: true })
    expect(await asking(later, null).ask()).toEqual({ ok: false, error: 'no-place' })
  })

  test('D107: why a backup failed is told, one that broke off too, and either may be asked for again', async () => {
    const now = shop().ctx.now()
    const failing = asking(now, async () => {
      await noteMade(null, '前の控えが、その場所に見つかりません。')
      throw new Error('the backup ended with 1')
    })
    await failing.ask()
    await expect(failing.work()).rejects.toThrow()
    expect(await failing.told()).toMatchObject({ failure: '前の控えが、その場所に見つかりません。' })
    await noteMade(now - 60 * minute)
    const killed = asking(now, async () => {})
    expect(await killed.ask()).toMatchObject({ ok: true })
    await killed.work()
    expect((await killed.told()).failure).toContain('途中で止まりました')
    await killed.ask()
    const note = { state: 'running', at: now, failure: null }
    await rememberShopState(db(), 'backup_run', JSON.stringify(note))
    expect(await asking(now + 2 * minute - 1).told()).toMatchObject({ isRunning: true })
    const over = asking(now + 2 * minute)
    expect((await over.told()).failure).toContain('途中で止まりました')
    expect(await over.ask()).toMatchObject({ ok: true })
    const late = asking(now + 13 * minute, () => Promise.reject(new Error('nobody waits for it any more')))
    await late.work()
    // No job took it up.
    expect(await asking(now + 13 * minute).ask()).toMatchObject({ ok: true })
  })

  test('D107: a sign of life that is still being written does not outlive the end of its backup', async () => {
    const now = shop().ctx.now()
    const { ctx, ask, told } = asking(now)
    await ask()
    const lateWrite = async () => {
      for (let reads = 0; reads < 30; reads += 1) await backupRun(db())
      await rememberShopState(
        db(),
        'backup_run',
        JSON.stringify({ state: 'running', at: now, failure: null }),
      )
    }
    let written = Promise.resolve()
    // Outside of transactions a run writes its signs of life alone.
    const late = new Proxy(db(), {
      get: (target, key) => {
        if (key === 'insertInto')
          return () => ({
            values: () => ({
              onConflict: () => ({
                execute: () => {
                  written = lateWrite()
                  return written
                },
              }),
            }),
          })
        const value = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const make = async () => {
        vi.advanceTimersByTime(aliveEveryMs)
        await noteMade(now)
      }
      await makeAskedBackup({ ...ctx, db: late }, make, never)
    } finally {
      vi.useRealTimers()
    }
    await written
    expect(await told()).toMatchObject({ isRunning: false, failure: null })
    expect(await backupRun(db())).toMatchObject({ state: 'ended' })
  })

  test('D107: while a backup by night runs none is asked for, and what was asked for before is that one', async () => {
    const now = Date.UTC(2026, 3, 1, 18)
    const { ctx, ask, work, told } = asking(now)
    let made = 0
    await ask()
    await backUpByNight(
      ctx,
      async () => {
        made += 1
        expect(await ask()).toEqual({ ok: false, error: 'under-way' })
        await noteMade(now)
      },
      never,
    )
    await work()
    expect(made).toBe(1)
    expect(await told()).toMatchObject({ madeAt: now, isRunning: false, failure: null })
    const running = (at: number) =>
      rememberShopState(db(), 'backup_run', JSON.stringify({ state: 'running', at, failure: null }))
    const again = async () => {
      made += 1
    }
    await running(now)
    await backUpByNight({ ...ctx, now: () => now + day }, again, never)
    expect(made, 'the one that ran broke off a day ago').toBe(2)
    await running(now + 2 * day)
    await backUpByNight({ ...ctx, now: () => now + 2 * day + 1 }, again, never)
    expect(made, 'one is running').toBe(2)
  })

  test('D107: a backup that takes long gives signs of life', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let now = shop().ctx.now()
    const ctx = { ...shop().ctx, makeAskedBackup: async () => {}, now: () => now }
    await askBackup(ctx, owner, { requestId: ctx.newId() })
    const slow = async () => {
      now += 10 * minute
      vi.advanceTimersByTime(aliveEveryMs)
      await vi.waitFor(async () => expect(await backupRun(db())).toMatchObject({ state: 'running', at: now }))
      await noteMade(now)
    }
    await makeAskedBackup(ctx, slow, never)
    expect(await backupRun(db())).toMatchObject({ state: 'ended', failure: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('D107: the next one is told: by night, at three o’clock, where there is a place', async () => {
    const threeInTokyo = Date.UTC(2026, 3, 1, 18)
    const nextAt = async (now: number) =>
      (await backupsOfDesk({ ...asking(now).ctx, makeBackup: async () => {} })).nextAt
    expect(await nextAt(threeInTokyo + 5 * minute), 'it is due').toBe(threeInTokyo + 5 * minute)
    await backUpByNight(asking(threeInTokyo).ctx, async () => noteMade(threeInTokyo), never)
    expect(await nextAt(threeInTokyo + minute)).toBe(threeInTokyo + day)
    expect(await nextAt(threeInTokyo + day - minute)).toBe(threeInTokyo + day)
    expect(await nextAt(threeInTokyo + day)).toBe(threeInTokyo + day)
    expect((await asking(threeInTokyo).told()).nextAt).toBe(null)
  })

  test('D27: きょう tells the age of the last backup, and in red when it is older than seven days or failed', async () => {
    const cards = async (now: number, demo = false) => {
      const read = backupCards.map(async (card) => [
        card.kind,
        (await card.read({ db: db(), now: () => now, demo })).count,
      ])
      return Object.fromEntries(await Promise.all(read))
    }
    const none = { 'backup-missing': 0, 'backup-not-pruned': 0, 'backup-age': 0 }
    const note = (madeAt: number | null, failure: string | null = null) =>
      rememberShopState(db(), 'last_backup', JSON.stringify({ madeAt, failure }))
    const now = shop().ctx.now()
    expect(await cards(now)).toEqual(none)
    await note(now)
    expect(await cards(now + 3 * day)).toEqual({ ...none, 'backup-age': 3 })
    expect(await cards(now + 8 * day)).toEqual({ ...none, 'backup-missing': 8 })
    expect(await cards(now + 8 * day, true)).toEqual(none)
    await note(now, 'ディスクがいっぱいです。')
    expect(await cards(now)).toEqual({ ...none, 'backup-missing': 1 })
    await note(null)
    expect(await cards(now + 9 * day)).toEqual(none)
    await placePaidOrder(shop())
    expect(await cards(now + 9 * day)).toEqual({ ...none, 'backup-missing': 8 })
  })

  test('D91: a backup whose older ones could not be removed is told softly, and a failed or old one instead', async () => {
    const now = shop().ctx.now()
    const told = async (note: object, later = 0, demo = false) => {
      await rememberShopState(db(), 'last_backup', JSON.stringify({ madeAt: now, failure: null, ...note }))
      const ctx = { ...shop().ctx, demo, now: () => now + later }
      const cards = await Promise.all(backupCards.map(async (card) => ({ card, ...(await card.read(ctx)) })))
      const shown = cards.filter(({ count }) => count > 0).map(({ card }) => `${card.kind} ${card.tone}`)
      return [(await backupAlarms.read(ctx)).map(({ key }) => key), shown]
    }
    const notPruned = { notPruned: 'S3 の鍵に許可がありません。' }
    expect(await told(notPruned)).toEqual([['backup:not-pruned'], ['backup-not-pruned plain']])
    expect(await told(notPruned, 0, true)).toEqual([[], []])
    expect(await told({ ...notPruned, failure: 'x' })).toEqual([['backup:failed'], ['backup-missing red']])
    expect((await told(notPruned, 8 * day))[0]).toEqual(['backup:old'])
    expect(await told({})).toEqual([[], []])
  })

  test('D64: a shop that never made a backup is told so a day and a half after it opened, with or without an order', async () => {
    const now = shop().ctx.now()
    const at = async (later: number, demo = false) => {
      const ctx = { ...shop().ctx, demo, now: () => now + later }
      const missing = backupCards.find(({ kind }) => kind === 'backup-missing')
      return [(await backupAlarms.read(ctx)).map(({ key }) => key), (await missing?.read(ctx))?.count]
    }
    expect(await at(3 * day)).toEqual([[], 0])
    await rememberShopState(db(), 'opened_at', String(now))
    expect(await at(1.5 * day)).toEqual([[], 0])
    expect(await at(1.5 * day + 1)).toEqual([['backup:never'], 1])
    expect(await at(3 * day)).toEqual([['backup:never'], 3])
    expect(await at(3 * day, true)).toEqual([[], 0])
    const note = (madeAt: number | null, failure: string | null) =>
      rememberShopState(db(), 'last_backup', JSON.stringify({ madeAt, failure }))
    await note(null, 'ディスクがいっぱいです。')
    expect(await at(3 * day)).toEqual([['backup:failed'], 3])
    await note(now + 2 * day, null)
    expect(await at(3 * day)).toEqual([[], 0])
    // A shop that sold before this was noted: its first start since then is not when it opened.
    await note(null, null)
    await placePaidOrder(shop())
    await rememberShopState(db(), 'opened_at', String(now + 20 * day))
    expect(await at(20 * day)).toEqual([['backup:old'], 19])
  })
})
