import { createServer } from 'node:net'
import type { Transaction } from 'kysely'
import PostalMime from 'postal-mime'
import { assert, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Schema } from '#db/schema.ts'
import type { NewMail } from '~/kernel/mail.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import type { AppContext } from '../app-context.ts'
import { inTransaction } from '../database/transaction.ts'
import { readEnv } from '../env.ts'
import { startJobs } from '../jobs.ts'
import { createLog } from '../log.ts'
import { claimMail, pauseOfMail } from './mail-queue.ts'
import { mailServerTrouble, noteMailServer } from './mail-server-state.ts'
import { enqueueMail, mailboxMails, stopMails } from './outbox.ts'
import { sendLimitMs } from './smtp.ts'
import { renderMail } from './template.ts'
import { type MailTransport, mailOutside, mailTransportOf, smtpTransport } from './transport.ts'
import { mailJobName, mailJobs, sendDueMails } from './worker.ts'

const never = new AbortController().signal
const minute = 60_000
const mail = (parts: Partial<NewMail> = {}): NewMail => ({
  kind: 'order_confirmation',
  subjectKey: 'order-1',
  recipient: 'hanako@example.com',
  subject: '【ぬのスクエア】ご注文',
  holdsToken: false,
  preview: '合計 3,000円',
  heading: 'ご注文を承りました',
  opening: ['ありがとうございます。'],
  link: null,
  blocks: [],
  closing: [],
  ...parts,
})
const outgoing = {
  recipient: 'hanako@example.com',
  messageId: '<same@mail.shop.invalid>',
  ...renderMail('【ぬのスクエア】ご注文', mail(), {
    demo: false,
    shopName: 'ぬのスクエア',
    siteOrigin: 'https://shop.example',
  }),
}

/** A mail server that greets and then says nothing more; `ended` tells that the connection to it has ended. */
const startSilentMailServer = async () => {
  let heard = ''
  let ended = false
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard += bytes
    })
    socket.on('error', () => {})
    socket.on('end', () => {
      ended = true
    })
    socket.on('close', () => {
      ended = true
    })
    socket.write('220 silent.example ESMTP\r\n')
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `smtp://127.0.0.1:${port}`, heard: () => heard, ended: () => ended }
}

