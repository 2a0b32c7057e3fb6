import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../../tests/support/mail-server.ts'
import { type MailTrial, tryMailServer } from './mail-trial.ts'
import { type SmtpSettings, senderDomain } from './smtp.ts'

const mail = {
  recipient: 'owner@shop.example',
  subject: '試しのメール',
  text: '届きました。\n',
  html: '<p>届きました。</p>',
  messageId: '<1@shop.example>',
}
const running = new AbortController().signal
const tryAt = (
  url: string,
  more: Partial<SmtpSettings> = {},
  outgoing: typeof mail | null = mail,
  abort = running,
): Promise<MailTrial> =>
  tryMailServer({ url, from: 'ぬのスクエア <shop@shop.example>', ...more }, outgoing, abort)
const states = ({ steps }: MailTrial) => steps.map(({ state, text }) => `${state} ${text}`)
/** The same server as if it stood elsewhere: not a name of this machine. */
const elsewhere = (url: string, login = 'user:p%40ss') => url.replace('://127.0.0.1', `://${login}@0.0.0.0`)

test('N66: each step of a mail is told, with the last line of the mail server', async () => {
  const server = await startMailServer(onTestFinished)
  const trial = await tryAt(server.url)
  expect(trial.trouble).toBe(null)
  expect(states(trial)).toEqual([
    'done サーバーの名前が見つかりました：127.0.0.1',
    expect.stringMatching(/^done つながりました：127\.0\.0\.1 の\d+番$/),
    'skipped 暗号化していません。',
    'skipped ログインはしません（SMTP_URL にユーザー名がありません）。',
    'done 差出人（MAIL_FROM）が受けつけられました。',
    'done 宛先が受けつけられました。',
    'done メールサーバーが引き受けました。',
  ])
  expect(trial.steps.at(-1)?.said).toBe('250 2.0.0 Ok: queued as 4XTEST')
  expect(server.received.map(({ recipients }) => recipients)).toEqual([['owner@shop.example']])
})

test('N66: words that steer a terminal, and an answer of a million signs, are told short and harmless', async () => {
  const steering = await startMailServer(onTestFinished, {}, 0, { answer: '2.0.0 \x1b[31mOk\x07 \u202e4X' })
  expect((await tryAt(steering.url)).steps.at(-1)?.said).toBe('250 2.0.0 [31mOk 4X')
  const long = await startMailServer(onTestFinished, {
    'owner@shop.example': {
      responseCode: 550,
      message: `5.1.1 no owner@shop.example ${'a'.repeat(900_000)}`,
    },
  })
  expect((await tryAt(long.url)).steps.at(-1)?.said).toMatch(/^550 5\.1\.1 no \(address\)$/)
})

test('N65: without a mail it ends after the login, and nobody gets anything', async () => {
  const server = await startMailServer(onTestFinished, {}, 0, { password: 'p@ss', tls: 'starttls' })
  const trial = await tryAt(`${elsewhere(server.url)}?tls.rejectUnauthorized=false`, {}, null)
  expect(states(trial).slice(2)).toEqual([
    'done 暗号化しました：TLSv1.3、証明書は localhost、発行元は localhost、期限は 2025/2/9、SMTP_URL の設定により、証明書を確かめていません',
    'done ログインできました。',
  ])
  expect(server.received).toEqual([])
})

test.each(['starttls', 'smtps'] as const)(
  'N66: a certificate of nobody is told, and no password is sent: %s',
  async (tls) => {
    const server = await startMailServer(onTestFinished, {}, 0, { password: 'p@ss', tls })
    const trial = await tryAt(elsewhere(server.url))
    expect(trial.trouble).toMatch(/^certificate/)
    expect(states(trial).at(-1)).toMatch(/^failed メールサーバーの証明書/)
    expect(trial.steps).toHaveLength(3)
    expect(server.passwords).toEqual([])
  },
)

test('N67: without TLS a password goes to this machine alone, unless the setting says so', async () => {
  const server = await startMailServer(onTestFinished, {}, 0, { password: 'p@ss' })
  const far = elsewhere(server.url)
  for (const url of [
    far,
    `${far}?ignoreTLS=true`,
    `${far}?requireTLS=false`,
    `${far}?opportunisticTLS=true`,
  ]) {
    const refused = await tryAt(url)
    expect(refused.trouble, url).toBe('no-tls')
    expect(states(refused).at(-1), url).toContain('SMTP_PLAIN_PASSWORD=1')
  }
  expect(server.passwords).toEqual([])
  expect((await tryAt(far, { plainPassword: true })).trouble).toBe(null)
  expect((await tryAt(server.url.replace('://', '://user:p%40ss@'))).trouble).toBe(null)
  expect(server.passwords).toEqual(['p@ss', 'p@ss'])
})

