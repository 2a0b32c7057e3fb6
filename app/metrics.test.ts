import { expect, test } from 'vitest'
import { onBothEngines } from '../tests/support/database-for-tests.ts'
import { orderRowForTests } from '../tests/support/order-row.ts'
import { openOrderCounts } from './features/orders/queries.server.ts'
import { mailCounts } from './server/mail/mail-queue.ts'

const mail = (id: string, state: 'queued' | 'sent' | 'dead') => ({
  ...{ id, kind: 'k', subjectKey: id, recipient: 'a@example.com', subject: '', text: '', html: '' },
  ...{
    messageId: id,
    state,
    attempts: 0,
    lastError: null,
    sentAt: null,
    nextAttemptAt: 1,
    claimedUntil: 0,
    createdAt: 1,
    holdsToken: 0,
  },
})

onBothEngines('what the metrics count', (open) => {
  test('D52: is what waits, by its state', async () => {
    const { db } = await open()
    const states = ['paid', 'pending', 'pending', 'awaiting_payment', 'needs_review', 'expired'] as const
    const orders = states.map((state, at) =>
      orderRowForTests(`order-${at}`, { state, browserToken: String(at) }),
    )
    await db.insertInto('orders').values(orders).execute()
    const mails = [mail('1', 'queued'), mail('2', 'sent'), mail('3', 'dead'), mail('4', 'queued')]
    await db.insertInto('mail').values(mails).execute()
    expect(await openOrderCounts(db)).toEqual({ pending: 2, awaiting_payment: 1, needs_review: 1 })
    expect(await mailCounts(db)).toEqual({ queued: 2, dead: 1 })
  })
})
