import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bucketForTests, picturesKeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { copyToBucket, copyToFolder } from './copy-pictures.ts'
import { BucketAway, openPictureBucket } from './picture-bucket.ts'

const copying = { signal: new AbortController().signal, tell: () => {} }

/** A folder and a bucket, each with the uploads of these names. */
const start = async (names: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'copy-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'uploads'))
  for (const name of names) await writeFile(join(folder, 'uploads', name), `picture ${name}`)
  const s3 = await startS3(onTestFinished)
  const bucket = openPictureBucket({
    endpoint: `${s3.endpoint}/${bucketForTests}`,
    region: 'ap-northeast-1',
    prefix: '',
    keyId: picturesKeyForTests.PICTURES_S3_KEY_ID,
    secret: picturesKeyForTests.PICTURES_S3_SECRET,
  })
  const files = async () => (await readdir(join(folder, 'uploads'))).toSorted()
  return { folder, s3, bucket, files }
}

test('D45: of a bucket that is not there no copy loses a picture; what the bucket has no more, it loses', async () => {
  const { folder, s3, bucket, files } = await start(['a.jpg', 'b.jpg'])
  s3.fault = () => 404
  await expect(copyToFolder(bucket, folder, { ...copying, mirrors: true })).rejects.toThrow(BucketAway)
  expect(await files()).toEqual(['a.jpg', 'b.jpg'])
  s3.fault = () => undefined
  s3.objects.set('uploads/b.jpg', Buffer.from('picture b.jpg'))
  expect(await copyToFolder(bucket, folder, { ...copying, mirrors: true })).toEqual({ copied: 0, there: 1 })
  expect(await files()).toEqual(['b.jpg'])
})

test('D45: a picture that the open shop removes while the others are copied is passed over', async () => {
  const { folder, s3, bucket } = await start(['a.jpg', 'b.jpg', 'c.jpg'])
  const removing = {
    ...bucket,
    put: async (name: string, content: Uint8Array) => {
      await bucket.put(name, content)
      await rm(join(folder, 'uploads/b.jpg'), { force: true })
    },
  }
  expect(await copyToBucket(folder, removing, copying)).toEqual({ copied: 2, there: 0 })
  expect([...s3.objects.keys()].toSorted()).toEqual(['uploads/a.jpg', 'uploads/c.jpg'])
})
