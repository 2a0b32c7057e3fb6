import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { alarmSources, deskCardSources, uploadsInUse, uploadsShownBy } from '~/brought-by-features.server.ts'
import { watchAlarms } from '~/features/desk/alarms/commands.server.ts'
import { readDeskCards } from '~/server/desk-cards.ts'
import { createLog } from '~/server/log.ts'
import { openPictureBucket } from '~/server/pictures/picture-bucket.ts'
import { uploadFilesIn, uploadFilesInBucket } from '~/server/pictures/picture-files.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { deskPersonForTests } from '../../../tests/support/desk-person-for-tests.ts'
import { addMember } from '../../../tests/support/member-for-tests.ts'
import { addRecipes } from '../../../tests/support/recipe-for-tests.ts'
import { bucketForTests, picturesKeyForTests, startS3 } from '../../../tests/support/s3-server.ts'
import { addUpload } from '../../../tests/support/upload-for-tests.ts'
import { collectUploadsJob, copyPicturesJob, sweepPicturesJob } from './jobs.server.ts'
import { createPictureWatch } from './missing.commands.server.ts'
import { missingUploads } from './missing.queries.server.ts'
import { filesOf } from './rules.ts'

const never = new AbortController().signal
const minute = 60_000
const day = 24 * 60 * minute
const readers = { uploadsInUse, uploadsShownBy }
const nameOf = (letter: string) => `${letter.repeat(32)}-9x9`
const filesNamed = (letter: string) => filesOf({ name: nameOf(letter), width: 9 })