onBothEngines('the outbox', (open) => {
  let ctx: ContextForTests
  let sent: string[] = []
  let failure: Error | undefined
  const logged: string[] = []
  const transport: MailTransport = {
    send: async ({ messageId }) => {
      if (failure) throw failure
      sent.push(messageId)
    },
    delivers: true,
    domain: 'shop.example',
    tryOut: async () => null,
    close: () => {},
  }
  const worker = (parts: Partial<AppContext> = {}): AppContext => ({
    ...ctx,
    log: createLog('info', (line) => logged.push(line), Date.now),
    mail: transport,
    random: () => 0.5,
    ...parts,
  })
  const queue = (parts: Partial<NewMail> = {}) =>
    inTransaction(ctx, (trx) => enqueueMail(ctx, trx, mail(parts)))
  const rows = () => ctx.db.selectFrom('mail').selectAll().orderBy('subjectKey').execute()
  beforeEach(async () => {
    ctx = contextForTests((await open()).db)
    sent = []
    failure = undefined
    logged.length = 0
  })

  test('S15: one mail per kind and order, however often it is queued', async () => {
    expect([await queue(), await queue(), await queue({ kind: 'owner_paid' })]).toEqual([true, false, true])
    await sendDueMails(worker(), never)
    await sendDueMails(worker(), never)
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(2)
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('what is rolled back is never sent', async () => {
    const failing = inTransaction(ctx, async (trx) => {
      await enqueueMail(ctx, trx, mail())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
  })

  test('several workers at once send each mail once', async () => {
    for (let at = 0; at < 12; at += 1) await queue({ subjectKey: `order-${at}` })
    await Promise.all(Array.from({ length: 4 }, () => sendDueMails(worker(), never)))
    expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted())
    expect(sent).toHaveLength(12)
  })

  test('a worker that lost its claim leaves the mail alone', async () => {
    await queue()
    const anothers = ctx.now() + 100_000
    const slow = async () => {
      await ctx.db.updateTable('mail').set({ claimedUntil: anothers }).execute()
      throw new Error('too late')
    }
    await sendDueMails(worker({ mail: { ...transport, send: slow } }), never)
    expect(await rows()).toMatchObject([{ state: 'queued', claimedUntil: anothers, lastError: null }])
  })

  test('N105: a mail that was given up while it was being sent keeps why, and says sent where it got through', async () => {
    const stopping = (outcome: Error | null) => async () => {
      await inTransaction(ctx, (trx) =>
        stopMails(trx, ctx, 'order_confirmation', 'order-1', 'to the former one'),
      )
      if (outcome !== null) throw outcome
    }
    await queue()
    await sendDueMails(worker({ mail: { ...transport, send: stopping(new Error('no')) } }), never)
    expect(await rows()).toMatchObject([
      { state: 'dead', lastError: 'to the former one', nextAttemptAt: ctx.now() },
    ])
    await ctx.db.deleteFrom('mail').execute()
    await queue()
    await sendDueMails(worker({ mail: { ...transport, send: stopping(null) } }), never)
    expect(await rows()).toMatchObject([{ state: 'sent', lastError: null }])
  })

  test('a mail server that is down: kept, and sent once when it is back', async () => {
    await queue()
    failure = new Error('ECONNREFUSED')
    await sendDueMails(worker(), never)
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, lastError: 'ECONNREFUSED' }])
    failure = undefined
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
    ctx.advance(minute)
    await sendDueMails(worker(), never)
    await sendDueMails(worker(), never)
    expect(sent).toHaveLength(1)
  })

  test('after 16 failures a mail is dead, with an alarm in the log', async () => {
    await queue()
    failure = new Error('no')
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await sendDueMails(worker(), never)
      ctx.advance(7 * 60 * minute)
    }
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 16 }])
    expect(logged.filter((line) => line.includes('"alarm":true'))).toHaveLength(1)
  })

  test('the log keeps no address that a mail server repeats', async () => {
    await queue()
    failure = new Error(
      "Can't send mail - all recipients were rejected: 550 <hanako@example.com>: unknown user",
    )
    for (let attempt = 0; attempt < 16; attempt += 1) {
      await sendDueMails(worker(), never)
      ctx.advance(7 * 60 * minute)
    }
    expect(logged).toHaveLength(16)
    for (const line of logged) {
      expect(line).toContain('all recipients were rejected')
      expect(line).not.toContain('hanako')
    }
  })

  test('N62: nor one with quotes, which is sent to without them twice', async () => {
    failure = new Error('550 <"foo..bar"@docomo.ne.jp>: unknown user')
    await inTransaction(ctx, (trx) => enqueueMail(ctx, trx, mail({ recipient: '"foo..bar"@docomo.ne.jp' })))
    expect((await rows())[0]).toMatchObject({ recipient: 'foo..bar@docomo.ne.jp', state: 'queued' })
    await sendDueMails(worker(), never)
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain('bar')
  })

  test('a worker that died leaves its mail to another after two minutes, under the same Message-ID', async () => {
    await queue()
    const dying = worker({ mail: { ...transport, send: () => new Promise(() => {}) } })
    void sendDueMails(dying, never)
    await expect.poll(async () => (await rows())[0]?.claimedUntil).toBeGreaterThan(0)
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
    ctx.advance(3 * minute)
    await sendDueMails(worker(), never)
    expect(sent).toEqual([(await rows())[0]?.messageId])
  })

  test('D49: one whose worker was killed when the mail server had it comes a second time, never a third, under one Message-ID', async () => {
    const server = await startMailServer(onTestFinished)
    const transport = smtpTransport(server.url, 'shop@example.com')
    onTestFinished(() => transport.close())
    await queue()
    const claimed = await claimMail(ctx, [])
    assert(claimed !== undefined)
    await transport.send(claimed, never)
    for (const minutes of [1, 3, 3]) {
      ctx.advance(minutes * minute)
      await sendDueMails(worker({ mail: transport }), never)
    }
    const { messageId } = claimed
    const received = server.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]?.trim())
    expect(received).toEqual([messageId, messageId])
  })

  test('N65: a mail that was sent ends what a try had found of the mail server, one that failed does not', async () => {
    await noteMailServer(ctx, 'port')
    await queue()
    failure = new Error('no')
    await sendDueMails(worker(), never)
    expect((await mailServerTrouble(ctx.db))?.why).toBe('port')
    failure = undefined
    ctx.advance(minute)
    await sendDueMails(worker({ mail: { ...transport, delivers: false } }), never)
    expect((await mailServerTrouble(ctx.db))?.why).toBe('port')
    await queue({ subjectKey: 'order-2' })
    await sendDueMails(worker(), never)
    expect(await mailServerTrouble(ctx.db)).toBe(null)
  })

  test('N67: a new mail’s Message-ID bears the sender’s domain, and stays when the sender moves', async () => {
    const as = (domain: string) => ({ ...ctx, mail: { ...transport, domain } })
    const queueAs = (domain: string, subjectKey: string) =>
      inTransaction(ctx, (trx) => enqueueMail(as(domain), trx, mail({ subjectKey })))
    await queueAs('shop.example', 'order-1')
    await queueAs('new.example', 'order-1')
    await queueAs('new.example', 'order-2')
    const ids = (await rows()).map(({ messageId }) => messageId)
    expect(ids).toEqual([
      expect.stringMatching(/^<[0-9a-f]{40}@shop\.example>$/),
      expect.stringMatching(/^<[0-9a-f]{40}@new\.example>$/),
    ])
    await sendDueMails(worker({ mail: { ...transport, domain: 'new.example' } }), never)
    expect([...sent].sort()).toEqual([...ids].sort())
  })

  test('a mail that is being sent is left to its worker for longer than sending may take', async () => {
    await queue()
    const sending = Promise.withResolvers<void>()
    const slow = worker({ mail: { ...transport, send: () => sending.promise } })
    const first = sendDueMails(slow, never)
    await expect.poll(async () => (await rows())[0]?.claimedUntil).toBeGreaterThan(0)
    ctx.advance(sendLimitMs + 10_000)
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
    sending.resolve()
    await first
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  test('D49: a clock that jumps forward makes no worker send again what it is sending', async () => {
    await queue()
    const sending = Promise.withResolvers<void>()
    let begun = 0
    const send = () => {
      begun += 1
      return sending.promise
    }
    const first = sendDueMails(worker({ mail: { ...transport, send } }), never)
    await expect.poll(() => begun).toBe(1)
    ctx.advance(120 * minute)
    await queue({ subjectKey: 'order-2', recipient: 'hanako@example.org' })
    await expect.poll(() => begun).toBe(2)
    sending.resolve()
    await first
    expect(begun).toBe(2)
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
  })

  test.each([
    ['an hour', 60 * minute],
    ['a year', 365 * 24 * 60 * minute],
  ])('a clock set back by %s delays no new mail', async (_by, ms) => {
    await queue()
    ctx.advance(-ms)
    await sendDueMails(worker(), never)
    expect(sent).toHaveLength(1)
  })

  test('a clock set back by an hour makes a mail that failed once wait its pause, not the hour', async () => {
    await queue()
    failure = new Error('no')
    await sendDueMails(worker(), never)
    failure = undefined
    ctx.advance(-60 * minute)
    await sendDueMails(worker(), never)
    expect(sent).toHaveLength(1)
  })

  /** The database as it is, but for so many updates that are no transaction's. */
  const failingUpdates = (times: number, failed: () => void = () => {}) => {
    let left = times
    return new Proxy(ctx.db, {
      get: (target, name) => {
        if (name === 'updateTable' && left > 0) {
          left -= 1
          failed()
          throw new Error('terminating connection due to administrator command')
        }
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  test('S15: a database that is away when the mail has been taken costs no second mail', async () => {
    await queue()
    await sendDueMails(worker({ db: failingUpdates(1) }), never)
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, claimedUntil: 0 }])
    ctx.advance(3 * minute)
    await sendDueMails(worker(), never)
    expect(sent).toHaveLength(1)
  })

  test('the outcome of a mail is stored as long as its worker has the claim, or until the shop closes', async () => {
    await queue()
    let tries = 0
    const late = failingUpdates(9, () => {
      tries += 1
      ctx.advance(2 * minute)
    })
    await expect(sendDueMails(worker({ db: late }), never)).rejects.toThrow('terminating')
    expect(tries).toBe(1)
    ctx.advance(minute)
    const stop = new AbortController()
    const closing = failingUpdates(1_000, () => stop.abort())
    await expect(sendDueMails(worker({ db: closing }), stop.signal)).rejects.toThrow('terminating')
  })

  test('a clock set back by a year holds neither a mail that waits for its next attempt nor one whose worker died', async () => {
    for (const subjectKey of ['waits', 'claimed']) await queue({ subjectKey })
    failure = new Error('no')
    await sendDueMails(worker(), never)
    failure = undefined
    const claim = ctx.now() + 2 * minute
    const claimed = ctx.db.updateTable('mail').set({ claimedUntil: claim, nextAttemptAt: 0 })
    await claimed.where('subjectKey', '=', 'claimed').execute()
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
    ctx.advance(-365 * 24 * 60 * minute)
    await sendDueMails(worker(), never)
    expect(sent).toHaveLength(2)
  })

  test('a process whose clock is some minutes behind leaves the others their mails and pauses', async () => {
    await queue()
    const dying = worker({ mail: { ...transport, send: () => new Promise(() => {}) } })
    void sendDueMails(dying, never)
    await expect.poll(async () => (await rows())[0]?.claimedUntil).toBeGreaterThan(0)
    await ctx.db.updateTable('mail').set({ nextAttemptAt: 0 }).execute()
    await queue({ subjectKey: 'order-2' })
    const pause = ctx.now() + 6 * 60 * minute
    const paused = ctx.db.updateTable('mail').set({ attempts: 12, nextAttemptAt: pause })
    await paused.where('subjectKey', '=', 'order-2').execute()
    ctx.advance(-5 * minute)
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
  })

  const day = 24 * 60 * minute

  const withToken = { holdsToken: true, link: { text: 'ご注文', href: 'https://shop.example/order/token' } }

  test('S23: words that open something are forgotten once they are delivered, and no others', async () => {
    await queue({ subjectKey: '1 link', ...withToken })
    await queue({ subjectKey: '2 none' })
    failure = new Error('no')
    await sendDueMails(worker(), never)
    expect((await rows()).map(({ text }) => text !== '')).toEqual([true, true])
    failure = undefined
    ctx.advance(minute)
    await sendDueMails(worker(), never)
    const [link, none] = await rows()
    expect(link).toMatchObject({ state: 'sent', text: '', html: '', recipient: 'hanako@example.com' })
    expect(none?.text).toContain('ありがとうございます。')
    expect(none?.html).toContain('ありがとうございます。')
    expect(await queue({ subjectKey: '1 link', ...withToken })).toBe(false)
  })

  test('S11: a mail that stays here for the mailbox page keeps the link in it', async () => {
    await queue(withToken)
    await sendDueMails(worker({ mail: { ...transport, delivers: false } }), never)
    expect(await rows()).toMatchObject([{ state: 'sent' }])
    expect((await mailboxMails(ctx))[0]?.text).toContain('https://shop.example/order/token')
  })

  test('P14: a mail that is given up notes when', async () => {
    await queue()
    await ctx.db.updateTable('mail').set({ attempts: 15 }).execute()
    ctx.advance(day)
    failure = new Error('no')
    await sendDueMails(worker(), never)
    expect(await rows()).toMatchObject([{ state: 'dead', nextAttemptAt: ctx.now() }])
  })

  /** Sends to these domains end when `release` is called, all others at once; `most` is how many were under way at a time. */
  const hanging = (...domains: string[]) => {
    const mayEnd = Promise.withResolvers<void>()
    const seen = { inFlight: 0, most: 0, mostSlow: 0, slow: 0 }
    const send: MailTransport['send'] = async ({ recipient, messageId }) => {
      const isSlow = domains.some((domain) => recipient.endsWith(`@${domain}`))
      seen.inFlight += 1
      seen.most = Math.max(seen.most, seen.inFlight)
      if (isSlow) {
        seen.slow += 1
        seen.mostSlow = Math.max(seen.mostSlow, seen.slow)
        await mayEnd.promise
        seen.slow -= 1
      }
      seen.inFlight -= 1
      sent.push(messageId)
    }
    return { ctx: worker({ mail: { ...transport, send } }), seen, release: mayEnd.resolve }
  }
  const sentTo = async (recipient: string) =>
    (await rows()).filter((row) => row.recipient === recipient && row.state === 'sent').length

  test('D8: a mail server that hangs holds up its own recipients alone, also those of later', async () => {
    const slow = ['a@slow.example', 'a@SLOW.example'] as const
    for (let at = 0; at < 30; at += 1)
      await queue({ subjectKey: `slow ${at}`, recipient: slow[at % 2 === 0 ? 0 : 1] })
    for (const at of [1, 2, 3]) await queue({ subjectKey: `quick ${at}`, recipient: 'b@quick.example' })
    const { ctx: busy, seen, release } = hanging('slow.example', 'SLOW.example')
    const run = sendDueMails(busy, never)
    await expect.poll(() => sentTo('b@quick.example')).toBe(3)
    await queue({ subjectKey: 'later', recipient: 'c@other.example' })
    await expect.poll(() => sentTo('c@other.example'), { timeout: 10_000 }).toBe(1)
    expect(seen).toMatchObject({ slow: 2, mostSlow: 2 })
    release()
    await run
    expect(seen.mostSlow).toBe(2)
    expect(sent).toHaveLength(34)
    expect(new Set(sent).size).toBe(34)
  })

  test('D8: what waited for its domain is sent also when the last one under way ends while others are looked for', async () => {
    for (const at of [1, 2, 3]) await queue({ subjectKey: `slow ${at}`, recipient: 'a@slow.example' })
    const { ctx: busy, release } = hanging('slow.example')
    let looks = 0
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target)
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
        return () => ({
          execute: async (task: (trx: Transaction<Schema>) => Promise<unknown>) => {
            looks += 1
            if (looks === 3) {
              release()
              await expect.poll(() => sentTo('a@slow.example')).toBe(2)
            }
            return target.transaction().execute(task)
          },
        })
      },
    })
    await sendDueMails({ ...busy, db }, never)
    expect(await sentTo('a@slow.example')).toBe(3)
  })

  test('D8: six mails are sent at once, and no more', async () => {
    const domains = Array.from({ length: 9 }, (_, at) => `slow${at}.example`)
    for (const domain of domains) await queue({ subjectKey: domain, recipient: `a@${domain}` })
    const { ctx: busy, seen, release } = hanging(...domains)
    const run = sendDueMails(busy, never)
    await expect.poll(() => seen.inFlight).toBe(6)
    release()
    await run
    expect(seen.most).toBe(6)
    expect(sent).toHaveLength(9)
  })

  test.each([
    ['a_b.example', 'axb.example'],
    ['%', 'any.example'],
  ])('D8: room is shared out by the domain %s as it is written, not for %s', async (slow, quick) => {
    for (const at of [1, 2]) await queue({ subjectKey: `slow ${at}`, recipient: `a@${slow}` })
    await queue({ subjectKey: 'quick', recipient: `b@${quick}` })
    const { ctx: busy, release } = hanging(slow)
    const run = sendDueMails(busy, never)
    await expect.poll(() => sentTo(`b@${quick}`)).toBe(1)
    release()
    await run
  })

  test('D8: a mail that its recipient’s server refuses for ever is dead at once, with an alarm; one refused for now waits', async () => {
    await queue({ subjectKey: '1 nobody', recipient: 'nobody@mail.example' })
    await queue({ subjectKey: '2 busy', recipient: 'busy@mail.example' })
    await queue({ subjectKey: '3 somebody', recipient: 'somebody@mail.example' })
    const server = await startMailServer(onTestFinished, {
      'nobody@mail.example': { responseCode: 550, message: '5.1.1 nobody@mail.example: no such user' },
      'busy@mail.example': { responseCode: 450, message: '4.2.1 try again later' },
    })
    const smtp = smtpTransport(server.url, 'shop@example.com')
    onTestFinished(() => smtp.close())
    await sendDueMails(worker({ mail: smtp }), never)
    expect(await rows()).toMatchObject([
      { state: 'dead', attempts: 1, nextAttemptAt: ctx.now(), lastError: expect.stringContaining('5.1.1') },
      { state: 'queued', attempts: 1 },
      { state: 'sent' },
    ])
    const alarms = logged.filter((line) => line.includes('"alarm":true'))
    expect(alarms).toHaveLength(1)
    expect(alarms[0]).toContain('"refused":true')
    expect(alarms[0]).not.toContain('nobody@')
  })

  test('D8: a server that refuses the shop itself is tried again', async () => {
    await queue()
    const server = await startMailServer(onTestFinished, {
      'shop@example.com': { responseCode: 550, message: '5.1.0 sender is not welcome' },
    })
    const smtp = smtpTransport(server.url, 'shop@example.com')
    onTestFinished(() => smtp.close())
    await sendDueMails(worker({ mail: smtp }), never)
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
  })

  const begin = (transport: MailTransport) => {
    const jobs = startJobs(mailJobs(worker({ mail: transport })), worker().log)
    onTestFinished(() => jobs.close())
    void jobs.runNow(mailJobName)
    return jobs
  }

  test('D3: a stop closes the connection to a silent mail server after four seconds; the mail comes after the next start', async () => {
    await queue()
    const silent = await startSilentMailServer()
    const stuck = smtpTransport(silent.url, 'shop@example.com')
    onTestFinished(() => stuck.close())
    const jobs = begin(stuck)
    await expect.poll(() => silent.heard()).toMatch(/^EHLO/)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const closing = jobs.close()
    await vi.advanceTimersByTimeAsync(3_999)
    expect(silent.ended()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await closing
    vi.useRealTimers()
    await expect.poll(() => silent.ended()).toBe(true)
    const [left] = await rows()
    expect(left).toMatchObject({ state: 'queued', claimedUntil: 0, attempts: 0 })

    const good = await startMailServer(onTestFinished)
    const transport = smtpTransport(good.url, 'shop@example.com')
    onTestFinished(() => transport.close())
    await sendDueMails(worker({ mail: transport }), never)
    expect(good.received).toHaveLength(1)
    expect(good.received[0]?.raw).toContain(`Message-ID: ${left?.messageId}`)
    expect(await rows()).toMatchObject([{ state: 'sent', messageId: left?.messageId }])
  })

  test('D3: a stop lets a mail that is nearly sent get through, and begins no other', async () => {
    for (const subjectKey of ['order-1', 'order-2', 'order-3']) await queue({ subjectKey })
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let inFlight = 0
    const jobs = begin({
      ...transport,
      send: async (each, cut) => {
        inFlight += 1
        if (inFlight === 2) begun.resolve()
        await mayEnd.promise
        await transport.send(each, cut)
      },
    })
    await begun.promise
    const closed = jobs.close()
    mayEnd.resolve()
    await closed
    expect(sent).toHaveLength(2)
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'queued'])
  })

  test.each([
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'Hanako <a@example.com>',
    'a@b@example.com',
    '',
    `${'a'.repeat(300)}@example.com`,
  ])('%j is no address: kept for the owner to see, never sent', async (recipient) => {
    await queue({ recipient })
    await sendDueMails(worker(), never)
    expect(sent).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'dead', lastError: 'メールアドレスとして使えません' }])
    expect((await rows())[0]?.recipient).not.toMatch(/[\r\n]/)
  })

  test('the mailbox shows the newest first, and none that may still be taken back', async () => {
    await queue({ subjectKey: 'old' })
    ctx.advance(minute)
    await queue({ subjectKey: 'new', subject: '二通目' })
    await queue({ subjectKey: 'later', subject: '発送しました' })
    await ctx.db
      .updateTable('mail')
      .set({ nextAttemptAt: ctx.now() + minute })
      .where('subjectKey', '=', 'later')
      .execute()
    expect((await mailboxMails(ctx)).map(({ subject }) => subject)).toEqual([
      '二通目',
      '【ぬのスクエア】ご注文',
    ])
    ctx.advance(minute)
    expect(await mailboxMails(ctx)).toHaveLength(3)
  })
})

