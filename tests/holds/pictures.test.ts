// @every: the built shop with neighbours that fail

import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { newKey } from '../../app/server/backup/seal.ts'
import { runCommand } from '../../cli/run-command.server.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { waitFor } from '../support/wait-for.ts'
import { type HeldShop, startHeldShop } from './held-shop.ts'
import { isWhole, note, shopIsBuilt } from './holds-run.ts'
import { visit } from './visits.ts'

beforeAll(shopIsBuilt)

/** Puts pictures and posts a recipe with each, as a member does; gives the addresses of the recipes. */
const postRecipes = async (shop: HeldShop, count: number): Promise<string[]> => {
  const cookie = shop.members[0]?.cookie ?? ''
  const pages: string[] = []
  for (let at = 0; at < count; at += 1) {
    const background = { r: 10 * at, g: 0, b: 0 }
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
    const put = await visit(shop, '/api/uploads/picture', { cookie, picture: new Uint8Array(picture) })
    expect(put.status).toBe(201)
    const body = new URLSearchParams({
      id: crypto.randomUUID(),
      basedOn: '0',
      title: `ポーチ ${at}`,
      description: '布で作りました。',
      mainImageUrl: JSON.parse(put.body).url,
      cookingTime: '30min',
      difficulty: '初級',
      explanationType: 'none',
    })
    const posted = await visit(shop, '/gallery/upload', { cookie, body })
    expect(posted.status).toBe(302)
    pages.push(new URL(posted.headers.get('location') ?? '', shop.process.listens).pathname)
  }
  return pages
}

const start = async () => {
  const place = await mkdtemp(join(memoryFolder(), 'shop-place-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const shop = await startHeldShop(onTestFinished)
  const { dataDir } = shop.process
  const run = (words: string[], env = {}) => runCommand('data', words, { DATA_DIR: dataDir, ...env })
  return { shop, place, dataDir, images: join(dataDir, 'images'), run }
}

test('D71: the folder of pictures is lost: the shop opens and says so everywhere, removes nothing, and is well once it is back', async () => {
  const { shop, place, images, run } = await start()
  const pages = await postRecipes(shop, 2)
  expect((await run(['backup', place])).exitCode).toBe(0)
  const { db } = shop.database
  const rows = () => db.selectFrom('upload').selectAll().orderBy('name').execute()
  const state = async () => {
    const found = await db
      .selectFrom('shopState')
      .select('value')
      .where('key', '=', 'missing_pictures')
      .executeTakeFirst()
    return JSON.parse(found?.value ?? '{}').missing
  }
  const before = await rows()
  await shop.process.stop()
  await rename(images, `${images}.away`)
  await shop.process.startAgain()
  await waitFor('the shop to note it', 120_000, async () => (await state()) === 2)
  // Said after the note is written, and through a pipe.
  const said = () => shop.process.output().includes('pictures and PDFs are missing')
  await waitFor('the shop to say so', 30_000, async () => said())
  const alarm = () => db.selectFrom('alarm').select('endedAt').where('key', '=', 'pictures:missing').execute()
  await waitFor('the alarm', 60_000, async () => (await alarm()).length === 1)
  expect((await visit(shop, '/readyz')).status).toBe(200)
  for (const page of pages) expect((await visit(shop, page)).status).toBe(200)
  const backup = await run(['backup', place])
  expect(backup).toMatchObject({
    exitCode: 1,
    lines: expect.arrayContaining([expect.stringContaining('2枚が見つからず')]),
  })
  expect(await run(['status'])).toMatchObject({ exitCode: 1 })
  expect(await rows()).toEqual(before)
  const from = performance.now()
  await rm(images, { recursive: true })
  await rename(`${images}.away`, images)
  // The open shop looks once a minute.
  if (!isWhole) {
    await shop.process.stop()
    await shop.process.startAgain()
  }
  await waitFor(
    'the alarm to end',
    150_000,
    async () => (await state()) === 0 && (await alarm())[0]?.endedAt !== null,
  )
  const recoveredMs = performance.now() - from
  expect((await run(['backup', place])).exitCode).toBe(0)
  expect(await run(['status'])).toMatchObject({ exitCode: 0 })
  note({ fault: 'folder of pictures lost', trials: 1, lost: 0, doubled: 0, recoveredMs })
}, 300_000)

test('D70: each file of a backup is damaged in turn: it costs that one, and the next backup is whole', async () => {
  const { shop, place, run } = await start()
  await postRecipes(shop, isWhole ? 4 : 1)
  const { secret, recipient } = await newKey()
  const env = { BACKUP_SECRET_KEY: secret, BACKUP_KEY: recipient, BACKUP_KEEP: '365,0,0' }
  expect((await run(['backup', place], env)).exitCode).toBe(0)
  const archiveNow = async () =>
    join(
      place,
      (await readdir(place))
        .filter((name) => name.endsWith('.age'))
        .toSorted()
        .at(-1) ?? '',
    )
  const stored = await readdir(join(place, 'files'))
  let slowest = 0
  for (const [at, name] of stored.entries()) {
    const path = join(place, 'files', name)
    const content = await readFile(path)
    // In its content, its mark and its header.
    const byte = [content.length - 1, 5, 40][at % 3] ?? 0
    content[byte] = (content[byte] ?? 0) ^ 1
    await writeFile(path, content)
    const archive = await archiveNow()
    const to = join(place, `to-${at}`)
    expect((await run(['drill', place], env)).exitCode).toBe(1)
    expect((await run(['restore', archive, to], env)).lines.join()).toContain('--without-damaged')
    const restored = await run(['restore', '--without-damaged', archive, to], env)
    expect(restored.lines.join()).toContain('PDF 1枚を除きました')
    const files = (await readdir(join(to, 'images'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    )
    expect(files).toHaveLength(stored.length - 1)
    const from = performance.now()
    expect((await run(['backup', place], env)).exitCode).toBe(0)
    expect((await run(['drill', place], env)).exitCode).toBe(0)
    slowest = Math.max(slowest, performance.now() - from)
  }
  note({
    fault: 'a damaged file of a backup',
    trials: stored.length,
    lost: 0,
    doubled: 0,
    recoveredMs: slowest,
  })
}, 300_000)
