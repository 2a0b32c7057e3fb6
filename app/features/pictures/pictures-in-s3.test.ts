import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '~/server/database/transaction.ts'
import { openPictureBucket } from '~/server/pictures/picture-bucket.ts'
import { uploadFilesIn, uploadFilesInBucket } from '~/server/pictures/picture-files.ts'
import { missingPictures } from '~/server/table-file/owner-list.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { smallPdf } from '../../../tests/support/pictures-for-tests.ts'
import { bucketForTests, picturesKeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { collectUploads, sweepPictures } from './collection.commands.server.ts'
import { keepUploads, uploadPdf, uploadPicture } from './commands.server.ts'
import { productCardOfPicture } from './product-card.server.ts'
import { uploadNameOf } from './rules.ts'
import { pictureAt, sourceVersion } from './source-bytes.server.ts'

const day = 86_400_000
const never = new AbortController().signal

onBothEngines('pictures in S3', (open) => {
  let small: Buffer
  beforeAll(async () => {
    small = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
  })

  const start = async () => {
    const { db } = await open()
    const imagesDir = await mkdtemp(join(tmpdir(), 'in-s3-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const s3 = await startS3(onTestFinished)
    const pictureBucket = openPictureBucket({
      endpoint: `${s3.endpoint}/${bucketForTests}`,
      region: 'ap-northeast-1',
      prefix: '',
      keyId: picturesKeyForTests.PICTURES_S3_KEY_ID,
      secret: picturesKeyForTests.PICTURES_S3_SECRET,
    })
    const uploadFiles = uploadFilesInBucket(pictureBucket, uploadFilesIn(imagesDir))
    const ctx = contextForTests(db, { imagesDir, pictureBucket, uploadFiles })
    const hanako = await addMember(db)
    const files = () => [...s3.objects.keys()].toSorted()
    const post = async (bytes: Uint8Array = small) => {
      const done = await uploadPicture(ctx, hanako, { bytes, purpose: 'recipe' })
      return done.ok ? done.value.url : done.error
    }
    const postPdf = async (content: Uint8Array = smallPdf) => {
      const done = await uploadPdf(ctx, hanako, content)
      return done.ok ? done.value.url : done.error
    }
    const keep = (...urls: string[]) => inTransaction(ctx, (trx) => keepUploads(trx, ctx.now(), urls))
    const collect = (used: readonly string[] = []) =>
      collectUploads(ctx, async () => used.flatMap((url) => uploadNameOf(url) ?? []), never)
    return { ctx, db, s3, hanako, imagesDir, files, post, postPdf, keep, collect }
  }

  test('D43: a picture lies there in its sizes, is there once, and goes with its sizes a week later', async () => {
    const { ctx, files, post, collect } = await start()
    const url = await post()
    const name = uploadNameOf(url) ?? ''
    expect(files()).toEqual(
      [`${name}-20.avif`, `${name}-20.webp`, `${name}.jpg`].map((file) => `uploads/${file}`),
    )
    expect(await post()).toBe(url)
    expect(files()).toHaveLength(3)
    ctx.advance(7 * day + 1)
    expect(await collect()).toBe(1)
    expect(files()).toEqual([])
  })

  test('D44: a store that is away refuses the upload in a sentence’s words, and the same one is taken when it is back', async () => {
    const { s3, files, post, postPdf } = await start()
    s3.fault = (call) => (call.startsWith('PUT') ? 503 : undefined)
    expect(await post()).toBe('busy')
    expect(await postPdf()).toBe('busy')
    expect(files()).toEqual([])
    s3.fault = () => undefined
    expect(await post()).toMatch(/^\/Image\/uploads\//)
    expect(await postPdf()).toMatch(/^\/Image\/uploads\//)
    expect(files()).toHaveLength(4)
  })

  test('D45: a removal that the store does not take is made by the next run, and whoever sends it meanwhile waits', async () => {
    const { ctx, s3, files, post, collect } = await start()
    const url = await post()
    ctx.advance(7 * day + 1)
    s3.fault = (call) => (call.startsWith('DELETE') ? 500 : undefined)
    await expect(collect()).rejects.toThrow()
    expect(await post()).toBe('busy')
    s3.fault = () => undefined
    expect(await collect()).toBe(1)
    expect(files()).toEqual([])
    expect(await post()).toBe(url)
  })

  test('D45: objects without a row get one and go a week later; old share pictures go at once, what cannot be drawn stays', async () => {
    const { ctx, s3, db, files, collect } = await start()
    const name = `${'a'.repeat(32)}-500x300`
    const card = (letter: string) => `uploads/${letter.repeat(32)}-goods-fill.jpg`
    for (const file of [
      `uploads/${name}.jpg`,
      `uploads/${name}-500.webp`,
      'other/mine.jpg',
      card('b'),
      card('c'),
    ])
      s3.objects.set(file, Buffer.from('content'))
    s3.objects.set(card('d'), Buffer.alloc(0))
    for (const file of [card('b'), card('d')]) s3.putAt.set(file, ctx.now() - 30 * day - 1)
    s3.putAt.set(card('c'), ctx.now() - 30 * day)
    await mkdir(join(ctx.imagesDir, 'uploads'))
    expect(await sweepPictures(ctx, never)).toEqual({ removed: 1, found: 1 })
    expect(await db.selectFrom('upload').select('name').execute()).toEqual([{ name }])
    expect(await sweepPictures(ctx, never)).toEqual({ removed: 0, found: 0 })
    ctx.advance(7 * day + 1)
    await collect()
    expect(files()).toEqual([card('d'), 'other/mine.jpg', card('c')].toSorted())
  })

  test('D43: what was put before the shop moved there is found in the folder, and what it says of its own pictures holds', async () => {
    const { ctx, s3, imagesDir, post } = await start()
    await mkdir(join(imagesDir, 'uploads'))
    await writeFile(join(imagesDir, 'uploads', 'before.jpg'), small)
    expect(await ctx.uploadFiles.has('before.jpg')).toBe(true)
    expect(await ctx.uploadFiles.read('before.jpg')).toEqual(small)
    expect(await ctx.uploadFiles.has('never.jpg')).toBe(false)
    expect(await ctx.uploadFiles.read('never.jpg')).toBeUndefined()
    const url = await post()
    expect(await pictureAt(ctx, url, never)).toMatchObject({ ok: true })
    expect(await pictureAt(ctx, '/Image/uploads/none.jpg', never)).toEqual({ ok: false, error: 'missing' })
    s3.objects.set('large.jpg', Buffer.alloc(20 * 1_048_576 + 1))
    expect(await pictureAt(ctx, '/Image/large.jpg', never)).toEqual({ ok: false, error: 'too large' })
    expect(await sourceVersion(ctx, '/Image/uploads/before.jpg')).toBe('')
    const row = (address: string) => ({ place: '2行目', id: 'K-1', title: '巾着', address })
    expect(await missingPictures(ctx, [row(url), row('/Image/uploads/before.jpg')])).toEqual([])
    expect(await missingPictures(ctx, [row('/Image/none.jpg')])).toHaveLength(1)
    expect(
      await productCardOfPicture(ctx, { address: url, words: { title: '布', shop: '店' } }),
    ).toMatchObject({ ok: true })
    await ctx.uploadFiles.remove('before.jpg')
    expect(await ctx.uploadFiles.has('before.jpg')).toBe(false)
  })

  test('D45: two processes that put, use and collect in any order lose nothing that is used', async () => {
    const { ctx, db, s3, postPdf, keep, collect } = await start()
    const pdfs = ['a', 'b', 'c'].map((letter) => Buffer.concat([smallPdf, Buffer.from(`\n% ${letter}\n`)]))
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(fc.nat(2), fc.constantFrom('use', 'collect', 'wait')), {
          minLength: 3,
          maxLength: 8,
        }),
        async (scheduler, steps) => {
          const used = new Set<string>()
          const step = async (which: number, what: string) => {
            if (what === 'wait') return ctx.advance(8 * day)
            if (what === 'collect') {
              // As in the shop, a reference counts from the moment that it is written.
              await collectUploads(
                ctx,
                async () => [...used].flatMap((url) => uploadNameOf(url) ?? []),
                never,
              )
              return
            }
            const url = await postPdf(pdfs[which] ?? smallPdf)
            if (!url.startsWith('/Image/')) return
            if ((await keep(url)).length === 0) used.add(url)
          }
          const run = scheduler.scheduleSequence(
            steps.map(([which, what], at) => ({ label: `${at} ${what}`, builder: () => step(which, what) })),
          )
          const other = scheduler.schedule(Promise.resolve()).then(() => step(0, 'collect'))
          await scheduler.waitIdle()
          await Promise.all([run.task, other])
          for (const url of used) expect([...s3.objects.keys()]).toContain(url.slice('/Image/'.length))
          const rows = await db.selectFrom('upload').select('name').execute()
          for (const url of used) expect(rows.map(({ name }) => name)).toContain(uploadNameOf(url))
          ctx.advance(8 * day)
          await collect([])
          s3.objects.clear()
          await db.deleteFrom('upload').execute()
        },
      ),
      { numRuns: 15 },
    )
  })
})
