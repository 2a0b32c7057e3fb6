// @every: the built shop with neighbours that fail

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, inject, onTestFinished, test } from 'vitest'
import { collectUploads, sweepPictures } from '../../app/features/pictures/collection.commands.server.ts'
import { uploadPicture } from '../../app/features/pictures/commands.server.ts'
import type { Member } from '../../app/kernel/actor.ts'
import { archiveTime } from '../../app/server/backup/backup-place.ts'
import { ownBackupFolder } from '../../app/server/backup/own-place.ts'
import { newKey } from '../../app/server/backup/seal.ts'
import { openShopData } from '../../app/server/data-folder/open-shop-data.ts'
import { problemOfOwner } from '../../app/server/data-folder/pictures-at-start.ts'
import { readEnv } from '../../app/server/env.ts'
import { silentLog } from '../../app/server/log.ts'
import { rememberShopState } from '../../app/server/shop-state.ts'
import { runCommand } from '../../cli/run-command.server.ts'
import { postgresPlaces } from '../support/database-places.ts'
import { addMember } from '../support/member-for-tests.ts'
import { memoryFolder } from '../support/memory-folder.ts'
import { addPaidOrders } from '../support/paid-orders-for-tests.ts'
import { bucketForTests, picturesKeyForTests, s3KeyForTests, startS3 } from '../support/s3-server.ts'
import { servicesForTests } from '../support/services-for-tests.ts'
import { isWhole, note } from './holds-run.ts'

const never = new AbortController().signal
const day = 86_400_000
const kinds = ['demo', 'real', 'restored'] as const
type Kind = (typeof kinds)[number]

const databases = postgresPlaces()

const pictureOf = (colour: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** One bucket of pictures, and a place of backups in a bucket or a folder, which every shop of the test names in its settings. */
const startPlaces = async (backups: 'bucket' | 'folder') => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-places-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const s3 = await startS3(onTestFinished)
  const key = await newKey()
  const backupFolder = join(folder, 'usb')
  const settings = {
    PICTURES: `s3://${bucketForTests}/pictures`,
    PICTURES_S3_ENDPOINT: s3.endpoint,
    ...picturesKeyForTests,
    BACKUP_TO: backups === 'bucket' ? `s3://${bucketForTests}/backups` : backupFolder,
    BACKUP_S3_ENDPOINT: s3.endpoint,
    ...s3KeyForTests,
    BACKUP_KEY: key.recipient,
  }
  /** All that lies in both places. */
  const objects = async () => {
    const files = await readdir(backupFolder, { recursive: true, withFileTypes: true }).catch(() => [])
    const inFolder = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(
          async ({ parentPath, name }): Promise<[string, string]> => [
            join(parentPath, name),
            (await readFile(join(parentPath, name))).toString('base64'),
          ],
        ),
    )
    return Object.fromEntries([
      ...[...s3.objects].map(([name, bytes]) => [name, bytes.toString('base64')]),
      ...inFolder,
    ])
  }
  let shops = 0
  const newShop = async (demo: boolean) => {
    shops += 1
    const dataDir = join(folder, `shop-${shops}`)
    const data = await openShopData({ dataDir, log: silentLog })
    await rememberShopState(data.db, 'demo', demo ? '1' : '0')
    await addPaidOrders(data.db, 2)
    await data.noteOrders()
    await data.close()
    await mkdir(join(dataDir, 'images', 'uploads'), { recursive: true })
    return dataDir
  }
  return { folder, s3, key, settings, backupFolder, objects, newShop }
}

type Places = Awaited<ReturnType<typeof startPlaces>>

