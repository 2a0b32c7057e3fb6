// @postgres

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { picturesOfBackup, rebuildSearch } from '~/brought-by-features.server.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fillShop } from '../../../tests/support/filled-shop.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { addPaidOrders } from '../../../tests/support/paid-orders-for-tests.ts'
import { countDatabase } from '../data-copy/copy-tables.ts'
import { openShopData } from '../data-folder/open-shop-data.ts'
import { type DatabaseSettings, openDatabase } from '../database/open-database.ts'
import { withinSnapshot } from '../database/snapshot.ts'
import { silentLog } from '../log.ts'
import { type Backup, createBackup } from './create-backup.ts'
import { usualKeepRule } from './keep.rules.ts'
import { type Restore, restoreBackup } from './restore-backup.ts'
import { newKey } from './seal.ts'

const newFolder = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const quiet = {
  rebuildSearch,
  pictures: picturesOfBackup,
  tell: () => {},
  signal: new AbortController().signal,
}
const madeAt = Date.UTC(2026, 3, 1, 3)

const countsOf = async (settings: DatabaseSettings) => {
  const { db, close } = await openDatabase(settings)
  // A restored shop notes that it is one.
  const { shop_state: _noted, ...tables } = await withinSnapshot(db, countDatabase).finally(close)
  return tables
}

