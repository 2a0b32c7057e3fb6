import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { certificateForTests } from '../../../tests/support/certificate-for-tests.ts'
import { bucketForTests, s3KeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import type { S3Refusal } from '../../../tests/support/s3-signature.ts'
import { S3Fault, s3FaultOf } from './s3-fault.ts'
import { type S3Key, s3PlaceAt } from './s3-place.ts'
import { createS3Request } from './s3-request.ts'
import { openS3Store } from './s3-store.ts'

const key = { keyId: s3KeyForTests.BACKUP_S3_KEY_ID, secret: s3KeyForTests.BACKUP_S3_SECRET }

const storeAt = (
  settings: Partial<S3Key>,
  { place = `s3://${bucketForTests}/shop`, answerMs = 60_000 } = {},
) => {
  const found = s3PlaceAt(place, { ...key, ...settings })
  if (found === undefined) throw new Error('no place')
  return openS3Store(found, {
    settings: 'BACKUP_S3',
    limits: { answerMs, writeMs: answerMs },
    attempts: 1,
    errorOf: (fault) => fault,
  })
}

const listen = async (server: ReturnType<typeof createServer | typeof createTlsServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const answering = async (answer: RequestListener) => `http://${await listen(createServer(answer))}`

interface Wrong {
  readonly settings?: Partial<S3Key>
  readonly aheadMs?: number
  readonly sessionToken?: string
  readonly answer?: S3Refusal | number
  /** That alone; otherwise every call. */
  readonly ofLists?: true
}

test.each<[string, Wrong, string, string | RegExp]>([
  ['a key that is not there', { settings: { keyId: 'another' } }, 'key-id', 'BACKUP_S3_KEY_ID'],
  ['another secret', { settings: { secret: 'another' } }, 'key', 'BACKUP_S3_SECRET'],
  [
    'another region',
    { settings: { region: 'us-east-1' } },
    'region',
    /BACKUP_S3_REGION=ap-northeast-1 に直してください（いまは us-east-1）/,
  ],
  ['a clock that is wrong', { aheadMs: 3_600_000 }, 'clock', 'このコンピューターの時計'],
  ['a session token that is missing', { sessionToken: 'of-today' }, 'token', 'BACKUP_S3_SESSION_TOKEN'],
  [
    'a right that is missing',
    { answer: { status: 403, code: 'AccessDenied' } },
    'rights',
    /許可がありません。バケット「fabric-backups」/,
  ],
  [
    'a store that signs lists otherwise',
    { answer: { status: 403, code: 'SignatureDoesNotMatch' }, ofLists: true },
    'signed-otherwise',
    /鍵は合っていますが.*鍵を替えても直りません/,
  ],
  [
    'a region that is told by a redirection',
    { answer: { status: 301, code: 'PermanentRedirect' } },
    'region',
    'BACKUP_S3_REGION',
  ],
  ['a region of R2', { answer: { status: 400, code: 'InvalidRegionName' } }, 'region', 'BACKUP_S3_REGION'],
  ['an old session token', { answer: { status: 400, code: 'ExpiredToken' } }, 'token', 'SESSION_TOKEN'],
  [
    'an account that is used up',
    { answer: { status: 403, code: 'AccessDenied', more: '<Message>Transaction cap exceeded</Message>' } },
    'full',
    '上限',
  ],
  ['a disk that is full', { answer: 507 }, 'full', '上限'],
  [
    'any other 400',
    { answer: { status: 400, code: 'InvalidRequest' } },
    'refused',
    /断られました.*（400 InvalidRequest）/,
  ],
  ['too much at once', { answer: { status: 503, code: 'SlowDown' } }, 'busy', '混み'],
  ['a failure of its own', { answer: 500 }, 'fails', 'S3 の側で'],
])('D90: %s is told as what it is', async (_name, wrong, kind, sentence) => {
  const { settings = {}, aheadMs = 0, sessionToken, answer, ofLists } = wrong
  const s3 = await startS3(onTestFinished)
  s3.now = () => Date.now() + aheadMs
  s3.sessionToken = sessionToken
  s3.fault = (call) => (ofLists === undefined || call === 'GET ' ? answer : undefined)
  const fault: unknown = await storeAt({ endpoint: s3.endpoint, ...settings })
    .check()
    .catch((error: unknown) => error)
  const passes = ['busy', 'fails'].includes(kind)
  expect(fault).toBeInstanceOf(S3Fault)
  expect(fault).toMatchObject({
    kind,
    message: expect.stringMatching(sentence),
    mayPass: passes,
    isRefused: !passes,
  })
  if (!passes) expect(String(fault)).not.toContain('つながりません')
})

test('D90: a place that is right passes the check, a bucket that is not there does not, and only `checkWrites` writes', async () => {
  const s3 = await startS3(onTestFinished)
  const client = storeAt({ endpoint: s3.endpoint })
  await client.check()
  expect([...s3.objects.keys()]).toEqual([])
  await client.checkWrites({ removes: true })
  expect([...s3.objects.keys()]).toEqual([])
  await client.checkWrites({ removes: false })
  expect([...s3.objects.keys()]).toEqual(['shop/.tried'])
  const refuse = (method: string) => {
    s3.fault = (call) => (call.startsWith(method) ? { status: 403, code: 'AccessDenied' } : undefined)
  }
  refuse('DELETE')
  await client.checkWrites({ removes: false })
  await expect(client.checkWrites({ removes: true })).rejects.toMatchObject({ kind: 'rights' })
  refuse('PUT')
  await expect(client.checkWrites({ removes: false })).rejects.toMatchObject({ kind: 'rights' })
  s3.fault = () => undefined
  const nowhere = storeAt({ endpoint: s3.endpoint }, { place: 's3://another-bucket/x' })
  await expect(nowhere.check()).rejects.toMatchObject({
    kind: 'no-bucket',
    message: expect.stringContaining('バケットはありません（another-bucket）'),
  })
})

test('D90: a key that ends by itself is signed with its session token', async () => {
  const s3 = await startS3(onTestFinished)
  s3.sessionToken = 'of-today'
  await storeAt({ endpoint: s3.endpoint, sessionToken: 'of-today' }).check()
  await expect(storeAt({ endpoint: s3.endpoint, sessionToken: 'of-yesterday' }).check()).rejects.toThrow(
    'BACKUP_S3_SESSION_TOKEN',
  )
})

test('D90: lists are asked of the bucket without a slash behind it, which some stores leave out of what they compare', async () => {
  const asked: string[] = []
  const endpoint = await answering((request, response) => {
    asked.push(request.url ?? '')
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end('<ListBucketResult></ListBucketResult>')
  })
  await storeAt({ endpoint }).check()
  expect(asked).toEqual([
    `/${bucketForTests}/shop/.tried`,
    expect.stringMatching(new RegExp(`^/${bucketForTests}\\?list-type=2`)),
  ])
})

test('D90: what is no S3 at all, and an address that leads on, are told as that', async () => {
  const page = '<!DOCTYPE html><html><body>Welcome</body></html>'
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const website = await answering((_, response) => response.writeHead(200, html).end(page))
  await expect(storeAt({ endpoint: website }).check()).rejects.toMatchObject({ kind: 'not-s3' })
  const forbidding = await answering((_, response) => response.writeHead(403, html).end(page))
  await expect(storeAt({ endpoint: forbidding }).check()).rejects.toMatchObject({ kind: 'not-s3' })
  const elsewhere = await answering((_, response) => response.writeHead(200).end('there'))
  const leading = await answering((_, response) => response.writeHead(301, { location: elsewhere }).end())
  await expect(storeAt({ endpoint: leading }).check()).rejects.toMatchObject({ kind: 'redirected' })
  const xml = { 'content-type': 'application/xml; charset=utf-8' }
  const code = '<Error><Code>InvalidRegionName</Code></Error>'
  const ofCharset = await answering((_, response) => response.writeHead(400, xml).end(code))
  await expect(storeAt({ endpoint: ofCharset }).check()).rejects.toMatchObject({ kind: 'region' })
  const broken = await answering((_, response) => response.writeHead(502, html).end(page))
  await expect(storeAt({ endpoint: broken }).check()).rejects.toMatchObject({ kind: 'fails' })
})

test('D90: an answer that stands still or is far too long is given up, whichever question it is to', async () => {
  const s3 = await startS3(onTestFinished)
  s3.objects.set('shop/.tried', Buffer.from('tried\n'))
  s3.fault = (call) => (call === 'GET shop/.tried' ? 'stalls' : undefined)
  const standing = storeAt({ endpoint: s3.endpoint }, { answerMs: 500 })
  await expect(standing.check()).rejects.toMatchObject({ kind: 'silent' })
  const filling = 'x'.repeat(9 * 1024 * 1024)
  const list = `<ListBucketResult><Name>${filling}</Name></ListBucketResult>`
  for (const [asked, status, content] of [
    ['.tried', 200, filling],
    ['list-type', 200, list],
    ['.tried', 403, filling],
  ] as const) {
    const pouring = await answering(({ url = '' }, response) => {
      const isAsked = url.includes(asked)
      response.writeHead(isAsked ? status : 404, { 'content-type': 'application/xml' })
      response.end(isAsked ? content : '')
    })
    await expect(storeAt({ endpoint: pouring }).check(), asked).rejects.toMatchObject({ kind: 'not-s3' })
  }
})

test('D90: a certificate that cannot be checked, a port that is closed, a name that is not there and a silent store are told apart', async () => {
  const files = await certificateForTests('IP:127.0.0.1', onTestFinished)
  const secure = await listen(
    createTlsServer({ cert: await readFile(files.cert), key: await readFile(files.key) }),
  )
  await expect(storeAt({ endpoint: `https://${secure}` }).check()).rejects.toMatchObject({
    kind: 'certificate-unknown',
    message: expect.stringMatching(
      /証明書を確かめられません.*NODE_EXTRA_CA_CERTS.*（DEPTH_ZERO_SELF_SIGNED_CERT）/,
    ),
    mayPass: false,
    isRefused: false,
  })
  const plain = await answering((_, response) => response.end())
  await expect(storeAt({ endpoint: plain.replace('http:', 'https:') }).check()).rejects.toMatchObject({
    kind: 'no-tls',
  })
  const gone = createServer()
  const closed = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  await expect(storeAt({ endpoint: `http://${closed}` }).check()).rejects.toMatchObject({
    kind: 'closed',
    mayPass: true,
  })
  await expect(storeAt({ endpoint: 'http://s3.nowhere.invalid' }).check()).rejects.toMatchObject({
    kind: expect.stringMatching(/^(no-name|unreachable)$/),
  })
  const silent = await answering(() => {})
  await expect(storeAt({ endpoint: silent }, { answerMs: 50 }).check()).rejects.toMatchObject({
    kind: 'silent',
    mayPass: true,
  })
})

test.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-unknown'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-unknown'],
  ['CERT_HAS_EXPIRED', 'certificate-expired'],
  ['CERT_NOT_YET_VALID', 'certificate-expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'no-tls'],
  ['ENOTFOUND', 'no-name'],
  ['EAI_AGAIN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ECONNRESET', 'cut'],
  ['UND_ERR_CONNECT_TIMEOUT', 'silent'],
])('D90: %s of a cause is %s', (code, kind) => {
  const facts = {
    settings: 'PICTURES_S3' as const,
    endpoint: 'https://s3.test/b',
    region: 'r',
    wasTrusted: false,
  }
  const cause = Object.assign(new Error('why'), { code })
  expect(s3FaultOf(new TypeError('fetch failed', { cause }), facts)).toMatchObject({
    kind,
    message: expect.stringContaining(`（${code}）。`),
  })
  const several = new AggregateError([cause, new Error('other')])
  expect(s3FaultOf(new TypeError('fetch failed', { cause: several }), facts)).toMatchObject({ kind })
  expect(s3FaultOf(new TypeError('no such property'), facts)).toBeUndefined()
  expect(s3FaultOf(new Error('why'), facts)).toBeUndefined()
})

test('the S3 of the tests is as strict as Swift: no removal of many without Content-MD5, and each signature is checked', async () => {
  const s3 = await startS3(onTestFinished)
  const asking = (secret: string = key.secret) => {
    const place = s3PlaceAt(`s3://${bucketForTests}`, { endpoint: s3.endpoint, ...key, secret })
    if (place === undefined) throw new Error('no place')
    return createS3Request(place, { answerMs: 60_000, writeMs: 60_000 })
  }
  await asking()('PUT', 'a (1)!.jpg', { body: 'x' })
  expect(await (await asking()('GET', 'a (1)!.jpg')).text()).toBe('x')
  const many = asking()('POST', '', {
    query: { delete: '' },
    body: '<Delete><Object><Key>a</Key></Object></Delete>',
  })
  await expect(many).rejects.toMatchObject({ status: 400 })
  await expect(asking('other')('GET', 'a')).rejects.toMatchObject({ status: 403 })
  const anonymous = await fetch(`${s3.endpoint}/${bucketForTests}/a`)
  expect(anonymous.status).toBe(403)
  expect([...s3.objects.keys()]).toEqual(['a (1)!.jpg'])
})
