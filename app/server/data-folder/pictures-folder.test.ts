import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { acceptPictures, folderOfPictures, picturesProblem } from './pictures-folder.ts'

onBothEngines('the folder of the pictures', (open) => {
  const newFolder = async () => {
    const folder = await mkdtemp(join(memoryFolder(), 'shop-pictures-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
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
      expect(await picturesProblem(db, folderOfPictures(other))).toMatch(/not the one that the other/)
    await acceptPictures(db, folderOfPictures(other))
    expect(await picturesProblem(db, folderOfPictures(other))).toBe(null)
    expect(await picturesProblem(db, folderOfPictures(folder))).toMatch(/not the one that the other/)
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
      /is empty, and the database knows 1 uploads/,
    )
    await acceptPictures(db, folderOfPictures(folder))
    expect(await picturesProblem(db, folderOfPictures(folder))).toBe(null)
    expect(await picturesProblem(db, folderOfPictures(await newFolder()))).toMatch(/is empty/)
  })

  test('D10: a folder with uploads from before there were ids is taken as it is', async () => {
    const { db, folder, upload } = await start()
    await upload(folder)
    expect(await picturesProblem(db, folderOfPictures(folder))).toBe(null)
  })
})