const shopOf = async (places: Places, dataDir: string, kind: Kind, colour: string) => {
  const env = {
    ...places.settings,
    DATA_DIR: dataDir,
    // Only so a demo, or a restored one, comes near the places at all.
    DEMO_PLACES: '1',
  }
  const parsed = readEnv(env)
  if (!parsed.ok) throw new Error(parsed.error.join())
  const { db, close } = await openShopData({ dataDir, log: silentLog })
  onTestFinished(close)
  const clock = { ahead: 0 }
  let by: Member | undefined
  const ctx = {
    ...servicesForTests(db, env, kind === 'demo'),
    imagesDir: join(dataDir, 'images'),
  }
  const later = () => ({ ...ctx, now: () => Date.now() + clock.ahead })
  return {
    db,
    run: (...words: string[]) => runCommand('data', words, env),
    /** Of a shop whose pictures are its own. */
    backupAlone: () => runCommand('data', ['backup'], { ...env, PICTURES: '' }),
    start: () => problemOfOwner(parsed.value, ctx),
    upload: async () => {
      by ??= await addMember(db, { id: `member-${colour.slice(1)}` })
      return uploadPicture(ctx, by, { bytes: await pictureOf(colour), purpose: 'recipe' })
    },
    /** What the hourly and the daily job do, eight days later. */
    jobs: async () => {
      const failed = () => 'failed'
      clock.ahead = 8 * day
      await sweepPictures(later(), never).catch(failed)
      clock.ahead = 16 * day
      return collectUploads(later(), async () => [], never).catch(failed)
    },
  }
}

const restoredFrom = async (places: Places, archive: string, name: string) => {
  const to = join(places.folder, name)
  const env = { ...places.settings, DATA_DIR: to, BACKUP_SECRET_KEY: places.key.secret }
  const restored = await runCommand('data', ['restore', archive, to], env)
  expect(restored.lines.join('\n')).toContain('npm run data -- accept')
  return to
}

const newestIn = async (place: string) =>
  join(
    place,
    (await readdir(place))
      .filter((name) => name.endsWith('.age'))
      .toSorted()
      .at(-1) ?? '',
  )

const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second] as const))
const backupPlaces = isWhole ? (['bucket', 'folder'] as const) : (['folder'] as const)

test.each(backupPlaces.flatMap((backups) => pairs.map((pair) => [...pair, backups] as const)))(
  'D67, D68: two shops, one place: beside a %s shop a %s one (backups in a %s) removes, overwrites and adds nothing',
  async (first, second, backups) => {
    const from = performance.now()
    const places = await startPlaces(backups)
    /** A restored shop of its own; another one is a copy of the first. */
    const folderOf = async (kind: Kind, of?: string) => {
      if (kind !== 'restored') return places.newShop(kind === 'demo')
      const lost = of ?? (await places.newShop(false))
      const apart = join(places.folder, 'apart')
      await runCommand('data', ['backup', apart], { DATA_DIR: lost, BACKUP_KEY: places.key.recipient })
      return restoredFrom(places, await newestIn(apart), of === undefined ? 'restored' : 'copy')
    }
    const ownerFolder = await folderOf(first)
    const owner = await shopOf(places, ownerFolder, first, '#336699')
    expect(await owner.start()).toBe(null)
    expect(await owner.upload()).toMatchObject({ ok: true })
    expect(await owner.run('backup')).toMatchObject({ exitCode: 0 })
    const other = await shopOf(places, await folderOf(second, ownerFolder), second, '#993366')
    const before = await places.objects()
    expect(Object.keys(before).length).toBeGreaterThan(5)

    expect(await other.start()).toContain(`npm run data -- accept ${places.settings.PICTURES}`)
    expect(await other.upload()).toMatchObject({ ok: false })
    expect(await other.jobs()).not.toBe(1)
    for (const words of [['backup'], ['drill'], ['move-pictures', places.settings.PICTURES], ['status']]) {
      const done = await other.run(...words)
      expect([words[0], done.exitCode, done.lines.join('\n')]).toEqual([
        words[0],
        1,
        expect.stringMatching(/別のお店.*npm run data -- accept/),
      ])
    }
    expect(await places.objects()).toEqual(before)

    // Plain accept is about the database, and takes no place over.
    await other.run('accept')
    expect(await places.objects()).toEqual(before)

    // The first one goes on, and its own pictures, which nothing uses, go.
    expect(await owner.run('backup')).toMatchObject({ exitCode: 0 })
    expect(await owner.run('status')).toMatchObject({ exitCode: 0 })
    expect(await owner.jobs()).toBe(1)

    // Taken over by its name: now the first one has to let go.
    for (const place of [places.settings.PICTURES, places.settings.BACKUP_TO])
      expect(await other.run('accept', place)).toMatchObject({ exitCode: 0 })
    expect(await other.start()).toBe(null)
    expect(await other.run('backup')).toMatchObject({ exitCode: 0 })
    expect(await owner.start()).toContain('accept')
    expect((await owner.run('backup')).lines.join()).toContain('別のお店')
    const recoveredMs = performance.now() - from
    note({ fault: `one place, ${first} and ${second}`, trials: 1, lost: 0, doubled: 0, recoveredMs })
  },
)

