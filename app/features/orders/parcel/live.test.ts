import { expect, test, vi } from 'vitest'
import { applyTransition } from '~/features/orders/payment.commands.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { endDeskPerson } from '~/server/auth/desk-people.ts'
import { endSessions } from '~/server/auth/sessions.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { createNotices } from '~/server/live/notices.ts'
import { withPlainPasswords } from '../../../../tests/support/account-for-tests.ts'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { invitedForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { saveTicks } from './commands.server.ts'
import { watchDeskJob } from './jobs.server.ts'
import { deskEvents } from './live.server.ts'
import { packingPage, packingState } from './queries.server.ts'
import { mostPerPage } from './rules.ts'

const hour = 3_600_000
const [here, gone] = ['AAAA-2222', 'BBBB-2222'] as const

onBothEngines('N92: the desk as others change it', (open) => {
  const shop = async (role: 'owner' | 'packer' = 'packer') => {
    const notices = createNotices()
    const ctx = withPlainPasswords(contextForTests((await open()).db, { notices, demo: false }))
    const member = await invitedForTests(ctx, role)
    const { sessionId } = member
    await ctx.db
      .insertInto('deskSession')
      .values({
        id: 's',
        tokenHash: 'h',
        memberId: member.id,
        memberSessionId: sessionId,
        role,
        userAgent: '',
        beganAt: ctx.now(),
        seenAt: ctx.now(),
        confirmedAt: ctx.now(),
      })
      .execute()
    const person: DeskPerson = {
      kind: 'desk',
      id: member.id,
      name: 'はな',
      role,
      address: '203.0.113.7',
      sessionId,
      confirmedAt: ctx.now(),
      mayCount: false,
    }
    await ctx.db
      .insertInto('orders')
      .values([
        orderRowForTests(here, { paidAt: 1 }),
        orderRowForTests(gone, { paidAt: 1, cancelledAt: ctx.now() }),
      ])
      .execute()
    const line = { position: 0, number: 'F-1', type: 'fabric', name: '布', description: '' } as const
    const sold = { unitPrice: 100, quantity: 1, free: 0, imageUrl: null, picture: null }
    await ctx.db
      .insertInto('orderLine')
      .values([here, gone].map((orderId) => ({ ...line, ...sold, orderId })))
      .execute()
    const listen = () => {
      const stream = deskEvents(ctx, person)
      const told: string[] = []
      const leave = stream.subscribe({
        send: (data) => told.push(data), // As the HTTP layer, which ends a stream once.
        end: () => void (told.at(-1) === 'end' || told.push('end')),
      })
      return { stream, told, leave }
    }
    const tick = (requestId: string, key = `${here}:0:cut`) =>
      saveTicks(ctx, person, { requestId, on: [key], off: [] })
    return { ctx, notices, member, person, listen, tick }
  }

  test('N92: a stream tells that something was done, and nothing of it', async () => {
    const { ctx, listen, tick } = await shop()
    const { stream, told, leave } = listen()
    expect(stream.person).toBe('desk-packer')
    await expect.poll(() => told).toEqual(['1'])
    ctx.advance(5)
    await tick('a')
    await expect.poll(() => told).toEqual(['1', String(ctx.now())])
    leave()
    ctx.advance(5)
    await tick('b')
    const after = listen()
    await expect.poll(() => after.told).toEqual([String(ctx.now())])
    expect(told).toHaveLength(2)
    after.leave()
  })

  test('N92: what another process did is told by the job, once, and nothing is asked while nobody listens', async () => {
    const { ctx, listen, person } = await shop()
    const elsewhere = { ...ctx, notices: createNotices() }
    const job = watchDeskJob(ctx)
    const run = () => job.run(new AbortController().signal)
    await run()
    const { told, leave } = listen()
    await expect.poll(() => told).toEqual(['1'])
    await saveTicks(elsewhere, person, { requestId: 'a', on: [`${here}:0:cut`], off: [] })
    await run()
    await expect.poll(() => told).toEqual(['1', String(ctx.now())])
    await run()
    leave()
    const again = listen()
    await expect.poll(() => again.told).toHaveLength(1)
    expect(told).toHaveLength(2)
    again.leave()
    const everyMs = (missesOthers: boolean) => {
      const { everyMs: every } = watchDeskJob({ ...ctx, notices: { ...ctx.notices, missesOthers } })
      return typeof every === 'function' ? every() : every
    }
    expect([everyMs(true), everyMs(false)]).toEqual([1_000, 5_000])
  })

  const ends = {
    'she signed out': (ctx, member) => endSessions(ctx.db, member.id, 'all'),
    'her place was ended': (ctx, member) =>
      ctx.db.transaction().execute((trx) => endDeskPerson(trx, member.id, ctx.now())),
    'her role is another': (ctx) => ctx.db.updateTable('deskPerson').set({ role: 'owner' }).execute(),
    'twelve hours are over': async (ctx) => ctx.advance(12 * hour),
  } as const satisfies Record<
    string,
    (
      ctx: Awaited<ReturnType<typeof shop>>['ctx'],
      member: Awaited<ReturnType<typeof shop>>['member'],
    ) => Promise<unknown>
  >
  test.each(Object.entries(ends))('N92: a stream ends by itself when %s (N8)', async (_, end) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { ctx, member, listen } = await shop()
      const { told, leave } = listen()
      await vi.waitFor(() => expect(told).toEqual(['1']))
      await vi.advanceTimersByTimeAsync(15_000)
      await end(ctx, member)
      expect(told).toEqual(['1'])
      await vi.advanceTimersByTimeAsync(15_000)
      await vi.waitFor(() => expect(told).toEqual(['1', 'end']))
      leave()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('N92: an owner who was not there for twelve hours is told nothing more, and a stream is no visit', async () => {
    const { ctx, notices, listen, tick } = await shop('owner')
    const { told, leave } = listen()
    await expect.poll(() => told).toEqual(['1'])
    ctx.advance(12 * hour - 1)
    await tick('a')
    await expect.poll(() => told).toEqual(['1', String(ctx.now())])
    ctx.advance(1)
    await tick('b')
    await expect.poll(() => told.at(-1)).toBe('end')
    leave()
    const other = listen()
    await expect.poll(() => other.told).toEqual(['end'])
    other.leave()
    expect(notices.topics()).toEqual([])
  })

  test('N92: where a notice may have been missed the stream ends, and the page reads again', async () => {
    const { notices, listen } = await shop()
    const { told, leave } = listen()
    await expect.poll(() => told).toEqual(['1'])
    notices.allMissed()
    await expect.poll(() => told).toEqual(['1', 'end'])
    leave()
  })

  test('N92: an open page reads who cut, and which of its orders have left and why', async () => {
    const { ctx, person, tick } = await shop()
    await tick('a')
    await ctx.db
      .insertInto('packingTick')
      .values({
        orderId: here,
        position: 0,
        step: 'packed',
        tickedAt: 1,
        tickedBy: null,
      })
      .execute()
    const asked = `${here},${gone},${gone},x,${here}'`
    const ticks = { [`${here}:0:cut`]: 'はな', [`${here}:0:packed`]: '' }
    expect(await packingState(ctx, person, asked, '')).toEqual({
      ticks,
      came: 0,
      left: [{ what: gone, why: '取り消されました', whatToDo: '箱を出さないでください。' }],
    })
    expect((await packingPage(ctx)).state).toEqual({ ticks, left: [], came: 0 })
    const signs = [...'ABCDEFGHJKL']
    const many = signs.flatMap((one) => signs.map((other) => `CCCC-22${one}${other}`))
    expect((await packingState(ctx, person, many.join(','), '')).left).toHaveLength(mostPerPage)
  })

  test('N113: an open page reads how many orders came since it was read, and of those that it has none', async () => {
    const { ctx, person } = await shop()
    const since = ctx.now()
    const came = async (numbers: string, from: string = String(since)) =>
      (await packingState(ctx, person, numbers, from)).came
    const event = (orderId: string, what: string, happenedAt: number) =>
      ctx.db
        .insertInto('orderEvent')
        .values({ id: ctx.newId(), orderId, what, happenedAt, actor: 'system', detail: null, auditId: null })
        .execute()
    ctx.advance(5)
    await event(here, 'paid', since)
    expect(await came(''), 'it was there').toBe(0)
    await event(here, 'address', since + 1)
    expect(await came(''), 'it only changed').toBe(0)
    await event(gone, 'paid', since + 1)
    expect(await came(''), 'it does not wait').toBe(0)
    await event(here, 'unshipped', since + 1)
    expect(await came(gone)).toBe(1)
    expect(await came(here)).toBe(0)
    for (const nothing of ['', 'x', '-1']) expect(await came('', nothing)).toBe(0)
    expect(await came('', '0')).toBe(1)
    await ctx.db.updateTable('orders').set({ practice: 1 }).where('id', '=', here).execute()
    expect(await came(''), 'of practice').toBe(0)
  })

  test('N113: what was paid is told to open pages, at once and by the job of another process', async () => {
    const { ctx, listen } = await shop()
    const { told, leave } = listen()
    await expect.poll(() => told).toEqual(['1'])
    const order = await orderBy(ctx.db, 'orderNumber', here)
    if (order === undefined) throw new Error('it is there')
    const state = { state: 'awaiting_payment', paidAt: null } as const
    await ctx.db.updateTable('orders').set(state).where('id', '=', here).execute()
    ctx.advance(5)
    const webhook = { kind: 'system', name: 'payment-webhook' } as const
    const { customer, total } = order
    const payment = { sessionId: 's', paymentIntent: 'pi', amountTotal: total, currency: 'jpy', customer }
    const asked = { ...order, ...state, customer: { ...customer, email: 'buyer@example.com' } }
    await inTransaction(ctx, (trx) =>
      applyTransition(trx, ctx, webhook, asked, payment, { kind: 'move', to: 'paid' }),
    )
    await expect.poll(() => told).toEqual(['1', String(ctx.now())])
    leave()
    const again = listen()
    await expect.poll(() => again.told).toHaveLength(1)
    await ctx.db
      .updateTable('orders')
      .set({ paidAt: ctx.now() + 7 })
      .where('id', '=', here)
      .execute()
    await watchDeskJob(ctx).run(new AbortController().signal)
    await expect.poll(() => again.told.at(-1)).toBe(String(ctx.now() + 7))
    again.leave()
  })
})