test('pauses grow up to six hours and are spread', () => {
  expect([1, 2, 3, 40].map((attempts) => pauseOfMail(attempts, 1))).toEqual([
    30_000, 60_000, 120_000, 21_600_000,
  ])
  expect(pauseOfMail(1, 0)).toBe(15_000)
})

test('ASVS 1.3.11: over SMTP: Japanese text and HTML, one recipient, and no line of a shopper becomes a header', async () => {
  const server = await startMailServer(onTestFinished)
  const transport = smtpTransport(server.url, 'ぬのスクエア <shop@example.com>')
  onTestFinished(() => transport.close())
  await transport.send({ ...outgoing, subject: 'ご注文\r\nBcc: evil@example.com' }, never)
  const [got] = server.received
  expect(got?.recipients).toEqual(['hanako@example.com'])
  const parsed = await new PostalMime().parse(got?.raw ?? '')
  expect(parsed).toMatchObject({
    messageId: '<same@mail.shop.invalid>',
    from: { name: 'ぬのスクエア', address: 'shop@example.com' },
    to: [{ address: 'hanako@example.com' }],
  })
  expect(parsed.text).toContain('ありがとうございます。')
  expect(parsed.html).toContain('>ありがとうございます。</p>')
  expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('a mail server that takes too long is disconnected, and does not get a mail that is sent again', async () => {
  const silent = await startSilentMailServer()
  const transport = smtpTransport(silent.url, 'shop@example.com', { limitMs: 200 })
  onTestFinished(() => transport.close())
  await expect(transport.send(outgoing, never)).rejects.toThrow()
  await expect.poll(() => silent.ended()).toBe(true)
})

test('N66: a try has its own limit, and pages are drawn meanwhile', async () => {
  const silent = await startSilentMailServer()
  const outside: string[] = []
  const transport = mailOutside(
    smtpTransport(silent.url, 'shop@example.com', { limitMs: 200 }),
    async (wait) => {
      outside.push('left')
      const answer = await wait()
      outside.push('back')
      return answer
    },
  )
  onTestFinished(() => transport.close())
  expect((await transport.tryOut(outgoing))?.steps.at(-1)).toMatchObject({
    state: 'failed',
    said: 'no answer in time',
  })
  expect(outside).toEqual(['left', 'back'])
  await expect.poll(() => silent.ended()).toBe(true)
})

test('a mail server that refuses or is not there rejects', async () => {
  const server = await startMailServer(onTestFinished)
  await server.close()
  const transport = smtpTransport(server.url, 'shop@example.com')
  onTestFinished(() => transport.close())
  await expect(transport.send(outgoing, never)).rejects.toThrow()
})

test('S11: a demo sends nothing to anybody, whatever its settings say', async () => {
  const server = await startMailServer(onTestFinished)
  const env = readEnv({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' })
  assert(env.ok)
  for (const demo of [true, false]) {
    const transport = mailTransportOf(env.value, demo)
    await transport.send(outgoing, never)
    transport.close()
    expect(server.received).toHaveLength(demo ? 0 : 1)
  }
})
