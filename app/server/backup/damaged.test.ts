import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { picturesOfBackup, rebuildSearch } from '~/brought-by-features.server.ts'
import { filesOf } from '~/features/pictures/rules.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { fillShop } from '../../../tests/support/filled-shop.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { addUpload } from '../../../tests/support/upload-for-tests.ts'
import { openShopData } from '../data-folder/open-shop-data.ts'
import { silentLog } from '../log.ts'
import { type Backup, createBackup } from './create-backup.ts'
import { usualKeepRule } from './keep.rules.ts'
import { type Restore, restoreBackup } from './restore-backup.ts'
import { newKey } from './seal.ts'

const newFolder = async () => {
  const folder = await mkdtemp(join(memoryFolder(), 'shop-damaged-'))
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
const day = 86_400_000
const nameOf = (letter: string) => `${letter.repeat(32)}-9x9`
const main = (letter: string) => `uploads/${nameOf(letter)}.jpg`
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

onBothEngines('a backup and its pictures', (_open, places) => {
  /** A shop whose first recipe shows the pictures a and b. */
  const start = async () => {
    const dataDir = join(await newFolder(), 'data')
    const settings =
      places.engine === 'postgres' ? { ...(await places.empty()), dataDir } : { dataDir, log: silentLog }
    const shop = await openShopData(settings)
    await fillShop(shop.db)
    onTestFinished(() => shop.close())
    const uploads = join(dataDir, 'images', 'uploads')
    await mkdir(uploads, { recursive: true })
    for (const letter of ['a', 'b']) {
      const name = nameOf(letter)
      await addUpload(shop.db, { name })
      await shop.db.insertInto('recipeUpload').values({ recipeId: 'recipe-0', name }).execute()
      for (const file of filesOf({ name, width: 9 })) await writeFile(join(uploads, file), `picture ${file}`)
    }
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
      const answer = await restoreBackup({
        ...quiet,
        archive,
        identity: undefined,
        dataDir: to,
        databaseUrl,
        ...more,
      })
      const files = await readdir(join(to, 'images', 'uploads'))
      return { ...answer, files }
    }
    const storedOf = (letter: string) => join(place, 'files', sumOf(`picture ${nameOf(letter)}.jpg`))
    return { shop, uploads, place, backup, restore, storedOf }
  }

  const flip = async (path: string) => {
    const content = await readFile(path)
    content[content.length - 1] = (content[content.length - 1] ?? 0) ^ 1
    await writeFile(path, content)
  }

  test('D70: one damaged or missing picture costs that one, told with where it is shown; the database is never passed over', async () => {
    const { place, backup, restore, storedOf } = await start()
    const { archive } = await backup()
    await flip(storedOf('a'))
    await expect(restore(archive)).rejects.toThrow(/uploads\/a+-9x9\.jpg.*--without-damaged/)
    await rm(storedOf('b'))
    const { damaged, files } = await restore(archive, { withoutDamaged: true })
    const shownBy = '作品「きんちゃく袋 recipe-0」'
    expect(damaged).toEqual(['a', 'b'].map((letter) => ({ path: main(letter), shownBy })))
    const rest = ['a', 'b'].flatMap((letter) => filesOf({ name: nameOf(letter), width: 9 }).slice(1))
    expect(files.toSorted()).toEqual(rest.toSorted())
    const whole = await readFile(archive)
    const at = whole.indexOf('SQLite format 3')
    whole[at + 5_000] = (whole[at + 5_000] ?? 0) ^ 1
    const other = join(place, 'other')
    await writeFile(other, whole)
    await expect(restore(other, { withoutDamaged: true })).rejects.toThrow(
      /データベース.*ここは除いて戻せません/,
    )
  })

  test('D70: a file that cannot be read counts as damaged, and one in the shop as missing', async () => {
    const { uploads, backup, restore, storedOf } = await start()
    const { archive } = await backup()
    await rm(storedOf('a'))
    await mkdir(storedOf('a'))
    expect((await restore(archive, { withoutDamaged: true })).damaged).toMatchObject([{ path: main('a') }])
    await expect(backup({ now: madeAt + 1, replaces: false })).rejects.toThrow('--without-damaged')
    await rm(storedOf('a'), { recursive: true })
    expect((await backup({ now: madeAt + 2 })).missing).toEqual([])
    await rm(join(uploads, `${nameOf('b')}.jpg`))
    expect((await backup({ now: madeAt + 3 })).missing).toEqual([main('b')])
  })

  test('D70: the next backup stores a damaged file anew, and every backup that has it is whole again', async () => {
    const { backup, restore, storedOf } = await start()
    const { archive } = await backup()
    await flip(storedOf('a'))
    await expect(backup({ now: madeAt + day, replaces: false })).rejects.toThrow('--without-damaged')
    const next = await backup({ now: madeAt + day })
    expect(next.replaced).toEqual([main('a')])
    for (const each of [archive, next.archive]) expect((await restore(each)).damaged).toEqual([])
    expect((await backup({ now: madeAt + 2 * day, replaces: false })).replaced).toEqual([])
  })

  test('D70: so does a locked one, under a new name that earlier archives find too', async () => {
    const { shop, uploads, place, backup, restore } = await start()
    const { secret, recipient } = await newKey()
    const { archive, manifest } = await backup({ recipient, now: madeAt - 10 * day })
    const stored = manifest.files.find(({ path }) => path === main('a'))?.stored ?? ''
    await flip(join(place, 'files', stored))
    const open = { identity: secret }
    await expect(restore(archive, open)).rejects.toThrow('--without-damaged')
    expect((await restore(archive, { ...open, withoutDamaged: true })).damaged).toHaveLength(1)
    const next = await backup({ recipient })
    expect(next.replaced).toEqual([main('a')])
    expect(await readdir(join(place, 'files'))).not.toContain(stored)
    for (const each of [archive, next.archive]) expect((await restore(each, open)).damaged).toEqual([])
    // The shop has it no more, and of the backups that have it the first one is kept.
    await shop.db.deleteFrom('recipeUpload').where('name', '=', nameOf('a')).execute()
    for (const file of filesOf({ name: nameOf('a'), width: 9 })) await rm(join(uploads, file))
    const keep = { days: 1, weeks: 0, months: 2 }
    expect((await backup({ recipient, now: madeAt + day, keep })).removed).toBe(1)
    expect((await restore(archive, open)).damaged).toEqual([])
  })

  test('D71: what the shop refers to and has not is told by the backup; the last whole one stays meanwhile, with its pictures', async () => {
    const { shop, uploads, place, backup, restore } = await start()
    await addUpload(shop.db, { name: nameOf('c') })
    const first = await backup()
    expect(first.missing).toEqual([])
    await rm(uploads, { recursive: true })
    const keep = { days: 1, weeks: 0, months: 0, also: madeAt }
    for (const days of [1, 2, 3]) {
      const { missing } = await backup({ now: madeAt + days * day, keep })
      expect(missing).toEqual(['a', 'b'].map(main))
    }
    const archives = (await readdir(place)).filter((name) => name.endsWith('.tar'))
    expect(archives).toHaveLength(2)
    expect((await restore(first.archive)).files).toHaveLength(6)
    await mkdir(uploads)
    for (const letter of ['a', 'b'])
      for (const file of filesOf({ name: nameOf(letter), width: 9 }))
        await writeFile(join(uploads, file), `picture ${file}`)
    expect((await backup({ now: madeAt + 4 * day, keep })).removed).toBe(2)
  })

  test('D71: what was let go of while the backup was made is not missing', async () => {
    const { shop, uploads, backup } = await start()
    const tell = () => {}
    await rm(join(uploads, `${nameOf('a')}.jpg`))
    const rebuild: Backup['pictures'] = {
      ...picturesOfBackup,
      missing: async (db, paths) => {
        const missing = await picturesOfBackup.missing(db, paths)
        await shop.db.deleteFrom('recipeUpload').where('name', '=', nameOf('a')).execute()
        return missing
      },
    }
    expect((await backup({ tell, pictures: rebuild })).missing).toEqual([])
  })
})