test('N66: a wrong password is told without any part of it, even where the mail server repeats it', async () => {
  const server = await startMailServer(onTestFinished, {}, 0, { password: 'p@ss' })
  const trial = await tryAt(server.url.replace('://', '://user:wr%40ng@'))
  expect(trial).toMatchObject({ trouble: 'password', steps: [{}, {}, {}, { state: 'failed', said: '' }] })
  expect(server.passwords).toEqual(['wr@ng'])
  expect(JSON.stringify(trial)).not.toMatch(/wr@ng|wr%40ng|d3JAbmc/)
})

test.each([
  ['shop@shop.example', 550, '5.1.0 <shop@shop.example> is not welcome', 'sender', 4],
  ['shop@shop.example', 530, '5.7.0 Authentication required', 'login-needed', 4],
  ['shop@shop.example', 451, '4.3.0 try again later', 'later', 4],
  ['owner@shop.example', 553, '5.7.1 <shop@shop.example>: Sender address rejected: not owned', 'sender', 4],
  ['owner@shop.example', 550, '5.1.1 <owner@shop.example>: no such user', 'recipient', 5],
  ['owner@shop.example', 554, '5.7.1 <owner@shop.example>: Relay access denied', 'relay', 5],
  ['owner@shop.example', 450, '4.2.0 greylisted', 'later', 5],
] as const)('N66: %s is answered %i %s', async (address, responseCode, message, trouble, before) => {
  const server = await startMailServer(onTestFinished, { [address]: { responseCode, message } })
  const trial = await tryAt(server.url)
  expect(trial.trouble).toBe(trouble)
  expect(trial.steps).toHaveLength(before + 1)
  const [last] = trial.steps.slice(-1)
  expect(last?.state).toBe('failed')
  expect(last?.said).toContain(String(responseCode))
  expect(last?.said).not.toContain('@')
  expect(server.received).toEqual([])
})

/** Says `greeting` to whoever connects, or nothing. */
const startOther = async (greeting: string | null, onConnect = () => {}) => {
  const server = createServer((socket) => {
    onConnect()
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    if (greeting !== null) socket.end(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('N66: a server that is no mail server, closes, or refuses everybody is told', async () => {
  expect(await tryAt(`smtp://${await startOther('HTTP/1.1 400 Bad Request\r\n\r\n')}`)).toMatchObject({
    trouble: 'no-mail-server',
  })
  expect(await tryAt(`smtp://${await startOther('554 5.7.1 you are blocked\r\n')}`)).toMatchObject({
    trouble: 'refused',
    steps: [{ state: 'done' }, { state: 'done' }, { state: 'failed', said: '554 5.7.1 you are blocked' }],
  })
  expect(await tryAt(`smtp://${await startOther('')}`)).toMatchObject({ trouble: 'closed' })
  expect(await tryAt(`smtps://${await startOther('220 mail.example ESMTP\r\n')}`)).toMatchObject({
    trouble: 'tls',
  })
})

test('N66: nobody at the port, and a name that there is not', async () => {
  expect(await tryAt('smtp://127.0.0.1:1')).toMatchObject({
    trouble: 'port',
    steps: [{ state: 'done' }, { state: 'failed' }],
  })
  expect(await tryAt('smtp://mail..example')).toMatchObject({
    trouble: 'host',
    steps: [{ state: 'failed' }],
  })
})

test('N66: a server that is silent is left when the time is over', async () => {
  const connected = Promise.withResolvers<void>()
  const url = `smtp://${await startOther(null, connected.resolve)}`
  const over = new AbortController()
  const trial = tryAt(url, {}, mail, over.signal)
  await connected.promise
  over.abort()
  const left = {
    trouble: 'silent',
    steps: expect.arrayContaining([expect.objectContaining({ said: 'no answer in time' })]),
  }
  expect(await trial).toMatchObject(left)
  expect(await tryAt(url, {}, mail, over.signal)).toMatchObject(left)
})

test('N67: HELO is the sender’s domain, unless the setting or the address says otherwise', async () => {
  const server = await startMailServer(onTestFinished)
  await tryAt(server.url)
  await tryAt(`${server.url}?name=own.example`)
  await tryAt(`${server.url}?name=own.example`, { helo: 'set.example' })
  expect(server.received.map(({ helo }) => helo)).toEqual(['shop.example', 'own.example', 'set.example'])
  expect(await tryAt(server.url, { helo: 'shop' })).toMatchObject({ trouble: 'helo' })
})

test.each([
  ['shop@Shop.Example', 'shop.example'],
  ['ぬのスクエア <shop@布.example>', 'xn--8st.example'],
  ['shop', 'mail.shop.invalid'],
])('N67: the domain of %s is %s', (from, domain) => {
  expect(senderDomain(from)).toBe(domain)
})
