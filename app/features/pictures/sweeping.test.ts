import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { uploadFilesIn } from '~/server/pictures/picture-files.ts'
import { contextForTests, onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { addUpload } from '../../../tests/support/upload-for-tests.ts'
import { collectUploads, sweepPictures } from './collection.commands.server.ts'
import { filesOf } from './rules.ts'
import { shareCardName } from './share-card.rules.ts'

const day = 86_400_000
const never = new AbortController().signal
const nameOf = (letter: string) => `${letter.repeat(32)}-500x300`
const unfinished = '.0b7e0f4e-52ad-4c3e-9a26-2f6f3c0b7c11.unfinished'

onBothEngines('the pictures’ folder', (open) => {
  const start = async () => {
    const { db } = await open()
    const imagesDir = await mkdtemp(join(tmpdir(), 'sweep-'))
    onTestFinished(() => rm(imagesDir, { recursive: true }))
    const ctx = contextForTests(db, { imagesDir, uploadFiles: uploadFilesIn(imagesDir) })
    await mkdir(join(imagesDir, 'uploads'))
    await mkdir(join(imagesDir, 'demo', 'cloth'), { recursive: true })
    const put = async (path: string, ageMs = 0, content = 'content') => {
      await writeFile(join(imagesDir, path), content)
      const at = new Date(ctx.now() - ageMs)
      await utimes(join(imagesDir, path), at, at)
    }
    const left = async () =>
      (await readdir(imagesDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    const sweep = () => sweepPictures(ctx, never)
    return { ctx, db, put, left, sweep }
  }

  test('what a crash left unfinished goes after an hour, wherever it lies; what is being written stays', async () => {
    const { put, left, sweep } = await start()
    const other = unfinished.replace('.0b', '.1b')
    for (const folder of ['', 'uploads/', 'demo/cloth/']) await put(`${folder}${unfinished}`, 3_600_001)
    await put(`uploads/${other}`, 3_600_000)
    await put('uploads/.htaccess', 100 * day)
    await put(`a${unfinished}`, 100 * day)
    expect(await sweep()).toEqual({ removed: 3, found: 0 })
    expect(await left()).toEqual(['.htaccess', other, `a${unfinished}`].sort())
  })

  test('share pictures of products go after a month, for their photograph may have been replaced; what cannot be drawn is remembered', async () => {
    const { put, left, sweep } = await start()
    const card = (letter: string, fit = 'fill') => `${letter.repeat(32)}-goods-${fit}.jpg`
    for (const file of [card('a'), card('b', 'whole')]) await put(`uploads/${file}`, 30 * day + 1)
    await put(`uploads/${card('c')}`, 30 * day)
    await put(`uploads/${card('d')}`, 30 * day + 1, '')
    await put(card('e'), 30 * day + 1)
    expect(await sweep()).toEqual({ removed: 2, found: 0 })
    expect(await left()).toEqual([card('c'), card('d'), card('e')])
  })

  test('files without a row get one and go a week later, all of them; whoever refers to them has them back', async () => {
    const { ctx, db, put, left, sweep } = await start()
    const pdf = `${'d'.repeat(32)}.pdf`
    const [known, lost, used] = ['a', 'b', 'c'].map(nameOf)
    if (known === undefined || lost === undefined || used === undefined) throw new Error('three names')
    await addUpload(db, { name: known, lastPutAt: ctx.now() })
    for (const name of [known, lost, used])
      for (const file of [...filesOf({ name, width: 500 }), shareCardName(name)])
        await put(`uploads/${file}`, day)
    const foreign = [`${lost}-77.avif`, 'ours.jpg', `${'e'.repeat(32)}-share.jpg`, `${'e'.repeat(32)}.jpg`]
    for (const file of [pdf, ...foreign]) await put(`uploads/${file}`, day)
    await put(`demo/${'f'.repeat(32)}.pdf`, day)
    expect(await sweep()).toEqual({ removed: 0, found: 3 })
    expect(await sweep()).toEqual({ removed: 0, found: 0 })
    const rows = await db
      .selectFrom('upload')
      .where('name', 'in', [lost, 'd'.repeat(32)])
      .selectAll()
      .execute()
    expect(rows.map(({ kind, width, height, lastPutAt }) => [kind, width, height, lastPutAt]).sort()).toEqual(
      [
        ['pdf', 0, 0, ctx.now()],
        ['picture', 500, 300, ctx.now()],
      ],
    )
    const all = await left()
    ctx.advance(7 * day)
    const inUse = async (_db: unknown, names: readonly string[]) =>
      names.filter((name) => name === used || name === known)
    expect(await collectUploads(ctx, inUse, never)).toBe(0)
    expect(await left()).toEqual(all)
    ctx.advance(1)
    expect(await collectUploads(ctx, inUse, never)).toBe(2)
    const staying = [known, used].flatMap((name) => [...filesOf({ name, width: 500 }), shareCardName(name)])
    expect(await left()).toEqual([...staying, ...foreign, `${'f'.repeat(32)}.pdf`].sort())
  })

  test('more than one portion is looked up, and a run that is told to stop does nothing more', async () => {
    const { ctx, put, sweep } = await start()
    for (let at = 0; at < 401; at += 1) await put(`uploads/${at.toString(16).padStart(32, '0')}.pdf`)
    expect(await sweepPictures(ctx, AbortSignal.abort())).toEqual({ removed: 0, found: 0 })
    expect(await sweep()).toEqual({ removed: 0, found: 401 })
  })
})
