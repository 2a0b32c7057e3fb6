import { beforeEach, expect, test } from 'vitest'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { createLog } from '../log.ts'
import { mailServerTrouble, noteMailServer, noteMailTaken, tryMailServerJob } from './mail-server-state.ts'
import type { MailTrial } from './mail-trial.ts'
import type { MailTrouble } from './mail-trouble.ts'

const running = new AbortController().signal
const minute = 60_000

onBothEngines('N65: whether the mail server can be used', (open) => {
  let ctx: ContextForTests
  let trouble: MailTrouble | null
  let tries: number
  let told: string[]
  let logged: string[]
  const trial = async (): Promise<MailTrial> => {
    tries += 1
    return {
      steps: [{ state: trouble ? 'failed' : 'done', text: '', said: '535 no' }],
      trouble,
      failedAt: trouble && 'connection',
    }
  }
  const jobOf = (delivers = true) =>
    tryMailServerJob(
      {
        ...ctx,
        log: createLog('info', (line) => logged.push(line), Date.now),
        mail: { ...ctx.mail, delivers, tryOut: trial },
      },
      (sentence) => told.push(sentence),
    )
  beforeEach(async () => {
    ctx = contextForTests((await open()).db)
    trouble = null
    tries = 0
    told = []
    logged = []
  })

  test('is tried once at the start, and all is well without a word or a row', async () => {
    const job = jobOf()
    for (let run = 0; run < 3; run += 1) await job.run(running)
    expect([tries, told]).toEqual([1, []])
    expect(
      await ctx.db.selectFrom('shopState').select('key').where('key', '=', 'mail_server').execute(),
    ).toEqual([])
  })

  test('is told in one sentence and kept, tried each minute while it may pass, and over with a try that goes through', async () => {
    trouble = 'port'
    const job = jobOf()
    await job.run(running)
    const since = ctx.now()
    ctx.advance(minute)
    await job.run(running)
    expect(await mailServerTrouble(ctx.db)).toEqual({ why: 'port', at: 'connection', since })
    expect(told).toEqual([
      expect.stringMatching(/^ご注意：メールサーバーにつながりません。.*お店は開いていますが、/),
    ])
    expect(logged).toHaveLength(2)
    expect(logged[0]).toContain('"alarm":true')
    trouble = null
    await job.run(running)
    expect(await mailServerTrouble(ctx.db)).toBe(null)
    expect(told.slice(1)).toEqual(['メールサーバーが使えるようになりました。'])
    await job.run(running)
    expect(tries).toBe(3)
  })

  test('a login that was refused is tried each quarter of an hour only', async () => {
    trouble = 'password'
    const job = jobOf()
    for (let run = 0; run < 16; run += 1) await job.run(running)
    expect(tries).toBe(2)
  })

  test('what another process or the former start found is tried, too; when it began stays', async () => {
    await noteMailServer(ctx, 'host')
    const since = ctx.now()
    ctx.advance(minute)
    trouble = 'certificate-name'
    await jobOf().run(running)
    expect(await mailServerTrouble(ctx.db)).toEqual({ why: 'certificate-name', at: 'connection', since })
  })

  test('a mail that was sent ends it; what is of one mail neither begins nor ends it', async () => {
    const ofOneMail = async () => {
      await noteMailServer(ctx, 'recipient', 'recipient')
      await noteMailServer(ctx, 'later', 'recipient')
      await noteMailServer(ctx, 'closed', 'message')
    }
    await ofOneMail()
    expect(await mailServerTrouble(ctx.db)).toBe(null)
    await noteMailServer(ctx, 'silent')
    await ofOneMail()
    expect((await mailServerTrouble(ctx.db))?.why).toBe('silent')
    await noteMailTaken(ctx)
    expect(await mailServerTrouble(ctx.db)).toBe(null)
  })

  test('a sender that was refused is ended by no try without a mail, but by the next start', async () => {
    const job = jobOf()
    await job.run(running)
    await noteMailServer(ctx, 'sender', 'sender')
    await job.run(running)
    expect(tries).toBe(1)
    expect((await mailServerTrouble(ctx.db))?.why).toBe('sender')
    await jobOf().run(running)
    expect(await mailServerTrouble(ctx.db)).toBe(null)
  })

  test('a mail that was sent stays sent where that cannot be noted', async () => {
    await noteMailServer(ctx, 'silent')
    await ctx.db.destroy()
    await noteMailTaken({ ...ctx, log: createLog('info', (line) => logged.push(line), Date.now) })
    expect(logged.join()).toContain('could not be noted')
  })

  test('a shop that closes notes nothing of a try that it cut off; one that sends no mails tries nothing', async () => {
    trouble = 'silent'
    const closing = new AbortController()
    closing.abort()
    await jobOf().run(closing.signal)
    expect([await mailServerTrouble(ctx.db), told]).toEqual([null, []])
    tries = 0
    await jobOf(false).run(running)
    expect(tries).toBe(0)
  })
})
