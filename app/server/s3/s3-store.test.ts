import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bucketForTests, type S3ForTests, s3KeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { openS3Store, type S3Store, wholeOf } from './s3-store.ts'

/** Beyond whatever the clock of a test goes on. */
const limitMs = 1_000_000_000

const storeAt = (endpoint: string, attempts = 1): S3Store =>
  openS3Store(
    {
      endpoint: `${endpoint}/${bucketForTests}`,
      region: 'ap-northeast-1',
      prefix: 'shop/',
      keyId: s3KeyForTests.BACKUP_S3_KEY_ID,
      secret: s3KeyForTests.BACKUP_S3_SECRET,
    },
    {
      settings: 'BACKUP_S3',
      limits: { answerMs: limitMs, writeMs: limitMs },
      attempts,
      errorOf: (fault) => fault,
    },
  )

const answering = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A store that answers every list with what `page` gives for its token. */
const listing = async (page: (token: string | null, request: IncomingMessage) => string) =>
  storeAt(
    await answering((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://s3')
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(page(searchParams.get('continuation-token'), request))
    }),
  )

const listOf = (content: string) => `<?xml version="1.0"?><ListBucketResult>${content}</ListBucketResult>`
const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-04-01T00:00:00.000Z</LastModified><Size>3</Size></Contents>`
const more = (token: string) => `<IsTruncated>true</IsTruncated>${token}`
const tokenOf = (token: string) => `<NextContinuationToken>${token}</NextContinuationToken>`

const namesOf = async (store: S3Store) => {
  const names: string[] = []
  for await (const { name } of store.list('')) names.push(name)
  return names
}

let s3: S3ForTests
let store: S3Store
beforeEach(async () => {
  s3 = await startS3(onTestFinished)
  store = storeAt(s3.endpoint)
})

test('D90: a name with every sign that S3 escapes lies in the bucket, in its list, and comes back', async () => {
  const name = "files/a (1)!'*&+~ 日本.jpg"
  await store.put(name, Buffer.from('abc'))
  expect([...s3.objects.keys()]).toEqual([`shop/${name}`])
  expect(await store.has(name)).toBe(true)
  const found = await store.get(name)
  expect(found && (await wholeOf(found)).toString()).toBe('abc')
  await store.remove(name)
  expect(await store.has(name)).toBe(false)
})

test.each<[string, number, (token: string | null) => string]>([
  ['the same token again', 2, () => listOf(object('shop/a') + more(tokenOf('t')))],
  ['two tokens in turn', 3, (token) => listOf(object('shop/a') + more(tokenOf(token === 'a' ? 'b' : 'a')))],
  ['no token', 1, () => listOf(object('shop/a') + more(''))],
  ['a token without an end', 1, () => listOf(object('shop/a') + more(tokenOf('x'.repeat(5_000))))],
])('D43: a list that says that more follows, with %s, ends with its sentence', async (_, asked, page) => {
  let pages = 0
  const store = await listing((token) => {
    pages += 1
    return page(token)
  })
  await expect(namesOf(store)).rejects.toMatchObject({
    kind: 'endless-list',
    message: expect.stringContaining('一覧が終わりません'),
    mayPass: false,
    isRefused: true,
  })
  expect(pages).toBe(asked)
})

test('D90: whatever S3 escapes is escaped in the address too, for stores that sign what they read there', async () => {
  const asked: string[] = []
  const reading = storeAt(
    await answering((request, response) => {
      asked.push(request.url ?? '')
      response.end('<ListBucketResult/>')
    }),
  )
  await reading.has("a!'()*")
  for await (const _ of reading.list("a!'()*/"));
  expect(asked).toEqual([
    expect.stringMatching(/\/shop\/a%21%27%28%29%2A$/),
    expect.stringContaining('prefix=shop%2Fa%21%27%28%29%2A%2F'),
  ])
})

test('D43: a list is followed over its tokens, and what is escaped in it is read', async () => {
  const pages = new Map([
    [null, listOf(`${object('shop/a&amp;b')}${more(tokenOf('t&amp;1'))}`)],
    ['t&1', listOf(`<IsTruncated>false</IsTruncated>${object('shop/&#34;&#x27;&lt;&quot;')}`)],
  ])
  expect(await namesOf(await listing((token) => pages.get(token) ?? ''))).toEqual(['a&b', '"\'<"'])
  const empty = await listing(() => '<?xml version="1.0"?><ListBucketResult/>')
  expect(await namesOf(empty)).toEqual([])
})

test('D90: a store that sends a whole page where the check asks for one object is a store', async () => {
  const page = listOf(object('shop/a').repeat(1_000))
  const endpoint = await answering(({ url = '' }, response) =>
    url.includes('list-type') ? response.end(page) : response.writeHead(404).end(),
  )
  await expect(storeAt(endpoint).check()).resolves.toBeUndefined()
})

const mostBytes = 8 * 1024 * 1024
test.each([
  ['no list at all', '{"objects":[]}'],
  ['keys that are counted alone', listOf('<KeyCount>2</KeyCount><s3:Contents>…</s3:Contents>')],
  ['an error', '<Error><Code>InternalError</Code></Error>'],
  ['more objects than were asked for', listOf(object('shop/a').repeat(1_001))],
  [
    'begun objects alone',
    listOf('<Contents>'.repeat(mostBytes / 10 - 10) + '</Contents>'.repeat(1_001)).slice(0, mostBytes),
  ],
])('D90: a list of %s is no empty bucket, and is soon read', async (_, xml) => {
  const read = namesOf(await listing(() => xml))
  await (xml.includes('<Contents><Contents>')
    ? expect(read).resolves.toHaveLength(1)
    : expect(read).rejects.toMatchObject({ kind: 'not-s3' }))
})

test('D90: what a list says about itself is not taken from a name in it', async () => {
  const xml = listOf(
    `${object('shop/a')}<Contents><Key>shop/b</Key><IsTruncated>true</IsTruncated><Size>3</Size></Contents>`,
  )
  expect(await namesOf(await listing(() => xml))).toEqual(['a', 'b'])
})

const large = Buffer.alloc(20 * 1024 * 1024, 'cloth ')

/** Lets the waits of a task pass at once. */
const patiently = async <T>(task: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isOver = false
  const running = task().finally(() => {
    isOver = true
  })
  running.catch(() => {})
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(100)
  }
  return running
}

test('D41: a part that was refused is sent again after a while, and nothing else is', async () => {
  let refused = 0
  s3.fault = (call) => {
    if (!call.endsWith(' part') || refused === 3) return undefined
    refused += 1
    return 503
  }
  await patiently(() => store.put('a', large))
  expect(s3.objects.get('shop/a')?.equals(large)).toBe(true)
  expect(s3.calls.filter((call) => call.endsWith(' part'))).toHaveLength(6)
  expect(s3.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
})

test('D41: parts that are refused again and again end the upload, which is given up in the bucket too', async () => {
  s3.fault = (call) => (call.endsWith(' part') ? 503 : undefined)
  await expect(patiently(() => store.put('a', large))).rejects.toMatchObject({ kind: 'busy' })
  expect(s3.calls.at(-1)).toBe('DELETE shop/a')
  const tries = s3.calls.filter((call) => call.endsWith(' part')).length
  expect(tries).toBeGreaterThanOrEqual(4)
  expect(tries).toBeLessThanOrEqual(3 * 4)
  expect(s3.objects.size).toBe(0)
})

test('D41: a store that says in a 200 that it could not join the parts has taken nothing', async () => {
  const failing = storeAt(
    await answering((request, response) => {
      request.resume().once('end', () => {
        const isBegin = request.url?.includes('uploads=')
        response
          .writeHead(200, { 'content-type': 'application/xml', etag: '"x"' })
          .end(
            isBegin
              ? '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>'
              : request.method === 'POST'
                ? '<Error><Code>InternalError</Code></Error>'
                : '',
          )
      })
    }),
  )
  await expect(failing.put('a', large)).rejects.toMatchObject({ kind: 'fails' })
  const silent = storeAt(
    await answering((request, response) => void request.resume().once('end', () => response.end('<a/>'))),
  )
  await expect(silent.put('a', large)).rejects.toMatchObject({ kind: 'not-s3' })
})

test('D42: what may pass is asked as often as the owner of the store says, and what will not pass once', async () => {
  const patient = storeAt(s3.endpoint, 3)
  s3.fault = () => 503
  await expect(patient.has('a')).rejects.toMatchObject({ kind: 'busy' })
  expect(s3.calls).toHaveLength(3)
  await expect(store.has('a')).rejects.toMatchObject({ kind: 'busy' })
  expect(s3.calls).toHaveLength(4)
  s3.fault = () => 403
  await expect(patient.has('a')).rejects.toMatchObject({ kind: 'rights' })
  expect(s3.calls).toHaveLength(5)
})

test('D42: an object without a length is told, and never taken for an empty one', async () => {
  s3.objects.set('shop/a', Buffer.from('picture'))
  s3.fault = () => 'no length'
  await expect(store.get('a')).rejects.toMatchObject({ kind: 'no-length', mayPass: true })
  await expect(store.sum('a')).rejects.toMatchObject({ kind: 'no-length' })
})

test.each(['kept', 'refused'] as const)(
  'D67: a first object where conditions are %s is put where there is none; one that is there stays where the store can tell',
  async (conditions) => {
    s3.conditions = conditions
    await store.putFirstWords('.shop-id', 'ours\n')
    expect(await store.words('.shop-id')).toBe('ours\n')
    s3.objects.set('shop/.shop-id', Buffer.from('theirs\n'))
    await store.putFirstWords('.shop-id', 'ours\n')
    expect(await store.words('.shop-id')).toBe(conditions === 'kept' ? 'theirs\n' : 'ours\n')
    s3.fault = (call) => (call.startsWith('PUT') ? { status: 403, code: 'AccessDenied' } : undefined)
    await expect(store.putFirstWords('.shop-id', 'ours\n')).rejects.toMatchObject({ kind: 'rights' })
  },
)
