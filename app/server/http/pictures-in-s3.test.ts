import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { bucketForTests, picturesKeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { openPictureBucket } from '../pictures/picture-bucket.ts'
import { createFileHandler } from './files.ts'

const name = `uploads/${'a'.repeat(32)}-20x10.jpg`
const briefMs = 1_500
const pdf = `uploads/${'b'.repeat(32)}.pdf`

/** A limit that a busy machine keeps, for what is to be there; `briefMs` for what hangs. */
const start = async (answerMs = 60_000) => {
  const imagesDir = mkdtempSync(join(tmpdir(), 'files-in-s3-'))
  onTestFinished(() => rmSync(imagesDir, { recursive: true }))
  mkdirSync(join(imagesDir, 'uploads'))
  const s3 = await startS3(onTestFinished)
  const place = { region: 'ap-northeast-1', prefix: '', keyId: picturesKeyForTests.PICTURES_S3_KEY_ID }
  const pictureBucket = openPictureBucket(
    {
      ...place,
      endpoint: `${s3.endpoint}/${bucketForTests}`,
      secret: picturesKeyForTests.PICTURES_S3_SECRET,
    },
    { answerMs, writeMs: 300 },
  )
  s3.objects.set(name, Buffer.alloc(200_000, 'jpeg'))
  const handleFile = createFileHandler(undefined, { imagesDir, pictureBucket })
  const server = createServer(async (request, response) => {
    if (!(await handleFile(request, response))) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const begin = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = httpRequest({
      host: '127.0.0.1',
      port,
      path: `/Image/${path}`,
      headers,
      method,
      agent: false,
    })
    asked.end()
    const [answer] = await once(asked, 'response')
    return answer
  }
  const send = async (...asked: Parameters<typeof begin>) => {
    const answer = await begin(...asked)
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
  }
  return { s3, imagesDir, begin, send }
}

test('D43: an upload in S3 has the address, headers and marks that it has in the folder', async () => {
  const { s3, send } = await start()
  const whole = await send(name)
  expect(whole).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/jpeg',
      'content-length': '200000',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'last-modified': 'Wed, 01 Apr 2026 00:00:00 GMT',
    },
  })
  expect(whole.body).toEqual(s3.objects.get(name))
  const known = await send(name, { 'if-none-match': String(whole.headers.etag) })
  expect({ status: known.status, length: known.body.length }).toEqual({ status: 304, length: 0 })
  expect(await send(name, {}, 'HEAD')).toMatchObject({ status: 200, headers: { 'content-length': '200000' } })
  s3.objects.set(pdf, Buffer.from('%PDF'))
  expect((await send(pdf)).headers).toMatchObject({ 'content-disposition': 'attachment' })
})

test('D43: of an upload the one in S3 counts, of other pictures the one in the folder; each stands in for the other', async () => {
  const { s3, imagesDir, send } = await start()
  const textAt = async (path: string) => (await send(path)).body.toString()
  for (const path of [name, 'logo.svg', 'uploads/before.jpg'])
    writeFileSync(join(imagesDir, path), 'in the folder')
  for (const path of ['logo.svg', 'mine.jpg']) s3.objects.set(path, Buffer.from('in S3'))
  expect((await send(name)).body).toHaveLength(200_000)
  expect(await textAt('uploads/before.jpg')).toBe('in the folder')
  expect(await textAt('logo.svg')).toBe('in the folder')
  expect(await textAt('mine.jpg')).toBe('in S3')
})

test.each(['none.jpg', '.pictures-id', 'uploads/.pictures-id', 'a//b.jpg', `${'a'.repeat(301)}.jpg`, ''])(
  'D43: there is no picture %s, and no hidden object is asked for',
  async (path) => {
    const { s3, send } = await start()
    s3.objects.set('.pictures-id', Buffer.from('id'))
    expect((await send(path)).status).toBe(404)
    expect(s3.calls.filter((call) => call !== 'GET none.jpg')).toEqual([])
  },
)

test('D44: a store that is away, fails or hangs costs 503, which nobody keeps', async () => {
  const { s3, send } = await start(briefMs)
  for (const fault of [500, 403, 'hangs'] as const) {
    s3.fault = () => fault
    expect(await send(name)).toMatchObject({
      status: 503,
      headers: { 'cache-control': 'no-store', 'retry-after': '5' },
    })
  }
  s3.fault = () => undefined
  expect((await send(name)).status).toBe(200)
})

test('D44: a picture that ends in the middle is a broken answer, and no shorter picture', async () => {
  const { s3, begin } = await start()
  s3.fault = () => 'cut'
  const answer = await begin(name)
  await expect(buffer(answer)).rejects.toThrow('aborted')
})
