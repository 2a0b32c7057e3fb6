import { expect, test } from 'vitest'
import { memberId } from '~/kernel/actor.ts'
import {
  contextForTests,
  type OpenForTest,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { inTransaction } from '../database/transaction.ts'
import {
  type AskedMail,
  enqueueMemberMail,
  mailboxOf,
  mayAskForMail,
  resetMailCounts,
} from './asked-mails.ts'

const hour = 3_600_000
const client = '203.0.113.7'
const times = async (most: number, ask: (at: number) => Promise<boolean>) => {
  const answers = []
  for (let at = 0; at < most; at += 1) answers.push(await ask(at))
  return answers.filter(Boolean).length
}

const start = async (open: OpenForTest) => {
  const ctx = contextForTests((await open()).db)
  const ask = (asked: Partial<AskedMail> = {}) =>
    ctx.db
      .transaction()
      .execute((trx) =>
        mayAskForMail(ctx, trx, { address: client, recipients: ['a@mail.example'], ...asked }),
      )
  return { ctx, db: ctx.db, ask }
}

onBothEngines('A25: mails that anybody can ask for', (open) => {
  test('ASVS 2.4.1: five an hour go to one mailbox, however it is written and whoever asks, and ten a day', async () => {
    const { ctx, ask } = await start(open)
    const spellings = ['a@mail.example', 'A@Mail.Example', 'a+1@mail.example', 'a+2@mail.example']
    const toOne = (at: number) =>
      ask({ address: `198.51.${at}.1`, recipients: [spellings[at % spellings.length] ?? ''] })
    expect(await times(12, toOne)).toBe(5)
    expect(await ask({ recipients: ['b@mail.example'] })).toBe(true)
    ctx.advance(hour)
    expect(await times(12, toOne)).toBe(5)
    ctx.advance(hour)
    expect(await times(3, toOne)).toBe(0)
    ctx.advance(24 * hour)
    expect(await times(3, toOne)).toBe(3)
  })

  test('one client asks for sixty an hour, its network for 300, all together for 3,000', async () => {
    const { ctx, ask, db } = await start(open)
    const toMany = (at: number, address = client) => ask({ address, recipients: [`m${at}@mail.example`] })
    expect(await times(62, (at) => toMany(at))).toBe(60)
    expect(await toMany(100, '203.0.113.8')).toBe(true)
    const set = (subject: string, count: number) =>
      db.updateTable('rateLimit').set({ count }).where('subject', '=', `asked-mail:${subject}`).execute()
    await set('203.0.113/24', 299)
    expect([await toMany(101, '203.0.113.8'), await toMany(102, '203.0.113.8')]).toEqual([true, false])
    expect(await toMany(103, '198.51.100.1')).toBe(true)
    await set('*', 2_999)
    // Of the last place for all a caller of before gets none, and one newcomer gets it (S30).
    expect([await toMany(104, '198.51.100.1'), await toMany(105, '192.0.2.1')]).toEqual([false, true])
    expect(await toMany(106, '192.0.2.200')).toBe(false)
    ctx.advance(hour)
    expect(await toMany(107)).toBe(true)
  })

  test('of two recipients each is counted, and one of both only once', async () => {
    const { ask } = await start(open)
    expect(await times(5, () => ask({ recipients: ['a@mail.example', 'b@mail.example'] }))).toBe(5)
    expect(await ask({ recipients: ['b@mail.example'] })).toBe(false)
    expect(await times(6, () => ask({ recipients: ['c@mail.example', 'c+x@mail.example'] }))).toBe(5)
  })

  test('what is refused counts nowhere, and no address stands in the table', async () => {
    const { ask, db } = await start(open)
    await times(5, () => ask())
    const before = await db.selectFrom('rateLimit').selectAll().orderBy('subject').execute()
    expect(await ask({ recipients: ['a@mail.example', 'new@mail.example'] })).toBe(false)
    expect(await db.selectFrom('rateLimit').selectAll().orderBy('subject').execute()).toEqual(before)
    expect(JSON.stringify(before)).not.toContain('mail.example')
  })

  test('of ten at once five are admitted', async () => {
    const { ask } = await start(open)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(answers.filter(Boolean)).toHaveLength(5)
  })

  test('a notice always reaches a proven address; another one within the limits', async () => {
    const { ctx, db, ask } = await start(open)
    const words = { preview: '', heading: '', opening: [], link: null, blocks: [], closing: [] }
    const notice = (at: number, emailVerified: boolean) =>
      inTransaction(ctx, (trx) =>
        enqueueMemberMail(
          ctx,
          trx,
          { address: client, emailVerified },
          {
            kind: 'password_changed',
            subjectKey: `${emailVerified} ${at}`,
            recipient: 'a@mail.example',
            subject: '知らせ',
            holdsToken: false,
            ...words,
          },
        ),
      )
    const sent = async () => (await db.selectFrom('mail').select('id').execute()).length
    for (let at = 0; at < 8; at += 1) await notice(at, true)
    expect(await sent()).toBe(8)
    for (let at = 0; at < 8; at += 1) await notice(at, false)
    expect(await sent()).toBe(13)
    expect(await ask()).toBe(false)
  })
})

test.each([
  ['Hana@Mail.Example', 'hana@mail.example'],
  ['hana+shop@mail.example', 'hana@mail.example'],
  ['hana+a+b@mail.example', 'hana@mail.example'],
  ['+hana@mail.example', '+hana@mail.example'],
  ['ha.na@mail.example', 'ha.na@mail.example'],
  ['ha.na+x@gmail.com', 'hana@gmail.com'],
  ['hana@googlemail.com', 'hana@gmail.com'],
])('A25: %s is a mail to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

test('A25: a reset counts for its member, or for the mailbox where nobody proved one of its other spellings', () => {
  const subjectOf = (email: string, emailVerified: boolean, id = email) =>
    resetMailCounts({ id: memberId(id), email, emailVerified }, '203.0.113.7').ofMember.subject
  expect(subjectOf('a@mail.example', false, 'm1')).toBe('reset-mails:m1')
  expect(subjectOf('a+1@mail.example', true, 'm2')).toBe('reset-mails:m2')
  expect(subjectOf('a+1@mail.example', false)).toBe(subjectOf('a+2@mail.example', false))
  expect(subjectOf('a+1@mail.example', false)).not.toMatch(/mail\.example|:m/)
})
