import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { certificateForTests } from '../../../tests/support/certificate-for-tests.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { bucketForTests, picturesKeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { readEnv } from '../env.ts'
import { createLog, silentLog } from '../log.ts'
import { BucketAway } from '../pictures/picture-bucket.ts'
import { pictureBucketOf } from '../pictures/pictures-setting.ts'
import { atTerminal } from '../start.ts'
import { openShopData } from './open-shop-data.ts'
import { problemOfOwner, problemOfPictures, problemOfStore } from './pictures-at-start.ts'
import { acceptPictures, folderOfPictures, picturesProblem } from './pictures-folder.ts'

const newFolder = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

onBothEngines('the folder of the pictures', (open) => {
  const start = async () => {
    const { db } = await open()
    const upload = async (folder?: string) => {
      const name = 'a'.repeat(20)
      await db
        .insertInto('upload')
        .values({ name, kind: 'picture', width: 1, height: 1, bytes: 1, source: 'own', lastPutAt: 0 })
        .execute()
      if (folder === undefined) return
      await mkdir(join(folder, 'uploads'))
      await writeFile(join(folder, 'uploads', `${name}.jpg`), '')
    }
    return { db, folder: await newFolder(), upload }
  }

  test('D10: is that of the first process, whatever it holds, and of whoever shares it', async () => {
    const { db, folder } = await start()
    expect(await picturesProblem(db, folderOfPictures(folder))).toBe(null)
    expect(await picturesProblem(db, folderOfPictures(folder))).toBe(null)
    const moved = await newFolder()
    await cp(folder, moved, { recursive: true })
    expect(await picturesProblem(db, folderOfPictures(moved))).toBe(null)
  })

  test('D10: another folder is told at each start, until the owner accepts it', async () => {
    const { db, folder } = await start()
    await picturesProblem(db, folderOfPictures(folder))
    const other = await newFolder()
    for (const _again of [1, 2])
      expect(await picturesProblem(db, folderOfPictures(other))).toMatch(
        /ほかのプロセスの写真の場所と違います/,
      )
    await acceptPictures(db, folderOfPictures(other))
    expect(await picturesProblem(db, folderOfPictures(other))).toBe(null)
    expect(await picturesProblem(db, folderOfPictures(folder))).toMatch(
      /ほかのプロセスの写真の場所と違います/,
    )
  })

  test('D10: of two first starts at once with folders of their own, one is told', async () => {
    const { db, folder } = await start()
    const found = await Promise.all(
      [folder, await newFolder()].map((each) => picturesProblem(db, folderOfPictures(each))),
    )
    expect(found.filter((problem) => problem === null)).toHaveLength(1)
  })

  test('D10: an empty folder beside a database with uploads is told as such, known before or not', async () => {
    const { db, folder, upload } = await start()
    await upload()
    expect(await picturesProblem(db, folderOfPictures(folder))).toMatch(
      /は空ですが、データベースには写真とPDFが1個/,
    )
    await acceptPictures(db, folderOfPictures(folder))
    expect(await picturesProblem(db, folderOfPictures(folder))).toBe(null)
    expect(await picturesProblem(db, folderOfPictures(await newFolder()))).toMatch(/は空ですが/)
  })

  test('D10: a folder with uploads from before there were ids is taken as it is', async () => {
    const { db, folder, upload } = await start()
    await upload(folder)
    expect(await picturesProblem(db, folderOfPictures(folder))).toBe(null)
  })

  const inS3 = async (more: Partial<Record<'keyId', string>> = {}) => {
    const { db, upload } = await start()
    const s3 = await startS3(onTestFinished)
    const PICTURES = `s3://${bucketForTests}/pictures`
    const keys = { PICTURES_S3_ENDPOINT: s3.endpoint, PICTURES_S3_REGION: undefined, ...picturesKeyForTests }
    const pictureBucket = pictureBucketOf({
      PICTURES,
      ...keys,
      ...(more.keyId && { PICTURES_S3_KEY_ID: more.keyId }),
    })
    const log = createLog('error', () => {}, Date.now)
    const look = async () =>
      problemOfPictures(
        { PICTURES, DATABASE_URL: undefined },
        { db, imagesDir: await newFolder(), pictureBucket, log },
      )
    return { s3, look, upload }
  }

  test('D43: in S3 it is that of the first process, and one that is empty or another shop’s is told at the start', async () => {
    const { s3, look, upload } = await inS3()
    expect(await look()).toBe(null)
    expect([...s3.objects.keys()]).toEqual(['pictures/.pictures-id'])
    expect(await look()).toBe(null)
    s3.objects.set('pictures/.pictures-id', Buffer.from('another'))
    expect(await look()).toMatch(/s3:\/\/.*ほかのプロセスの写真の場所と違います/)
    s3.objects.clear()
    await upload()
    expect(await look()).toMatch(/は空ですが、データベースには写真とPDFが1個.*move-pictures/)
  })

  test('D44: a store that is away does not keep the shop from opening, one that refuses does', async () => {
    const { s3, look } = await inS3()
    s3.fault = () => 503
    expect(await look()).toBe(null)
    s3.fault = () => 403
    expect(await look()).toMatch(/使えません。S3 の鍵（PICTURES_S3_KEY_ID）に許可がありません/)
    expect(await (await inS3({ keyId: 'of-somebody-else' })).look()).toMatch(/その鍵はありません/)
  })
})