onBothEngines('a backup', (_open, places) => {
  const start = async () => {
    const dataDir = join(await newFolder(), 'data')
    const settings =
      places.engine === 'postgres' ? { ...(await places.empty()), dataDir } : { dataDir, log: silentLog }
    const shop = await openShopData(settings)
    await fillShop(shop.db)
    onTestFinished(() => shop.close())
    await mkdir(join(dataDir, 'images', 'uploads'), { recursive: true })
    await writeFile(join(dataDir, 'images', 'uploads', 'a.webp'), 'picture a')
    await writeFile(join(dataDir, 'shop.settings.json'), '{}')
    await writeFile(join(dataDir, 'auth-secret'), 'secret '.repeat(8))
    const place = await newFolder()
    const backup = (more: Partial<Backup> = {}) =>
      createBackup({
        ...quiet,
        settings,
        place,
        settingsFile: join(dataDir, 'shop.settings.json'),
        recipient: undefined,
        keep: usualKeepRule,
        now: madeAt,
        replaces: true,
        ...more,
      })
    const restore = async (archive: string, more: Partial<Restore> = {}) => {
      const to = join(await newFolder(), 'restored')
      const databaseUrl = places.engine === 'postgres' ? (await places.empty()).databaseUrl : undefined
      const restored = { dataDir: to, databaseUrl, ...more }
      const answer = await restoreBackup({ ...quiet, archive, identity: undefined, ...restored })
      return { ...answer, settings: { ...restored, log: silentLog } }
    }
    return { shop, settings, dataDir, place, backup, restore }
  }

  test('D51: of a schema that a later release has made wider none is made: that release copies what it knows', async () => {
    const { shop, backup, place } = await start()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-wider', '')`.execute(shop.db)
    await shop.checkWrites()
    await expect(backup()).rejects.toThrow('お店のデータは、このプログラ')
    expect(await readdir(place)).toEqual([])
  })

  test('D20, D21, D25: all of it comes back in an empty place, while the shop goes on', async () => {
    const { shop, settings: former, backup, restore } = await start()
    const before = await countsOf(former)
    const { archive, manifest } = await backup()
    await addPaidOrders(shop.db, 1, 'after')
    expect(manifest.days.reduce((all, { orders }) => all + orders, 0)).toBe(3)
    const { settings } = await restore(archive)
    const again = await openShopData(settings)
    onTestFinished(() => again.close())
    expect(await countsOf(settings)).toEqual(before)
    expect(await readFile(join(settings.dataDir, 'images', 'uploads', 'a.webp'), 'utf8')).toBe('picture a')
    expect(await readFile(join(settings.dataDir, 'shop.settings.json'), 'utf8')).toBe('{}')
    expect(await readdir(settings.dataDir)).not.toContain('auth-secret')
  })

  test('D22, D23: a picture lies once in the place, and goes with the last backup that has it', async () => {
    const { dataDir, place, backup } = await start()
    await backup()
    const day = 86_400_000
    await backup({ now: madeAt + day })
    expect(await readdir(join(place, 'files'))).toHaveLength(1)
    await writeFile(join(dataDir, 'images', 'uploads', 'a.webp'), 'picture b')
    const keep = { days: 1, weeks: 1, months: 1 }
    expect((await backup({ now: madeAt + 2 * day, keep })).removed).toBe(2)
    expect(await readdir(join(place, 'files'))).toHaveLength(1)
    expect((await readdir(place)).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  })

  test('D24: a locked backup opens with its key alone, and brings the secret of sessions', async () => {
    const { dataDir, place, backup, restore } = await start()
    const { secret, recipient } = await newKey()
    await backup({ recipient })
    const { archive } = await backup({ recipient, now: madeAt + 60_000 })
    expect(await readdir(join(place, 'files'))).toHaveLength(1)
    await expect(restore(archive)).rejects.toThrow('鍵がかかっています')
    await expect(restore(archive, { identity: (await newKey()).secret })).rejects.toThrow(
      'その鍵では開けません',
    )
    await expect(restore(archive, { identity: 'nothing' })).rejects.toThrow('鍵を読めません')
    const { settings } = await restore(archive, { identity: secret })
    expect(await readFile(join(settings.dataDir, 'auth-secret'), 'utf8')).toBe(
      await readFile(join(dataDir, 'auth-secret'), 'utf8'),
    )
    await truncate(archive, 20_000)
    await expect(restore(archive, { identity: secret })).rejects.toThrow('壊れています')
  })

  test('D25: what is no backup, was cut, changed or has no room is refused, and nothing is left of it', async () => {
    const { dataDir, place, backup, restore } = await start()
    const { archive } = await backup()
    await expect(restore(archive, { dataDir })).rejects.toThrow('空ではありません')
    await expect(restore(join(place, 'nothing'))).rejects.toThrow('そのファイルはありません')
    await expect(restore(place)).rejects.toThrow('その中の、戻したい日の backup-日時.tar')
    const other = join(place, 'other')
    await writeFile(other, 'x'.repeat(5_000))
    await expect(restore(other)).rejects.toThrow('お店の控えではありません')
    const whole = await readFile(archive)
    for (const bytes of [whole.length - 3_000, 100_000]) {
      await writeFile(other, whole.subarray(0, bytes))
      await expect(restore(other)).rejects.toThrow('壊れています')
    }
    await writeFile(
      other,
      Buffer.from(whole.toString('latin1').replace('"format":1', '"format":9'), 'latin1'),
    )
    await expect(restore(other)).rejects.toThrow('新しい版')
    const parent = await newFolder()
    const [stored = ''] = await readdir(join(place, 'files'))
    await writeFile(join(place, 'files', stored), 'another')
    await expect(restore(archive, { dataDir: join(parent, 'to') })).rejects.toThrow('a.webp')
    expect(await readdir(parent)).toEqual([])
  })

  test('D20: a backup that is stopped leaves nothing, and one inside of the data is refused', async () => {
    const { dataDir, place, backup } = await start()
    const stop = new AbortController()
    await expect(backup({ signal: stop.signal, tell: () => stop.abort() })).rejects.toThrow(
      '途中で止めました',
    )
    expect((await readdir(place)).toSorted()).toEqual(['.shop-id', 'files'])
    await expect(backup({ place: join(dataDir, 'backups') })).rejects.toThrow('データの場所の中')
    await expect(backup({ recipient: 'age1nothing' })).rejects.toThrow('鍵を読めません')
  })

  test('D20: a disk that is full on the way is a sentence, and what was there stays', async () => {
    const { dataDir, place, backup } = await start()
    const { archive } = await backup()
    const added = Buffer.from('picture b')
    await writeFile(join(dataDir, 'images', 'uploads', 'b.webp'), added)
    const sum = createHash('sha256').update(added).digest('hex')
    await symlink('/dev/full', join(place, 'files', `.${sum}.unfinished`))
    const before = (await readdir(place, { recursive: true })).toSorted()
    await expect(backup({ now: madeAt + 1 })).rejects.toThrow('ディスクがいっぱいです')
    const after = (await readdir(place, { recursive: true })).toSorted()
    expect(after).toEqual(before.filter((name) => !name.endsWith('.unfinished')))
    expect(await readFile(archive)).toBeDefined()
    expect((await backup({ now: madeAt + 2 })).manifest.files).toHaveLength(2)
  })

  test('D20: one backup at a time; what a run that was killed left there goes', async () => {
    const { place, backup } = await start()
    await backup()
    const lock = join(place, '.running')
    await writeFile(lock, `${hostname()} ${process.pid}`)
    const running = backup({ now: Date.now() })
    await expect(running).rejects.toThrow('別の控えを取っている')
    // No process has this number; one of another machine counts for six hours.
    await writeFile(lock, `${hostname()} 4194305`)
    const left = join(place, '.unfinished-left')
    const fresh = join(place, '.unfinished-fresh')
    for (const folder of [left, fresh]) await mkdir(folder)
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await utimes(left, twoDaysAgo, twoDaysAgo)
    await backup({ now: Date.now() })
    expect((await readdir(place)).filter((name) => name.startsWith('.'))).toEqual([
      '.shop-id',
      '.unfinished-fresh',
    ])
    await writeFile(lock, 'another-machine 1')
    await expect(backup({ now: Date.now() })).rejects.toThrow('別の控えを取っている')
    const sevenHoursAgo = new Date(Date.now() - 7 * 3_600_000)
    await utimes(lock, sevenHoursAgo, sevenHoursAgo)
    expect((await backup({ now: Date.now() })).archive).toContain(place)
  })

  test('D26: a mail that waited is not sent by the restored shop', async () => {
    const { shop, backup, restore } = await start()
    await shop.db
      .insertInto('mail')
      .values({
        id: 'mail',
        kind: 'order_confirmation',
        subjectKey: 'x',
        recipient: 'a@example.com',
        subject: '',
        text: '',
        html: '',
        messageId: 'm',
        state: 'queued',
        attempts: 0,
        holdsToken: 0,
        nextAttemptAt: 0,
        claimedUntil: 0,
        lastError: null,
        createdAt: 1,
        sentAt: null,
      })
      .execute()
    const { settings, heldMails } = await restore((await backup()).archive)
    expect(heldMails).toBe(1)
    const again = await openShopData(settings)
    onTestFinished(() => again.close())
    expect(await again.db.selectFrom('mail').select('state').execute()).toEqual([{ state: 'dead' }])
  })
})