test('D68: a demo that is not told to leaves the places of its settings alone, by job and by command', async () => {
  const places = await startPlaces('bucket')
  const env = { ...places.settings, DATA_DIR: await places.newShop(true) }
  const { db, close } = await openShopData({ dataDir: env.DATA_DIR, log: silentLog })
  onTestFinished(close)
  const ctx = servicesForTests(db, env, true)
  expect(ctx.pictureBucket).toBeUndefined()
  expect(ctx.makeBackup).toBe(null)
  expect(servicesForTests(db, env, false).makeBackup).not.toBe(null)
  for (const words of [['backup'], ['drill'], ['move-pictures', 'folder']])
    expect((await runCommand('data', words, env)).exitCode).not.toBe(0)
  expect(await runCommand('data', ['status'], env)).toMatchObject({ exitCode: 0 })
  expect(places.s3.calls).toEqual([])
})

test.each(['kept', 'refused', 'ignored'] as const)(
  'D67: two shops that begin at one empty place at once (conditions of the store are %s): one gets it, and the other removes nothing',
  async (conditions) => {
    const places = await startPlaces('bucket')
    places.s3.conditions = conditions
    const shops = [
      await shopOf(places, await places.newShop(false), 'real', '#336699'),
      await shopOf(places, await places.newShop(false), 'real', '#993366'),
    ]
    const started = await Promise.all(shops.map(({ start }) => start()))
    if (conditions === 'kept') expect(started.filter((problem) => problem === null)).toHaveLength(1)
    const again = await Promise.all(shops.map(({ start }) => start()))
    expect(again.filter((problem) => problem === null)).toHaveLength(1)
    const uploaded = await Promise.all(shops.map(({ upload }) => upload()))
    expect(uploaded.filter(({ ok }) => ok)).toHaveLength(1)
  },
)

test('D67: a place that is away is nobody else’s: the shop opens, nothing is removed, and it is asked again', async () => {
  const places = await startPlaces('bucket')
  const owner = await shopOf(places, await places.newShop(false), 'real', '#336699')
  const other = await shopOf(places, await places.newShop(false), 'real', '#993366')
  await owner.start()
  await owner.upload()
  const before = await places.objects()
  places.s3.fault = () => 503
  expect(await other.start()).toBe(null)
  expect(await other.upload()).toMatchObject({ ok: false })
  expect(await other.jobs()).not.toBe(1)
  places.s3.fault = () => undefined
  expect(await other.upload()).toMatchObject({ ok: false })
  expect(await other.jobs()).not.toBe(1)
  expect(await places.objects()).toEqual(before)
})

test.each(['bucket', 'folder'] as const)(
  'D67: one place alone is enough to be refused: backups in a %s, and pictures that are another shop’s',
  async (backups) => {
    const places = await startPlaces(backups)
    const owner = await shopOf(places, await places.newShop(false), 'real', '#336699')
    await owner.start()
    expect(await owner.run('backup')).toMatchObject({ exitCode: 0 })
    const other = await shopOf(places, await places.newShop(false), 'real', '#993366')
    const before = await places.objects()
    expect((await other.backupAlone()).lines.join()).toContain(
      `npm run data -- accept ${places.settings.BACKUP_TO}`,
    )
    const apart = join(places.folder, 'apart')
    expect((await other.run('backup', apart)).lines.join()).toContain(
      `npm run data -- accept ${places.settings.PICTURES}`,
    )
    expect(await readdir(apart)).toEqual([])
    expect(await places.objects()).toEqual(before)
  },
)

test('D67: a mark that another shop puts in the same moment stands, in a bucket and in a folder', async () => {
  const places = await startPlaces('folder')
  const shop = await shopOf(places, await places.newShop(false), 'real', '#336699')
  const mark = 'pictures/.shop-id'
  places.s3.conditions = 'kept'
  places.s3.fault = (call) => {
    if (call === `PUT ${mark}`) places.s3.objects.set(mark, Buffer.from('another'))
    return undefined
  }
  expect(await shop.start()).toContain('別のお店')
  expect(places.s3.objects.get(mark)?.toString()).toBe('another')
  const folder = ownBackupFolder(places.backupFolder)
  await mkdir(places.backupFolder)
  await Promise.all(['one', 'two', 'three'].map((id) => folder.putFirstMark(id)))
  const first = await folder.mark()
  await folder.putFirstMark('four')
  expect(['one', 'two', 'three']).toContain(first)
  expect(await folder.mark()).toBe(first)
})