test('D90: a later start, of a demo too, is refused where the store refuses, and not where its certificate alone cannot be checked', async () => {
  const s3 = await startS3(onTestFinished)
  const { db, close } = await openShopData({ dataDir: await newFolder(), log: silentLog })
  onTestFinished(close)
  const start = async (more: Record<string, string> = {}) => {
    const env = readEnv({
      ...picturesKeyForTests,
      PICTURES: `s3://${bucketForTests}/pictures`,
      PICTURES_S3_ENDPOINT: s3.endpoint,
      ...more,
    })
    if (!env.ok) throw new Error(env.error.join())
    return problemOfOwner(env.value, { db, imagesDir: await newFolder() })
  }
  expect(await start()).toBe(null)
  expect(await start({ PICTURES_S3_REGION: 'auto' })).toMatch(
    /^写真の場所（PICTURES=s3:\/\/.*）が使えません。S3 の地域が違います。PICTURES_S3_REGION=ap-northeast-1 に/,
  )
  expect(await start({ PICTURES_S3_SECRET: 'another' })).toContain('PICTURES_S3_SECRET')
  s3.fault = (call) => (call === 'GET ' ? { status: 403, code: 'AccessDenied' } : undefined)
  expect(await start()).toContain('許可がありません')
  const files = await certificateForTests('IP:127.0.0.1', onTestFinished)
  const pem = { cert: await readFile(files.cert), key: await readFile(files.key) }
  const secure = createTlsServer(pem).listen(0, '127.0.0.1')
  onTestFinished(() => void secure.close())
  await once(secure, 'listening')
  const address = secure.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const unknown = { PICTURES_S3_ENDPOINT: `https://127.0.0.1:${port}` }
  expect(await start(unknown)).toBe(null)
  const first = readEnv({ ...picturesKeyForTests, PICTURES: `s3://${bucketForTests}/x`, ...unknown })
  if (!first.ok) throw new Error(first.error.join())
  expect(await problemOfStore(first.value)).toContain('NODE_EXTRA_CA_CERTS')
})

test('D90: a command or a start that a bucket of pictures ends is a sentence', () => {
  const away = new BucketAway('読み返すと、違っていました。')
  expect(atTerminal(away, { DATABASE_URL: undefined })).toMatchObject({ problems: [away.message] })
  const other = new Error('surprise')
  expect(atTerminal(other, { DATABASE_URL: undefined })).toBe(other)
})

test('D73: a store that refuses its key is told before anything is made, one that is away is not', async () => {
  const s3 = await startS3(onTestFinished)
  const ask = async (PICTURES_S3_KEY_ID: string) => {
    const env = readEnv({
      ...picturesKeyForTests,
      PICTURES: `s3://${bucketForTests}/pictures`,
      PICTURES_S3_ENDPOINT: s3.endpoint,
      PICTURES_S3_KEY_ID,
    })
    if (!env.ok) throw new Error(env.error.join())
    return problemOfStore(env.value)
  }
  expect(await ask('of-somebody-else')).toMatch(/その鍵はありません/)
  expect(await ask(picturesKeyForTests.PICTURES_S3_KEY_ID)).toBe(null)
  s3.fault = () => 503
  expect(await ask(picturesKeyForTests.PICTURES_S3_KEY_ID)).toBe(null)
  expect([...s3.objects.keys()]).toEqual([])
})

test('D43: a place or a key that is missing or no such thing is a sentence', () => {
  const none = { PICTURES_S3_ENDPOINT: undefined, PICTURES_S3_REGION: undefined }
  expect(() => pictureBucketOf({ ...none, ...picturesKeyForTests, PICTURES: 'pictures' })).toThrow(
    /s3:\/\/バケット名/,
  )
  const without = { ...none, PICTURES_S3_KEY_ID: undefined, PICTURES_S3_SECRET: 'x' }
  expect(() => pictureBucketOf({ ...without, PICTURES: 's3://my-shop/pictures' })).toThrow(
    /PICTURES_S3_KEY_ID/,
  )
  expect(pictureBucketOf({ ...without, PICTURES: undefined })).toBeUndefined()
})
