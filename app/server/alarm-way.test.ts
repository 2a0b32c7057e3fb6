import { createServer, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { alarmWayOf } from './alarm-way.ts'
import { readEnv } from './env.ts'

const running = new AbortController().signal

const way = (settings: Record<string, string>, demo = true) => {
  const env = readEnv(settings)
  if (!env.ok) throw new Error(env.error.join())
  const made = alarmWayOf(env.value, { demo, ownerEmail: 'owner@shop.example', newId: () => 'id' })
  onTestFinished(() => made?.close())
  return made
}

interface Posted {
  readonly method: string | undefined
  readonly type: string | undefined
  readonly body: string
}

const startHook = async (status = 204) => {
  const posted: Posted[] = []
  const take = async (request: IncomingMessage) => {
    let body = ''
    for await (const chunk of request) body += chunk
    posted.push({ method: request.method, type: request.headers['content-type'], body })
  }
  const server = createServer(async (request, response) => {
    await take(request)
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  return { posted, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook` }
}

test('there is none without a setting', () => {
  expect(way({})).toBeNull()
})

test('the webhook gets one JSON with the text', async () => {
  const { posted, url } = await startHook()
  expect(await way({ ALARM_WEBHOOK_URL: url })?.tell('メールが…', running)).toEqual({ ok: true, value: null })
  expect(posted).toEqual([
    { method: 'POST', type: 'application/json; charset=utf-8', body: '{"text":"メールが…"}' },
  ])
})

test.each([500, 302])('an answer %i is a refusal, and nobody is followed', async (status) => {
  const { posted, url } = await startHook(status)
  expect(await way({ ALARM_WEBHOOK_URL: url })?.tell('x', running)).toMatchObject({ ok: false })
  expect(posted).toHaveLength(1)
})

test('P3: a real shop posts to public addresses alone, over https', async () => {
  const { posted, url } = await startHook()
  for (const address of [url, url.replace('http:', 'https:'), 'https://10.0.0.1/hook'])
    expect(await way({ ALARM_WEBHOOK_URL: address }, false)?.tell('x', running)).toMatchObject({
      ok: false,
      error: expect.stringContaining('not allowed'),
    })
  expect(posted).toEqual([])
})

test('a second mail server gets a mail to the owner, but none from a demo', async () => {
  const server = await startMailServer(onTestFinished)
  const settings = { ALARM_SMTP_URL: server.url, MAIL_FROM: 'shop@shop.example' }
  expect(way(settings)).toBeNull()
  expect(await way(settings, false)?.tell('1 < 2', running)).toEqual({ ok: true, value: null })
  expect(server.received.map(({ recipients }) => recipients)).toEqual([['owner@shop.example']])
})

test('N67: the second mail server gets no password without TLS; its mails bear the sender’s domain', async () => {
  const server = await startMailServer(onTestFinished, {}, 0, { password: 'p@ss' })
  const settings = {
    ALARM_SMTP_URL: server.url.replace('://127.0.0.1', '://user:p%40ss@0.0.0.0'),
    MAIL_FROM: 'ぬのスクエア <shop@shop.example>',
    SMTP_HELO: 'mx.shop.example',
  }
  expect(await way(settings, false)?.tell('x', running)).toMatchObject({ ok: false })
  expect(server.passwords).toEqual([])
  const plain = way({ ...settings, SMTP_PLAIN_PASSWORD: '1' }, false)
  expect(await plain?.tell('x', running)).toEqual({ ok: true, value: null })
  expect(server.received).toMatchObject([
    { helo: 'mx.shop.example', raw: expect.stringMatching(/^Message-ID: <\S+@shop\.example>\r$/m) },
  ])
})

test('of two ways one is enough', async () => {
  const server = await startMailServer(onTestFinished)
  const settings = {
    ALARM_SMTP_URL: server.url,
    MAIL_FROM: 'shop@shop.example',
    ALARM_WEBHOOK_URL: 'https://10.0.0.1/hook',
  }
  expect(await way(settings, false)?.tell('x', running)).toEqual({ ok: true, value: null })
  const neither = { ...settings, ALARM_SMTP_URL: 'smtp://127.0.0.1:1' }
  expect(await way(neither, false)?.tell('x', running)).toMatchObject({ ok: false })
})