test.skipIf(process.env.TEST_ENGINES === 'sqlite')(
  'D67: two processes of one shop on PostgreSQL share their places',
  async () => {
    expect(inject('postgresUrl')).toBeDefined()
    const places = await startPlaces('bucket')
    const { databaseUrl = '' } = await databases.empty()
    onTestFinished(() => databases.clear())
    const started = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const env = readEnv({
          ...places.settings,
          DATA_DIR: join(places.folder, name),
          DATABASE_URL: databaseUrl,
        })
        if (!env.ok) throw new Error(env.error.join())
        const { db, close } = await openShopData({
          ...env.value,
          dataDir: env.value.DATA_DIR,
          databaseUrl,
          log: silentLog,
        })
        onTestFinished(close)
        return problemOfOwner(env.value, { db, imagesDir: join(env.value.DATA_DIR, 'images') })
      }),
    )
    expect(started).toEqual([null, null])
  },
)

test('D67: what lies there without a mark is taken over only where it is known to be this shop’s', async () => {
  const places = await startPlaces('folder')
  const dataDir = await places.newShop(false)
  const owner = await shopOf(places, dataDir, 'real', '#336699')
  await owner.start()
  await owner.upload()
  await owner.run('backup')
  const archives = async () => (await readdir(places.backupFolder)).filter((name) => name.endsWith('.age'))
  const asOfFormerRelease = async () => {
    places.s3.objects.delete('pictures/.shop-id')
    for (const name of await readdir(places.backupFolder))
      if (name.endsWith('.shop') || name === '.shop-id') await rm(join(places.backupFolder, name))
  }
  const copy = await shopOf(
    places,
    await restoredFrom(places, await newestIn(places.backupFolder), 'copy'),
    'restored',
    '#339966',
  )
  const stranger = await shopOf(places, await places.newShop(false), 'real', '#993366')
  await asOfFormerRelease()
  const madeAt = archiveTime((await archives())[0] ?? '')
  // Its backup knew the one before, which the lost shop may still have.
  await rememberShopState(copy.db, 'last_backup', JSON.stringify({ madeAt, failure: null }))
  const before = await places.objects()
  for (const shop of [stranger, copy]) {
    expect(await shop.start()).toContain('確かめられないもの')
    expect((await shop.backupAlone()).lines.join()).toContain(`${places.backupFolder} には`)
    expect(await shop.jobs()).not.toBe(1)
  }
  expect(await places.objects()).toEqual(before)
  expect(await owner.start()).toBe(null)
  expect(await owner.run('backup')).toMatchObject({ exitCode: 0 })
  expect((await archives()).length).toBe(1)

  // Rows that a sweep made for strange pictures prove nothing.
  await asOfFormerRelease()
  const { name } = await owner.db.selectFrom('upload').select('name').executeTakeFirstOrThrow()
  await stranger.db
    .insertInto('upload')
    .values({ name, kind: 'picture', width: 20, height: 10, bytes: 0, source: 'own', lastPutAt: 1 })
    .execute()
  expect(await stranger.start()).toContain('確かめられないもの')
})

test('D67: pruning leaves another shop’s archives and their pictures where they are', async () => {
  const places = await startPlaces('folder')
  const owner = await shopOf(places, await places.newShop(false), 'real', '#336699')
  await owner.run('backup')
  const kept = (await newestIn(places.backupFolder)).split('/').at(-1) ?? ''
  const other = await shopOf(places, await places.newShop(false), 'real', '#993366')
  await writeFile(join(places.backupFolder, 'files', 'theirs'), 'picture')
  await writeFile(join(places.backupFolder, `${kept}.files`), 'theirs\n')
  await other.run('accept', places.backupFolder)
  for (let time = 0; time < 2; time += 1) expect(await other.run('backup')).toMatchObject({ exitCode: 0 })
  const names = await readdir(places.backupFolder)
  // Of its own two of one day the newer one stays.
  expect(names.filter((name) => name.endsWith('.age'))).toHaveLength(2)
  expect(names).toContain(kept)
  expect(await readdir(join(places.backupFolder, 'files'))).toContain('theirs')
})
