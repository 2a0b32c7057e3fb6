import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  bucketForTests,
  picturesKeyForTests,
  type S3ForTests,
  startS3,
} from '../../../tests/support/s3-server.ts'
import type { S3Limits } from '../s3/s3-request.ts'
import { wholeOf } from '../s3/s3-store.ts'
import { BucketAway, openPictureBucket, type PictureBucket } from './picture-bucket.ts'

const openAt = (
  endpoint: string,
  {
    keyId = picturesKeyForTests.PICTURES_S3_KEY_ID,
    limits = { answerMs: 60_000, writeMs: 60_000 },
  }: { keyId?: string; limits?: S3Limits } = {},
) =>
  openPictureBucket(
    {
      endpoint: `${endpoint}/${bucketForTests}`,
      region: 'ap-northeast-1',
      prefix: 'shop/',
      keyId,
      secret: picturesKeyForTests.PICTURES_S3_SECRET,
    },
    limits,
  )

const bodyAt = async (bucket: PictureBucket, name: string) => {
  const object = await bucket.get(name)
  return object && (await wholeOf(object)).toString()
}

let s3: S3ForTests
let bucket: PictureBucket
/** The same, for what hangs: a busy machine may be later than that with what does not. */
let hurried: PictureBucket
beforeEach(async () => {
  s3 = await startS3(onTestFinished)
  bucket = openAt(s3.endpoint)
  hurried = openAt(s3.endpoint, { limits: { answerMs: 300, writeMs: 500 } })
})

test('D43: what is put is there, in the folder of the bucket, until it is removed', async () => {
  expect(await bucket.has('uploads/a.jpg')).toBe(false)
  expect(await bucket.get('uploads/a.jpg')).toBeUndefined()
  await bucket.put('uploads/a.jpg', Buffer.from('picture'))
  expect([...s3.objects.keys()]).toEqual(['shop/uploads/a.jpg'])
  expect(await bucket.has('uploads/a.jpg')).toBe(true)
  expect(await bucket.get('uploads/a.jpg')).toMatchObject({ bytes: 7 })
  expect(await bodyAt(bucket, 'uploads/a.jpg')).toBe('picture')
  await bucket.remove('uploads/a.jpg')
  await bucket.remove('uploads/a.jpg')
  expect(s3.objects.size).toBe(0)
})

test('D90: whether the key may write and remove is tried without a trace, and a key that may not is a sentence', async () => {
  await bucket.check()
  await bucket.checkWrites({ removes: true })
  expect(s3.calls).toContain('PUT shop/.tried')
  expect(s3.objects.size).toBe(0)
  for (const method of ['PUT', 'DELETE']) {
    s3.fault = (call) => (call.startsWith(method) ? { status: 403, code: 'AccessDenied' } : undefined)
    await bucket.check()
    await expect(bucket.checkWrites({ removes: true })).rejects.toMatchObject({
      name: 'BucketAway',
      isRefused: true,
      message: expect.stringContaining('PICTURES_S3_KEY_ID'),
    })
  }
})

test('D43: an empty one is there, too', async () => {
  await bucket.put('uploads/none.jpg', Buffer.alloc(0))
  expect(await bodyAt(bucket, 'uploads/none.jpg')).toBe('')
})

test('D43: a list goes on over its pages, below its folder alone', async () => {
  for (let at = 0; at < 1_203; at += 1)
    s3.objects.set(`shop/uploads/${String(at).padStart(4, '0')}`, Buffer.from('x'))
  s3.objects.set('shop/other', Buffer.from('xy'))
  s3.objects.set('elsewhere/uploads/1', Buffer.from('xy'))
  s3.putAt.set('shop/uploads/0003', 5_000)
  const names: string[] = []
  for await (const { name, putAt } of bucket.list('uploads/')) {
    names.push(name)
    if (name === 'uploads/0003') expect(putAt).toBe(5_000)
  }
  expect(names).toHaveLength(1_203)
  expect(new Set(names).size).toBe(1_203)
  const all: number[] = []
  for await (const { bytes } of bucket.list('')) all.push(bytes)
  expect(all).toHaveLength(1_204)
})

describe('D44: a store that', () => {
  const calls: [string, (bucket: PictureBucket) => Promise<unknown>][] = [
    ['put', (bucket) => bucket.put('a', Buffer.from('x'))],
    ['has', (bucket) => bucket.has('a')],
    ['get', (bucket) => bucket.get('a')],
    ['remove', (bucket) => bucket.remove('a')],
    ['list', (bucket) => bucket.list('')[Symbol.asyncIterator]().next()],
  ]
  test.each(calls)('does not answer, or fails, ends %s in time', async (_name, call) => {
    s3.fault = () => 'hangs'
    await expect(call(hurried)).rejects.toThrow(BucketAway)
    s3.fault = () => 503
    await expect(call(bucket)).rejects.toMatchObject({ name: 'BucketAway', isRefused: false })
    const nowhere = openAt('http://127.0.0.1:9')
    await expect(call(nowhere)).rejects.toMatchObject({ name: 'BucketAway', isRefused: false })
  })

  test('refuses the key, or has no such bucket, is told from one that is away', async () => {
    await expect(
      openAt(s3.endpoint, { keyId: 'another-key' }).put('a', Buffer.from('x')),
    ).rejects.toMatchObject({
      isRefused: true,
    })
    s3.fault = () => 404
    await expect(bucket.put('a', Buffer.from('x'))).rejects.toMatchObject({ isRefused: true })
  })

  test('stands still in a list, or in what it says of a fault, ends in time', async () => {
    s3.objects.set('shop/a', Buffer.from('x'))
    s3.fault = () => 'stalls'
    await expect(hurried.list('')[Symbol.asyncIterator]().next()).rejects.toThrow(BucketAway)
    s3.fault = () => 'no end'
    await expect(hurried.get('a')).rejects.toThrow(BucketAway)
    await expect(hurried.put('a', Buffer.from('x'))).rejects.toThrow(BucketAway)
  })

  test('is not there, or takes no more for now, is neither empty nor refuses for ever', async () => {
    s3.fault = () => 404
    await expect(bucket.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ isRefused: true })
    for (const status of [408, 429]) {
      s3.fault = () => status
      await expect(bucket.get('a')).rejects.toMatchObject({ name: 'BucketAway', isRefused: false })
    }
  })

  test('does not say how long a picture is gives an error, and no empty one', async () => {
    s3.objects.set('shop/a', Buffer.from('picture'))
    s3.fault = () => 'no length'
    await expect(bodyAt(bucket, 'a')).rejects.toThrow(BucketAway)
  })

  test('stops in the middle gives an error, and never half a picture', async () => {
    await bucket.put('a', Buffer.alloc(500_000, 'x'))
    s3.fault = () => 'cut'
    await expect(bodyAt(bucket, 'a')).rejects.toThrow()
    s3.fault = () => 'stalls'
    await expect(bodyAt(hurried, 'a')).rejects.toThrow(BucketAway)
    s3.fault = () => undefined
    expect(await bodyAt(bucket, 'a')).toHaveLength(500_000)
  })
})
