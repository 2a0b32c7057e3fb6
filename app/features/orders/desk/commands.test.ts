import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { OrdersTable } from '#db/schema.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../../tests/support/desk-person-for-tests.ts'
import { orderRowForTests } from '../../../../tests/support/order-row.ts'
import type { DeskActor } from '../../../kernel/actor.ts'
import { ok, refused } from '../../../kernel/result.ts'
import { auditOf } from '../../../server/audit.ts'
import { inTransaction } from '../../../server/database/transaction.ts'
import { isDead, mailsOfOrders } from '../list.queries.server.ts'
import { shipOrder } from '../parcel/shipping.commands.server.ts'
import { applyTransition } from '../payment.commands.server.ts'
import { orderBy, orderByToken } from '../queries.server.ts'
import { correctAddress, writeNote } from './commands.server.ts'
import { correctEmail, sendMailAgain } from './mails.commands.server.ts'

const number = 'K7P4-9WXD'
const address = {
  recipient: '山田 花子',
  postalCode: '154-0004',
  prefecture: '東京都',
  city: '世田谷区',
  line1: '太子堂4-5-6',
  line2: '',
}
const form = { requestId: 'r1', version: 0, number, address, phone: '0312345678', mails: true }

onBothEngines('acts of the desk on an order', (open) => {
  const start = async (parts: Partial<Insertable<OrdersTable>> = {}) => {
    const ctx = contextForTests((await open()).db)
    const row = orderRowForTests('order-1', {
      orderNumber: number,
      customerName: '山田 花子',
      customerEmail: 'hanako@example.com',
      customerPhone: '+819012345678',
      shippingAddress: JSON.stringify({ ...address, line1: '千代田1-1' }),
      accessToken: 'a-token-that-nobody-guesses',
      formerTokenHash: 'f'.repeat(64),
      paidAt: 1,
      ...parts,
    })
    await ctx.db.insertInto('orders').values(row).execute()
    return { ctx, owner: deskPersonForTests(ctx), packer: deskPersonForTests(ctx, { role: 'packer' }) }
  }
  const present = async ({ db }: ContextForTests) => {
    const order = await orderBy(db, 'id', 'order-1')
    if (order === undefined) throw new Error('no order')
    return order
  }
  const mails = async ({ db }: ContextForTests) =>
    (
      await db
        .selectFrom('mail')
        .select(['kind', 'subjectKey', 'recipient', 'text'])
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
    ).map((mail) => ({ ...mail, text: mail.text }))

  test('N13: an address is corrected once, is told to its buyer, and before and after stand in the log', async () => {
    const { ctx, owner } = await start()
    expect(await correctAddress(ctx, owner, form)).toEqual(ok(null))
    expect(await correctAddress(ctx, owner, form)).toEqual(ok(null))
    expect(await present(ctx)).toMatchObject({
      customer: { address, phone: '0312345678' },
      version: 1,
      addressChangedAt: ctx.now(),
    })
    const [mail, ...others] = await mails(ctx)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'order_address', recipient: 'hanako@example.com' })
    expect(mail?.text).toContain('太子堂4-5-6')
    expect(await auditOf(ctx.db, 'order:order-1')).toMatchObject([
      {
        act: 'order.address',
        before: { line1: '千代田1-1', phone: '09012345678' },
        after: { line1: '太子堂4-5-6' },
      },
    ])
  })

  test('N13: an address that is sent as it was is refused: nothing changes, and no mail goes', async () => {
    const { ctx, owner } = await start()
    const same = { ...form, address: { ...address, line1: '千代田1-1' }, phone: '09012345678' }
    expect(await correctAddress(ctx, owner, same)).toEqual(refused('unchanged'))
    expect(await present(ctx)).toMatchObject({ version: 0, addressChangedAt: null })
    expect(await mails(ctx)).toEqual([])
    expect(await correctAddress(ctx, owner, { ...same, phone: '0312345678' })).toEqual(ok(null))
  })

  test('N13: without a tick no mail goes', async () => {
    const { ctx, owner } = await start()
    expect(await correctAddress(ctx, owner, { ...form, mails: false })).toEqual(ok(null))
    expect(await mails(ctx)).toEqual([])
  })

  test.each([
    ['shipped', { shippedAt: 1 }, 'shipped'],
    ['cancelled', { cancelledAt: 1 }, 'cancelled'],
    ['not paid', { state: 'awaiting_payment' }, 'unpaid'],
    ['in review', { state: 'needs_review' }, 'unpaid'],
  ] as const)('N13: the address of one that is %s stays', async (_, parts, refusal) => {
    const { ctx, owner } = await start(parts)
    expect(await correctAddress(ctx, owner, form)).toEqual(refused(refusal))
    expect(await mails(ctx)).toEqual([])
    expect((await present(ctx)).version).toBe(0)
    const before = { ...form, requestId: 'r2', version: -1 }
    expect(await correctAddress(ctx, owner, before), 'with a form of before').toEqual(refused(refusal))
  })

  test('N13: the address of one whose money went back stays', async () => {
    const { ctx, owner } = await start()
    const money = { sessionId: 's', currency: 'jpy', livemode: 0, receivedAt: 1, role: 'first' as const }
    await ctx.db
      .insertInto('payment')
      .values({ ...money, paymentIntent: 'pi', orderId: 'order-1', amount: 1400 })
      .execute()
    await ctx.db
      .insertInto('refund')
      .values({ id: 're', paymentIntent: 'pi', amount: 1400, state: 'asked', askedAt: 1, asOf: 1 })
      .execute()
    expect(await correctAddress(ctx, owner, form)).toEqual(refused('cancelled'))
  })

  test('N13: two owners at once: the second is told, and nothing of the first is lost', async () => {
    const { ctx, owner } = await start()
    await correctAddress(ctx, owner, form)
    const second = { ...form, requestId: 'r2', address: { ...address, line1: '太子堂9' } }
    expect(await correctAddress(ctx, owner, second)).toEqual(refused('stale'))
    expect((await present(ctx)).customer.address?.line1).toBe('太子堂4-5-6')
    expect(await correctAddress(ctx, owner, { ...second, version: 1 })).toEqual(ok(null))
    const third = { ...form, requestId: 'r3', version: null }
    expect(await correctAddress(ctx, { kind: 'owner' }, third)).toEqual(ok(null))
  })

  test('N13: a packer corrects nothing and sends nothing again', async () => {
    const { ctx, packer } = await start()
    expect(await correctAddress(ctx, packer, form)).toEqual(refused('not-found'))
    expect(
      await correctEmail(ctx, packer, { requestId: 'r', version: 0, number, email: 'x@example.com' }),
    ).toEqual(refused('not-found'))
    expect(await sendMailAgain(ctx, packer, { requestId: 'r', number, kind: 'order_confirmation' })).toEqual(
      refused('not-found'),
    )
    expect(await mails(ctx)).toEqual([])
  })

  test('N13: another mailbox gets a link of its own and the confirmation, and the old links open nothing', async () => {
    const { ctx, owner } = await start()
    const { accessToken } = await present(ctx)
    const done = await correctEmail(ctx, owner, {
      requestId: 'r',
      version: 0,
      number,
      email: 'new@example.com',
    })
    expect(done).toEqual(ok(null))
    const order = await present(ctx)
    expect(await orderByToken(ctx.db, accessToken)).toBeUndefined()
    expect(await orderBy(ctx.db, 'formerTokenHash', 'f'.repeat(64))).toBeUndefined()
    expect((await orderByToken(ctx.db, order.accessToken))?.id).toBe('order-1')
    const [mail, ...others] = await mails(ctx)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'order_confirmation', recipient: 'new@example.com' })
    expect(mail?.text).toContain(order.accessToken)
    expect(order.version).toBe(1)
  })

  test.each([
    ['paid', ok(null)],
    ['needs_review', ok(null)],
    ['awaiting_payment', ok(null)],
    ['pending', refused('unpaid')],
    ['failed', refused('unpaid')],
    ['expired', refused('unpaid')],
  ] as const)('N13: another mailbox is taken for an order that is %s, or refused', async (state, answer) => {
    const { ctx, owner } = await start({ state })
    const form = { requestId: 'r', version: 0, number, email: 'new@example.com' }
    expect(await correctEmail(ctx, owner, form)).toEqual(answer)
  })

  test('N13: what still waits to be sent goes to the other mailbox, when it would have, and nothing more to the first', async () => {
    const { ctx, owner } = await start()
    const parcel = { number, version: 0, parcels: [] }
    await shipOrder(ctx, owner, { ...parcel, requestId: 'ship' })
    await sendMailAgain(ctx, owner, { requestId: 'again', number, kind: 'order_shipped' })
    const held = await ctx.db.selectFrom('mail').select('nextAttemptAt').executeTakeFirstOrThrow()
    const { accessToken } = await present(ctx)
    ctx.advance(1_000)
    const email = { requestId: 'r', version: 1, number, email: 'new@example.com' }
    expect(await correctEmail(ctx, owner, email)).toEqual(ok(null))
    const queued = await ctx.db.selectFrom('mail').selectAll().orderBy('kind').execute()
    expect(queued).toMatchObject([
      { kind: 'order_confirmation', recipient: 'new@example.com' },
      { kind: 'order_shipped', recipient: 'new@example.com', nextAttemptAt: held.nextAttemptAt },
    ])
    for (const { text, html } of queued) expect(text + html).not.toContain(accessToken)
  })

  test('N13: one that waits for its payment gets no confirmation before it is paid, and one that nobody paid no other mailbox', async () => {
    const { ctx, owner } = await start({ state: 'awaiting_payment', paidAt: null })
    const email = { requestId: 'r', version: 0, number, email: 'new@example.com' }
    expect(await correctEmail(ctx, owner, email)).toEqual(ok(null))
    expect(await mails(ctx)).toEqual([])
    const order = await present(ctx)
    const customer = { ...order.customer, email: 'hanako@example.com' }
    const payment = {
      sessionId: 'cs',
      paymentIntent: 'pi',
      amountTotal: order.total,
      currency: 'jpy',
      customer,
    }
    await inTransaction(ctx, (trx) =>
      applyTransition(trx, ctx, { kind: 'system', name: 'payment-webhook' }, order, payment, {
        kind: 'move',
        to: 'paid',
      }),
    )
    expect((await present(ctx)).customer.email).toBe('new@example.com')
    expect((await mails(ctx)).map(({ recipient }) => recipient)).not.toContain('hanako@example.com')
    await ctx.db.updateTable('orders').set({ state: 'expired' }).execute()
    expect(await correctEmail(ctx, owner, { ...email, requestId: 'r2', version: 1 })).toEqual(
      refused('unpaid'),
    )
    expect(await correctEmail(ctx, owner, { ...email, requestId: 'r3' })).toEqual(refused('stale'))
  })

  test('S15: a mail that died is sent again under a key of its own, and then counts as delivered', async () => {
    const { ctx, owner } = await start()
    const again = (requestId: string, kind = 'order_confirmation', actor: DeskActor = owner) =>
      sendMailAgain(ctx, actor, { requestId, number, kind })
    expect(await again('r0')).toEqual(refused('no-such-mail'))
    await correctEmail(ctx, owner, { requestId: 'e', version: 0, number, email: 'new@example.com' })
    expect(await again('r1')).toEqual(refused('mail-queued'))
    await ctx.db.updateTable('mail').set({ state: 'dead' }).execute()
    const dead = async () => ((await mailsOfOrders(ctx.db, ['order-1'])).get('order-1') ?? []).filter(isDead)
    expect(await dead()).toHaveLength(1)
    ctx.advance(1000)
    expect(await again('r2')).toEqual(ok(null))
    expect(await again('r2')).toEqual(ok(null))
    expect(await dead()).toHaveLength(0)
    expect((await mails(ctx)).map(({ subjectKey }) => subjectKey)).toEqual(['order-1', 'order-1 again 1'])
    expect(await again('r3', 'order_shipped')).toEqual(refused('no-such-mail'))
    expect(await again('r4', 'owner_paid')).toEqual(refused('no-such-mail'))
  })

  test('a note is written beside what may be seen, once, and only so many', async () => {
    const { ctx, packer } = await start()
    const note = { requestId: 'n1', number: 'k7p49wxd', text: '玄関先へ' }
    const shipped = (shippedAt: number | null) => ctx.db.updateTable('orders').set({ shippedAt }).execute()
    await shipped(ctx.now() - 15 * 86_400_000)
    expect(await writeNote(ctx, packer, note)).toEqual(refused('not-found'))
    await shipped(null)
    expect(await writeNote(ctx, packer, note)).toEqual(ok(null))
    expect(await writeNote(ctx, packer, note)).toEqual(ok(null))
    expect(await ctx.db.selectFrom('orderNote').selectAll().execute()).toMatchObject([
      { text: '玄関先へ', writtenBy: packer.name, writtenAt: ctx.now() },
    ])
    await ctx.db
      .insertInto('orderNote')
      .values(
        Array.from({ length: 99 }, (_, at) => ({
          id: `n${at}`,
          orderId: 'order-1',
          writtenAt: 1,
          writtenBy: '',
          text: '',
        })),
      )
      .execute()
    expect(await writeNote(ctx, packer, { ...note, requestId: 'n2' })).toEqual(refused('too-many-notes'))
  })
})