onBothEngines('D71: rows and files of pictures', (open) => {
  /** A recipe shows the pictures a and b; c is put and not used. In S3 the bucket holds them, in place of the folder. */
  const start = async (inS3 = false) => {
    const { db } = await open()
    const folder = await mkdtemp(join(tmpdir(), 'missing-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const imagesDir = join(folder, 'images')
    await mkdir(join(imagesDir, 'uploads'), { recursive: true })
    const s3 = inS3 ? await startS3(onTestFinished) : undefined
    const pictureBucket =
      s3 &&
      openPictureBucket({
        endpoint: `${s3.endpoint}/${bucketForTests}`,
        region: 'ap-northeast-1',
        prefix: '',
        keyId: picturesKeyForTests.PICTURES_S3_KEY_ID,
        secret: picturesKeyForTests.PICTURES_S3_SECRET,
      })
    const inFolder = uploadFilesIn(imagesDir)
    const uploadFiles = pictureBucket === undefined ? inFolder : uploadFilesInBucket(pictureBucket, inFolder)
    const logged: Record<string, unknown>[] = []
    const log = createLog('info', (line) => logged.push(JSON.parse(line)), Date.now)
    const said: string[] = []
    const ctx = contextForTests(db, {
      imagesDir,
      pictureBucket,
      uploadFiles,
      log,
      alarmWay: {
        tell: async (text) => {
          said.push(text)
          return { ok: true, value: null }
        },
        close: () => {},
      },
    })
    const { id } = await addMember(db)
    await addRecipes(db, id, [{ id: 'recipe', title: 'きんちゃく', createdAt: 1 }])
    const put = async (file: string) =>
      s3 === undefined
        ? writeFile(join(imagesDir, 'uploads', file), 'x')
        : void s3.objects.set(`uploads/${file}`, Buffer.from('x'))
    const remove = async (file: string) =>
      s3 === undefined ? rm(join(imagesDir, 'uploads', file)) : void s3.objects.delete(`uploads/${file}`)
    for (const letter of ['a', 'b', 'c']) {
      await addUpload(db, { name: nameOf(letter) })
      for (const file of filesNamed(letter)) await put(file)
      if (letter !== 'c')
        await db
          .insertInto('recipeUpload')
          .values({ recipeId: 'recipe', name: nameOf(letter) })
          .execute()
    }
    const kept = new Map(s3?.objects)
    const loseAll = async () =>
      s3 === undefined ? rename(imagesDir, `${imagesDir}.away`) : s3.objects.clear()
    const putBack = async () => {
      if (s3 === undefined) await rename(`${imagesDir}.away`, imagesDir)
      else for (const [name, content] of kept) s3.objects.set(name, content)
    }
    const watch = createPictureWatch(ctx, readers)
    const look = async () => {
      await watch(never)
      return (await missingUploads(db)).missing
    }
    const owner = deskPersonForTests(ctx)
    const card = async () =>
      (await readDeskCards(ctx, owner, deskCardSources)).find(({ kind }) => kind === 'pictures-missing')
    const alarms = async () => {
      await watchAlarms(
        ctx,
        alarmSources.filter(({ name }) => name === 'pictures'),
        never,
      )
      const open = await db.selectFrom('alarm').select('text').where('endedAt', 'is', null).execute()
      return open.map(({ text }) => text)
    }
    const rows = async () => ({
      uploads: await db.selectFrom('upload').selectAll().orderBy('name').execute(),
      sources: await db.selectFrom('pictureSource').selectAll().orderBy('address').execute(),
    })
    return { ctx, db, imagesDir, s3, put, remove, loseAll, putBack, look, card, alarms, said, logged, rows }
  }

  for (const inS3 of [false, true])
    test(`a lost place is told within a minute, and its return ends it (${inS3 ? 'S3' : 'folder'})`, async () => {
      const { ctx, loseAll, putBack, look, card, alarms, said, logged } = await start(inS3)
      expect([await look(), await card(), await alarms()]).toEqual([0, undefined, []])
      await loseAll()
      ctx.advance(minute)
      expect(await look()).toBe(2)
      expect(await card()).toMatchObject({
        count: 2,
        tone: 'red',
        note: expect.stringContaining('きんちゃく'),
      })
      expect(await alarms()).toEqual([expect.stringMatching(/2枚、見つかりません.*images/)])
      expect(said).toHaveLength(1)
      expect(logged).toContainEqual(expect.objectContaining({ level: 'error', alarm: true, missing: 2 }))
      await putBack()
      ctx.advance(minute)
      expect([await look(), await card(), await alarms()]).toEqual([0, undefined, []])
    })

  test('one file that is gone is told within an hour, by one card with its name', async () => {
    const { ctx, remove, put, look, card, alarms } = await start()
    for (const letter of ['d', 'e', 'f', '0']) {
      await addUpload(ctx.db, { name: nameOf(letter) })
      for (const file of filesNamed(letter)) await put(file)
    }
    await ctx.db
      .insertInto('pictureSource')
      .values({
        address: 'https://a.example/f.jpg',
        name: nameOf('f'),
        failure: null,
        tries: 0,
        nextTryAt: null,
        place: 0,
        shownBy: '管理番号 F-1100',
        version: '',
      })
      .execute()
    expect(await look()).toBe(0)
    const gone = filesNamed('f')[1] ?? ''
    await remove(gone)
    ctx.advance(60 * minute - 1)
    expect(await look()).toBe(0)
    ctx.advance(1)
    expect(await look()).toBe(1)
    expect(await card()).toMatchObject({
      count: 1,
      note: expect.stringMatching(new RegExp(`^管理番号 F-1100（${gone}）。控えから戻すか`)),
    })
    expect(await alarms()).toEqual([
      '写真とPDFが1枚、見つかりません。控えから戻すか、写真を替えてください。すべての名前は：npm run data -- status',
    ])
  })

  test('an upload that nothing refers to, is on its way or is being removed is no loss', async () => {
    const { ctx, db, look, put } = await start()
    await addUpload(db, { name: nameOf('d') })
    await addUpload(db, { name: nameOf('e'), lastPutAt: -ctx.now() })
    await db
      .insertInto('recipeUpload')
      .values({ recipeId: 'recipe', name: nameOf('e') })
      .execute()
    expect(await look()).toBe(0)
    // Its files came after the folder was read.
    const isLate = {
      ...readers,
      uploadsInUse: async (...[, names]: Parameters<typeof uploadsInUse>) => names,
    }
    await db.deleteFrom('upload').where('name', '=', nameOf('d')).execute()
    await addUpload(db, { name: nameOf('f'), lastPutAt: ctx.now() - minute })
    const { uploadFiles } = ctx
    const has = async (file: string) => {
      if (file.startsWith('f')) await put(file)
      return uploadFiles.has(file)
    }
    await createPictureWatch({ ...ctx, uploadFiles: { ...uploadFiles, has } }, isLate)(never)
    expect((await missingUploads(db)).missing).toBe(0)
  })

  test('while a place is away nothing is collected, swept or noted anew, though much is due', async () => {
    const { ctx, db, imagesDir, look, loseAll, putBack, rows } = await start()
    await writeFile(join(imagesDir, 'own.jpg'), 'x')
    const shown = async () => [[{ address: '/Image/own.jpg', shownBy: 'F-1' }]]
    await copyPicturesJob(ctx, shown).run(never)
    await db
      .updateTable('pictureSource')
      .set({ name: nameOf('a'), failure: null, nextTryAt: null })
      .execute()
    ctx.advance(8 * day)
    await look()
    const before = await rows()
    await loseAll()
    ctx.advance(minute)
    await look()
    await mkdir(join(imagesDir, 'uploads'), { recursive: true })
    await writeFile(join(imagesDir, 'uploads', `${'7'.repeat(32)}.pdf`), 'of nobody')
    const jobs = [collectUploadsJob(ctx, readers, shown), sweepPicturesJob(ctx), copyPicturesJob(ctx, shown)]
    for (const job of jobs) await job.run(never)
    expect(await rows()).toEqual(before)
    await rm(imagesDir, { recursive: true })
    await putBack()
    for (const job of jobs) await job.run(never)
    expect((await rows()).uploads.map(({ name }) => name)).toEqual(['a', 'b'].map(nameOf))
  })

  test('collecting compares first: a place that went since the last comparison costs no row', async () => {
    const { ctx, look, loseAll, rows } = await start()
    await look()
    ctx.advance(8 * day)
    await loseAll()
    const before = await rows()
    await collectUploadsJob(ctx, readers, async () => []).run(never)
    expect(await rows()).toEqual(before)
  })

  test('a store that does not answer is no loss, and what was found before stays', async () => {
    const { ctx, s3, remove, look } = await start(true)
    await remove(filesNamed('a')[0] ?? '')
    expect(await look()).toBe(1)
    if (s3) s3.fault = () => 503
    ctx.advance(61 * minute)
    expect(await look()).toBe(1)
  })
})
