import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { DeskPerson } from '~/kernel/actor.ts'
import { auditOf } from '~/server/audit.ts'
import { mailServerTrouble, noteMailServer } from '~/server/mail/mail-server-state.ts'
import { mailboxMails } from '~/server/mail/outbox.ts'
import { smtpTransport } from '~/server/mail/transport.ts'
import {
  type ContextForTests,
  contextForTests,
  onBothEngines,
} from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mail-server.ts'
import { ownerWords } from '../../../tests/support/owner-words.ts'
import { pressForm } from '../../../tests/support/press-form.ts'
import { press } from './access/desk-action.server.ts'
import { shopView } from './shop.queries.server.ts'
import { forgetTestMail, sendTestMail } from './test-mail.commands.server.ts'
import { lastTestMail } from './test-mail.queries.server.ts'
import { testMailOutcome } from './test-mail.rules.ts'

const hour = 3_600_000
const to = 'owner@shop.example'
const shopCommand = ownerWords('shop')

onBothEngines('N66: a mail that tries the mail server', (open) => {
  let ctx: ContextForTests
  let owner: DeskPerson
  let server: MailServer
  const at = (url: string) => {
    const mail = smtpTransport(url, 'shop@shop.example')
    return { ...ctx, mail }
  }
  const send = (requestId: string, shop = at(server.url)) => sendTestMail(shop, owner, { requestId, to })
  const run = async (shop: ContextForTests, ...words: string[]) => {
    const { lines, exitCode } = await shopCommand(shop, ['test-mail', ...words])
    return { text: lines.join('\n'), exitCode }
  }
  beforeEach(async () => {
    ctx = contextForTests((await open()).db)
    owner = deskPersonForTests(ctx)
    server = await startMailServer(onTestFinished)
  })

  test('goes to the owner alone, once for a form, past the queue; what became of it stays', async () => {
    const form = { act: 'test-mail', requestId: 'a', number: 'x@evil.example', to: 'x@evil.example' }
    const send = () =>
      pressForm(at(server.url), owner, press(sendTestMail, { at: {}, done: () => 'done' }), form)
    expect(await send()).toEqual({ to: 'done' })
    expect(await send()).toEqual({ to: 'done' })
    expect(server.received.map(({ recipients }) => recipients)).toEqual([[to]])
    const { testMail } = await shopView(ctx)
    expect(testMail).toMatchObject({ recipient: to, trouble: null, last: { at: ctx.now() } })
    expect(testMail.last?.steps?.at(-1)).toMatchObject({
      state: 'done',
      said: '250 2.0.0 Ok: queued as 4XTEST',
    })
    expect(testMailOutcome(testMail.last ?? { steps: null }).isSent).toBe(true)
    expect(await ctx.db.selectFrom('mail').select('id').execute()).toEqual([])
  })

  test('holds no personal data, nor do the log and what is kept; its Message-ID bears the sender’s domain', async () => {
    await send('a')
    const [{ raw = '' } = {}] = server.received
    const [head = '', body = ''] = raw.split('\r\n\r\n', 2)
    expect(head).toMatch(/^Message-ID: <id-\d+@shop\.example>$/m)
    const words = Buffer.from(body, 'base64').toString()
    expect(`${words}${raw.slice(head.length)}`).not.toMatch(/owner@|お店の人/)
    const audit = await auditOf(ctx.db, 'shop')
    expect(audit).toMatchObject([{ act: 'mail.test' }])
    expect(
      JSON.stringify([audit.map(({ before, after }) => [before, after]), await lastTestMail(ctx.db)]),
    ).not.toContain('@')
  })

  test('five an hour go, from the desk and the command line together; a form that comes again counts once', async () => {
    for (const id of ['a', 'b', 'b']) expect((await send(id)).ok).toBe(true)
    for (let count = 0; count < 3; count += 1) expect((await run(at(server.url))).exitCode).toBe(0)
    expect(await send('f')).toEqual({ ok: false, error: 'too-many' })
    expect(await run(at(server.url))).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('1時間に5通まで'),
    })
    expect(server.received).toHaveLength(5)
    expect(await auditOf(ctx.db, 'shop')).toHaveLength(5)
    ctx.advance(hour)
    expect((await send('f')).ok).toBe(true)
  })

  test('a mail server that cannot be used is told and stands at きょう; one that takes the mail ends it', async () => {
    const down = await send('a', at('smtp://127.0.0.1:1'))
    expect(down).toMatchObject({ ok: true, value: { steps: [{ state: 'done' }, { state: 'failed' }] } })
    expect((await shopView(ctx)).testMail.trouble).toContain('メールサーバーにつながりません。')
    expect((await mailServerTrouble(ctx.db))?.why).toBe('port')
    await send('b')
    expect(await mailServerTrouble(ctx.db)).toBe(null)
  })

  test('a refused sender stands at きょう, a refused recipient does not', async () => {
    const refusing = async (address: string) => {
      const refusal = { [address]: { responseCode: 550, message: '5.7.1 no' } }
      return at((await startMailServer(onTestFinished, refusal)).url)
    }
    await send('a', await refusing(to))
    expect(await mailServerTrouble(ctx.db)).toBe(null)
    await send('b', await refusing('shop@shop.example'))
    expect(await mailServerTrouble(ctx.db)).toMatchObject({ why: 'sender', at: 'sender' })
  })

  test('until an answer comes, and where the shop is killed before it, the page says that it does not know', async () => {
    const asked = Promise.withResolvers<void>()
    const shop = at(server.url)
    const hanging = {
      ...shop,
      mail: {
        ...shop.mail,
        tryOut: () => {
          asked.resolve()
          return new Promise<never>(() => {})
        },
      },
    }
    void send('a', hanging)
    await asked.promise
    const { last } = (await shopView(ctx)).testMail
    expect(last).toEqual({ at: ctx.now(), steps: null })
    expect(testMailOutcome(last ?? { steps: [] }).text).toContain('まだわかりません')
    expect(await send('a')).toMatchObject({ ok: true, value: { steps: null } })
    expect(server.received).toEqual([])
  })

  test('in a demo it goes to the mailbox page, and the end of the demo forgets it', async () => {
    const demo = { ...ctx, demo: true }
    expect(await send('a', demo)).toMatchObject({ ok: true, value: { steps: [{ state: 'skipped' }] } })
    expect(await mailboxMails(demo)).toMatchObject([
      { recipient: to, subject: expect.stringContaining('試しのメール') },
    ])
    await forgetTestMail(ctx)
    expect(await lastTestMail(ctx.db)).toBe(null)
  })

  test('a real shop without a mail server is told so, and a packer finds nothing', async () => {
    expect(await send('a', ctx)).toEqual({ ok: false, error: 'mail-off' })
    const packer = deskPersonForTests(ctx, { role: 'packer' })
    expect(await sendTestMail(at(server.url), packer, { requestId: 'b', to })).toEqual({
      ok: false,
      error: 'not-found',
    })
    expect([await auditOf(ctx.db, 'shop'), server.received]).toEqual([[], []])
  })

  test('npm run shop -- test-mail: to OWNER_EMAIL or an address, line by line, and what is wrong', async () => {
    const sent = await run(at(server.url), 'helper@mail.example')
    expect(sent.exitCode).toBe(0)
    expect(sent.text).toContain(
      '  ○ メールサーバーが引き受けました。\n     250 2.0.0 Ok: queued as 4XTEST\n試しのメールを送りました。',
    )
    expect((await run(at(server.url))).exitCode).toBe(0)
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['helper@mail.example'], [to]])
    const failed = await run(at('smtp://127.0.0.1:1'))
    expect(failed.exitCode).toBe(1)
    expect(failed.text).toMatch(
      / {2}× メールサーバーにつながりません。.*\n {5}connect ECONNREFUSED.*\n試しのメールを送れませんでした。/,
    )
    expect(JSON.stringify(await auditOf(ctx.db, 'shop'))).not.toContain('helper@')
    for (const words of [['no address'], [to, to]])
      expect(await run(at(server.url), ...words)).toMatchObject({
        exitCode: 2,
        text: expect.stringContaining('使い方'),
      })
  })

  test('N65: npm run shop -- status says that mails do not go out', async () => {
    const status = async () => (await shopCommand(ctx, ['status'])).lines.join('\n')
    expect(await status()).not.toContain('お店からのメール')
    await noteMailServer(ctx, 'password')
    expect(await status()).toContain(
      '★ お店からのメール：送れません。メールサーバーのユーザー名かパスワードが通りません。',
    )
  })
})
