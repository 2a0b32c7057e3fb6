import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { OrdersTable, RefundTable } from '#db/schema.ts'
import { deskCardSources } from '~/brought-by-features.server.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { readDeskCards } from '~/server/desk-cards.ts'
import { noteMailServer } from '~/server/mail/mail-server-state.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../tests/support/order-row.ts'
import { todayFigures } from './queries.server.ts'

const day = 86_400_000
const minute = 60_000

onBothEngines('N22: きょう', (open) => {
  const start = async () => {
    const ctx = contextForTests((await open()).db)
    const owner = deskPersonForTests(ctx)
    const cards = (actor: DeskPerson = owner) => readDeskCards(ctx, actor, deskCardSources)
    return {
      ctx,
      owner,
      cards,
      packer: deskPersonForTests(ctx, { role: 'packer' }),
      counts: async (actor: DeskPerson = owner) =>
        Object.fromEntries((await cards(actor)).map(({ kind, count }) => [kind, count])),
    }
  }

  const addOrder = async (
    { db }: ContextForTests,
    id: string,
    parts: Partial<Insertable<OrdersTable>> = {},
  ) => {
    await db.insertInto('orders').values(orderRowForTests(id, parts)).execute()
    await db
      .insertInto('payment')
      .values({
        paymentIntent: `pi_${id}`,
        orderId: id,
        sessionId: `cs_${id}`,
        amount: 1_400,
        currency: 'jpy',
        livemode: 1,
        receivedAt: 1,
        role: 'first',
      })
      .execute()
  }

  const addRefund = (
    { db }: ContextForTests,
    id: string,
    of: string,
    parts: Partial<Insertable<RefundTable>>,
  ) =>
    db
      .insertInto('refund')
      .values({
        id,
        paymentIntent: `pi_${of}`,
        amount: 1_400,
        state: 'succeeded',
        askedAt: 1,
        asOf: 1,
        failureReason: null,
        ...parts,
      })
      .execute()

  const addDispute = (
    { db }: ContextForTests,
    id: string,
    of: string,
    status: string,
    dueBy: number | null,
  ) =>
    db
      .insertInto('dispute')
      .values({
        id,
        paymentIntent: `pi_${of}`,
        amount: 1_400,
        reason: 'fraudulent',
        status,
        dueBy,
        openedAt: 1,
        asOf: 1,
      })
      .execute()

  test('has no card where there is nothing to do', async () => {
    const { ctx, counts } = await start()
    await addOrder(ctx, 'shipped', { shippedAt: 5 })
    await addOrder(ctx, 'pending', { state: 'pending' })
    expect(await counts()).toEqual({})
  })

  test('counts what can be shipped, and nothing else', async () => {
    const { ctx, counts } = await start()
    await addOrder(ctx, 'open')
    await addOrder(ctx, 'settled', { reviewReason: 'amount', settledAt: 5 })
    await addOrder(ctx, 'shipped', { shippedAt: 5 })
    await addOrder(ctx, 'cancelled', { cancelledAt: 5 })
    await addOrder(ctx, 'practice', { practice: 1 })
    await addOrder(ctx, 'given back')
    await addRefund(ctx, 'r', 'given back', {})
    expect(await counts()).toEqual({ ship: 2 })
  })

  test('counts what has to be settled, waits for money or for a return', async () => {
    const { ctx, counts } = await start()
    await addOrder(ctx, 'reviewed', { state: 'needs_review', reviewReason: 'amount' })
    await addOrder(ctx, 'not-listed', { reviewReason: 'not-listed' })
    await addOrder(ctx, 'settled', { state: 'needs_review', reviewReason: 'amount', settledAt: 5 })
    await addOrder(ctx, 'awaiting', { state: 'awaiting_payment' })
    await addOrder(ctx, 'returned', { shippedAt: 5 })
    for (const [id, arrivedAt] of [
      ['coming', null],
      ['here', 5],
    ] as const)
      await ctx.db
        .insertInto('orderReturn')
        .values({
          id,
          orderId: 'returned',
          announcedAt: 1,
          arrivedAt,
          lines: '[]',
          condition: null,
          refundId: null,
        })
        .execute()
    expect(await counts()).toEqual({ review: 2, 'awaiting-payment': 1, return: 1 })
  })

  test('tells of disputes with the nearest deadline, and of refunds that failed for good', async () => {
    const { ctx, cards } = await start()
    for (const id of ['a', 'b', 'c', 'd', 'old'])
      await addOrder(ctx, id, { shippedAt: 5, practice: id === 'old' ? 1 : 0 })
    await addDispute(ctx, 'late', 'a', 'needs_response', ctx.now() + 20 * day)
    await addDispute(ctx, 'soon', 'b', 'warning_needs_response', ctx.now() + 9 * day)
    await addDispute(ctx, 'won', 'c', 'won', ctx.now() + day)
    await addDispute(ctx, 'of the demo', 'old', 'needs_response', ctx.now() + day)
    await addRefund(ctx, 'failed', 'c', { state: 'failed', askedAt: 5 })
    await addRefund(ctx, 'failed first', 'd', { state: 'failed', askedAt: 5 })
    await addRefund(ctx, 'then by bank', 'd', {
      state: 'succeeded',
      askedAt: 6,
      via: 'transfer',
      insteadOf: 'failed first',
    })
    expect(await cards()).toMatchObject([
      { kind: 'dispute', count: 2, note: '回答期限 4/10（あと9日）', tone: 'red' },
      { kind: 'failed-refund', count: 1, note: '', tone: 'red' },
    ])
  })

  test('N65: tells the owner at once of a mail server that cannot be used, until it can', async () => {
    const { ctx, cards, counts, packer } = await start()
    expect(await cards()).toEqual([])
    await noteMailServer(ctx, 'password')
    expect(await cards()).toMatchObject([
      {
        kind: 'mail-server',
        count: 1,
        tone: 'red',
        to: '/admin/shop',
        note: expect.stringMatching(/^メールサーバーのユーザー名かパスワードが通りません。SMTP_URL /),
      },
    ])
    expect(await counts(packer)).toEqual({})
    expect(await readDeskCards({ ...ctx, demo: true }, deskPersonForTests(ctx), deskCardSources)).toEqual([])
    await noteMailServer(ctx, null)
    expect(await cards()).toEqual([])
  })

  test('tells of mails that wait for more than 30 minutes', async () => {
    const { ctx, cards } = await start()
    const mail = {
      recipient: 'x@mail.example',
      subject: 's',
      text: 't',
      html: 'h',
      claimedUntil: 0,
      holdsToken: 0,
    }
    const add = (id: string, kind: string, state: 'queued' | 'dead' | 'sent', parts: object) =>
      ctx.db
        .insertInto('mail')
        .values({
          ...mail,
          id,
          kind,
          subjectKey: id,
          messageId: id,
          state,
          attempts: 1,
          nextAttemptAt: ctx.now(),
          createdAt: ctx.now() - 31 * minute,
          sentAt: null,
          lastError: null,
          ...parts,
        })
        .execute()
    await add('waits', 'order_confirmation', 'queued', {})
    await add('young', 'order_confirmation', 'queued', { createdAt: ctx.now() - 29 * minute })
    await add('dead', 'order_shipped', 'dead', {})
    await add('long dead', 'order_shipped', 'dead', { nextAttemptAt: ctx.now() - 8 * day })
    await add('again', 'order_confirmation', 'dead', {})
    await add('its copy', 'order_confirmation', 'sent', {
      subjectKey: 'again again 1',
      createdAt: ctx.now(),
      sentAt: ctx.now(),
    })
    await add('of a mistyped address', 'welcome', 'dead', {})
    await add('of a mistyped domain', 'welcome', 'queued', {})
    expect(await cards()).toMatchObject([{ kind: 'mail', count: 2, note: '31分前から', tone: 'red' }])
    await ctx.db.deleteFrom('mail').where('state', '!=', 'queued').execute()
    // Without any delivered mail, every queued one counts.
    expect(await cards()).toMatchObject([{ kind: 'mail', count: 2 }])
  })

  test('shows a packer what she may see, and the owner all, in the order of the page', async () => {
    const { ctx, counts, packer } = await start()
    await addOrder(ctx, 'open')
    await addOrder(ctx, 'reviewed', { reviewReason: 'amount' })
    await addOrder(ctx, 'awaiting', { state: 'awaiting_payment' })
    await addOrder(ctx, 'sent', { shippedAt: 5 })
    await addDispute(ctx, 'd', 'sent', 'needs_response', null)
    expect(await counts(packer)).toEqual({ ship: 1 })
    expect(Object.keys(await counts())).toEqual(['dispute', 'review', 'ship', 'awaiting-payment'])
  })

  test('a card that cannot be read says so alone, and the rest stands', async () => {
    const { ctx, owner } = await start()
    await addOrder(ctx, 'open')
    const broken = deskCardSources.map((source) =>
      source.kind === 'review' ? { ...source, read: () => Promise.reject(new Error('away')) } : source,
    )
    expect(await readDeskCards(ctx, owner, broken)).toMatchObject([
      { kind: 'review', count: null },
      { kind: 'ship', count: 1 },
    ])
  })

  describe('N107: the sales of the day', () => {
    const midnight = Date.UTC(2026, 2, 31, 15)
    const at = async () => {
      const shop = await start()
      const facts = async () => {
        const { facts } = await todayFigures({ ...shop.ctx, actor: shop.owner, requestId: 'r' }, new Map())
        return facts.map(({ name, value }) => ({ name, value }))
      }
      return { ...shop, facts }
    }

    test('are the orders of the shop that were paid since midnight in Tokyo', async () => {
      const { ctx, facts } = await at()
      await addOrder(ctx, 'today', { paidAt: midnight })
      await addOrder(ctx, 'practice', { paidAt: midnight, practice: 1 })
      await addOrder(ctx, 'yesterday', { paidAt: midnight - 1 })
      await addOrder(ctx, 'reviewed', { paidAt: midnight, state: 'needs_review' })
      await addOrder(ctx, 'taken with less', { paidAt: midnight, acceptedAmount: 500 })
      expect(await facts()).toEqual([{ name: '今日の売上', value: '1,900円・2件' }])
    })

    test('less what was asked to go back since then, of whichever order, on a line of its own', async () => {
      const { ctx, facts } = await at()
      await addOrder(ctx, 'partly', { paidAt: midnight })
      await addOrder(ctx, 'cancelled', { paidAt: midnight, cancelledAt: midnight })
      await addOrder(ctx, 'kept', { paidAt: midnight })
      await addOrder(ctx, 'yesterday', { paidAt: midnight - 1 })
      await addRefund(ctx, 'part', 'partly', { amount: 550, askedAt: midnight })
      await addRefund(ctx, 'second part', 'partly', { amount: 50, askedAt: midnight, state: 'asked' })
      await addRefund(ctx, 'whole', 'cancelled', { askedAt: midnight, state: 'pending' })
      await addRefund(ctx, 'of before', 'yesterday', { amount: 100, askedAt: midnight })
      await addRefund(ctx, 'failed', 'kept', { askedAt: midnight, state: 'failed' })
      await addRefund(ctx, 'asked yesterday', 'kept', { amount: 1, askedAt: midnight - 1 })
      expect(await facts()).toEqual([
        { name: '今日の売上', value: '2,100円・3件' },
        { name: '今日の返金（引いてあります）', value: '2,100円・4件' },
      ])
    })

    test('and nothing less for practice, for orders in review and for a payment that came twice', async () => {
      const { ctx, facts } = await at()
      await addOrder(ctx, 'today', { paidAt: midnight })
      await addOrder(ctx, 'practice', { practice: 1 })
      await addOrder(ctx, 'reviewed', { state: 'needs_review' })
      await addOrder(ctx, 'twice')
      await ctx.db
        .updateTable('payment')
        .set({ role: 'second' })
        .where('paymentIntent', '=', 'pi_twice')
        .execute()
      for (const of of ['practice', 'reviewed', 'twice'])
        await addRefund(ctx, of, of, { amount: 100, askedAt: midnight })
      expect(await facts()).toEqual([{ name: '今日の売上', value: '1,400円・1件' }])
    })

    test('can be less than nothing', async () => {
      const { ctx, facts } = await at()
      await addOrder(ctx, 'yesterday', { paidAt: midnight - 1 })
      await addRefund(ctx, 'today', 'yesterday', { askedAt: midnight })
      expect((await facts())[0]).toEqual({ name: '今日の売上', value: '-1,400円・0件' })
    })
  })
})
