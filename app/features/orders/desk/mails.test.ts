import { assert, expect, test } from 'vitest'
import { contextForTests, onBothEngines } from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import { ok, refused } from '../../../kernel/result.ts'
import { auditOf } from '../../../server/audit.ts'
import { claimMail, settleMail } from '../../../server/mail/mail-queue.ts'
import { undelivered } from '../../../server/mail/undelivered.ts'
import { mailNames } from '../facts.rules.ts'
import { isDead, mailsOfOrders } from '../list.queries.server.ts'
import { isStillTrue } from '../rules.ts'
import type { OrderState } from '../types.ts'
import { deskOrders } from './list.queries.server.ts'
import { correctEmail, putMailAside, sendMailAgain } from './mails.commands.server.ts'
import { mailsToReaddress } from './page.queries.server.ts'

const number = 'K7P4-9WXD'
const day = 86_400_000

onBothEngines('mails of an order whose address is corrected', (open) => {
  const start = async (parts: Partial<ReturnType<typeof orderRowForTests>> = {}) => {
    const ctx = contextForTests((await open()).db)
    const row = orderRowForTests('order-1', {
      orderNumber: number,
      customerName: '山田 花子',
      customerEmail: 'hanako@example.com',
      accessToken: 'a-token-that-nobody-guesses',
      paidAt: 1,
      ...parts,
    })
    await ctx.db.insertInto('orders').values(row).execute()
    return { ctx, owner: deskPersonForTests(ctx), packer: deskPersonForTests(ctx, { role: 'packer' }) }
  }
  type Started = Awaited<ReturnType<typeof start>>
  const kept = async (
    { ctx }: Started,
    kind: string,
    state: 'queued' | 'sent' | 'dead',
    parts: {
      readonly subjectKey?: string
      readonly attempts?: number
      readonly nextAttemptAt?: number
      readonly claimedUntil?: number
    } = {},
  ) => {
    const { subjectKey = 'order-1', attempts = state === 'queued' ? 1 : 3, claimedUntil = 0 } = parts
    const id = `${kind} ${subjectKey}`
    await ctx.db
      .insertInto('mail')
      .values({
        ...{ id, kind, subjectKey, state, attempts, claimedUntil },
        recipient: 'hanako@example.com',
        subject: kind,
        text: 'a-token-that-nobody-guesses',
        html: '',
        holdsToken: 1,
        messageId: `<${id}>`,
        nextAttemptAt: parts.nextAttemptAt ?? ctx.now(),
        lastError: null,
        createdAt: ctx.now() - 1_000,
        sentAt: state === 'sent' ? ctx.now() : null,
      })
      .execute()
    return id
  }
  const stored = ({ ctx }: Started) =>
    ctx.db
      .selectFrom('mail')
      .select(['kind', 'subjectKey', 'recipient', 'state', 'text', 'lastError', 'nextAttemptAt'])
      .orderBy('kind')
      .orderBy('subjectKey')
      .execute()
  const toNew = async (shop: Started) =>
    (await stored(shop)).filter(({ recipient }) => recipient === 'new@example.com').map(({ kind }) => kind)
  const email = { requestId: 'r', version: 0, number, email: 'new@example.com' }

  test('N105: confirmation and shipping go to the corrected address, where both had died, with its own link', async () => {
    const shop = await start({ shippedAt: 2, carrier: 'yamato', tracking: '123456789012' })
    await kept(shop, 'order_confirmation', 'dead')
    await kept(shop, 'order_shipped', 'dead')
    expect(await mailsToReaddress(shop.ctx.db, number)).toMatchObject([
      { key: 'order_confirmation', name: 'ご注文の確認', mayGo: true, goes: true },
      { key: 'order_shipped', name: '発送のお知らせ', mayGo: true, goes: true },
    ])
    expect(await correctEmail(shop.ctx, shop.owner, email)).toEqual(ok(null))
    const sent = (await stored(shop)).filter(({ state }) => state === 'queued')
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['order_confirmation', 'new@example.com'],
      ['order_shipped', 'new@example.com'],
    ])
    expect(sent[1]?.text).toContain('1234-5678-9012')
    for (const { text } of sent) expect(text).not.toContain('a-token-that-nobody-guesses')
    const [row] = await auditOf(shop.ctx.db, 'order:order-1')
    expect(row?.after).toEqual({
      email: 'new@example.com',
      mails: ['order_confirmation', 'order_shipped'],
    })
  })

  test('N105: what a living mailbox of a stranger took goes too: confirmation and shipping, and nothing else unasked', async () => {
    const shop = await start({ shippedAt: 2 })
    await kept(shop, 'order_confirmation', 'sent')
    await kept(shop, 'order_shipped', 'sent')
    await kept(shop, 'order_return', 'sent', { subjectKey: 'order-1 return-1' })
    await shop.ctx.db
      .insertInto('orderReturn')
      .values({ id: 'return-1', orderId: 'order-1', announcedAt: 3, lines: '[[0,1]]' })
      .execute()
    expect((await mailsToReaddress(shop.ctx.db, number)).map(({ goes }) => goes)).toEqual([true, false, true])
    await correctEmail(shop.ctx, shop.owner, email)
    expect(await toNew(shop)).toEqual(['order_confirmation', 'order_shipped'])
  })

  test('N105: a mail that is ticked goes, of whatever kind, and one that is not stays red', async () => {
    const shop = await start({ shippedAt: 2 })
    await kept(shop, 'order_confirmation', 'dead')
    await kept(shop, 'order_shipped', 'dead')
    await kept(shop, 'order_return_arrived', 'dead', { subjectKey: 'order-1 return-1' })
    await shop.ctx.db
      .insertInto('orderReturn')
      .values({ id: 'return-1', orderId: 'order-1', announcedAt: 3, arrivedAt: 4, lines: '[[0,1]]' })
      .execute()
    shop.ctx.advance(1)
    await correctEmail(shop.ctx, shop.owner, {
      ...email,
      mails: ['order_return_arrived return-1', 'order_x'],
    })
    expect(await toNew(shop)).toEqual(['order_return_arrived'])
    const dead = ((await mailsOfOrders(shop.ctx.db, ['order-1'])).get('order-1') ?? []).filter(isDead)
    expect(dead.map(({ kind }) => kind).sort()).toEqual(['order_confirmation', 'order_shipped'])
  })

  test('N105: nothing waits for the former address any more', async () => {
    const shop = await start({ shippedAt: null })
    await kept(shop, 'order_address', 'queued', { subjectKey: 'order-1 1', attempts: 3 })
    await kept(shop, 'order_refunded', 'queued', { subjectKey: 'order-1 gone', attempts: 0 })
    await kept(shop, 'order_confirmation', 'queued')
    await correctEmail(shop.ctx, shop.owner, { ...email, mails: [] })
    const rows = (await stored(shop)).map(({ kind, state, lastError }) => [kind, state, lastError])
    const why = 'メールアドレスを直したので、前のアドレスへは送りませんでした'
    expect(rows).toEqual([
      ['order_address', 'dead', why],
      ['order_confirmation', 'dead', why],
      ['order_refunded', 'dead', why],
    ])
  })

  test.each([
    ['fails for now', { nextAttemptAt: 60_000, lastError: 'busy' }, 'dead'],
    ['arrives', { state: 'sent', sentAt: 5, lastError: null }, 'sent'],
  ] as const)(
    'N105: what is being sent just now and %s is not tried again at the former address',
    async (_what, outcome, state) => {
      const shop = await start({ shippedAt: null })
      await kept(shop, 'order_confirmation', 'queued', { attempts: 0 })
      const claimed = await claimMail(shop.ctx, [])
      assert(claimed !== undefined)
      await correctEmail(shop.ctx, shop.owner, { ...email, mails: [] })
      await settleMail(shop.ctx, claimed, outcome, new AbortController().signal)
      shop.ctx.advance(day)
      expect((await stored(shop)).map((mail) => mail.state)).toEqual([state])
      expect(await claimMail(shop.ctx, [])).toBeUndefined()
    },
  )

  test('N105: a mail that nothing replaces is not taken away: it stays, and is red', async () => {
    const shop = await start({ shippedAt: 2 })
    await kept(shop, 'order_return', 'queued', { subjectKey: 'order-1 withdrawn', attempts: 0 })
    await correctEmail(shop.ctx, shop.owner, { ...email, mails: ['order_return withdrawn'] })
    expect((await stored(shop)).map(({ kind, state }) => [kind, state])).toEqual([['order_return', 'dead']])
  })

  test.each([
    ['order_shipped', { shippedAt: null }, false],
    ['order_shipped', { shippedAt: 2 }, true],
    ['order_not_shipped', { shippedAt: 2 }, false],
    ['order_not_shipped', { cancelledAt: 2 }, false],
    ['order_not_shipped', {}, true],
    ['order_address', { shippedAt: 2 }, false],
    ['order_address', { cancelledAt: 2 }, false],
    ['order_address', {}, true],
    ['order_cancelled', {}, false],
    ['order_cancelled', { cancelledAt: 2 }, true],
    ['order_refunded', {}, true],
    ['order_something', {}, false],
  ] as const)('N105: %s of an order with %j may go to another address: %s', async (kind, parts, may) => {
    const shop = await start({ shippedAt: null, ...parts })
    await kept(shop, kind, 'dead')
    const listed = (await mailsToReaddress(shop.ctx.db, number)).find(({ key }) => key === kind)
    expect(listed?.mayGo).toBe(may)
    if (kind === 'order_refunded') return
    await correctEmail(shop.ctx, shop.owner, { ...email, mails: [kind] })
    expect(await toNew(shop)).toEqual(may ? [kind] : [])
  })

  test('N105: a confirmation that was never sent is offered once the order is paid', async () => {
    const shop = await start({ state: 'awaiting_payment', paidAt: null })
    expect(await mailsToReaddress(shop.ctx.db, number)).toEqual([])
    await shop.ctx.db.updateTable('orders').set({ paidAt: 5, state: 'paid' }).execute()
    expect(await mailsToReaddress(shop.ctx.db, number)).toMatchObject([
      { key: 'order_confirmation', standing: 'まだ送っていません', goes: true },
    ])
    expect(await mailsToReaddress(shop.ctx.db, 'K7P4-9WXE')).toEqual([])
  })

  test('N106: what did not arrive stays red until it is put aside, which a packer may not, and is found in the log', async () => {
    const shop = await start({ shippedAt: 2 })
    const { ctx, owner, packer } = shop
    const id = await kept(shop, 'order_shipped', 'dead')
    const red = async () => [
      (await undelivered(ctx.db, ctx.now()).select('id').execute()).length,
      (
        await deskOrders(
          ctx.db,
          { role: 'owner' },
          { state: 'undelivered', q: '', from: '', to: '', buyer: '', count: 30, demo: false },
          ctx.now(),
        )
      ).orders.length,
    ]
    expect(await red()).toEqual([1, 1])
    const form = { requestId: 'a', number, mail: id }
    expect(await putMailAside(ctx, packer, form)).toEqual(refused('not-found'))
    expect(await red()).toEqual([1, 1])
    expect(await putMailAside(ctx, owner, form)).toEqual(ok(null))
    expect(await putMailAside(ctx, owner, form)).toEqual(ok(null))
    expect(await red()).toEqual([0, 0])
    expect(await putMailAside(ctx, owner, { ...form, requestId: 'b' })).toEqual(refused('no-such-mail'))
    const [row] = await auditOf(ctx.db, 'order:order-1')
    expect(row).toMatchObject({ act: 'order.mail-aside', after: { mail: 'order_shipped' } })
    expect((await mailsToReaddress(ctx.db, number)).find(({ key }) => key === 'order_shipped')).toMatchObject(
      {
        standing: '片づけました',
      },
    )
    ctx.advance(day)
    expect(await sendMailAgain(ctx, owner, { requestId: 'c', number, kind: 'order_shipped' })).toEqual(
      ok(null),
    )
  })

  test('N106: only a mail of this order that was not delivered is put aside', async () => {
    const shop = await start({ shippedAt: 2 })
    const { ctx, owner } = shop
    const sent = await kept(shop, 'order_confirmation', 'sent')
    const queued = await kept(shop, 'order_shipped', 'queued')
    const other = await kept(shop, 'order_shipped', 'dead', { subjectKey: 'order-2' })
    const owners = await kept(shop, 'owner_paid', 'dead')
    for (const mail of [sent, queued, other, owners])
      expect(await putMailAside(ctx, owner, { requestId: mail, number, mail })).toEqual(
        refused('no-such-mail'),
      )
  })

  test('N13: of all states an order’s address is corrected while money came, is awaited or is to be looked at', async () => {
    const states = Object.keys({
      pending: 0,
      awaiting_payment: 0,
      paid: 0,
      needs_review: 0,
      failed: 0,
      expired: 0,
    } satisfies Record<OrderState, 0>)
    const taken: string[] = []
    for (const state of states) {
      const { ctx, owner } = await start({ state: state as OrderState })
      const done = await correctEmail(ctx, owner, {
        requestId: 'r',
        version: 0,
        number,
        email: 'b@example.com',
      })
      if (done.ok) taken.push(state)
      else expect(done, state).toEqual(refused('unpaid'))
    }
    expect(taken).toEqual(['awaiting_payment', 'paid', 'needs_review'])
  })
})

test('N105: which of all mails are true of an order still', () => {
  const kinds = [...Object.keys(mailNames), 'owner_order', 'restock_asked']
  const trueOf = (order: Parameters<typeof isStillTrue>[1]) =>
    kinds.filter((kind) => isStillTrue(kind, order))
  const always = ['order_refunded', 'order_return', 'order_return_arrived', 'order_message']
  const none = { paidAt: null, shippedAt: null, cancelledAt: null }
  expect(trueOf(none).sort()).toEqual(
    [...always, 'order_exchanged', 'order_not_shipped', 'order_address'].sort(),
  )
  expect(trueOf({ ...none, paidAt: 1, shippedAt: 2 }).sort()).toEqual(
    [...always, 'order_exchanged', 'order_confirmation', 'order_shipped'].sort(),
  )
  expect(trueOf({ ...none, cancelledAt: 2 }).sort()).toEqual([...always, 'order_cancelled'].sort())
})
